// Replaces an installed service worker, deletes its caches, and removes itself.
"use strict";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  const isOurs = (name) => name.startsWith("companion ");
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOurs).map((name) => caches.delete(name)))));
  event.waitUntil(registration.unregister());
});
