"use strict";

// ---- Keys: each presses a button that is shown ----------------------------------------------

// Keys press a button by the piece that it enters (a card by rank and suit, a tile by its two ends, the
// announced one first) or by its number. While a pad is shown, a digit always begins a piece.
const shownButtons = () => [...document.querySelectorAll("#entry :is(button:enabled, a.button)")]
  .filter((one) => one.getClientRects().length && !one.closest("details:not([open])"));
const numbered = (shown) => shown.some((one) => one.closest(".deck, .pad")) ? [] : shown;
const number = ({ textContent, value }) => /"piece":"(\d)"/.exec(value)?.[1] ?? /^\d+/.exec(textContent.trim())?.[0];
function named(keys) {
  const shown = shownButtons();
  const piece = (one) => {
    const { piece = "", suit } = one.name === "entry" ? JSON.parse(one.value) : { piece: one.value };
    const [, high, low] = /^(\d)-(\d)$/.exec(piece) ?? [];
    if (!high) return [piece];
    return suit === undefined ? [high + low, low + high] : [suit + (suit === high ? low : high)];
  };
  return shown.find((one) => one.matches("button") && piece(one).includes(keys))
    ?? numbered(shown).find((one) => (one.dataset.key ?? number(one)) === keys);
}
// Give answers without a number a free one, and show it on them. It differs from question to question.
function showKeys() {
  if (!does("keys")) return;
  for (const one of document.querySelectorAll("[data-key]")) delete one.dataset.key;
  const shown = numbered(shownButtons());
  let key = Math.max(0, ...shown.map((one) => number(one) ?? 0));
  for (const one of shown) if (one.matches(".choices .button, .suits button") && !number(one) && key < 9) one.dataset.key = ++key;
}
for (const moment of ["htmx:after:swap", "toggle"]) document.addEventListener(moment, showKeys, true);
showKeys();
let typed = "";
let typedAt = -Infinity;
document.addEventListener("keydown", (event) => {
  if (!does("keys") || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea")) return;
  let button = null;
  if (event.key === "Enter") {
    if (!event.target.closest("a, button, summary")) button = document.querySelector("#entry .primary");
  } else if (/^u$/i.test(event.key)) {
    button = [...document.querySelectorAll("#entry [data-weighs=undone]")].at(-1);
  } else if (/^[\da-z]$/i.test(event.key)) {
    const key = event.key.toUpperCase();
    typed = (event.timeStamp - typedAt < 1500 ? typed + key : key).replace("10", "T");
    typedAt = event.timeStamp;
    button = named(typed) ?? named(key);
  }
  if (!button) return;
  typed = "";
  event.preventDefault();
  button.click();
});
