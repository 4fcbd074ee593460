// What the pages cannot do alone. Everything works without it.
"use strict";

const byId = (id) => document.getElementById(id);

// After an entry the button that was pressed is gone: the focus goes on to the next question.
document.addEventListener("htmx:after:swap", () => {
  const lost = document.activeElement === document.body || document.activeElement === null;
  const question = document.getElementById("question");
  if (lost && question) question.focus({ preventScroll: true });
});

// A tap that was not meant for what lies under it is none: the second of two quick ones, one that
// comes just after another phone has changed the question, one made without a connection.
let tapped = -Infinity;
let changed = -Infinity;
document.addEventListener("click", (event) => {
  const again = event.detail > 1 && event.timeStamp - tapped < 300;
  tapped = event.timeStamp;
  if (!event.target.closest("#entry form button")) return;
  const stale = byId("stale")?.hidden === false;
  if (!again && !stale && event.timeStamp - changed > 400) return;
  if (stale) byId("stale").scrollIntoView({ block: "nearest" });
  else if (!again) note("Another phone has just changed the question. Look at it, then tap again.", "news");
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// Such a word lies over the table until it is tapped, or the table moves on.
document.addEventListener("click", (event) => {
  if (!event.target.closest("a, button")) event.target.closest("#problem > .news")?.remove();
});

// A word where the thumb is.
function note(text, kind = "") {
  const box = byId("problem");
  if (!box) return;
  const words = document.createElement("p");
  words.textContent = text;
  const frame = document.createElement("div");
  frame.className = `refusal ${kind}`;
  frame.append(words);
  box.replaceChildren(frame);
}

// Each form of an entry gets an id of this phone's own: however often it is sent, it counts once.
function freshIds() {
  for (const field of document.querySelectorAll("form[action$='/entries'] [name=entry_id]")) {
    if (field.dataset.fresh) continue;
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    field.dataset.fresh = "true";
  }
}
document.addEventListener("htmx:after:swap", freshIds);
document.addEventListener("DOMContentLoaded", freshIds);

// No answer at all: say so where the thumb is. The same tap can be made again, it counts once.
function noAnswer() {
  note("No answer from the server. Check the network, then tap again: it counts once.");
}
const isStream = (event) => event.target.id === "live";
document.addEventListener("htmx:error", (event) => {
  if (isStream(event)) listenLater();
  else noAnswer();
});

// An answer that is not the companion's (a gateway's error page) must not take the table's place.
document.addEventListener("htmx:before:response", (event) => {
  const { status, headers } = event.detail.ctx.response;
  const ours = headers.has("Content-Security-Policy");
  if (isStream(event) ? status < 500 && ours : ours) return;
  event.preventDefault();
  if (isStream(event)) listenLater();
  else noAnswer();
});

// A name typed in a seat appears where the first dealer is chosen.
document.addEventListener("input", (event) => {
  if (event.target.name !== "seat") return;
  const place = [...document.querySelectorAll("[name=seat]")].indexOf(event.target);
  const label = document.querySelectorAll("#dealers bdi")[place];
  if (label) label.textContent = event.target.value.trim() || `Seat ${place + 1}`;
});

// The form for a game, drawn anew, shows what it says: a morph leaves alone what was tapped or typed.
document.addEventListener("htmx:after:swap", () => {
  for (const one of document.querySelectorAll("#game-form input")) {
    if (one.type === "radio") one.checked = one.defaultChecked;
    else if (one !== document.activeElement) one.value = one.defaultValue;
  }
});

// A flush: once a player and all its cards are chosen, it is shown.
document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-pick]");
  if (!form || !form.querySelector("[name=player]:checked")) return;
  const picked = form.querySelectorAll("[name=pieces]:checked").length;
  if (picked === Number(form.dataset.pick)) form.requestSubmit();
});

// Why not, of what was picked before, is no word on what is picked now.
document.addEventListener("change", (event) => {
  if (event.target.name === "pieces") byId("problem")?.replaceChildren();
});

// Two copies of a card: of the second ones those are shown whose first is ticked.
function secondCopies() {
  for (const again of document.querySelectorAll(".again")) {
    const ticked = new Set([...again.closest("form").querySelectorAll(":scope > .deck input:checked")].map((one) => one.value));
    for (const box of again.querySelectorAll("input")) {
      const shown = ticked.has(box.value) && !box.disabled;
      if (!shown) box.checked = false;
      box.closest("label").hidden = !shown;
    }
    again.classList.add("few");
    again.open = true;
    again.hidden = !again.querySelector("label:not([hidden])");
  }
}
for (const moment of ["DOMContentLoaded", "change", "htmx:after:swap"]) document.addEventListener(moment, secondCopies);

// Tricks taken: once the rows filled in leave only one way, the rest is filled in too.
document.addEventListener("change", (event) => {
  const row = event.target.closest("[data-totals]");
  if (!row) return;
  const rows = [...row.form.querySelectorAll("[data-totals]")];
  const chosen = rows.map((one) => one.querySelector("input:checked"));
  const open = rows.filter((one, place) => !chosen[place]);
  const left = chosen.reduce((sum, one) => sum - (one ? Number(one.value) : 0), Number(row.dataset.totals));
  if (left < 0 || (open.length > 1 && left > 0)) return;
  for (const one of open) one.querySelector(`input[value="${left}"]`).checked = true;
});

// ---- Live: the other phones' entries ------------------------------------------------------

// While a thumb is down, or an entry is on its way, nothing moves.
let thumb = false;
let sending = 0;
document.addEventListener("pointerdown", (event) => { thumb = Boolean(event.target.closest("#entry")); });
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => setTimeout(() => { thumb = false; }, 350));
}
const isEntry = (event) => event.detail.ctx?.request?.method === "POST";
document.addEventListener("htmx:before:request", (event) => { if (isEntry(event)) sending += 1; });
document.addEventListener("htmx:finally:request", (event) => { if (isEntry(event)) sending -= 1; });

async function quiet() {
  for (let tries = 0; tries < 60 && (thumb || sending > 0); tries += 1) {
    await new Promise((done) => setTimeout(done, 50));
  }
}

// What somebody has begun to enter stays: an open list, a changed field, a proof to be answered,
// a button chosen by keyboard.
function halfMade() {
  const entry = byId("entry");
  if (!entry) return false;
  const focused = document.activeElement;
  return Boolean(entry.querySelector(":scope details[open]:not(.why), .evidence, #problem form"))
    || [...entry.querySelectorAll("input:not([type=hidden])")].some((field) =>
      field.checked !== field.defaultChecked || (field.type === "text" && field.value !== field.defaultValue))
    || (entry.contains(focused) && focused.matches(":is(input, select, button, summary):focus-visible"));
}

// What this phone's own entry has brought already comes once more in the stream.
let brought = null;
document.addEventListener("htmx:after:swap", (event) => {
  if (isEntry(event)) brought = byId("state")?.dataset.seq;
});

const position = () => Number(byId("state")?.dataset.seq ?? -1);
document.addEventListener("htmx:sse:before:message", (event) => {
  const { message } = event.detail;
  alive();
  if (message.event) return;
  event.detail.waitUntil(quiet().then(() => {
    const known = message.id === brought;
    if (known) brought = null;
    if (known || Number(message.id) < position()) {
      event.detail.cancelled = true;
    } else if (halfMade()) {
      message.data = message.data.replace(/<!--entry-->[^]*<!--\/entry-->/, "");
      byId("moved").hidden = false;
    } else {
      changed = performance.now();
    }
  }));
});
document.addEventListener("htmx:after:swap", (event) => {
  const entry = byId("entry");
  if (byId("moved") && entry?.querySelector("[name=after]")?.value === byId("state")?.dataset.seq) byId("moved").hidden = true;
});

// A stream that says nothing for long is dead, whatever the network believes.
let connection = null;
let watchdog = 0;
function stale(is) {
  const line = byId("stale");
  if (line) line.hidden = !is;
}
function alive() {
  clearTimeout(watchdog);
  stale(false);
  watchdog = setTimeout(again, 40_000);
}
function again() {
  stale(true);
  connection?.reader?.cancel();
  connection?.delayCanceller?.();
}
document.addEventListener("htmx:sse:after:connection", (event) => { connection = event.detail.connection; });
document.addEventListener("htmx:sse:error", (event) => {
  stale(true);
  if (event.detail.status === 404) location.reload();   // the link was replaced in the meantime
});
// The stream is opened here and not by hx-sse:connect, for htmx may look at the page before the
// extension is loaded. Once open it comes back by itself; one that never was is opened anew.
function listen() {
  const live = byId("live");
  if (live) htmx.ajax("GET", live.dataset.stream, { source: live });
}
function listenLater() {
  stale(true);
  setTimeout(listen, 3000);
}
document.addEventListener("DOMContentLoaded", listen);
document.addEventListener("gone", () => location.reload());
window.addEventListener("offline", () => stale(true));
window.addEventListener("online", () => { if (connection) again(); });

// ---- The screen stays on while a deal is open ---------------------------------------------

let awake = null;
async function keepAwake() {
  const wanted = byId("state")?.dataset.open === "true" && localStorage.getItem("wake") !== "off";
  if (!navigator.wakeLock || document.hidden) return;
  if (wanted && (!awake || awake.released)) awake = await navigator.wakeLock.request("screen").catch(() => null);
  if (!wanted && awake) awake = void awake.release();
}
for (const moment of ["DOMContentLoaded", "visibilitychange", "htmx:after:swap"]) document.addEventListener(moment, keepAwake);
document.addEventListener("DOMContentLoaded", () => {
  const choice = document.querySelector("[data-wake]");
  if (!choice) return;
  choice.hidden = false;
  choice.querySelector("input").checked = localStorage.getItem("wake") !== "off";
  choice.querySelector("input").disabled = !navigator.wakeLock;
  choice.querySelector("[data-wake-not]").hidden = Boolean(navigator.wakeLock);
  choice.addEventListener("change", (event) => localStorage.setItem("wake", event.target.checked ? "on" : "off"));
});
