"""The service worker, over https or on localhost: it caches the shell, never an evening."""

import signal
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.cable import Cable
from tests.browser.phone import Phone, Server
from tests.browser.test_away import IN

KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    found[name] = (await (await caches.open(name)).keys()).map(({url}) => new URL(url).pathname);
  }
  return found;
}"""
RULED = "() => Boolean(navigator.serviceWorker.controller)"
NEWER = """
import sys
from companion.cli import main
from companion.web.routes import home
offline = home.offline
home.offline = lambda: offline() + "<!-- of the next version -->"
sys.exit(main(sys.argv[1:]))
"""
"""A companion with another offline page."""
GONE = """async () => {
  for (let tries = 0; tries < 200; tries++) {
    const workers = await navigator.serviceWorker.getRegistrations();
    if (!workers.length && !(await caches.keys()).length) return true;
    await new Promise((done) => setTimeout(done, 50));
  }
  return false;
}"""


@pytest.fixture
def phone_with(browser):
    made = []

    def make(server):
        made.append(Phone(browser, server, service_workers="allow"))
        return made[-1]

    yield make
    for one in made:
        one.close()
        assert one.complaints == []


def ruled(phone, path):
    """Load a page under a service worker, which controls only pages loaded after it started."""
    phone.open(path)
    phone.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    phone.open(path)
    phone.page.wait_for_function(RULED)


def test_a_page_without_a_connection(phone_with, server):
    cable = Cable(server)
    phone = phone_with(cable)
    path = server.evening("up 6", *IN, depth="tricks")
    ruled(phone, path)
    phone.open(f"{path}/more")
    phone.open(path)
    phone.say("trick-won", "player", "Bob")
    kept = phone.page.evaluate(KEPT)
    assert len(kept) == 1
    (addresses,) = kept.values()
    assert "/offline" in addresses
    assert all(one == "/offline" or one.startswith("/static/") for one in addresses)
    # A pending tap survives a reload, and is sent when the page reconnects.
    phone.may_be_offline = True
    cable.cut()
    phone.button("trick-won", "player", "Cat").tap()
    expect(phone.page.locator("#unsent")).to_be_visible()
    phone.page.reload()
    expect(phone.page.locator("h1")).to_have_text("No connection")
    expect(phone.page.locator("#unsent")).to_contain_text("Cat")
    assert phone.axe() == [] and phone.small_targets() == []
    cable.mend()
    expect(phone.page.locator("#question")).to_contain_text("3")
    assert [said["player"] for said in server.entries(path)[6:]] == ["Bob", "Cat"]
    cable.cut()


@pytest.mark.slow
def test_a_new_version_asks_before_it_replaces_the_old_one(phone_with, tmp_path, monkeypatch):
    server = Server(tmp_path).start()
    try:
        phone = phone_with(server)
        path = server.evening("up 6", *IN, depth="tricks")
        ruled(phone, f"{path}/more")
        line = phone.page.locator("#newer")
        expect(line).to_be_hidden()
        first = phone.page.evaluate(KEPT)
        with monkeypatch.context() as patch:
            patch.setattr("tests.browser.phone.COMPANION", (sys.executable, "-c", NEWER))
            restarted(server, phone)
        phone.open(f"{path}/more")
        expect(line).to_be_visible()
        assert first.items() <= phone.page.evaluate(KEPT).items()
        phone.open(path)  # the table still works with the old version
        phone.say("trick-won", "player", "Bob")
        phone.open(f"{path}/more")
        with phone.page.expect_navigation():
            line.locator("button").tap()
        expect(line).to_be_hidden()
        assert not first.keys() & phone.page.evaluate(KEPT).keys()
        restarted(server, phone, "--no-service-worker")
        phone.open(path)
        assert phone.page.evaluate(GONE)
        phone.say("trick-won", "player", "Cat")
    finally:
        server.stop(signal.SIGKILL)


def test_another_language_is_no_new_version(phone_with, server):
    phone = phone_with(server)
    page = phone.page
    ruled(phone, "/")
    with page.expect_navigation():
        page.locator('[name="language"][value="it"]').tap()
    for path in ("/", "/evenings/new", "/rules"):
        phone.open(path)
        assert page.evaluate("() => document.documentElement.lang") == "it"
        assert (
            page.evaluate(
                "() => navigator.serviceWorker.ready.then(async (one) => {"
                " await one.update(); return one.installing ?? one.waiting; })"
            )
            is None
        )
        expect(page.locator("#newer")).to_be_hidden()
    assert len(page.evaluate(KEPT)) == 1


class OverHttp:
    """A server at an address in the local network."""

    def __init__(self, server):
        self.server = server

    def __getattr__(self, name):
        return getattr(self.server, name)

    @property
    def url(self):
        return f"http://loo.local:{self.server.port}"


def test_over_plain_http_nothing_is_cached(phone_with, server):
    phone = phone_with(OverHttp(server))
    phone.open("/")
    phone.quiet()
    assert phone.page.evaluate("() => [isSecureContext, 'serviceWorker' in navigator]") == [
        False,
        False,
    ]
    phone.page.locator("#more > summary").tap()
    expect(phone.page.locator(".soft", has_text="not https")).to_be_visible()
    # Not a tap: the next one would be too near to it.
    phone.page.locator("a[href$='#https']").press("Enter")
    expect(phone.page.locator("#https")).to_be_in_viewport()
    phone.page.goto(server.evening("up 6", *IN, depth="tricks"))
    with phone.page.expect_navigation():
        phone.page.locator("#who button[value=later]").tap()
    phone.say("trick-won", "player", "Bob")
    expect(phone.page.locator("#newer")).to_be_hidden()


def restarted(server, phone, *options):
    phone.may_be_offline = True
    phone.page.goto("about:blank")  # the server waits some seconds for open streams
    server.stop()
    server.options = options
    server.start()
