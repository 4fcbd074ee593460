"""Saving a copy in a browser: with the share sheet of a phone, else as a download."""

import threading
from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page
from werkzeug.serving import make_server

from companion.tables.features import POCKET
from companion.web import create_app
from tests.web.test_copies import golden

pytestmark = pytest.mark.slow
SHEET = """
window.shared = [];
navigator.canShare = ({ files }) => files.length === 1;
navigator.share = async ({ files }) => {
  if (window.refuses) throw Object.assign(new Error(), { name: window.refuses });
  window.shared.push(files[0].name);
};
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    app: Flask = create_app(tmp_path_factory.mktemp("pocket"), features=POCKET)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()
    app.extensions["tables"].close()


def opened(browser: Browser, address: str, is_phone: bool) -> Page:
    page = browser.new_context(has_touch=is_phone, is_mobile=is_phone).new_page()
    page.add_init_script(SHEET)
    page.goto(address)
    file = {"name": "a.json", "mimeType": "application/json", "buffer": golden("coon-ending")}
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.set_input_files("input[name=record]", files=[file])
    page.locator("form[enctype] button").press("Enter")
    page.wait_for_url("**/deals")
    return page


def save(page: Page) -> str:
    page.locator("a[data-save]").press("Enter")
    # A function: the page's security policy lets an expression be evaluated only once.
    page.wait_for_function(
        "() => document.querySelector('a[data-save] ~ [role=status]').textContent"
    )
    return page.locator("a[data-save] ~ [role=status]").inner_text()


def test_a_phone_shares_an_evening(browser: Browser, address: str) -> None:
    page = opened(browser, address, is_phone=True)
    assert save(page) == "Saved."
    (name,) = page.evaluate("window.shared")
    assert name.endswith("2026-11-20.json")


def test_a_sheet_that_was_closed_saves_nothing(browser: Browser, address: str) -> None:
    page = opened(browser, address, is_phone=True)
    page.goto(address)
    page.evaluate("window.refuses = 'AbortError'")
    page.locator("a[data-save]").press("Enter")
    page.wait_for_timeout(500)
    page.reload()
    assert "No copy yet." in page.inner_text("main")
    page.evaluate("window.refuses = 'NotAllowedError'")
    with page.expect_download() as download:
        page.locator("a[data-save]").press("Enter")
    assert download.value.suggested_filename.startswith("All-evenings-")
    page.get_by_text("Saved.").wait_for()
    page.reload()
    assert "Last copy: " in page.inner_text("main")


def test_a_computer_downloads(browser: Browser, address: str) -> None:
    page = opened(browser, address, is_phone=False)
    with page.expect_download() as download:
        save(page)
    assert download.value.path().read_bytes().startswith(b'{"format":"companion-evening"')
    assert page.evaluate("window.shared") == []
