// The form that starts a game, which works without this script too.
"use strict";

// Show each choice in the summary of its details, and close them after a tap on a choice.
document.addEventListener("input", (event) => {
  filled.add(event.target);
  if (event.target.name === "seat") seated(event.target);
  const fold = event.target.closest("#game-form details");
  if (fold) showChosen(fold, event.target);
});
document.addEventListener("click", (event) => {
  const fold = event.target.closest("#game-form label")?.closest("details");
  const chosen = fold?.querySelector("[data-chosen]");
  if (chosen && event.detail > 0 && !fold.querySelector("input[type=text]")) {
    fold.open = false;
    fold.scrollIntoView({ block: "nearest" });
  }
});
function showChosen(fold, field) {
  const chosen = fold.querySelector("[data-chosen]");
  const label = field.labels[0];
  const text = label.querySelector("span, bdi")?.firstChild ?? label.lastChild;
  if (chosen) chosen.textContent = field.type === "text" ? field.value : text.textContent;
}

// Show a name typed in a seat among the dealers, and remove it from the suggestions.
function seated(field) {
  const seats = [...document.querySelectorAll("[name=seat]")];
  const dealer = document.querySelectorAll("#dealers [name=dealer]:not([value=draw])")[seats.indexOf(field)];
  if (dealer) {
    dealer.labels[0].querySelector("bdi").textContent = field.value.trim() || field.getAttribute("aria-label");
    if (dealer.checked) showChosen(dealer.closest("details"), dealer);
  }
  const names = seats.map((seat) => seat.value.trim().toLowerCase());
  for (const chip of document.querySelectorAll("#game-form [value^='add:']")) {
    chip.parentElement.hidden = names.includes(chip.value.slice(4).toLowerCase());
  }
}

// Keep open details open when the form is redrawn.
let folds = [];
document.addEventListener("htmx:before:swap", () => {
  folds = [...document.querySelectorAll("#game-form details[open]")].map((fold) => fold.id);
});
document.addEventListener("htmx:after:swap", () => {
  for (const id of folds) byId(id)?.setAttribute("open", "");
});

// Show the values of the redrawn form, because a morph keeps what was tapped or typed. What was typed
// after the form was sent stays: the server has not seen it.
const filled = new Set();
document.addEventListener("htmx:before:request", () => filled.clear());
document.addEventListener("htmx:after:swap", () => {
  for (const one of document.querySelectorAll("#game-form input")) {
    if (one.type === "radio") one.checked = one.defaultChecked;
    else if (one !== document.activeElement && !filled.has(one)) one.value = one.defaultValue;
  }
});
