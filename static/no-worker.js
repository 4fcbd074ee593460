// Takes the place of the worker that a phone has, and goes with all that it kept.
"use strict";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  const isOurs = (name) => name.startsWith("companion ");
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOurs).map((name) => caches.delete(name)))));
  event.waitUntil(registration.unregister());
});
