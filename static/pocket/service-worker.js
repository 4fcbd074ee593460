// Keeps the pocket's files, and passes the requests of the app's pages to the worker that runs Python.
"use strict";

/* global VERSION, FILES: tools/pocket.py puts them before this line. Each file has a path on the web, its size there, a type, a digest. */
const SCOPE = new URL("./", location.href).href;
const OURS = `pocket ${new URL(SCOPE).pathname}`;
const CACHE = `${OURS} ${VERSION}`;
const channel = new BroadcastChannel(OURS);
const waiting = new Map(); // what was asked, and the function that answers it

self.addEventListener("install", (event) => event.waitUntil(fetchFiles()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", ({ data }) => (data === "take over" ? self.skipWaiting() : self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { url, mode, destination } = event.request;
  if (!url.startsWith(SCOPE)) return;
  const [name] = url.slice(SCOPE.length).split(/[?#]/);
  if (Object.hasOwn(FILES, name)) event.respondWith(kept(name));
  else if (mode === "navigate" && destination !== "iframe") event.respondWith(shell());
  else if (name !== "service-worker.js") event.respondWith(ask(event.request));
});

// Files. Under one address, each version keeps the same content.

const addressOf = (name) => `${SCOPE}${name}?${FILES[name].digest}`;
const kept = async (name) => (await caches.match(addressOf(name))) ?? fetched(name);

async function fetchFiles() {
  const cache = await caches.open(CACHE);
  const total = Object.values(FILES).reduce((sum, { size }) => sum + size, 0);
  let received = 0;
  const count = (size) => channel.postMessage({ fetched: (received += size) / total });
  const all = Object.keys(FILES).map(async (name) => {
    const known = await caches.match(addressOf(name)); // from an earlier version, or a start that was cut off
    if (known) count(FILES[name].size);
    await cache.put(addressOf(name), known ?? (await fetched(name, count)));
  });
  await Promise.all(all).catch((error) => {
    channel.postMessage({ failed: { name: error.name, text: error.message } });
    throw error;
  });
  // Where a server of the companion was before, its service worker knows nothing of new versions.
  if (self.registration.active?.scriptURL !== location.href) await self.skipWaiting();
}

// Return a file whole and unpacked, however the web space sends it.
async function fetched(name, count = () => {}) {
  const { path, type, digest } = FILES[name];
  const counted = new TransformStream({
    transform(chunk, out) {
      count(chunk.length);
      out.enqueue(chunk);
    },
  });
  try {
    const { body } = await fetch(SCOPE + path, { cache: "reload" });
    let content = await new Response(body.pipeThrough(counted)).blob();
    const start = new Uint8Array(await content.slice(0, 2).arrayBuffer());
    const isPacked = start[0] === 0x1f && start[1] === 0x8b;
    if (isPacked) content = await new Response(content.stream().pipeThrough(new DecompressionStream("gzip"))).blob();
    const hash = await crypto.subtle.digest("SHA-256", await content.arrayBuffer());
    if (new Uint8Array(hash, 0, 8).join("-") !== digest) throw new Error("other content");
    return new Response(content, { headers: { "Content-Type": type } });
  } catch {
    throw new Error(path);
  }
}

// Return the page around the app for the address of any page of the app.
async function shell() {
  const page = await (await kept("index.html")).text();
  return new Response(page.replace("<head>", `<head><base href="${SCOPE}">`), { headers: { "Content-Type": "text/html" } });
}

async function takeOver() {
  const isOld = (name) => name.startsWith(`${OURS} `) && name !== CACHE;
  await Promise.all((await caches.keys()).filter(isOld).map((name) => caches.delete(name)));
  await self.clients.claim();
}

// Requests

channel.addEventListener("message", ({ data }) => {
  waiting.get(data.answers)?.answer(data);
  if (!data.started) return;
  // An earlier worker may have done what it was asked, or ended over it: only what changes nothing is asked once more.
  for (const { asked, answer } of waiting.values()) {
    if (asked.body || asked.again) answer();
    else channel.postMessage(Object.assign(asked, { again: true }));
  }
});

async function ask(request) {
  const { method, url, headers, mode, referrer } = request;
  const isRead = ["GET", "HEAD"].includes(method);
  // Only a navigation may come from another site.
  const isOurs = mode !== "navigate" || referrer.startsWith(SCOPE) || headers.get("Origin") === location.origin;
  if (!isRead && !isOurs) return new Response(null, { status: 403 });
  const path = url.slice(location.origin.length).split("#")[0];
  const body = isRead ? null : await request.arrayBuffer();
  const asked = { asks: crypto.randomUUID(), method, path, headers: [...headers], body };
  const answered = await new Promise((answer) => {
    waiting.set(asked.asks, { asked, answer });
    channel.postMessage(asked);
  });
  waiting.delete(asked.asks);
  if (answered) return new Response(answered.body, answered);
  if (mode !== "navigate" || (isRead && url === SCOPE)) return new Response(null, { status: 503 });
  return Response.redirect((!isRead && referrer) || SCOPE, 303);
}
