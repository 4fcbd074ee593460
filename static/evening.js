// The pages of an evening and a group: arrow keys and swipes turn pages. Everything works without this script.
"use strict";

// A payment that is marked or taken back leaves the page as it stood, so that no other row comes under the thumb.
// Its button then waits a moment, because a second tap would take it back.
{
  const debts = () => [...document.querySelectorAll(".debts li")];
  document.addEventListener("submit", ({ target, submitter }) => {
    if (!target.matches("[data-stays]")) return;
    const row = debts().indexOf(target.closest("li"));
    store.tab.setItem("stays", JSON.stringify([location.pathname, scrollY, row, submitter.matches(":focus-visible")]));
  });
  const [path, down, row, byKeys] = JSON.parse(store.tab.getItem("stays")) ?? [];
  store.tab.removeItem("stays");
  if (path === location.pathname) {
    history.replaceState(null, "", location.pathname + location.search);   // not to where the payments begin
    scrollTo(0, down);
    const button = debts()[row]?.querySelector("button");
    if (byKeys) button?.focus();
    else if (button) {
      button.disabled = true;
      setTimeout(() => { button.disabled = false; }, 800);
    }
  }
}

for (const one of document.querySelectorAll(".with-script")) one.hidden = false;

const turn = (way) => document.querySelector(`a[rel="${way}"]`)?.click();

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  if (event.key === "ArrowRight") turn("next");
  if (event.key === "ArrowLeft") turn("prev");
});

// A swipe is quick, long and horizontal, and does not start on something that scrolls sideways.
let start = null;
document.addEventListener("touchstart", (event) => {
  const [touch] = event.touches;
  start = event.touches.length === 1 && !event.target.closest(".scroll")
    ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : null;
}, { passive: true });
document.addEventListener("touchend", (event) => {
  if (!start) return;
  const { clientX, clientY } = event.changedTouches[0];
  const across = clientX - start.x;
  if (event.timeStamp - start.at < 600 && Math.abs(across) > 60 && Math.abs(clientY - start.y) < 40) {
    turn(across < 0 ? "next" : "prev");
  }
  start = null;
});
