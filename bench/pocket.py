"""Measure the pocket, the companion without a server, in Chromium, and a server's pages beside it."""

import http.server
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from msgspec import Struct
from playwright.sync_api import BrowserContext, Frame, Page, sync_playwright

from bench.dealing import fields_of
from bench.entering import Deals, entries_of
from bench.server import Server
from companion.evening import AnyEntry
from companion.evening.record import Record, dumps
from companion.rules.actions import Played
from tests.browser.conftest import NAMES
from tests.browser.pocket import build

SHORT, LONG = 240, 1_200
"""The lengths of the evening whose plays are measured, and of the one after which memory is."""
LOADS = 20
STARTS = 3
PLAYS_AFTER = 20

_IMPORT = """async (record) => {
  const form = new FormData();
  form.append("record", new File([record], "evening.json"));
  const answer = await fetch("/records", { method: "POST", body: form });
  return new URL(answer.url).pathname;
}"""
_ASK = """async ([path, fields, times]) => {
  const headers = fields ? { "HX-Request": "true" } : {};
  const how = fields ? { method: "POST", headers, body: new URLSearchParams(fields) } : {};
  const began = performance.now();
  const answer = await fetch(path, how);
  const text = await answer.text();
  const took = performance.now() - began;
  if (!answer.ok) throw new Error(`${path}: ${answer.status}: ${text.slice(0, 500)}`);
  return took;
}"""


class Pages(Struct, frozen=True):
    """Medians from a request in the browser to the last byte of its answer, in milliseconds."""

    play: float
    table: float
    home: float
    form: float
    """The form of a new evening."""


class Times(Struct, frozen=True):
    sent: int
    """Bytes that the static server sends at the first visit."""
    first: float
    """Seconds from the first visit of an address of this machine to the home page."""
    later: float
    """The same from the second start on, without a network."""
    served: float
    """The same for a server that is started on this machine first."""
    pocket: Pages
    server: Pages
    memory: int
    """Bytes of WebAssembly after a long evening."""


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves a folder and counts the bytes sent."""

    sent = 0

    def __init__(self, folder: Path, *connection: Any) -> None:
        super().__init__(*connection, directory=folder)

    def setup(self) -> None:
        super().setup()
        write = self.wfile.write

        def counted(data: bytes) -> int:
            Files.sent += len(data)
            return write(data)

        self.wfile.write = counted

    def log_message(self, *_: object) -> None:
        pass


def times(deals: Deals) -> Times:
    with TemporaryDirectory() as name, _chromium(Path(name) / "profile") as browser:
        folder = shutil.copytree(build(), Path(name) / "pocket")
        _show_memory(folder)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, folder)) as static:
            threading.Thread(target=static.serve_forever, daemon=True).start()
            url = f"http://127.0.0.1:{static.server_port}/"
            first = _start(browser, url)
            sent = Files.sent
            static.shutdown()
        later = median(_start(browser, url) for _ in range(STARTS))
        page = browser.pages[0]
        pocket = _pages(page.frames[1], deals)
        memory = _memory(page, deals)
        page.close()
        began = perf_counter()
        with Server(Path(name) / "instance") as server:
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.port}/")
            served = perf_counter() - began
            return Times(sent, first, later, served, pocket, _pages(page.main_frame, deals), memory)


@contextmanager
def _chromium(profile: Path) -> Iterator[BrowserContext]:
    """Start Chromium with a profile on disk; without one, it would keep its databases in memory."""
    with sync_playwright() as playwright:
        chromium = next(filter(None, map(shutil.which, NAMES)), None)
        launch = playwright.chromium.launch_persistent_context
        with launch(profile, executable_path=chromium, args=["--no-sandbox"]) as browser:
            yield browser


def _show_memory(folder: Path) -> None:
    """Let the worker of a copy of the pocket say how much memory Python has."""
    (worker,) = folder.glob("static/pocket/worker.*.js")
    script = worker.read_bytes()
    changed = script + b"\nself.memory = () => python._module.HEAPU8.byteLength;\n"
    worker.write_bytes(changed)
    # The service worker takes only files with the digests that it knows.
    keeper = folder / "service-worker.js"
    keeper.write_text(keeper.read_text().replace(_digest(script), _digest(changed)))


def _digest(content: bytes) -> str:
    return "-".join(map(str, sha256(content).digest()[:8]))


def _start(browser: BrowserContext, url: str) -> float:
    """Open the pocket in the only tab, and return the time until its home page is shown."""
    page = browser.new_page()
    for other in browser.pages[:-1]:
        other.close()
    page.wait_for_timeout(1_000)  # the worker of the tab before ends a moment later
    began = perf_counter()
    page.goto(url)
    page.frame_locator("#app").locator("h1").first.wait_for(timeout=60_000)
    return perf_counter() - began


def _pages(frame: Frame, deals: Deals) -> Pages:
    entries = entries_of(deals)[:SHORT]
    table = _import(frame, entries[:1])
    plays = _plays(frame, table, entries, 1)
    paths = table, "/", "/evenings/new"
    loads = [[frame.evaluate(_ASK, [path, None]) for _ in range(LOADS)] for path in paths]
    return Pages(median(plays), *map(median, loads))


def _import(frame: Frame, entries: list[AnyEntry]) -> str:
    """Import an evening with these entries, and return the path of its table."""
    return frame.evaluate(
        _IMPORT, dumps(Record("Friday", "2026-11-20T19:30:00Z", tuple(entries))).decode()
    )


def _plays(frame: Frame, table: str, entries: list[AnyEntry], begun: int) -> list[float]:
    """Enter what comes after the entries that the table has, and return the time of each play."""
    plays = []
    for after, entry in enumerate(entries[begun:], begun):
        fields = fields_of(entry, after, f"pocket-{after:06}")
        took = frame.evaluate(_ASK, [f"{table}/entries", fields])
        if isinstance(entry, Played):
            plays.append(took)
    return plays


def _memory(page: Page, deals: Deals) -> int:
    """Play on in a long evening, and return the memory of Python."""
    entries = entries_of(deals)[: LONG + PLAYS_AFTER]
    table = _import(page.frames[1], entries[:LONG])
    _plays(page.frames[1], table, entries, LONG)
    return page.workers[0].evaluate("memory()")
