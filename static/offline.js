// The page for when there is no connection: it stands where another was asked for, which comes by itself.
"use strict";

const { dataset } = document.currentScript;
const tap = JSON.parse(localStorage.getItem(`unsent ${location.pathname.split("/", 3).join("/")}`));
if (tap) {
  const line = document.getElementById("unsent");
  line.querySelector("bdi").textContent = tap.label;
  line.hidden = false;
}
setInterval(async () => {
  if (document.hidden || location.pathname === dataset.own) return;
  const answer = await fetch(dataset.asks, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}, 500);
