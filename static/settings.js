// The settings of this phone, under ⋯.
"use strict";

for (const choice of document.querySelectorAll("[data-setting]")) {
  const name = choice.dataset.setting;
  const [can] = settings[name];
  const box = choice.querySelector("input");
  const why = choice.querySelector("[data-not]");   // the reason, if the user can change that
  choice.hidden = !can && !why;
  if (why) why.hidden = Boolean(can);
  box.checked = does(name);
  box.disabled = !can;
  box.addEventListener("change", () => store.phone.setItem(name, box.checked ? "on" : "off"));
  choice.parentElement.hidden = false;
}
