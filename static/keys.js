"use strict";

// ---- Keys: each presses a button that is shown ----------------------------------------------

// Keys press a button by the piece that it enters (a card by the letter drawn on it and the place of its suit
// on the pad, a tile by its two ends, the announced one first) or by its number. While a pad is shown, a digit
// always begins a piece.
const ranks = () => byId("entry")?.dataset.ranks ?? "AKQJ";
const cardKeys = ([rank, suit]) => (ranks()["AKQJ".indexOf(rank)] ?? rank) + ("SHDC".indexOf(suit) + 1);
const shownButtons = () => [...document.querySelectorAll("#entry :is(button:enabled, a.button)")]
  .filter((one) => one.getClientRects().length && !one.closest("details:not([open])"));
const numbered = (shown) => shown.some((one) => one.closest(".deck, .pad")) ? [] : shown;
const number = ({ textContent, value }) => /"piece":"(\d)"/.exec(value)?.[1] ?? /^\d+/.exec(textContent.trim())?.[0];
function named(keys) {
  const shown = shownButtons();
  const piece = (one) => {
    const { piece = "", suit } = one.name === "entry" ? JSON.parse(one.value) : { piece: one.value };
    const [, high, low] = /^(\d)-(\d)$/.exec(piece) ?? [];
    if (!high) return [/^.[SHDC]$/.test(piece) ? cardKeys(piece) : piece];
    return suit === undefined ? [high + low, low + high] : [suit + (suit === high ? low : high)];
  };
  return shown.find((one) => one.matches("button") && piece(one).includes(keys))
    ?? numbered(shown).find((one) => (one.dataset.key ?? number(one)) === keys);
}
// A declaration has one key for all players, a bid that of its tricks. Where a declaration can have a number
// of cards, the keys of the others come after those numbers.
const KEYS = {
  play: 1, drop: 2, miss: 3, "for-the-pool": 4, defend: 4,
  pass: 1, two: 2, three: 3, four: 4, nap: 5, six: 6, seven: 7, wellington: 6, blucher: 7, misery: 8,
};
function declared(one) {
  const { kind, choice, takes_turn_up: takesTurnUp, except } = one.name === "entry" ? JSON.parse(one.value) : { choice: one.value };
  if (kind === "rest-declared" && !except) return "0";
  const key = KEYS[except ? Object.values(except)[0] : choice];
  return key && String(key + (takesTurnUp || one.closest(".draws") ? 5 : 0));
}
// Show on each answer its key: other answers get a free one.
function showKeys() {
  if (!does("keys")) return;
  for (const one of document.querySelectorAll("[data-key]")) delete one.dataset.key;
  const shown = numbered(shownButtons());
  const open = shown.filter((one) => one.matches(".choices .button, .suits button") && !number(one));
  const taken = new Set(shown.map((one) => number(one) ?? declared(one)));
  const free = [..."123456789"].filter((key) => !taken.has(key));
  for (const one of open) {
    const key = declared(one) ?? free.shift();
    if (key) one.dataset.key = key;
  }
}
for (const moment of ["htmx:after:swap", "toggle"]) document.addEventListener(moment, showKeys, true);
showKeys();
let typed = "";
let typedAt = -Infinity;
document.addEventListener("keydown", (event) => {
  if (!does("keys") || byId("who")?.getClientRects().length || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea")) return;
  let button = null;
  if (event.key === "Enter") {
    if (!event.target.closest("a, button, summary")) button = document.querySelector("#entry .primary");
  } else if (event.key === "Backspace" || (/^u$/i.test(event.key) && !ranks().includes("U"))) {
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
