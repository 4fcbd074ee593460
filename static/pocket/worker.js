// Runs the app in Python. An answer is sent only after its changes are in the browser's storage.
const BLOCK = 16384;
const FOLDER = "/instance";
let channel, store, owner, python, pocket;
let known; // the files at the last flush, by path
let failure; // what has ended this worker; memory may hold what storage does not
const tell = (message) => self.postMessage(message);
const takenOver = () => new DOMException("Another tab has taken over.", "AbortError");

self.addEventListener("message", ({ data }) => {
  channel = new BroadcastChannel("pocket " + new URL(data.base).pathname);
  channel.postMessage({ started: true });
  let last = start(data).catch(fail);
  channel.addEventListener("message", (event) => {
    if (event.data.started) failure ??= takenOver();
    if (event.data.asks) last = last.then(() => respond(event.data));
  });
});

// End this worker, and give the shell the error's name, or the kind of the app's trouble with its database.
function fail(error) {
  failure = error;
  const text = String(error.message ?? error).slice(-2000);
  const trouble = text.match(/StoreTrouble\(kind='([\w-]+)'/);
  setTimeout(tell, 0, { failed: { name: trouble?.[1] ?? error.name, text } }); // after all that waits is refused
}

async function start({ base, runtime, app, zone }) {
  const module = import(`${base}${runtime}pyodide.mjs`);
  const packed = fetch(base + app).then((response) => response.arrayBuffer());
  store = await open(channel.name);
  const saved = await takeStore();
  tell({ step: "runtime" });
  python = await (await module).loadPyodide({
    indexURL: base + runtime,
    stdLibURL: `${base}${runtime}stdlib.zip`,
    lockFileContents: '{"info": {"abi_version": "2026_0"}, "packages": {}}',
    env: { TZ: zone, HOME: "/", PYTHONDONTWRITEBYTECODE: "1" },
    stderr: (line) => console.info(line),
  });
  tell({ step: "app" });
  python.unpackArchive(await packed, "zip", { extractDir: "/app" });
  python.FS.mkdirTree(FOLDER);
  for (const [path, content] of saved) {
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, content, { flags: "a" });
  }
  known = files();
  watchWrites();
  python.runPython("import sys; sys.path.insert(0, '/app')");
  pocket = python.pyimport("companion.pocket").Pocket(FOLDER, base, zone);
  await flush();
  tell({ step: "ready" });
}

async function respond({ asks, method, path, headers, body }) {
  const asked = [method, path, Object.fromEntries(headers)];
  try {
    if (failure) throw failure;
    const answer = call("answer", ...asked, new Uint8Array(body ?? 0));
    await flush();
    channel.postMessage({ answers: asks, ...answer });
  } catch (error) {
    if (!failure) fail(error);
    if (failure.name === "AbortError") return; // the worker of the other tab answers
    channel.postMessage({ answers: asks, ...call("refused", ...asked, failure.name === "QuotaExceededError") });
  }
}

// Call a method of the app, and free what this has made in the memory of Python.
function call(name, ...values) {
  const method = pocket[name];
  const given = values.map((value) => python.toPy(value));
  const result = method(...given);
  const [status, headers, body] = result.toJs();
  for (const one of [method, result, ...given]) one.destroy?.();
  return { status, headers, body: [204, 205, 304].includes(status) ? null : body };
}

// Storage: the owner, who alone may write, and the files of the folder in blocks, each under its path and
// number. Only the last block of a file is shorter than the others.

const settled = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
});

function open(name) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore("files");
  return settled(request);
}

// Run `work` in one transaction: its changes are on disk when this returns; if it fails, none is.
const change = (work) => new Promise((done, fail) => {
  const transaction = store.transaction("files", "readwrite", { durability: "strict" });
  transaction.oncomplete = done;
  transaction.onabort = () => fail(transaction.error ?? takenOver());
  work(transaction.objectStore("files"));
});

// Become the owner, and return the paths and contents of all blocks, in order.
async function takeStore() {
  owner = crypto.randomUUID();
  await change((saved) => saved.put(owner, "owner"));
  const saved = store.transaction("files").objectStore("files");
  const blocks = IDBKeyRange.lowerBound([]); // arrays are behind all texts
  const [keys, contents] = await Promise.all([settled(saved.getAllKeys(blocks)), settled(saved.getAll(blocks))]);
  return keys.map(([path], index) => [path, contents[index]]);
}

function watchWrites() {
  const { node: ofFile, stream: ofStream } = python.FS.filesystems.MEMFS.ops_table.file;
  const [{ setattr }, { write }] = [ofFile, ofStream];
  ofStream.write = (stream, buffer, offset, length, position, canOwn) => {
    note(stream.node, position, position + length);
    return write(stream, buffer, offset, length, position, canOwn);
  };
  ofFile.setattr = (node, changes) => {
    if (changes.size !== undefined) note(node, changes.size, node.usedBytes);
    setattr(node, changes);
  };
}

// Note the numbers of the blocks that change, with those from the end of the file to a place behind it.
function note(node, ...places) {
  node.written ??= new Set();
  const first = Math.floor(Math.min(node.usedBytes, ...places) / BLOCK);
  for (let number = first; number * BLOCK < Math.max(...places); number++) node.written.add(number);
}

const filesIn = (folder) => Object.values(folder.contents).flatMap((node) => (node.isFolder ? filesIn(node) : node));
const files = () => Object.fromEntries(
  filesIn(python.FS.lookupPath(FOLDER).node).map((node) => [python.FS.getPath(node), node]),
);

// Write all changes since the last flush in one transaction. Fails if another tab has become the owner.
async function flush() {
  const now = files();
  const changed = Object.keys({ ...known, ...now }).filter((path) => known[path] !== now[path] || now[path].written);
  if (!changed.length) return;
  await change((saved) => {
    saved.get("owner").onsuccess = ({ target }) => {
      if (target.result !== owner) return target.transaction.abort();
      for (const path of changed) save(saved, path, now[path], known[path] === now[path]);
    };
  });
  for (const path of changed) delete now[path]?.written;
  known = now;
}

// Write a file, or delete it if there is no node. The same node as before has noted what was written.
function save(saved, path, node, isSame) {
  const count = node ? Math.ceil(node.usedBytes / BLOCK) || 1 : 0;
  for (const number of isSame ? node.written : Array(count).keys()) {
    const [start, end] = [number * BLOCK, Math.min(node.usedBytes, (number + 1) * BLOCK)];
    if (number < count) saved.put(node.contents.slice(start, end), [path, number]);
  }
  saved.delete(IDBKeyRange.bound([path, count], [path, Infinity]));
}
