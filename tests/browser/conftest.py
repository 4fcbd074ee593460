"""Chromium for the browser tests: the installed one, or the one that Playwright downloaded."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright

from tests.browser.phone import SIZE, Phone, Server
from tests.browser.pocket import pocket, pocket_below, pocket_folder, pocket_phones

__all__ = ["pocket", "pocket_below", "pocket_folder", "pocket_phones"]

# The same names, in the same order, as tools/setup.
NAMES = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
)  # fmt: skip

ARGUMENTS = [
    # Turn off the browser's own requests to other hosts.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    # A local host name that browsers do not treat as a secure context, unlike 127.0.0.1.
    "--host-resolver-rules=MAP loo.local 127.0.0.1",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium_path(playwright: Playwright) -> str:
    for name in NAMES:
        path = shutil.which(name)
        # On some systems chromium-browser only prints how to install it.
        if path and subprocess.run([path, "--version"], capture_output=True).returncode == 0:
            return path
    path = playwright.chromium.executable_path
    if os.access(path, os.X_OK):
        return path
    pytest.fail("No Chromium was found. `tools/setup browser` installs one.", pytrace=False)


def arguments():
    """Return the arguments of a Chromium. Its sandbox does not run as root, the usual user in containers."""
    return [*ARGUMENTS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium_path: str) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=chromium_path, args=arguments())
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all browser tests. A test that stops it starts it again."""
    server = Server(tmp_path_factory.mktemp("instance")).start()
    yield server
    server.stop()


class Contexts:
    """Browser contexts, which are cleaned and reused, because a new one takes half a second."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._made: dict[BrowserContext, dict[str, object]] = {}
        self._clean: list[BrowserContext] = []

    def new_context(self, **options: object) -> BrowserContext:
        for context in self._clean:
            if self._made[context] == options:
                self._clean.remove(context)
                return context
        context = self._browser.new_context(**options)
        self._made[context] = options
        context.new_page()  # a blank page that keeps the process of the context alive
        return context

    def clean(self, context: BrowserContext, origin: str) -> None:
        blank, *others = context.pages
        for page in others:
            page.close()
        context.clear_cookies()
        context.clear_permissions()
        context.set_offline(False)
        session = context.new_cdp_session(blank)
        storage = {"origin": origin, "storageTypes": "all"}
        session.send("Storage.clearDataForOrigin", storage)
        session.send("Network.clearBrowserCache")
        session.detach()
        self._clean.append(context)


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    return Contexts(browser)


@pytest.fixture
def phones(contexts: Contexts, server: Server) -> Iterator[Callable[..., Phone]]:
    """Make phones, each its own browser. At the end, fail on console messages, policy violations
    and requests to other hosts.
    """
    made: list[Phone] = []

    def make(**options: object) -> Phone:
        made.append(Phone(contexts, server, **options))
        return made[-1]

    yield make
    complaints = [complaint for phone in made for complaint in phone.complaints]
    for phone in made:
        contexts.clean(phone.context, server.url)
    assert complaints == []


@pytest.fixture
def phone(phones: Callable[..., Phone]) -> Phone:
    return phones()


@pytest.fixture(scope="module")
def viewer(browser: Browser, server: Server) -> Iterator[Phone]:
    """Return a phone shared by the tests of a module that only read pages."""
    viewer = Phone(browser, server)
    yield viewer
    viewer.close()


@pytest.fixture
def eye(viewer: Phone) -> Iterator[Phone]:
    """The viewer at its usual size; at the end, fail on its complaints."""
    viewer.page.set_viewport_size(SIZE)
    viewer.font_size(16)
    yield viewer
    complaints, viewer.complaints = viewer.complaints, []
    assert complaints == []
