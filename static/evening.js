// The pages of an evening: arrow keys and swipes turn pages. Everything works without this script.
"use strict";

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

// Share the text for the chat with the phone's own dialog, or copy it to the clipboard.
const share = document.querySelector("[data-share]");
if (share) {
  const text = document.getElementById("share-text");
  share.textContent = navigator.share ? share.dataset.share : share.dataset.copy;
  share.addEventListener("click", async () => {
    if (navigator.share) return navigator.share({ text: text.value }).catch(() => {});
    text.select();
    // Without https, only execCommand can copy.
    if (navigator.clipboard) await navigator.clipboard.writeText(text.value);
    else document.execCommand("copy");
    share.parentElement.querySelector("[role=status]").textContent = share.dataset.copied;
  });
  document.querySelector("[data-print]").addEventListener("click", () => print());
}
