"""The pocket, the companion without a server: its folder on a plain static server, and a phone on it."""

import fcntl
import functools
import http.server
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Frame

from companion.version import __version__
from tests.browser.phone import CHECKOUT, Phone, free_port

FOLDER = CHECKOUT / "build" / "pocket"
FETCHED = CHECKOUT / ".venv" / "pocket"
SOURCES = ("companion", "static", "templates", "tools", "tests/records", ".venv/pocket/done")
START = 60_000
"""Milliseconds for a start, on a busy machine."""


def changed(path):
    """Return when a file, or one below a folder, was changed last."""
    files = [path, *path.rglob("*")]
    return max(one.stat().st_mtime for one in files if "__pycache__" not in one.parts)


def build():
    """Write the folder, unless it was made of what is there now, as this version; return it.

    Each worker of pytest-xdist asks for it, and the first one makes it.
    """
    if not (FETCHED / "done").exists():
        pytest.fail(
            "Python for browsers is missing. `tools/setup pocket` fetches it.", pytrace=False
        )
    last = FOLDER / "service-worker.js"
    with (FETCHED / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        newest = max(changed(CHECKOUT / source) for source in SOURCES)
        there = last.exists() and last.stat().st_mtime >= newest
        if not there or f'"{__version__} ' not in last.read_text(encoding="utf-8"):
            command = [sys.executable, "-m", "tools.pocket", __version__]
            subprocess.run(command, cwd=CHECKOUT, check=True)
    return FOLDER


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves the files of a folder below a path, and says nothing."""

    def __init__(self, *arguments, below, **options):
        self.below = below
        super().__init__(*arguments, **options)

    def translate_path(self, path):
        if not path.startswith(f"{self.below}/"):
            return str(Path(self.directory) / "missing")
        return super().translate_path(path.removeprefix(self.below))

    def log_message(self, *_):
        pass


class Pocket:
    """A folder on a plain static server, which can be stopped and started again."""

    files = Files

    def __init__(self, folder, below=""):
        self.folder = Path(folder)
        self.below = below
        self.port = free_port()
        self.start()

    @property
    def url(self):
        """The address of the folder, without a slash at its end."""
        return f"http://127.0.0.1:{self.port}{self.below}"

    def start(self):
        files = functools.partial(self.files, directory=self.folder, below=self.below)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), files)
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def has_no_host(self, _path):
        return False


class AppPage:
    """The page of a browser as a phone uses it: what a frame can do, it does in the app's frame."""

    def __init__(self, page, url):
        self.outer = page
        self.url_of_folder = url

    @property
    def frame(self):
        return next(one for one in self.outer.frames if one != self.outer.main_frame)

    def goto(self, path, **options):
        url = path if path.startswith("http") else self.url_of_folder + path
        return self.frame.goto(url, **options)

    def reload(self):
        self.outer.reload()
        self.started()

    def started(self):
        """Wait until the app's page is shown."""
        self.outer.locator("#app").wait_for(timeout=START)
        self.frame.wait_for_url(lambda url: url.startswith(self.url_of_folder))
        self.frame.locator("main").first.wait_for()

    def __getattr__(self, name):
        return getattr(self.frame if hasattr(Frame, name) else self.outer, name)


class PocketPhone(Phone):
    """A phone with the pocket open, used like a phone on a server."""

    def __init__(self, browser, pocket, **options):
        super().__init__(browser, pocket, **{"service_workers": "allow", **options})
        self.page = AppPage(self.page, pocket.url)
        self.page.outer.goto(f"{pocket.url}/")
        self.page.started()

    def follow(self, href):
        super().follow(self.server.below + href)

    def fetch(self, path):
        """Return the text at a path of the app."""
        url = self.server.url + path
        return self.page.evaluate("url => fetch(url).then(answer => answer.text())", url)

    def record(self, table):
        return self.fetch(f"{table}/record.json").encode()

    def again(self):
        """Close the tab without a word, and open the same address in another."""
        url = self.page.url
        self.page.outer.close(run_before_unload=False)
        self.page = AppPage(self._listen(self.context.new_page()), self.server.url)
        self.page.outer.goto(url)
        self.page.started()
        return self


@pytest.fixture(scope="session")
def pocket_folder():
    """Return the folder of the pocket, made of this checkout."""
    return build()


@pytest.fixture(scope="session")
def pocket(pocket_folder):
    """Serve the pocket at `/` for all tests that do not stop or change it."""
    with closing(Pocket(pocket_folder)) as pocket:
        yield pocket


@pytest.fixture(scope="session")
def pocket_below(pocket_folder):
    """Serve the pocket in a sub-path."""
    with closing(Pocket(pocket_folder, "/games/loo")) as pocket:
        yield pocket


@pytest.fixture
def pocket_phones(browser):
    """Make phones with a pocket open, each its own browser. At the end, fail on their complaints."""
    made = []

    def make(pocket, **options):
        made.append(PocketPhone(browser, pocket, **options))
        return made[-1]

    yield make
    for phone in made:
        phone.close()
    assert [complaint for phone in made for complaint in phone.complaints] == []
