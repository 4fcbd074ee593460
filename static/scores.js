// A pad for thumbs under the numbers of a deal, because a phone's own digits have no minus. Without this
// script the numbers are typed.
"use strict";

{
  const MINUS = "−";
  const number = (input) => Number(input.value.replace(MINUS, "-")) || 0;
  const written = (value) => String(value).replace("-", MINUS);
  let field;

  function inputs(form) {
    return [...form.querySelectorAll("[name^='score:']")];
  }

  function missingIn(form) {
    return -inputs(form).reduce((sum, one) => sum + number(one), 0);
  }

  // Show what is missing to zero, and offer it to each player.
  function addUp(form) {
    const status = form.querySelector("[data-missing]");
    if (!status) return;
    const missing = missingIn(form);
    status.textContent = missing ? status.dataset.missing.replace("#", written(missing)) : status.dataset.whole;
    for (const button of form.querySelectorAll("[data-gives]")) button.textContent = missing ? (missing > 0 ? "+" : "") + written(missing) : "";
  }

  function changed(input) {
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function press(key) {
    if (!field) return;
    field.focus({ preventScroll: true });   // to see where the digits go
    if (key === "±") field.value = written(-number(field)) === "0" ? MINUS : written(-number(field));
    else if (key === "⌫") field.value = field.value.slice(0, -1);
    else if (field.value.length < 8) field.value = (field.value === "0" ? "" : field.value) + key;
    changed(field);
    field.scrollIntoView({ block: "nearest" });   // with large text the page scrolls
  }

  function begin() {
    for (const form of document.querySelectorAll(".scores:not([data-begun])")) {
      form.dataset.begun = "";
      const status = form.querySelector("[data-missing]");
      if (status) status.dataset.whole = status.textContent;
      const pad = document.createElement("div");
      pad.className = "scores-pad";
      for (const key of ["1", "2", "3", "4", "5", "±", "6", "7", "8", "9", "0", "⌫"]) {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", className: "button num", textContent: key });
        button.tabIndex = -1;   // a keyboard has its own digits
        button.addEventListener("pointerdown", (event) => event.preventDefault());   // keep the field's focus
        button.addEventListener("click", () => press(key));
        pad.append(button);
      }
      form.querySelector(".panel").after(pad);
      const touch = matchMedia("(pointer: coarse)").matches;
      for (const input of inputs(form)) {
        if (touch) input.inputMode = "none";
        input.addEventListener("focus", () => { field = input; });
        if (status) {
          const gives = document.createElement("button");
          Object.assign(gives, { type: "button", className: "button quiet num" });
          gives.dataset.gives = "";
          gives.addEventListener("click", (event) => {
            event.preventDefault();
            input.value = written(number(input) + missingIn(form));
            changed(input);
          });
          input.after(gives);
        }
      }
      form.addEventListener("input", () => addUp(form));
      field = inputs(form)[0];
      addUp(form);
    }
  }

  begin();
  document.addEventListener("htmx:after:swap", begin);
}
