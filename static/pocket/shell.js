// The page around the app: it keeps the worker that runs Python, and shows how far it has come.
"use strict";

const BASE = new URL("./", location.href).href; // before the address follows the app
const SETTINGS = document.currentScript.dataset; // worker, runtime, app and bytes, set by tools/pocket.py
const channel = new BroadcastChannel("pocket " + new URL(BASE).pathname);
const frame = document.getElementById("app");
const words = chooseWords();
let worker;
let asked = location.hash.slice(1);

function chooseWords() {
  const all = Object.fromEntries([...document.querySelectorAll("template[lang]")].map((one) => [one.lang, one]));
  const wanted = [document.cookie.match(/language=([\w-]+)/)?.[1], ...navigator.languages, "en"];
  const chosen = wanted.find((tag) => tag && all[tag.split("-")[0]]).split("-")[0];
  document.documentElement.lang = chosen;
  document.getElementById("text").append(all[chosen].content);
  return document.getElementById("words");
}

// Show one of the parts of the page, and hide the others.
function show(part, detail = "") {
  for (const one of words.querySelectorAll("[data-part]")) one.hidden = one.dataset.part !== part;
  words.querySelector(`[data-part="${part}"] .detail`)?.replaceChildren(detail);
  words.querySelector("progress").hidden = part !== "progress";
  words.hidden = part === "app";
  frame.hidden = part !== "app";
}

async function begin() {
  const lacks = missing();
  if (lacks) return show(lacks);
  show("progress");
  channel.addEventListener("message", ({ data }) => {
    if (data.received) progress(data.received / Number(SETTINGS.bytes), "load");
    if (data.failed && !worker) show("incomplete", data.failed);
  });
  try {
    await installed();
  } catch (error) {
    return show(error.name === "SecurityError" ? "storage" : "incomplete", error.message);
  }
  await own({ ifAvailable: true });
}

function missing() {
  if (!window.isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator)) return "private";
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") return "old";
  return "";
}

async function installed() {
  const registration = await navigator.serviceWorker.register(BASE + "service-worker.js", { scope: BASE });
  registration.addEventListener("updatefound", () => told(registration));
  told(registration);
  if (!registration.active) {
    await new Promise((done, fail) => {
      registration.installing.addEventListener("statechange", ({ target }) => {
        if (target.state === "activated") done();
        if (target.state === "redundant") fail(new Error());
      });
    });
  }
  if (!navigator.serviceWorker.controller) {
    await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  }
}

// Say that a new version is ready. It starts when all tabs of this one are closed.
function told(registration) {
  const ready = () => {
    if (registration.waiting && registration.active) document.getElementById("newer").hidden = false;
  };
  registration.installing?.addEventListener("statechange", ready);
  ready();
}

// Only one tab runs the app. `how` are the options of its lock: whether it is taken from another tab.
async function own(how) {
  await navigator.locks.request("pocket " + BASE, how, async (lock) => {
    if (!lock) return show("second");
    startWorker();
    await new Promise(() => {});
  }).catch(() => {
    stopWorker();
    show("second");
  });
}

function startWorker() {
  const { runtime, app } = SETTINGS;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  worker = new Worker(BASE + SETTINGS.worker, { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    if (data.step === "ready") openApp();
    else if (data.step) progress({ runtime: 0.3, app: 0.6 }[data.step], "start");
    else failed(data.failed);
  });
  worker.addEventListener("error", (event) => failed({ name: "Error", text: event.message }));
  worker.postMessage({ base: BASE, runtime, app, zone });
}

function stopWorker() {
  worker?.terminate();
  worker = undefined;
}

function failed({ name, text }) {
  stopWorker();
  if (frame.hidden) return show({ QuotaExceededError: "full", SecurityError: "storage" }[name] ?? "broken", text);
  // The last change was not saved: start again from what is in storage.
  if (name !== "AbortError") startWorker();
}

function progress(part, step) {
  show("progress");
  const bar = words.querySelector("progress");
  bar.value = step === "load" ? part / 2 : 0.5 + part / 2;
}

function openApp() {
  const path = asked ?? "";
  asked = undefined;
  if (frame.hidden || !frame.src) {
    show("app");
    frame.contentWindow.location.replace(BASE + path);
  }
}

// The address, the title and the colour follow the app's page.
frame.addEventListener("load", () => {
  const page = frame.contentWindow.location;
  if (page.href === "about:blank") return;
  history.replaceState(null, "", page.href);
  document.title = frame.contentDocument.title;
});

document.addEventListener("click", ({ target }) => {
  if (target.dataset.does === "take-over") own({ steal: true });
  if (["reload", "renew"].includes(target.dataset.does)) location.reload();
});

begin();
