// The script of every page.
"use strict";

// What this tab and this phone keep. Some browsers have no storage, or forbid it; then the page keeps it.
function keeper(kind) {
  try {
    window[kind].setItem("", "");
    return window[kind];
  } catch {
    const own = {};
    return {
      getItem: (name) => own[name] ?? null,
      setItem: (name, value) => own[name] = value,   // returns something: it does not outlast the page
      removeItem: (name) => delete own[name],
    };
  }
}
const store = { tab: keeper("sessionStorage"), phone: keeper("localStorage") };

const { keeps, once, late } = document.currentScript.dataset;

// An evening's day is the day of this phone, and pages show its time. The pocket knows it without a cookie.
const root = new URL("..", document.currentScript.src).pathname;   // that all addresses begin with
if (keeps !== "service-worker.js") document.cookie = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone};path=${root}`;

// The styles of what only scripts show.
document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: late }));

// Show a few words on a control, for a moment.
function mark(control, text) {
  control.dataset.says = text;
  setTimeout(() => { delete control.dataset.says; }, 1500);
}

// Ignore the second tap of a double tap on the page that the first tap has opened.
let came;   // the last tap before this page
let shown;
function arrive() {
  came = JSON.parse(store.tab.getItem("tap")) ?? {};
  shown = Infinity;
  requestAnimationFrame((now) => { shown = now; });
}
arrive();
addEventListener("pageshow", arrive);   // the browser may show an earlier page again without reloading it
document.addEventListener("click", (event) => {
  const { clientX: x, clientY: y } = event;
  const control = event.target.closest("a, button, summary");
  if (!event.detail || !control) return;   // the keyboard makes no double taps
  if (event.timeStamp - shown < 400 && Math.hypot(x - came.x, y - came.y) < 48) {
    event.preventDefault();
    event.stopImmediatePropagation();
    mark(control, once);
  } else {
    store.tab.setItem("tap", JSON.stringify({ x, y }));
  }
}, true);

// Open the part that a link leads to.
function unfold() {
  const part = document.getElementById(location.hash.slice(1));
  if (part?.matches("details")) part.open = true;
}
unfold();
addEventListener("hashchange", unfold);

// "‹ Table" goes back to the table that led here, whose half-filled form the browser still knows.
document.addEventListener("click", (event) => {
  const back = event.target.closest("a.back");
  if (!back || event.defaultPrevented || location.hash || history.length < 2 || document.referrer !== back.href) return;
  event.preventDefault();
  history.back();
});

// A preview is the answer to a form. Going back to it later asks the page instead of sending the form again.
if (document.querySelector("[data-get]")) history.replaceState(null, "", location.href);

// Cache the shell of the pages, over https only. A new version asks before it takes over.
addEventListener("load", async () => {
  if (!keeps) return;
  const workers = navigator.serviceWorker;
  const found = await workers?.register(root + keeps).catch(() => null);
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
