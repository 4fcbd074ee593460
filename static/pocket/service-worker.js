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
  const isShell = mode === "navigate" && destination !== "iframe";
  const [name] = url.slice(SCOPE.length).split(/[?#]/);
  if (isShell && !(name in FILES)) event.respondWith(shell());
  else if (name in FILES) event.respondWith(kept(name));
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
  const headers = { "Content-Type": "text/html" };
  return new Response(page.replace("<head>", `<head><base href="${SCOPE}">`), { headers });
}

async function takeOver() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(`${OURS} `) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

// Requests

channel.addEventListener("message", ({ data }) => {
  waiting.get(data.answers)?.answer(data);
  waiting.delete(data.answers);
  if (!data.started) return;
  // An earlier worker may have done what it was asked: only what changes nothing is asked again.
  for (const { asked, answer } of waiting.values()) {
    if (asked.body) answer({ status: 503, headers: [], body: null });
    else channel.postMessage(asked);
  }
});

async function ask(request) {
  const { method, url, headers } = request;
  const asked = {
    asks: crypto.randomUUID(),
    method,
    path: url.slice(location.origin.length).split("#")[0],
    headers: [...headers],
    body: ["GET", "HEAD"].includes(method) ? null : await request.arrayBuffer(),
  };
  const { status, headers: sent, body } = await new Promise((answer) => {
    waiting.set(asked.asks, { asked, answer });
    channel.postMessage(asked);
  });
  return new Response(body, { status, headers: sent });
}
