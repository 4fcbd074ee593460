"""The storage of the pocket from outside: worker and requests apart, so that the worker can be killed.

The worker runs in a tab of its own, outside the folder. Requests come from the shell in another tab,
which shows that the pocket is open elsewhere, through the real service worker. So what was answered is
known after any kill.
"""

import json
import os
import shutil
import signal
import sqlite3
import tempfile
from base64 import b64decode, b64encode
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path

from playwright.sync_api import Error

from bench.dealing import Dealer
from bench.entering import entries_of
from companion.evening.record import Record, dumps
from companion.store import open_store
from companion.tables.features import POCKET
from companion.web import create_app
from tests.browser.pocket import START
from tests.web.table import Phone

BLOCK = 16384
WAY_IN = """
self.inside = { python: () => python, pocket: () => pocket, flush };
self.addEventListener("message", ({ data }) => self.slow = data.slow);
const { put } = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (...given) {
  const end = performance.now() + self.slow * Math.random();
  while (performance.now() < end);
  return put.apply(this, given);
};
"""
"""Added to the worker: a way in, and a flush that takes its time if a test wants it."""
SETTINGS = "({ ...document.querySelector('script[data-script]').dataset })"
BEGIN = """([base, settings, slow]) => {
  const worker = new Worker(base + settings.script, { type: "module" });
  window.worker = worker;
  const said = (what) => new Promise((done) => worker.addEventListener("message", ({ data }) => {
    if (what(data)) done(data.failed?.name ?? data.step);
  }));
  window.ready = said(({ failed, step }) => failed || step === "ready");
  window.failure = said(({ failed }) => failed);
  worker.postMessage({ base, ...settings, zone: "Europe/Berlin", slow });
}"""
HOLD = """(name) => new Promise((done) => {
  navigator.locks.request(name, () => (done(), new Promise(() => {})));
})"""
ASK = """async ([url, method, headers, body]) => {
  const answer = await fetch(url, { method, headers, body });
  return [answer.status, Object.fromEntries(answer.headers), await answer.text(), answer.url];
}"""
PLAY = """([base, table, name]) => {
  const play = { answered: {}, others: [], sent: "", stops: false };
  window.play = play;
  const once = async (after, id) => {
    const fields = after % 2 ? { kind: "turned-up", piece: "6" } : { kind: "undone", entry: after, sure: "true" };
    const body = new URLSearchParams({ ...fields, after, entry_id: id });
    const headers = { "HX-Request": "true" };
    const answer = await fetch(`${base}${table}/entries`, { method: "POST", headers, body });
    return [answer.status, await answer.text()];
  };
  play.ended = (async () => {
    let after = 1;
    for (let count = 0; !play.stops; count++) {
      const id = `${name}-${String(count).padStart(8, "0")}`;
      play.sent = id;
      let status, text;
      for (;;) {
        [status, text] = await once(after, id).catch((error) => [599, String(error)]);
        if (status < 500) break;
        if (play.stops) return;
        await new Promise((done) => setTimeout(done, 5));
      }
      const seq = Number(text.match(/data-seq="(\\d+)"/)?.[1]);
      if (status === 200 && text.includes("already entered")) play.answered[id] ??= 0;
      else if (status === 200) play.answered[id] = after + 1;
      else if (status !== 409 || !seq) play.others.push([status, text.slice(0, 300)]);
      after = seq || after;
    }
  })();
}"""
STORED = """async (name) => {
  const settled = (request) => new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  const store = await settled(indexedDB.open(name, 1));
  const files = store.transaction("files").objectStore("files");
  const range = IDBKeyRange.lowerBound([]);
  const [keys, blocks] = await Promise.all([settled(files.getAllKeys(range)), settled(files.getAll(range))]);
  store.close();
  const text = async (block) => {
    const reader = new FileReader();
    reader.readAsDataURL(new Blob([block]));
    await new Promise((done) => reader.addEventListener("load", done));
    return reader.result.split(",")[1] ?? "";
  };
  return Promise.all(keys.map(async (key, index) => [...key, await text(blocks[index])]));
}"""
PUT = """async ([name, blocks]) => {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore("files");
  await new Promise((done) => request.onsuccess = done);
  const transaction = request.result.transaction("files", "readwrite");
  const files = transaction.objectStore("files");
  files.clear();
  for (const [path, number, text] of blocks) {
    files.put(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)), [path, number]);
  }
  await new Promise((done, fail) => { transaction.oncomplete = done; transaction.onabort = fail; });
  request.result.close();
}"""


def with_a_way_in(folder, copy):
    """Copy the pocket's folder, and let tests into its worker; return the copy."""
    shutil.copytree(folder, copy)
    (worker,) = (copy / "static" / "pocket").glob("worker.*.js")
    script = worker.read_bytes() + WAY_IN.encode()
    worker.write_bytes(script)
    # The service worker has the digest of each file.
    scripts = copy / "service-worker.js"
    first, listed, *rest = scripts.read_text().split("\n")
    files = json.loads(listed.removeprefix("const FILES = ").removesuffix(";"))
    digest = "-".join(map(str, sha256(script).digest()[:8]))
    files[str(worker.relative_to(copy))] |= {"size": len(script), "digest": digest}
    scripts.write_text("\n".join([first, f"const FILES = {json.dumps(files)};", *rest]))
    return copy


class Storage:
    """A browser with a pocket on a disk, whose worker a test starts and kills."""

    def __init__(self, launch, pocket, files=None):
        self.launch = launch
        self.pocket = pocket
        self.base = f"{pocket.url}/"
        self.name = f"pocket {pocket.below}/"
        self.open()
        self.shell.goto(self.base)
        self.shell.locator("#app").wait_for(timeout=START)
        self.settings = self.shell.evaluate(SETTINGS)
        self.shell.goto(self.outside)
        if files is not None:
            self.put(files)
        self.wait_in_shell()

    def open(self):
        """Open the browser, which is closed."""
        self.context = self.launch()
        self.context.route(
            "**/outside", lambda route: route.fulfill(body="", content_type="text/html")
        )
        self.tab = None
        self.shell = self.context.new_page()
        self.keeper = self.context.pages[0]
        self.keeper.goto(self.outside)

    def wait_in_shell(self):
        """Open the shell while the pocket is open elsewhere."""
        self.keeper.evaluate(HOLD, self.name)
        self.shell.goto(self.base)
        self.shell.locator('[data-part="second"]').wait_for()

    @property
    def outside(self):
        return self.base.removesuffix(f"{self.pocket.below}/") + "/outside"

    def close(self):
        self.context.close()

    # The worker

    def begin(self, slow=0):
        """Start the worker, and return at once. `slow` is how long each block takes, in milliseconds."""
        if self.tab is None:
            before = self._processes("renderer")
            self.tab = self.context.new_page()
            self.tab.goto(self.outside)
            self.process = self._processes("renderer") - before
        self.tab.evaluate(BEGIN, [self.base, self.settings, slow])

    def ready(self):
        """Wait for the worker; return what it says: "ready", or the name of its failure."""
        return self.tab.evaluate("window.ready")

    def start(self):
        self.begin()
        assert self.ready() == "ready"
        return self

    def failure(self):
        """Wait until the worker has failed; return the name of the failure."""
        return self.tab.evaluate("window.failure")

    def inside(self, script):
        return self.tab.workers[-1].evaluate(script)

    def run(self, code):
        """Run Python in the worker; return its value."""
        return self.inside(f"inside.python().runPython({json.dumps(code)})")

    def flush(self):
        return self.inside("inside.flush().then(() => '', (error) => error.name)")

    def kill_browser(self):
        (process,) = self._processes("browser")
        os.kill(process, signal.SIGKILL)
        with suppress(Error):
            self.context.close()

    def _processes(self, kind):
        session = self.context.browser.new_browser_cdp_session()
        found = session.send("SystemInfo.getProcessInfo")["processInfo"]
        session.detach()
        return {one["id"] for one in found if one["type"] == kind}

    def kill(self, how):
        """Kill the worker: alone, with its tab, or with the process of the tab."""
        if how == "worker":
            self.tab.evaluate("worker.terminate()")
            return
        if how == "process":
            for process in self.process:
                os.kill(process, signal.SIGKILL)
        self.tab.close(run_before_unload=False)
        self.tab = None

    # Requests

    def ask(self, method, path, body=None, **headers):
        """Return the status, the headers, the text and the last address."""
        return self.shell.evaluate(ASK, [self.base.rstrip("/") + path, method, headers, body])

    def play(self, table, name):
        """Enter as fast as possible until `stop`."""
        self.shell.evaluate(PLAY, [self.base.rstrip("/"), table, name])

    def until(self, entry_id):
        """Wait until an entry is answered."""
        self.shell.evaluate(
            """async (id) => {
              while (!(id in play.answered)) await new Promise((done) => setTimeout(done, 20));
            }""",
            entry_id,
        )

    def stop(self):
        """Stop playing, and wait for the last answer."""
        self.shell.evaluate("async () => { play.stops = true; await play.ended; }")
        return self.played()

    def played(self):
        """Return what was answered: the position of each entry by its id, 0 for one that was there
        already; the id of the entry on its way; and other answers.
        """
        return self.shell.evaluate("[play.answered, play.sent, play.others]")

    # Storage

    def put(self, files):
        blocks = [
            (f"/instance/{name}", at // BLOCK, b64encode(content[at : at + BLOCK]).decode())
            for name, content in files.items()
            for at in range(0, len(content) or 1, BLOCK)
        ]
        self.keeper.evaluate(PUT, [self.name, blocks])

    def stored(self):
        """Return the files in the browser's storage, read without the pocket."""
        files = {}
        for path, number, text in self.keeper.evaluate(STORED, self.name):
            content = files.setdefault(path.removeprefix("/instance/"), b"")
            assert len(content) == number * BLOCK, path
            files[path.removeprefix("/instance/")] = content + b64decode(text)
        return files

    def in_python(self):
        """Return the files as Python in the worker sees them."""
        script = (
            "import base64, json, pathlib\n"
            "json.dumps({str(one.relative_to('/instance')): base64.b64encode(one.read_bytes()).decode()"
            " for one in pathlib.Path('/instance').rglob('*') if one.is_file()})"
        )
        return {name: b64decode(text) for name, text in json.loads(self.run(script)).items()}

    def log(self, key):
        """Check the stored database, and return the ids of an evening's entries in order."""
        with tempfile.TemporaryDirectory() as folder:
            for name, content in self.stored().items():
                file = Path(folder, name)
                file.parent.mkdir(exist_ok=True)
                file.write_bytes(content)
            with closing(open_store(Path(folder))) as store:
                # Damage, and entries that do not follow the seals before them.
                assert list(store.log.faults()) == []
                rows = store.log.connection.rows(
                    "select seq, entry_id from entry join evening on id = evening where key = :key "
                    "order by seq",
                    {"key": key},
                )
        assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
        return [entry_id for _, entry_id in rows]


def in_one_file(file):
    """Let a database have no write-ahead log, as in the pocket; return it."""
    with closing(sqlite3.connect(file)) as db:
        db.execute("pragma journal_mode = delete")
    return file.read_bytes()


def filled(folder, evenings):
    """Return the files of a pocket with this many `evenings` of ten deals, and the path of one in play."""
    app = create_app(folder, features=POCKET)
    phone = Phone(app)
    for number in range(evenings - 1):
        entries = tuple(entries_of(Dealer(seed=number).deals(10)))
        phone.import_record(dumps(Record(f"Evening {number}", "2026-01-20T19:30:00Z", entries)))
    form = {"do": "open", "seat": ["Ann", "Bob", "Cat"], "game": "domino-loo", "dealer": "1"}
    phone.post("/evenings/new", {**form, "name": "Tonight", "depth": "tricks"})
    table = phone.page.headers["Location"]
    cookie = phone.client.get_cookie("companion").value
    (folder / "cookies.json").write_text(json.dumps({"companion": cookie}))
    app.extensions["tables"].close()
    in_one_file(folder / "companion.db")
    return {one.name: one.read_bytes() for one in folder.iterdir() if one.is_file()}, table
