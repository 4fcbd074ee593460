// Enhancements to the pages, which work without script too.
"use strict";

const byId = (id) => document.getElementById(id);
const words = document.currentScript.dataset;   // sentences, in the language of the page
const isEntry = (event) => event.detail.ctx?.request?.method === "POST";
const isStream = (event) => event.target.id === "live";

// ---- Taps ---------------------------------------------------------------------------------

// The last tap, and whether the last input came from the keyboard.
const tap = { x: innerWidth / 2, y: innerHeight, at: -Infinity };
let keyed = false;
document.addEventListener("keydown", () => { keyed = true; });
document.addEventListener("pointerdown", () => { keyed = false; });

// Taps to ignore: the second of two quick ones at one place, longer if both buttons say the same
// (browsers count clicks differently), one on a control that has only just appeared, one
// right after another phone has changed the question, and one that cannot be sent now.
let changed = -Infinity;
document.addEventListener("click", (event) => {
  const control = event.target.closest("a, button");   // a summary only opens, and enters nothing
  const byPointer = event.detail > 0;
  const { x, y, at, text } = tap;
  if (byPointer) {
    Object.assign(tap, { x: event.clientX, y: event.clientY, at: event.timeStamp, text: control?.innerText });
  } else if (control) {
    const box = control.getBoundingClientRect();
    Object.assign(tap, { x: box.left + box.width / 2, y: box.top + box.height / 2 });
  }
  if (!control?.closest("#entry, [data-weighs]") || control.type === "button") return;   // a digit is no entry
  const slips = byPointer && event.timeStamp - at < (tap.text === text ? 600 : 300) && Math.hypot(tap.x - x, tap.y - y) < 24;
  const enters = control.matches("#entry form button");
  const why = slips || (byPointer && control.matches("[data-deaf]")) ? once
    : enters && (sending > 0 || (kept() && !control.closest(".asks"))) ? words.unsent
    : enters && event.timeStamp - changed < 400 ? words.changed
    : "";
  if (!why) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  mark(control, why);
  buzz(30, 40, 30);
}, true);

// A control that settles, closes, undoes or covers several players ignores taps for a moment after
// it appears at or beside another control's place: the thumb may still be tapping that one.
let stood = [];
let said;
const isWithin = (one, other, gap) => one.left < other.right + gap && other.left < one.right + gap
  && one.top < other.bottom + gap && other.top < one.bottom + gap;
document.addEventListener("htmx:before:swap", () => {
  said = document.querySelector("[data-says]")?.dataset.says;
  stood = [...document.querySelectorAll("#entry :is(a, button, summary), #pick button")].map((one) => ({
    kind: "deaf" in one.dataset ? "" : one.dataset.weighs,
    box: one.getBoundingClientRect(),
  }));
});
function deafen() {
  for (const one of document.querySelectorAll("[data-weighs]")) {
    const now = one.getBoundingClientRect();
    const isNew = !stood.some(({ kind, box }) => kind === one.dataset.weighs && isWithin(now, box, 0));
    if (!isNew || !stood.some(({ box }) => isWithin(now, box, 16))) continue;
    one.dataset.deaf = "";
    setTimeout(() => { delete one.dataset.deaf; }, 700);
  }
  const under = said && document.elementFromPoint(tap.x, tap.y)?.closest("#entry button");
  if (under) mark(under, said);   // the answer to the first tap has replaced the button
}

// ---- Messages beside the tap ---------------------------------------------------------------

// Place a box above or below the thumb, where there is more room.
function placeBeside(box) {
  tap.y = Math.min(tap.y, innerHeight);   // the phone may have been rotated
  const above = tap.y > innerHeight / 2;
  box.style.left = `${Math.max(8, Math.min(tap.x - box.offsetWidth / 2, innerWidth - box.offsetWidth - 8))}px`;
  box.style.top = above ? "auto" : `${tap.y + 36}px`;
  box.style.bottom = above ? `${innerHeight - tap.y + 36}px` : "auto";
}
addEventListener("resize", () => document.querySelectorAll(".floats:not(.news, .high)").forEach(placeBeside));

// A text beside the thumb.
const hint = document.createElement("p");
hint.setAttribute("role", "status");
hint.className = "hint";
function show(text) {
  document.querySelector("main").append(hint);
  hint.replaceChildren(text);
  placeBeside(hint);
}

// A refusal or a question stays until it is dismissed or the state changes; news disappears by itself.
function answer() {
  const said = document.querySelector("#problem > :is(.refusal:not(.floats), .ways)");
  if (!said) return;
  if (said.closest("#pick")) {   // this page shows it below the pieces
    said.scrollIntoView({ block: "nearest" });
    return;
  }
  said.classList.add("floats");
  if (!said.matches(".news")) {
    if (document.querySelector(".whole")) said.classList.add("high");   // never over the rows to mend
    else placeBeside(said);
    buzz(30, 40, 30);
  } else if (!said.querySelector("a, button")) {
    setTimeout(() => said.remove(), 8000);
  }
}
document.addEventListener("click", (event) => {
  const closes = event.target.closest("[data-closes]");
  if (closes) event.preventDefault();
  if (closes || !event.target.closest("a, button")) event.target.closest("#problem > .refusal:not(.asks)")?.remove();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.querySelector("#problem > .floats:not(.asks)")?.remove();
});
function note(text) {
  const box = byId("problem");
  if (!box) return show(text);
  const line = document.createElement("p");
  line.textContent = text;
  const frame = document.createElement("div");
  frame.className = "refusal";
  frame.append(line);
  box.replaceChildren(frame);
  answer();
}

document.addEventListener("htmx:after:swap", () => {
  answer();
  deafen();
});

// After an entry its button is gone, so move the focus to the next question, but not on a phone that
// only watches.
document.addEventListener("htmx:after:swap", (event) => {
  const lost = document.activeElement === document.body || document.activeElement === null;
  const question = byId("question");
  if (lost && (isEntry(event) || hadFocus)) question?.focus({ preventScroll: true });
  // With large text the page scrolls. After a refusal it stays where something has to be mended.
  const place = !byId("problem")?.firstElementChild && question?.getBoundingClientRect();
  if (isEntry(event) && place && (place.top < 0 || place.bottom > innerHeight)) question.scrollIntoView();
});
let hadFocus = false;
document.addEventListener("htmx:before:swap", () => { hadFocus = keyed && byId("entry")?.contains(document.activeElement); });

// Give each form a unique id, so that an entry counts once even if it is sent again.
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

// ---- Unanswered taps ----------------------------------------------------------------------

// A tap is stored on this phone until the server answers, and sent again with the same id, so that it
// counts once. At most one tap is stored for each table.
const table = location.pathname.split("/", root.split("/").length + 1).join("/");
const slot = `unsent ${table}`;
const kept = () => JSON.parse(store.phone.getItem(slot));
const isAhead = (body) => kept() && kept().id !== body.get("entry_id");
const isAsked = () => document.querySelector("#problem > .asks");   // the table has changed, and the phone asks whether to enter the kept tap
const goesOn = (status) => [408, 429].includes(status) || status >= 500;   // worth another try
let shows = 0;
let later = 0;
let patience = 1000;
let onItsWay = null;
function keep({ body, submitter }, label) {
  const player = JSON.parse(body.get("entry"))?.player ?? body.get("player");
  const said = submitter?.getAttribute("aria-label") ?? submitter?.innerText.trim().split("\n")[0];
  label ??= !player || said.includes(player) ? said : `${player}: ${said}`;
  return store.phone.setItem(slot, JSON.stringify({ id: body.get("entry_id"), label, fields: [...body] }));
}
function unsent() {
  const tap = kept();
  const line = byId("unsent");
  clearTimeout(shows);
  if (!line) return;
  line.hidden = !tap || Boolean(isAsked());
  if (tap) line.querySelector("bdi").textContent = tap.label;
  for (const one of document.querySelectorAll(".ask button")) {   // mark the button that was tapped
    one.toggleAttribute("data-waits", !line.hidden && tap.fields.flat().includes(one.value || one.form.kind?.value));
  }
}
function drop() {
  store.phone.removeItem(slot);
  clearTimeout(later);
  patience = 1000;
  unsent();
}
function hidden(name, value) {
  return Object.assign(document.createElement("input"), { type: "hidden", name, value });
}
function resend() {
  const tap = kept();
  clearTimeout(later);
  unsent();
  if (!tap || sending > 0 || isAsked() || !byId("unsent")) return;
  const form = document.createElement("form");
  for (const [name, value] of [...tap.fields, ["kept", "true"]]) {
    if (name !== "leaves") form.append(hidden(name, value));   // the answer is for the table, not for that page
  }
  for (const [name, value] of [["post", `${table}/entries`], ["target", "#state"], ["swap", "outerMorph"]]) {
    form.setAttribute(`hx-${name}`, value);
  }
  document.querySelector("main").append(form);
  htmx.process(form);
  htmx.trigger(form, "submit");
}
document.addEventListener("htmx:before:request", (event) => {
  if (!isEntry(event)) return;
  const { ctx } = event.detail;
  const { action, body } = ctx.request;
  const before = kept();
  sending += 1;
  onItsWay = Object.assign(ctx, { since: performance.now() });
  if (!action.endsWith("/entries")) return;
  const answers = ctx.sourceElement.closest(".asks");
  if (isAhead(body) && !answers) {
    event.preventDefault();
    if (byId("unsent")) note(words.unsent);
    else goBack(words.unsent);
    return;
  }
  ctx.isTap = true;
  if (body.has("kept")) return;
  keep(ctx.request, answers && before?.label);
  shows = setTimeout(unsent, byId("stale")?.hidden === false ? 0 : 2000);
});
document.addEventListener("htmx:finally:request", (event) => {
  if (!isEntry(event)) return;
  const { ctx } = event.detail;
  const { body } = ctx.request;
  sending -= 1;
  if (body.has("kept")) ctx.sourceElement.remove();
  if (!ctx.isTap || kept()?.id !== body.get("entry_id")) return;
  if (ctx.isAnswered && !isAsked()) {
    drop();
  } else {
    unsent();
    if (ctx.isAnswered) return;
    if (!byId("unsent")) goBack(words.kept);
    later = setTimeout(resend, ctx.isStuck ? 0 : patience);
    // Keep trying, because the stream does not report that the database is back. Wait longer after a 429.
    patience = Math.min(2 * patience, ctx.response?.status === 429 ? 15_000 : 2000);
  }
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-discards]")) return;
  isAsked()?.remove();
  drop();
});
// Send the kept tap when the connection is back, and abort a request that may never be answered.
document.addEventListener("htmx:sse:after:connection", () => {
  if (sending > 0 && byId("unsent")?.hidden === false && performance.now() - onItsWay.since > 1000) {
    onItsWay.isStuck = true;
    onItsWay.request.abort();
  } else {
    resend();
  }
});
document.addEventListener("DOMContentLoaded", resend);

// On other pages, go back to the table, which sends the kept tap. A form that htmx does not send first
// checks whether the server answers.
const source = document.currentScript.src;
const isThere = () => fetch(source, { method: "HEAD", cache: "no-store" }).then(({ status }) => status < 500, () => false);
async function goBack(why) {
  note(why);
  while (document.hidden || !(await isThere())) await new Promise((done) => setTimeout(done, 1000));
  location.assign(table);
}
document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("[action$='/entries']:not([hx-post])")) return;
  event.preventDefault();
  const body = new FormData(form);
  if (submitter?.name) body.append(submitter.name, submitter.value);
  if (isAhead(body)) return goBack(words.unsent);
  if (await isThere()) {
    if (submitter?.name) form.append(hidden(submitter.name, submitter.value));
    form.submit();
    return;
  }
  if (keep({ body, submitter })) note(words.silent);   // lost with the page
  else goBack(words.kept);
});

// A missing answer, or one that is not the companion's (a gateway's error page), must not replace the
// table. A kept tap has its own message.
document.addEventListener("htmx:error", (event) => {
  if (isStream(event)) listenLater();
  else if (!event.detail.ctx?.isTap) note(words.silent);
});
document.addEventListener("htmx:before:response", (event) => {
  const { ctx } = event.detail;
  const { status, headers } = ctx.response;
  const ours = headers.has("Content-Security-Policy");
  if (isStream(event)) {
    if (status === 404 && ours) location.reload();   // the link has been replaced
    if (ours && status < 400) return;
    listenLater(headers.get("Retry-After") * 1000);
    if (ours && status < 500) return;
  } else {
    ctx.isAnswered = ours && !goesOn(status);
    const again = ctx.request.body?.has?.("kept");
    if (ctx.isAnswered || (ours && !again)) return;
    if (!ctx.isTap) note(words.silent);
  }
  event.preventDefault();
});

// Load the script of a form that needs one. It stays for later forms.
let loads = null;
function loadScript() {
  const src = document.querySelector("[data-script]")?.dataset.script;
  if (src && !loads) document.head.append(loads = Object.assign(document.createElement("script"), { src }));
}
for (const moment of ["DOMContentLoaded", "htmx:after:swap"]) document.addEventListener(moment, loadScript);

// ---- Live: the other phones' entries ------------------------------------------------------

// Change nothing while a thumb is down or an entry is being sent.
let thumb = false;
let sending = 0;
document.addEventListener("pointerdown", (event) => { thumb = Boolean(event.target.closest("#entry")); });
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => setTimeout(() => { thumb = false; }, 350));
}

async function quiet() {
  for (let tries = 0; tries < 60 && (thumb || sending > 0); tries += 1) {
    await new Promise((done) => setTimeout(done, 50));
  }
}

// Return whether the form has unfinished input: an open list, a changed field, a proof to answer, or a
// button focused by keyboard.
function halfMade() {
  const entry = byId("entry");
  if (!entry) return false;
  const focused = document.activeElement;
  return Boolean(entry.querySelector(":scope details[open]:not(.why), .evidence, #problem form"))
    || [...entry.querySelectorAll("input:not([type=hidden])")].some((field) =>
      field.checked !== field.defaultChecked || (field.type === "text" && field.value !== field.defaultValue))
    || (keyed && entry.contains(focused) && focused.matches("input, select, button, summary"));
}

// The stream repeats the state that the answer to this phone's own entry contained. Skip that.
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
    }
  }));
});
// Taps are ignored just after a change of the question, but not if a new stream repeats the same one.
// Set the time before the swap, because the new answers can be tapped before it ends.
const question = () => byId("entry")?.querySelector("[name=after]")?.value + byId("entry")?.innerText;
let read = {};
document.addEventListener("htmx:before:swap", (event) => {
  if (!isStream(event)) return;
  read = { question: question(), changed };
  changed = performance.now();
});
document.addEventListener("htmx:after:swap", (event) => {
  if (isStream(event) && question() === read.question) changed = read.changed;
});
document.addEventListener("htmx:after:swap", (event) => {
  const entry = byId("entry");
  if (byId("moved") && entry?.querySelector("[name=after]")?.value === byId("state")?.dataset.seq) byId("moved").hidden = true;
});

// Treat a stream that is silent for a long time as dead, whatever the network reports.
let connection = null;
let watchdog = 0;
let lasts = 0;
function stale(is) {   // wait a second first, because short interruptions end by themselves
  const line = byId("stale");
  if (!line) return;
  if (is) {
    lasts ||= setTimeout(() => { line.hidden = false; }, 1000);
  } else {
    lasts = clearTimeout(lasts);
    line.hidden = true;
  }
}
function alive() {
  pause = 250;
  clearTimeout(watchdog);
  stale(false);
  watchdog = setTimeout(again, 40_000);
}
// Open the stream again, even if the last attempt is still waiting.
function again() {
  const live = byId("live");
  if (!live?.dataset.stream) return;   // no other phone takes part
  stale(true);
  connection?.reader?.cancel();
  connection?.abortController?.abort();
  live.replaceWith(live.cloneNode());   // removing the element ends its stream
  listen();
}
document.addEventListener("htmx:sse:after:connection", (event) => { connection = event.detail.connection; });
document.addEventListener("htmx:sse:error", (event) => {
  stale(true);
  if (event.detail.status === 404) location.reload();
});
// Open the stream here and not by hx-sse:connect, because htmx may process the page before the
// extension is loaded. The extension reconnects a stream that was open; this retries the first attempt.
let opens = 0;
let pause = 250;
function listen() {
  const live = byId("live");
  clearTimeout(opens);
  if (live?.dataset.stream) htmx.ajax("GET", live.dataset.stream.replace(/after=\d+/, `after=${position()}`), { source: live });
}
document.addEventListener("htmx:config:request", (event) => {
  if (isStream(event)) event.detail.ctx.request.timeout = 4000;
});
function listenLater(wait) {
  stale(true);
  clearTimeout(opens);
  opens = setTimeout(listen, wait || pause * (0.7 + 0.6 * Math.random()));
  pause = Math.min(2 * pause, 800);
}
document.addEventListener("DOMContentLoaded", listen);
document.addEventListener("gone", () => quiet().then(() => location.reload()));   // the link is replaced, or the evening closed
addEventListener("offline", () => stale(true));
addEventListener("online", again);
navigator.connection?.addEventListener?.("change", again);
// After sleep, or when a page is shown again, the stream is lost. Reconnect at once instead of waiting
// for the watchdog.
addEventListener("pageshow", (event) => { if (event.persisted) again(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) again(); });
let awakeAt = Date.now();
setInterval(() => {
  if (Date.now() - awakeAt > 10_000 && !document.hidden) again();
  awakeAt = Date.now();
}, 2000);

// On the phone of the player who is asked, say so. Mark the player's row.
function yourTurn() {
  const question = byId("question");
  const { seat, turn } = byId("live")?.dataset ?? {};
  if (!seat) return;
  for (const name of document.querySelectorAll(".player bdi")) {
    if (name.textContent === seat) name.nextElementSibling.hidden = false;
  }
  if (question?.dataset.asks !== seat || question.textContent.startsWith(turn)) return;
  if (document.querySelector("#entry .places")) question.replaceChildren(turn);   // the answers say the rest
  else question.prepend(`${turn} `);
}
for (const moment of ["DOMContentLoaded", "htmx:after:swap"]) document.addEventListener(moment, yourTurn);

// ---- Settings of this phone ----------------------------------------------------------------

const settings = {   // whether the browser supports it, and the default
  wake: [navigator.wakeLock, true],
  buzz: [navigator.vibrate, matchMedia("(pointer: coarse)").matches],
  keys: [matchMedia("(any-pointer: fine)").matches, true],
};
function does(name) {
  const [can, usually] = settings[name];
  const chosen = store.phone.getItem(name);
  return Boolean(can) && (chosen ? chosen === "on" : usually);
}
// Vibrate unless reduced motion is on; browsers require a tap first.
function buzz(...pattern) {
  if (!does("buzz") || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate(pattern);
}

// Keep the screen on while a deal is open.
let awake = null;
async function keepAwake() {
  const wanted = byId("state")?.dataset.open === "true" && does("wake");
  if (!navigator.wakeLock || document.hidden) return;
  if (wanted && (!awake || awake.released)) awake = await navigator.wakeLock.request("screen").catch(() => null);
  if (!wanted && awake) awake = void awake.release();
}
for (const moment of ["DOMContentLoaded", "visibilitychange", "htmx:after:swap"]) document.addEventListener(moment, keepAwake);

// Load what is not needed at once, and on devices with a fine pointer, which usually have a keyboard,
// its shortcuts.
for (const src of [words.later, settings.keys[0] && words.keyboard]) {
  if (src) document.head.append(Object.assign(document.createElement("script"), { src }));
}
