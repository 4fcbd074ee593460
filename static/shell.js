// A browser keeps the shell of the pages, over https alone. A new version asks before it takes over.
"use strict";

addEventListener("load", async () => {
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
