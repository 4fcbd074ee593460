// Forms with several answers: a whole deal, and pieces to pick. They work without this script too.
"use strict";

// ---- A whole deal --------------------------------------------------------------------------

// Fill in the numbers of tricks that follow from the rows already tapped, without changing those.
document.addEventListener("change", (event) => {
  const row = event.target.closest("[data-totals]");
  if (!row) return;
  const { name, value } = event.target;
  const told = (one) => one.querySelector("[name^='tricks:']:checked")?.value;
  if (name.startsWith("tricks:")) row.dataset.tapped = "";
  else if (value && !told(row)) delete row.dataset.tapped;   // back in
  if (name.startsWith("tricks:") && !value) {
    for (const one of row.querySelectorAll("[name^='declared:']")) one.checked = !one.value;
  }
  const rows = [...row.closest("form").querySelectorAll("[data-totals]")];
  const open = rows.filter((one) => !("tapped" in one.dataset));
  const out = (one) => one.querySelector(".out input");
  const isIn = (one) => !out(one) || one.querySelector("[name^='declared:']:checked:not([value=''])");
  const asked = open.some(isIn) ? open.filter(isIn) : open;
  const left = rows.reduce((sum, one) => sum - (open.includes(one) ? 0 : Number(told(one))), Number(row.dataset.totals));
  for (const one of open) {
    const fills = open.length < rows.length && asked.includes(one) && (asked.length === 1 ? left >= 0 : left === 0) && (isIn(one) || left > 0);
    for (const input of one.querySelectorAll("[name^='tricks:']")) {
      input.checked = fills ? input.value === String(left) : input.defaultChecked && !(input === out(one) && isIn(one));
    }
  }
});
// Count the tricks, and show what is chosen beside them; the button is gold once they add up.
function addUp() {
  for (const form of document.querySelectorAll(".whole")) {
    const told = [...form.querySelectorAll("[name^='tricks:']:checked")].reduce((sum, one) => sum + Number(one.value), 0);
    const all = form.querySelector("[data-totals]").dataset.totals;
    form.querySelector("[role=status]").hidden = false;
    form.querySelector(".told").textContent = told;
    form.querySelector("button").classList.toggle("primary", told === Number(all));
    for (const fold of form.querySelectorAll("details")) {
      const one = fold.querySelector(":checked");
      fold.querySelector("b").textContent = one.value && one.parentElement.textContent;
    }
  }
}
// A browser that goes back to the form fills it in again.
function tellAgain() {
  for (const row of document.querySelectorAll("[data-totals]")) {
    if ([...row.querySelectorAll("[name^='tricks:']")].some((one) => one.checked !== one.defaultChecked)) row.dataset.tapped = "";
  }
  addUp();
}
addEventListener("pageshow", tellAgain);
document.addEventListener("click", (event) => {
  if (event.detail && event.target.matches(".extra input")) event.target.closest("details").open = false;
});

// ---- Pieces to pick ------------------------------------------------------------------------

// Enable the button when the right number of pieces is picked.
function countPicked() {
  for (const form of document.querySelectorAll("[data-pick]")) {
    const picked = form.querySelectorAll("[name=pieces]:checked").length;
    form.querySelector(".counts").disabled = picked !== Number(form.dataset.pick);
  }
}

// Clear the refusal of an earlier choice when the choice changes.
document.addEventListener("change", (event) => {
  if (event.target.name === "pieces" || event.target.closest(".whole")) byId("problem")?.replaceChildren();
});

// Show the second copy of a card once the first is ticked.
function secondCopies() {
  for (const again of document.querySelectorAll("form .again")) {
    const ticked = new Set([...again.closest("form").querySelectorAll(":scope > .deck input:checked")].map((one) => one.value));
    for (const box of again.querySelectorAll("input")) {
      const shown = ticked.has(box.value) && !box.disabled;
      if (!shown) box.checked = false;
      box.closest("label").hidden = !shown;
    }
    again.classList.add("few");
  }
}

// A value that is typed replaces the chosen one, and the other way round.
document.addEventListener("input", ({ target }) => {
  const typed = target.closest("fieldset")?.querySelector("[name$=':typed']");
  if (!typed) return;
  if (target !== typed) typed.value = "";
  else for (const one of target.closest("fieldset").querySelectorAll("[type=radio]")) one.checked = !target.value && one.defaultChecked;
});

// ---- A missing answer ----------------------------------------------------------------------

// Say beside the field what is missing, instead of in the browser's words.
document.addEventListener("invalid", (event) => {
  const field = event.target.closest("[data-wants]");
  if (!field) return;
  event.preventDefault();
  if (field.querySelector("[role=alert]")) return;
  field.append(Object.assign(document.createElement("p"), { className: "refusal", role: "alert", textContent: field.dataset.wants }));
  field.scrollIntoView({ block: "nearest" });
}, true);
document.addEventListener("change", (event) => event.target.closest("[data-wants]")?.querySelector("[role=alert]")?.remove());

for (const update of [addUp, countPicked, secondCopies]) {
  for (const moment of ["change", "htmx:after:swap"]) document.addEventListener(moment, update);
  update();
}
