"""A phone with WebKit, the engine of every iPhone."""

import json
import os
import socket
import time

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from urllib3.exceptions import HTTPError

from tests.browser.phone import Sayings, button, number

SIZE = 390, 844
PATIENCE = 20.0
"""Seconds to wait for a response on a busy machine."""
POSITION = "return Number(document.getElementById('state')?.dataset.seq ?? -1)"
FIGURES = """return [...document.querySelectorAll("#state .player")].map((row) =>
  [row.querySelector("bdi").textContent.trim(), [...row.querySelectorAll(".num")].at(-1).textContent])"""

SHOWN = """const app = document.getElementById("app");
  return !app.hidden && app.contentDocument.readyState === "complete" && !!app.contentDocument.querySelector("main")"""
RECORD = """const [done] = arguments;
  fetch(location.pathname + "/record.json").then((answer) => answer.text()).then(done);"""


def _browser(options, environment):
    """Start a browser, and try once more if it dies."""
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(3 * PATIENCE)
    try:
        return webdriver.WebKitGTK(options, Service(env=environment))
    except (HTTPError, WebDriverException):
        return webdriver.WebKitGTK(options, Service(env=environment))
    finally:
        socket.setdefaulttimeout(before)


class WebKitPhone(Sayings):
    """A browser with one page."""

    def __init__(self, minibrowser, screen, server):
        self.server = server
        options = Options()
        options.binary_location = minibrowser
        options.add_argument("--automation")
        options.add_argument("--full-screen")
        environment = {**os.environ, "DISPLAY": screen, "GDK_BACKEND": "x11"}
        if os.geteuid() == 0:  # its sandbox does not run as root, the usual user in containers
            environment |= {
                "WEBKIT_FORCE_SANDBOX": "0",
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            }
        self.driver = _browser(options, environment)
        self.driver.set_window_size(*SIZE)

    def close(self):
        self.driver.quit()

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def until(self, holds, what="what was waited for", patience=PATIENCE):
        """Wait until a condition holds, and return its value."""
        give_up = time.monotonic() + patience
        while time.monotonic() < give_up:
            try:
                if found := holds():
                    return found
            except StaleElementReferenceException:
                pass  # the element was redrawn meanwhile
            time.sleep(0.02)
        raise AssertionError(f"{what} does not come: {self.text('body')[:500]}")

    # Navigation

    def open(self, path):
        self.driver.get(self.server.url + path)
        if later := self.driver.find_elements(By.CSS_SELECTOR, "#who [value=later]"):
            # A guest is asked whose phone this is. A click without a pointer is no double tap.
            self.driver.execute_script("arguments[0].click()", later[0])
            self.until(lambda: not self.driver.find_elements(By.ID, "who"), "the table")
        return self

    def find(self, selector):
        found = self.driver.find_elements(By.CSS_SELECTOR, selector)
        shown = [one for one in found if one.is_displayed()]
        assert shown, f"{selector} is not to be seen"
        return shown[0]

    def follow(self, href):
        self.tap(lambda: self.find(f'a[href="{href}"]'))
        self.until(lambda: self.driver.current_url.endswith(href), href)

    def button(self, kind, field=None, value=None):
        return self.find(button(kind, field, value))

    def say(self, kind, field=None, value=None):
        before = self.position
        self.tap(lambda: self.button(kind, field, value))
        self.until(lambda: self.position not in (before, -1), f"an answer to {kind} {value}")

    def tap(self, control):
        """Tap the element that `control()` finds, after the table has settled."""
        self.until(lambda: not self.run("return document.querySelector('.htmx-request')") or None)
        # New and just tapped elements ignore taps for a moment.
        time.sleep(0.75)
        self.until(lambda: control().click() or True, "a control")

    @property
    def position(self):
        return self.run(POSITION)

    # Reading the page

    def text(self, selector):
        return " ".join(self.driver.find_element(By.CSS_SELECTOR, selector).text.split())

    @property
    def question(self):
        return self.text("#question")

    @property
    def alert(self):
        found = self.driver.find_elements(By.CSS_SELECTOR, 'main [role="alert"]')
        return " ".join(one.text for one in found if one.is_displayed()).strip()

    @property
    def figures(self):
        pairs = self.run(FIGURES)
        return {name: number(figure) for name, figure in pairs}


class PocketPhone(WebKitPhone):
    """A browser with the pocket open, whose pages are shown in a frame."""

    def open(self, path):
        self.driver.get(self.server.url + path)
        return self.enter()

    def reload(self):
        self.driver.refresh()
        return self.enter()

    def back(self):
        """Go back in the frame; the driver's own command would wait for the page around it."""
        self.run("setTimeout(() => history.back())")

    def follow(self, href):
        self.tap(lambda: self.find(f'a[href="{href}"]'))
        self.arrive(href)

    def arrive(self, path):
        """Wait for another page, whose address has this in it."""
        self.until(lambda: path in self.driver.current_url, path)
        self.enter()

    def enter(self):
        """Wait for the app's page; from then on, elements are looked for in it."""
        self.driver.switch_to.default_content()
        self.until(lambda: self.run(SHOWN), "the app", 3 * PATIENCE)
        self.driver.switch_to.frame(self.driver.find_element(By.ID, "app"))
        return self

    @property
    def path(self):
        return self.driver.current_url.removeprefix(self.server.url)

    def entries(self):
        """Return the entries of the evening whose table is shown."""
        return json.loads(self.driver.execute_async_script(RECORD))["entries"]
