"""Take the screenshots of the README with Chromium: run `make pictures` after a page changes."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import NAMES
from tests.browser.phone import Phone, Server
from tests.web import played

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "companion" / "example" / "2026-11-21.json"
DAY = "Saturday"
"""The day of the example, so that all screenshots agree."""
TILES = ("up 6-3", "Bob in", "Cat in", "Dan out", "Ann in", "Bob 5-5", "Cat 5-2")
CARDS = (
    *("up 7H", "Bob in", "Cat in", "Dan out", "Eve in", "Fay out", "Ann in"),
    *("Bob KS", "Cat 8S"),
)


def main() -> None:
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        chromium = next(filter(None, map(shutil.which, NAMES)), None)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        server = Server(Path(folder)).start()
        tiles = server.evening(*TILES, name=DAY, dealer="Ann")
        take(browser, server, tiles, "table")
        card_loo = {"game": "three-card-loo", "seats": "Ann Bob Cat Dan Eve Fay", "dealer": "Ann"}
        cards = server.evening(*CARDS, name=DAY, **card_loo)
        take(browser, server, cards, "cards", color_scheme="dark")
        deal = server.evening(*played.evening(), name=DAY, dealer="Dan")
        take(browser, server, deal, "settlement", opens="details.why summary")
        wide = {"viewport": {"width": 896, "height": 808}, "is_mobile": False}
        take(browser, server, f"{imported(server)}/deals", "evening", **wide)
        server.stop()
        browser.close()


def imported(server: Server) -> str:
    """Import the newest evening of the example, and return its path."""
    command = [sys.executable, "-m", "companion", "--instance", server.instance, "import", EXAMPLE]
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    return re.search(r"/e/[^/\s]+", said)[0]


def take(
    browser: Browser, server: Server, path: str, name: str, opens: str = "", **options: object
) -> None:
    """Take a screenshot of a page on its host's phone, after clicking `opens`."""
    usual = {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 1.5,
        "reduced_motion": "reduce",
    }
    phone = Phone(browser, server, **{**usual, **options})
    phone.open(path)
    if opens:
        phone.page.locator(opens).first.click()
    phone.quiet()
    phone.page.screenshot(path=ROOT / "docs" / f"{name}.png")
    phone.close()


if __name__ == "__main__":
    main()
