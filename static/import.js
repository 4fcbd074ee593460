// A large file of a group is sent in parts, each within the bounds of an upload.
"use strict";
const form = document.getElementById("import");
const LARGE = 5e5;   // bytes
const MOST = { lines: 38_000, letters: 5e6 };   // of a part
const LATER = [408, 429, 502, 503, 504];   // the server will take the same part later
const EVENING = /^\{("hidden":true,)?"record":/;

// Returns a group's file as its head and its evenings, or nothing if it is written in another way.
function split(text) {
  const lines = text.trimEnd().split("\n");
  const first = lines.findIndex((line) => EVENING.test(line));
  if (first < 0 || lines.pop() !== "]}") return null;
  const evenings = [];
  for (const line of lines.slice(first)) {
    if (EVENING.test(line)) evenings.push([]);
    evenings.at(-1).push(line);
  }
  return { head: lines.slice(0, first).join("\n"), evenings };
}

function* parts({ head, evenings }) {
  const file = (some) => `${head}\n${some.map((one) => one.join("\n").replace(/,$/, "")).join(",\n")}\n]}\n`;
  let some = [], lines = 0, letters = 0;
  for (const one of evenings) {
    const size = one.reduce((sum, line) => sum + line.length, 0);
    if (some.length && (lines + one.length > MOST.lines || letters + size > MOST.letters)) {
      yield { count: some.length, content: file(some) };
      some = [], lines = 0, letters = 0;
    }
    some.push(one), lines += one.length, letters += size;
  }
  yield { count: some.length, content: file(some) };
}

// Names a file by its content, so that what is chosen again, also in another tab, counts once.
// (crypto.subtle is missing on plain http; this is cyrb53.)
function named(text) {
  let one = 0xdeadbeef, other = 0x41c6ce57;
  for (let place = 0; place < text.length; place++) {
    const letter = text.charCodeAt(place);
    one = Math.imul(one ^ letter, 2654435761);
    other = Math.imul(other ^ letter, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return `file-${text.length}-${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}`;
}

const arrivals = {};   // the keys of the parts that have arrived, by the name of the file
const field = (name, value) => form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));

// Sends a part as the form itself does, so that its answer is the next page.
function finish(content, keys, more) {
  const files = new DataTransfer();
  files.items.add(new File([content], "group.json"));
  form.record.files = files.files;
  field("before", keys.join(" "));
  if (more) field("more", "yes");
  form.submit();
}

async function send(file) {
  const says = form.querySelector("[role=status]");
  const button = form.querySelector("button");
  button.disabled = true;
  const text = await file.text(), found = split(text);
  if (!found || found.evenings.length > form.dataset.most) return form.submit();
  const all = [...parts(found)];
  const id = form.entry_id.value = named(text);
  const arrived = arrivals[id] ??= [];
  let done = 0;
  for (const [number, { count, content }] of all.entries()) {
    if (number === all.length - 1) return finish(content, arrived.flat());
    says.textContent = form.dataset.part.replace("{n}", done + 1).replace("{all}", found.evenings.length);
    done += count;
    if (number < arrived.length) continue;
    const body = new FormData();
    for (const [name, value] of [["entry_id", id], ["before", arrived.flat().join(" ")], ["more", "yes"]]) body.append(name, value);
    body.append("record", new Blob([content]), "group.json");
    const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
    if (!answer || LATER.includes(answer.status)) {
      says.textContent = form.dataset.stopped;
      button.disabled = false;
      return;
    }
    if (!answer.ok) return finish(content, arrived.flat(), true);   // the page says what is wrong
    arrived.push((await answer.text()).split(" "));
  }
}
form.addEventListener("submit", (event) => {
  const [file] = form.record.files;
  if (!file || file.size < LARGE) return;
  event.preventDefault();
  send(file);
});
