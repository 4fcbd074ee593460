// What the pages cannot do alone. Everything works without it.
"use strict";

// After an entry the button that was pressed is gone: the focus goes on to the next question.
document.addEventListener("htmx:after:swap", () => {
  const lost = document.activeElement === document.body || document.activeElement === null;
  const question = document.getElementById("question");
  if (lost && question) question.focus({ preventScroll: true });
});

// Two quick taps on one spot are one: under the second lies the answer to another question.
let tapped = -Infinity;
document.addEventListener("click", (event) => {
  const again = event.detail > 1 && event.timeStamp - tapped < 300;
  tapped = event.timeStamp;
  if (!again || !event.target.closest("#entry form button")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// No answer at all: say so where the thumb is. The same tap can be made again, it counts once.
function noAnswer() {
  const box = document.getElementById("problem");
  if (!box) return;
  const note = document.createElement("p");
  note.textContent = "No answer from the server. Check the network, then tap again: it counts once.";
  const frame = document.createElement("div");
  frame.className = "refusal";
  frame.append(note);
  box.replaceChildren(frame);
}
document.addEventListener("htmx:error", noAnswer);

// An answer that is not the companion's (a gateway's error page) must not take the table's place.
document.addEventListener("htmx:before:response", (event) => {
  if (event.detail.ctx.response.headers.has("Content-Security-Policy")) return;
  event.preventDefault();
  noAnswer();
});

// A name typed in a seat appears where the first dealer is chosen.
document.addEventListener("input", (event) => {
  if (event.target.name !== "seat") return;
  const place = [...document.querySelectorAll("[name=seat]")].indexOf(event.target);
  const label = document.querySelectorAll("#dealers bdi")[place];
  if (label) label.textContent = event.target.value.trim() || `Seat ${place + 1}`;
});

// A flush: once a player and all its cards are chosen, it is shown.
document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-pick]");
  if (!form || !form.querySelector("[name=player]:checked")) return;
  const picked = form.querySelectorAll("[name=pieces]:checked").length;
  if (picked === Number(form.dataset.pick)) form.requestSubmit();
});

// Tricks taken: once the rows filled in leave only one way, the rest is filled in too.
document.addEventListener("change", (event) => {
  const row = event.target.closest("[data-totals]");
  if (!row) return;
  const rows = [...row.form.querySelectorAll("[data-totals]")];
  const chosen = rows.map((one) => one.querySelector("input:checked"));
  const open = rows.filter((one, place) => !chosen[place]);
  const left = chosen.reduce((sum, one) => sum - (one ? Number(one.value) : 0), Number(row.dataset.totals));
  if (left < 0 || (open.length > 1 && left > 0)) return;
  for (const one of open) one.querySelector(`input[value="${left}"]`).checked = true;
});
