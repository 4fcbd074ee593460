// The meanings of terms, beside them. Without this script they are links to the glossary.
"use strict";

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
