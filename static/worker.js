// Cache styles, scripts, icons and the offline page on the phone, but no evening, and nothing with a key
// in its address. The server defines SHELL above this script.
"use strict";

addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL.name).then((cache) => cache.addAll([SHELL.offline, ...SHELL.files])));
});

// A new version waits until it is told to take over, or until no open page uses the old one.
addEventListener("message", ({ data }) => { if (data === "take over") skipWaiting(); });

addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith("companion ") && name !== SHELL.name;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

// Pages are never cached. The offline page also replaces a gateway's error page.
const offline = () => caches.match(SHELL.offline);
const isOurs = ({ status, headers }) => status < 502 || headers.has("Content-Security-Policy");
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).then((answer) => (isOurs(answer) ? answer : offline()), offline));
  } else if (SHELL.files.includes(new URL(request.url).pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});
