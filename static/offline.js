// The offline page. It is shown in place of another page, and loads that when the server answers again.
"use strict";

const { dataset } = document.currentScript;
const tap = JSON.parse(store.phone.getItem(`unsent ${location.pathname.split("/", root.split("/").length + 1).join("/")}`));
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
