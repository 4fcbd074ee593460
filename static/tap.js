// The second tap of a double tap presses nothing on the page that the first has brought.
"use strict";

let came = {};   // the last tap before this page
let shown = Infinity;
function arrive() {
  shown = Infinity;
  requestAnimationFrame((now) => { shown = now; });
  came = JSON.parse(sessionStorage.getItem("tap")) ?? {};
}
arrive();
addEventListener("pageshow", (event) => { if (event.persisted) arrive(); });
document.addEventListener("click", (event) => {
  const { clientX: x, clientY: y } = event;
  if (!event.detail || !event.target.closest("a, button, summary")) return;   // keys do not slip
  if (event.timeStamp - shown < 400 && Math.hypot(x - came.x, y - came.y) < 48) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else {
    sessionStorage.setItem("tap", JSON.stringify({ x, y }));
  }
}, true);
