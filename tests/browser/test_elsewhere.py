"""A page of another site that shows a table."""

import re
import threading
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow

READ = """async ([address, credentials]) => {
  try {
    const answer = await fetch(address, { credentials, headers: { Accept: "application/x-ndjson, application/json" } });
    const { value } = await answer.body.getReader().read();
    const text = new TextDecoder().decode(value);
    return text.trim() ? JSON.parse(text) : { began: true };
  } catch (error) { return `${error}`; }
}"""
PAGE = Path(__file__).parents[2] / "docs" / "api.md"


class Blank(BaseHTTPRequestHandler):
    """An empty page."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Badge</title>")

    def log_message(self, *_):
        pass


@pytest.fixture
def elsewhere():
    with ThreadingHTTPServer(("127.0.0.1", 0), Blank) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}/"
        site.shutdown()


@pytest.fixture
def page(browser):
    """A page without the complaints of `phones`, since it has other sites ask for what they must not."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def join(server):
    return server.evening("up 6-3", "Bob in")


@pytest.fixture
def watch(server, join):
    with closing(server.store()) as store:
        info = store.log.find(join.removeprefix("/e/"))
        return f"{server.url}/e/{store.access.rules(info.id).watch_key}"


def test_a_page_elsewhere_shows_a_table_under_its_watch_link(server, page, elsewhere, join, watch):
    page.goto(server.url + join)  # the browser has our cookie
    page.goto(elsewhere)
    for path in ("state.json", "live"):
        assert page.evaluate(READ, [f"{watch}/{path}", "omit"])
        assert page.evaluate(READ, [f"{watch}/{path}", "same-origin"])
        # With cookies, and under a link that records, the browser keeps the answer from the page.
        assert "Failed to fetch" in page.evaluate(READ, [f"{watch}/{path}", "include"])
        assert "Failed to fetch" in page.evaluate(READ, [f"{server.url}{join}/{path}", "omit"])
    state = page.evaluate(READ, [f"{watch}/state.json", "omit"])
    assert state["name"] == "Friday" and state["after"] == 3
    assert state["device"] == {"name": "", "seat": "", "may_record": False, "is_host": False}


def test_the_badge_of_the_documents_follows_the_table(server, page, elsewhere, join, watch):
    page.goto(elsewhere)
    (badge,) = re.findall(r"```js\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    page.evaluate(f"(WATCH) => {{ (async () => {{ {badge} }})(); }}", watch)
    expect(page.locator("body")).to_have_text("Friday: 25 in the pool. What does Cat do?")
    server.goes_on(join, "Cat in")
    expect(page.locator("body")).to_have_text("Friday: 25 in the pool. What does Dan do?")
