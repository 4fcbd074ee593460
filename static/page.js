// The script of every page.
"use strict";

// Ignore the second tap of a double tap on the page that the first tap has opened.
let came;   // the last tap before this page
let shown;
function arrive() {
  came = JSON.parse(sessionStorage.getItem("tap")) ?? {};
  shown = Infinity;
  requestAnimationFrame((now) => { shown = now; });
}
arrive();
addEventListener("pageshow", arrive);   // the browser may show an earlier page again without reloading it
document.addEventListener("click", (event) => {
  const { clientX: x, clientY: y } = event;
  if (!event.detail || !event.target.closest("a, button, summary")) return;   // the keyboard makes no double taps
  if (event.timeStamp - shown < 400 && Math.hypot(x - came.x, y - came.y) < 48) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else {
    sessionStorage.setItem("tap", JSON.stringify({ x, y }));
  }
}, true);

// Cache the shell of the pages, over https only. A new version asks before it takes over.
const { keeps } = document.currentScript.dataset;
addEventListener("load", async () => {
  if (!keeps) return;
  const workers = navigator.serviceWorker;
  const found = await workers?.register("/worker.js").catch(() => null);
  const line = document.getElementById("newer");
  if (!found || !line) return;
  const look = () => { line.hidden = !(found.waiting && workers.controller); };
  look();
  found.addEventListener("updatefound", () => found.installing.addEventListener("statechange", look));
  line.querySelector("button").addEventListener("click", () => {
    workers.addEventListener("controllerchange", () => location.reload());
    found.waiting.postMessage("take over");
  });
});
