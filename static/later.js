// What a table needs a moment after it is shown; app.js loads it.
"use strict";

// Briefly mark what another phone has changed, and vibrate if the question is for this phone.
function rows() {
  const all = [...document.querySelectorAll("#state :is(.pool > p, .player, .felt > ol:not(.taken) > li)")];
  return all.map((one, place) => [`${Boolean(one.closest(".felt"))} ${one.querySelector("bdi")?.textContent ?? place}`, one]);
}
const told = (row) => row.innerHTML.replace(row.querySelector(".who")?.outerHTML, "").replace(/<\/?a[^>]*>/g, "");
let before = new Map();
document.addEventListener("htmx:before:swap", (event) => {
  if (isStream(event)) before = new Map(rows().map(([name, row]) => [name, told(row)]));
});
document.addEventListener("htmx:after:swap", (event) => {
  if (!isStream(event)) return;
  for (const [name, row] of rows()) {
    if (before.get(name) === told(row)) continue;
    row.classList.add("changed");
    setTimeout(() => row.classList.remove("changed"), 2000);
  }
  if (byId("entry")?.dataset.yours) buzz(60);
});

// A list that opens at the foot of the screen comes into view.
document.addEventListener("toggle", (event) => {
  if (event.target.open && event.target.closest(".rail")) event.target.scrollIntoView({ block: "end" });
}, true);

// Tapping a term shows its meaning beside it until the next tap or Escape. The bar lists all
// terms, and closes in the same way.
const meaning = (word) => word && [...byId(word.hash.slice(1))?.children ?? []].map((one) => one.textContent).join(": ");
let asked = null;
for (const kind of ["click", "keydown"]) {
  document.addEventListener(kind, (event) => {
    if (kind === "keydown" && event.key !== "Escape") return;
    const words = document.querySelector(".words[open]");
    if (words && !(kind === "click" && words.contains(event.target))) words.open = false;
    const word = kind === "click" && event.target.closest("a.term");
    const text = meaning(word);
    if (asked) hint.remove();
    asked = word !== asked && text ? word : null;
    if (text) event.preventDefault();
    if (asked) show(text);
  });
}

// When the phone is turned, WebKit keeps the old styles inside a size container until it is one anew.
addEventListener("resize", () => {
  const state = byId("state");
  if (!state) return;   // a page of an error
  state.style.containerType = "normal";
  state.getBoundingClientRect();
  state.style.containerType = "";
});
