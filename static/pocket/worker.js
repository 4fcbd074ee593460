// Runs the app in Python. An answer is sent only after its changes are in the browser's storage.
"use strict";

const BLOCK = 16384;
const FOLDER = "/instance";
let channel;
let store;
let owner;
let python;
let pocket;

self.addEventListener("message", ({ data }) => {
  const name = "pocket " + new URL(data.base).pathname;
  channel = new BroadcastChannel(name);
  channel.postMessage({ started: true });
  let last = start(data, name).catch((error) => tell({ failed: describe(error) }));
  channel.addEventListener("message", (event) => {
    if (event.data.asks) last = last.then(() => respond(event.data));
  });
});
const tell = (message) => self.postMessage(message);
const describe = (error) => ({ name: error.name ?? "Error", text: String(error.message ?? error).slice(-2000) });

async function start({ base, runtime, app, zone }, name) {
  const module = import(`${base}${runtime}pyodide.mjs`);
  const packed = fetch(base + app).then((response) => response.arrayBuffer());
  store = await open(name);
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
  watchWrites();
  for (const [path, content] of saved) writeFile(path, content);
  remember();
  python.runPython("import sys; sys.path.insert(0, '/app')");
  pocket = python.pyimport("companion.pocket").Pocket(FOLDER, base, zone);
  await flush();
  tell({ step: "ready" });
}

function writeFile(path, content) {
  python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  python.FS.writeFile(path, content);
}

// Requests

async function respond({ asks, method, path, headers, body }) {
  try {
    const answer = call(pocket.answer, method, path, Object.fromEntries(headers), new Uint8Array(body ?? 0));
    await flush();
    channel.postMessage({ answers: asks, ...answer });
  } catch (error) {
    channel.postMessage({ answers: asks, ...call(pocket.refused, path) });
    // What is in memory is not in storage, so this worker ends here.
    channel.close();
    tell({ failed: describe(error) });
  }
}

function call(method, ...values) {
  const given = values.map((value) => python.toPy(value));
  const result = method(...given);
  const [status, headers, body] = result.toJs();
  result.destroy();
  return { status, headers, body: [204, 303, 304].includes(status) ? null : body };
}

// Storage: the files of the folder in blocks, and the owner, who alone may write.

const settled = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
});

function open(name) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("blocks");
    request.result.createObjectStore("kept");
  };
  return settled(request);
}

// Run `work` in one transaction, which is on disk or undone completely when this returns.
async function within(work) {
  const transaction = store.transaction(["blocks", "kept"], "readwrite", { durability: "strict" });
  const end = new Promise((done, fail) => {
    transaction.oncomplete = done;
    transaction.onabort = () => fail(transaction.error ?? new DOMException("taken over", "AbortError"));
  });
  const result = await work(transaction.objectStore("blocks"), transaction.objectStore("kept"), transaction);
  await end;
  return result;
}

// Become the owner, and return the content of each file.
async function takeStore() {
  owner = crypto.randomUUID();
  return within(async (blocks, kept) => {
    kept.put(owner, "owner");
    const sizes = (await settled(kept.get("sizes"))) ?? {};
    const files = new Map();
    for (const [path, size] of Object.entries(sizes)) {
      const content = new Uint8Array(size);
      const parts = await settled(blocks.getAll(IDBKeyRange.bound([path, 0], [path, Infinity])));
      parts.forEach((part, number) => content.set(part, number * BLOCK));
      files.set(path, content);
    }
    return files;
  });
}

const written = new Map(); // the numbers of the blocks written since the last flush, by the file's inode
let known = {}; // inode and size of each file at the last flush

function watchWrites() {
  const ops = python.FS.filesystems.MEMFS.ops_table.file.stream;
  const { write } = ops;
  ops.write = (stream, buffer, offset, length, position, canOwn) => {
    const blocks = written.get(stream.node.id) ?? new Set();
    for (let at = position; at < position + length; at += BLOCK - (at % BLOCK)) blocks.add(Math.floor(at / BLOCK));
    written.set(stream.node.id, blocks);
    return write(stream, buffer, offset, length, position, canOwn);
  };
}

function files() {
  const { FS } = python;
  if (!FS.analyzePath(FOLDER).exists) return [];
  const found = FS.readdir(FOLDER).map((name) => FS.lookupPath(`${FOLDER}/${name}`).node);
  return found.filter((node) => FS.isFile(node.mode));
}

function remember() {
  known = Object.fromEntries(files().map((node) => [python.FS.getPath(node), { id: node.id, size: node.usedBytes }]));
  written.clear();
}

// Write all changes since the last flush in one transaction. Fails if another tab has become the owner.
async function flush() {
  const now = {};
  const changes = [];
  for (const node of files()) {
    const path = python.FS.getPath(node);
    const size = node.usedBytes;
    const before = known[path]?.id === node.id ? known[path] : { size: 0, isNew: true };
    const numbers = new Set(written.get(node.id));
    for (let number = Math.floor(before.size / BLOCK); number < Math.ceil(size / BLOCK); number++) numbers.add(number);
    if (numbers.size || size !== before.size || before.isNew) changes.push({ path, size, numbers, node });
    now[path] = { id: node.id, size };
  }
  const gone = Object.keys(known).filter((path) => !(path in now));
  if (!changes.length && !gone.length) return;
  await within(async (blocks, kept, transaction) => {
    if ((await settled(kept.get("owner"))) !== owner) return transaction.abort();
    for (const path of gone) blocks.delete(IDBKeyRange.bound([path, 0], [path, Infinity]));
    for (const { path, size, numbers, node } of changes) {
      blocks.delete(IDBKeyRange.bound([path, Math.ceil(size / BLOCK)], [path, Infinity]));
      for (const number of numbers) {
        const part = node.contents.slice(number * BLOCK, Math.min(size, (number + 1) * BLOCK));
        if (part.length) blocks.put(part, [path, number]);
      }
    }
    kept.put(Object.fromEntries(Object.entries(now).map(([path, { size }]) => [path, size])), "sizes");
  });
  known = now;
  written.clear();
}
