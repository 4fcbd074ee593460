// Buttons that print a page, or copy or share the text of an element, such as a link.
"use strict";

for (const one of document.querySelectorAll(".with-script")) one.hidden = false;

const shared = (button, name) => document.getElementById(button.dataset[name]);

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const text = shared(button, "copy");
    if (text.select) text.select();
    else getSelection().selectAllChildren(text);
    // Without https, only execCommand can copy.
    if (navigator.clipboard) await navigator.clipboard.writeText(text.value ?? text.textContent);
    else document.execCommand("copy");
    button.parentElement.querySelector("[role=status]").textContent = button.dataset.done;
  });
}
for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    const text = shared(button, "share");
    navigator.share("value" in text ? { text: text.value } : { url: text.textContent }).catch(() => {});
  });
}
document.querySelector("[data-print]")?.addEventListener("click", () => print());
