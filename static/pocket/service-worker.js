// Passes the requests of the app's pages to the worker that runs Python, and serves the pocket's files.
"use strict";

/* global VERSION, FILES: put before this line by tools/pocket.py */
const SCOPE = new URL("./", location.href);
const TYPES = {
  html: "text/html", js: "text/javascript", mjs: "text/javascript", css: "text/css", svg: "image/svg+xml",
  png: "image/png", json: "application/json", webmanifest: "application/manifest+json",
  wasm: "application/wasm", txt: "text/plain",
};
const channel = new BroadcastChannel("pocket " + SCOPE.pathname);

self.addEventListener("install", (event) => event.waitUntil(fetchFiles()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== SCOPE.origin || !url.pathname.startsWith(SCOPE.pathname)) return;
  const name = url.pathname.slice(SCOPE.pathname.length);
  if (request.mode === "navigate" && request.destination !== "iframe") {
    event.respondWith(name === "" || name === "index.html" ? kept("index.html") : toShell(url));
  } else if (name in FILES) {
    event.respondWith(kept(name));
  } else if (name !== "service-worker.js") {
    event.respondWith(ask(request, url));
  }
});

// Files

async function fetchFiles() {
  const cache = await caches.open(VERSION);
  let received = 0;
  const missing = Object.entries(FILES).map(async ([name, packed]) => {
    // A file of an earlier version under the same name has the same content.
    const known = name === "index.html" ? undefined : await caches.match(new URL(name, SCOPE));
    if (known) return cache.put(new URL(name, SCOPE), known);
    const response = await fetch(new URL(packed, SCOPE), { cache: "no-cache" });
    if (!response.ok) throw new Error(packed);
    const counted = new TransformStream({
      transform(chunk, out) {
        received += chunk.length;
        channel.postMessage({ received });
        out.enqueue(chunk);
      },
    });
    let body = response.body.pipeThrough(counted);
    if (packed.endsWith(".packed")) body = body.pipeThrough(new DecompressionStream("gzip"));
    const type = TYPES[name.split(".").at(-1)] ?? "application/octet-stream";
    return cache.put(new URL(name, SCOPE), new Response(body, { headers: { "Content-Type": type } }));
  });
  try {
    await Promise.all(missing);
  } catch (error) {
    channel.postMessage({ failed: String(error.message) });
    throw error;
  }
}

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith("pocket ") && name !== VERSION) await caches.delete(name);
  }
  await self.clients.claim();
}

async function kept(name) {
  const cache = await caches.open(VERSION);
  return (await cache.match(new URL(name, SCOPE))) ?? fetch(new URL(FILES[name], SCOPE));
}

function toShell(url) {
  const path = url.pathname.slice(SCOPE.pathname.length) + url.search + url.hash;
  return Response.redirect(SCOPE.href + "#" + path, 302);
}

// Requests

const waiting = new Map();
channel.addEventListener("message", ({ data }) => {
  if (data.started) {
    // What an earlier worker was asked is not answered any more.
    for (const answer of waiting.values()) answer({ status: 503, headers: [], body: null });
    waiting.clear();
  } else if (waiting.has(data.answers)) {
    waiting.get(data.answers)(data);
    waiting.delete(data.answers);
  }
});

async function ask(request, url) {
  const sends = !["GET", "HEAD"].includes(request.method);
  const asked = {
    asks: crypto.randomUUID(),
    method: request.method,
    path: url.pathname + url.search,
    headers: [...request.headers],
    body: sends ? await request.arrayBuffer() : null,
  };
  const { status, headers, body } = await new Promise((answer) => {
    waiting.set(asked.asks, answer);
    channel.postMessage(asked);
  });
  return new Response(body, { status, headers });
}
