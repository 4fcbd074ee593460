// The page around the app: it keeps the worker that runs Python, and says how far it has come.
"use strict";

const BASE = new URL("./", document.baseURI).href; // before the address follows the app
const NAME = `pocket ${new URL(BASE).pathname}`;
const { script, runtime, app } = document.currentScript.dataset;
const { serviceWorker, locks, languages } = navigator;
const STEPS = { runtime: 0.85, app: 0.95 };
const FAILURES = {
  QuotaExceededError: "full", full: "full", newer: "newer", TimeoutError: "second", AbortError: "second",
  SecurityError: "storage", UnknownError: "storage", InvalidStateError: "storage",
};
const DOES = { "reload": () => location.reload(), renew, "take-over": takeOver };
const [frame, words, text] = ["app", "words", "text"].map((id) => document.getElementById(id));
const bar = document.querySelector("progress");
let address = location.href.replace(`${BASE}index.html`, BASE); // of the app's page
let first; // the page with which the app was opened
let registration;
let stopWorker = (error) => failed(error, "broken");

async function begin() {
  speak(...languages, "en");
  if (!isSecureContext) return show("insecure");
  if (!serviceWorker) return show("private");
  if (!window.WebAssembly || !window.DecompressionStream || !locks) return show("old");
  try {
    speak(localStorage.getItem(NAME) ?? "", ...languages, "en");
    show("progress");
    text.querySelector(".first").hidden = Boolean(serviceWorker.controller);
    await install();
    await own();
  } catch (error) {
    failed(error, "incomplete");
  }
}

// Words

function speak(...wanted) {
  const [found] = wanted.flatMap((tag) => [...document.querySelectorAll(`template[lang|="${tag.split("-")[0]}"]`)]);
  document.documentElement.lang = found.lang;
  text.replaceChildren(found.content.cloneNode(true));
}

// Show one of the parts, or the app.
function show(part, detail = "") {
  for (const one of text.querySelectorAll("[data-part]")) one.hidden = one.dataset.part !== part;
  text.querySelector(`[data-part="${part}"] .detail`)?.replaceChildren(detail);
  bar.hidden = part !== "progress";
  words.hidden = part === "app";
  if (frame.hidden !== words.hidden) return;
  frame.hidden = !words.hidden;
  first = address;
  frame.contentWindow.location.replace(words.hidden ? address : "about:blank");
  frame.focus();
}

const progress = (part) => { bar.value = Math.max(bar.value, part); };
const failed = ({ name, message, text: detail = message }, part) => show(FAILURES[name] ?? part, detail);

// The service worker

async function install() {
  const script = `${BASE}service-worker.js`;
  const channel = new BroadcastChannel(NAME);
  registration = await serviceWorker.register(script, { scope: BASE });
  await new Promise((done, fail) => {
    channel.addEventListener("message", ({ data }) => {
      if (data.fetched) progress(data.fetched * 0.8);
      if (data.failed) fail(data.failed);
    });
    registration.installing?.addEventListener("statechange", ({ target }) => {
      if (target.state === "redundant") setTimeout(fail, 1000, new Error());
    });
    if (serviceWorker.controller?.scriptURL === script) return done();
    serviceWorker.addEventListener("controllerchange", done, { once: true });
    serviceWorker.ready.then(({ active }) => active.postMessage("claim"));
  });
  channel.close();
  // A page of the app may let a new version take over.
  serviceWorker.addEventListener("controllerchange", () => !frame.hidden && location.reload());
}

// Fetch everything again. The evenings stay.
async function renew() {
  const answer = await fetch(`${BASE}service-worker.js`, { cache: "no-store" }).catch(() => ({}));
  if (answer.ok) {
    const ours = (await caches.keys()).filter((name) => name.startsWith(`${NAME} `));
    await Promise.all([registration.unregister(), ...ours.map((name) => caches.delete(name))]);
  }
  location.assign(BASE);
}

// The worker that runs Python

// Start it in this tab alone.
async function own() {
  const takes = sessionStorage.getItem(NAME);
  sessionStorage.removeItem(NAME);
  // The page that was in this tab before may take a moment to go.
  const how = takes ? { steal: true } : { signal: AbortSignal.timeout(1000) };
  const untilThisTabGoes = () => new Promise(startWorker); // nothing resolves it
  await locks.request(NAME, how, untilThisTabGoes).catch((error) => stopWorker(error));
}

function takeOver() {
  sessionStorage.setItem(NAME, "takes");
  location.reload();
}

function startWorker() {
  const worker = new Worker(BASE + script, { type: "module" });
  const patience = setTimeout(show, 60000, "broken");
  let isReady = false;
  stopWorker = (error) => {
    clearTimeout(patience);
    worker.terminate();
    if (isReady && error.name !== "AbortError") startWorker(); // from what is in storage
    else failed(error, "broken");
  };
  worker.addEventListener("error", stopWorker);
  worker.addEventListener("message", ({ data }) => {
    if (data.failed) return stopWorker(data.failed);
    progress(STEPS[data.step] ?? 1);
    if (data.step !== "ready") return;
    clearTimeout(patience);
    isReady = true;
    show("app");
  });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  worker.postMessage({ base: BASE, runtime, app, zone });
}

// The app's page, which address, title and language follow

function follow() {
  const page = frame.contentDocument;
  address = page.URL;
  history.replaceState(null, "", address);
  document.title = frame.title = page.title;
  const { lang } = page.documentElement;
  localStorage.setItem(NAME, lang);
  speak(lang, "en");
}

frame.addEventListener("load", () => {
  // After a reload, WebKit goes back to the empty page that the first one has replaced.
  if (frame.contentDocument?.URL === "about:blank" && !frame.hidden) frame.contentWindow.location.replace(first);
  if (!frame.contentDocument?.URL.startsWith(BASE)) return;
  follow();
  frame.contentWindow.addEventListener("hashchange", follow);
  // Another site does not open in the frame.
  frame.contentDocument.addEventListener("click", ({ target }) => {
    const link = target.closest("a[href]");
    if (link) link.target = link.href.startsWith(BASE) ? "" : "_top";
  }, true);
});

document.addEventListener("click", ({ target }) => DOES[target.dataset.does]?.());
begin();
