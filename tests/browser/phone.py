"""Phones with a real Chromium, and a real server.

Forms and buttons are found by the kind and the fields of their entry, as the record format names
them, so that their labels can change. Only this module knows the markup of pages.
"""

import json
import math
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, build_opener

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, expect

from companion.store import EveningRepository, UnknownEvening, open_store
from tests.postgres import database_of
from tests.telling import entries, started

COMPANION = [sys.executable, "-m", "companion"]
CHECKOUT = Path(__file__).parents[2]
SIZE = {"width": 390, "height": 844}
MOBILE = {"viewport": SIZE, "is_mobile": True, "has_touch": True}
PULSE = {
    "status": 200,
    "headers": {"Content-Security-Policy": "default-src 'self'"},
    "content_type": "text/event-stream",
    "body": "event: pulse\ndata: \n\n",
}
"""An idle stream's response, for tests that block the real one."""
QUIET = build_opener()
"""Sends requests without cookies or a proxy."""


class Server:
    """`companion serve` on its own instance and a free port."""

    def __init__(self, instance, *options, database=None):
        self.instance = Path(instance)
        self.database = database_of(self.instance) if database is None else database
        self.options = (*options, "--database", self.database) if self.database else options
        self.process = None
        self.port = free_port()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        self.process = launch(self.instance, "--port", str(self.port), *self.options)
        give_up = time.monotonic() + 30
        while time.monotonic() < give_up:
            if self.process.poll() is not None:
                raise AssertionError(f"the server did not start: {self.process.stderr.read()}")
            try:
                with QUIET.open(self.url + "/healthz", timeout=5):
                    return self
            except OSError:  # not listening yet, or slow
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def stop(self, how=signal.SIGTERM):
        if self.process is None:
            return None
        if how == signal.SIGKILL:  # killing the parent alone would leave the workers
            for child in children(self.process.pid):
                os.kill(child, signal.SIGKILL)
        self.process.send_signal(how)
        try:
            self.out, self.err = self.process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise
        code, self.process = self.process.returncode, None
        return code

    def evening(self, *phrases, seats="Ann Bob Cat Dan", name="Friday", **game):
        """Store an evening with these phrases (tests.telling); return its path."""
        said = [started(seats, **game)]
        for phrase in phrases:
            said += entries(phrase) if isinstance(phrase, str) else [phrase]
        with closing(self.store()) as store:
            return "/e/" + store.log.open_evening(name, said, "tests").key

    def store(self):
        return open_store(self.instance, self.database)

    def has_no_host(self, path):
        """Return whether a table has no host and this link may claim it."""
        with closing(self.store()) as store, suppress(UnknownEvening):
            info = store.log.find(path.split("/")[2].partition("?")[0])
            return not info.watches and not store.access.is_hosted(info.id)
        return False

    def goes_on(self, path, *phrases):
        """Append these entries straight to the store, as if another device had made them."""
        with closing(self.store()) as store:
            evenings = EveningRepository(store.log)
            number = store.log.find(path.removeprefix("/e/")).id
            for entry in chain.from_iterable(map(entries, phrases)):
                after = evenings.evening(number).length
                evenings.append(number, entry, after, f"goes-on-{after:06}", "tests")

    def record(self, path):
        with QUIET.open(f"{self.url}{path}/record.json", timeout=10) as answer:
            return answer.read()

    def entries(self, path):
        return json.loads(self.record(path))["entries"]

    def post(self, path, fields):
        """Send a form from outside the browser; return the final status."""
        request = Request(self.url + path, urlencode(fields).encode())
        try:
            with QUIET.open(request, timeout=20) as answer:
                return answer.status
        except HTTPError as error:
            with error:
                return error.code


def launch(instance, *arguments):
    """Start `companion serve` on the loopback address."""
    return subprocess.Popen(
        [*COMPANION, "--instance", str(instance), "serve", "--host", "127.0.0.1", *arguments],
        cwd=CHECKOUT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def replay(record, tmp_path):
    """Return what `companion replay` prints for a record, and its exit code."""
    file = tmp_path / "record.json"
    file.write_bytes(record)
    done = subprocess.run(
        [*COMPANION, "replay", str(file)], cwd=CHECKOUT, capture_output=True, check=False
    )
    return json.loads(done.stdout), done.returncode


def button(kind, field=None, value=None):
    """Return the CSS of a button that enters an entry with this field value."""
    wanted = "button:enabled"
    if field:
        wanted += f'[name="{field}"]'
    if value is not None:
        wanted += f'[value="{value}"]'
    typed = f'form:has(> input[name="kind"][value="{kind}"]) {wanted}'
    return f"{typed}, button:enabled{whole(kind, field, value)}"


def whole(kind, field=None, value=None):
    """Return the CSS of a button that carries a whole entry with this field value.

    ``6-3/6`` is a tile with its announced suit, ``AS+civil`` an ace with the call, ``play+2`` a declaration
    with an exchange of two cards, and ``play+turn-up`` one that takes the turn-up.
    """
    found = f'[name="entry"][value*=\'"kind":"{kind}"\']'
    if field is None:
        return found
    if value is None:
        return found + f"[value*='\"{field}\":']"
    if field.startswith("tricks:"):
        return found + f"[value*='\"{field.removeprefix('tricks:')}\":{value}']"
    value, _, more = value.replace("/", "+").partition("+")
    texts = f'[value*=\'"{field}":"{value}"\']', f"[value*='\"{field}\":{value}}}']"
    found += texts[(value.isdecimal() and field == "count") or value in ("true", "false")]
    for name in ("civil", "takes_turn_up", "draws"):
        wants = {"civil": "civil", "turn-up": "takes_turn_up"}.get(more, "draws" if more else "")
        if field in ("piece", "choice") and name != wants:
            found += f":not([value*='\"{name}\"'])"
    if more and field == "piece":
        found += "[value*='\"civil\"']" if more == "civil" else f'[value*=\'"suit":"{more}"\']'
    elif more:
        found += f"[value*='\"draws\":{more}']" if more.isdecimal() else "[value*='takes_turn_up']"
    return found


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def children(pid):
    file = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in file.read_text().split()] if file.exists() else []


class Sayings:
    """Several taps in one call, for a phone with `say` and `question`."""

    def declare(self, sayings):
        for saying in sayings.split(", "):
            player, choice = saying.split()
            assert player in self.question
            self.say("declared", "choice", choice)

    def win(self, winners):
        for winner in winners.split():
            self.say("trick-won", "player", winner)

    def play(self, tricks):
        for trick in tricks:
            for player, piece, *suit in trick:
                assert player in self.question
                self.say("played", "piece", f"{piece}/{suit[0]}" if suit else piece)


class Phone(Sayings):
    """A browser context with one page and its complaints."""

    def __init__(self, browser, server, script=True, **options):
        self.server = server
        self.script = script
        self.complaints = []
        self._spot, self._touched = (0, 0), 0.0
        # A service worker's cache would hide requests; only its own tests allow one.
        options = {"service_workers": "block", **MOBILE, **options}
        self.context = browser.new_context(
            base_url=server.url, java_script_enabled=script, **options
        )
        self.context.set_default_timeout(10_000)
        self.context.set_default_navigation_timeout(30_000)  # a page of odds takes a while
        self._under_way = set()
        self.page = self._listen(self.context.new_page())
        self.may_be_offline = False
        """Whether failed requests may appear in the console, for tests that stop the server."""

    def close(self):
        self.context.close()

    def _listen(self, page):
        page.on("request", self._asked)
        for end in ("requestfinished", "requestfailed"):
            page.on(end, self._came)
        page.on("console", self._logged)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _asked(self, request):
        if not request.url.startswith((self.server.url + "/", "data:")):
            self.complaints.append(f"asked for {request.url}")
        if "/live?" not in request.url:  # the stream of a table never ends
            self._under_way.add(request)

    def _came(self, request):
        self._under_way.discard(request)

    def _logged(self, message):
        text = message.text
        if message.type not in ("error", "warning"):
            return
        # Chromium logs every 4xx response as an error, including refusals.
        if "server responded with a status of 4" in text or "blocked by Playwright" in text:
            return
        lost = (
            "net::ERR_", "Failed to fetch", "network error", "status of 502", "status of 503",
            "SSE reconnect", "aborted",
        )  # fmt: skip
        if self.may_be_offline and any(words in text for words in lost):
            return
        self.complaints.append(text)

    # Navigation

    def hears_nothing(self):
        """Block events of the stream without closing it."""
        self.page.route("**/live?*", lambda route: route.fulfill(**PULSE))

    def quiet(self):
        """Wait until all requests have been answered."""
        self.page.wait_for_load_state()
        still = 0
        while still < 5:
            self.page.wait_for_timeout(20)
            still = 0 if self._under_way else still + 1

    def open(self, path="/"):
        if path.startswith("/e/") and self.server.has_no_host(path):
            # The server may close an idle connection just as it is reused.
            table = "/".join(path.split("/")[:3])
            self.context.request.get(table, max_retries=2)  # for the cookie
            self.context.request.post(f"{table}/people/claim", max_retries=2)
        # Forget the last tap, as if the address were typed, because no tap leads to this page.
        if self.page.url.startswith(self.server.url):
            with suppress(Error):
                self.page.evaluate("() => sessionStorage.removeItem('tap')")
        try:
            self.page.goto(path)
        except Error as error:
            # On a busy machine the previous page may still be loading; try again.
            if "ERR_ABORTED" not in error.message:
                raise
            self.page.goto(path)
        if self.page.locator("#who, #mine").count():  # it is asked whose phone this is
            later = {"part": "later"}
            self.context.request.post(f"{self.table}/me", form=later, max_retries=2)
            self.page.goto(path)
        return self

    @property
    def path(self):
        return self.page.url.removeprefix(self.server.url).partition("#")[0]

    @property
    def table(self):
        return "/".join(self.path.split("/")[:3])

    def follow(self, href):
        link = self.page.locator(f'a[href="{href}"]:visible').first
        with self.page.expect_navigation():
            link.tap()

    def forms(self, kind):
        typed = f'form:has(> input[name="kind"][value="{kind}"])'
        return self.page.locator(f"{typed}, form:has(button{whole(kind)})")

    def button(self, kind, field=None, value=None):
        return self.page.locator(button(kind, field, value)).first

    def tap(self, button):
        if not self.script:
            with self.page.expect_navigation():
                button.tap()
            return
        self._await(lambda: self.touch(button))

    def touch(self, control):
        """Tap, but wait first if it could be taken for a double tap."""
        try:
            control.scroll_into_view_if_needed()
        except Error as error:
            shown = self.page.inner_text("body")
            raise AssertionError(f"not on {self.page.url}, which shows:\n{shown}") from error
        expect(control).not_to_have_attribute("data-deaf", "")
        box = control.bounding_box()
        spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if math.dist(spot, self._spot) < 150:
            self.page.wait_for_timeout(max(0.0, 650 - 1000 * (time.monotonic() - self._touched)))
        if self.script:
            self.page.wait_for_function(NO_DOUBLE, arg=spot)
        control.tap()
        self._spot, self._touched = spot, time.monotonic()

    def _await(self, act):
        self.page.evaluate(MARK)
        act()
        self.page.wait_for_function(CHANGED)

    def say(self, kind, field=None, value=None):
        self.tap(self.button(kind, field, value))

    def look_first(self):
        """Wait until taps are accepted again after a change of question."""
        self.page.wait_for_function("() => performance.now() - changed > 400")

    def press(self, *keys):
        self._await(lambda: [self.page.keyboard.press(key) for key in keys])

    def enter(self, button):
        self._await(lambda: button.press("Enter"))

    def answer_by_key(self, field=None, value=None):
        for _ in range(80):
            self.page.keyboard.press("Tab")
            told = self.page.evaluate(
                "() => [document.activeElement.tagName, document.activeElement.name,"
                " document.activeElement.value]"
            )
            entry = json.loads(told[2]) if told[1] == "entry" else {}
            if value and "/" in value:  # a piece, and the announced suit
                found = f"{entry.get('piece')}/{entry.get('suit')}"
            else:
                found = entry.get(field)
            is_whole = bool(entry) and (field is None or found == value or (not value and found))
            is_typed = told[1] == (field or "") and value in (None, told[2])
            if told[0] == "BUTTON" and (is_whole or is_typed):
                self._await(lambda: self.page.keyboard.press("Enter"))
                return
        raise AssertionError(f"Tab does not come to {field}={value}")

    # Reading the page

    def text(self, selector):
        return " ".join(self.page.locator(selector).first.inner_text().split())

    @property
    def question(self):
        return self.text("#question")

    @property
    def alert(self):
        texts = self.page.locator('main [role="alert"]').evaluate_all(
            "all => all.filter(one => one.checkVisibility()).map(one => one.innerText)"
        )
        return " ".join(texts).strip()

    @property
    def pool(self):
        return int(self.text("#state .pool .big b"))

    @property
    def figures(self):
        rows = self.page.locator(
            "#state .player, .whole .row:has(.num), #settlement :is(.why:not(.rest), .member)"
        )
        if not rows.count():
            rows = self.page.locator("main table").first.locator("tbody tr")
        pairs = rows.evaluate_all(
            "rows => rows.map(row => [row.querySelector('bdi').textContent.trim(), (row.querySelector('.comes')"
            " ?? [...row.querySelectorAll('.num')].at(-1)).textContent.trim().split(/\\s/).at(-1)])"
        )
        return {name: number(figure) for name, figure in pairs if name != "Pool"}

    @property
    def settlement(self):
        """Return the figures of a settlement with their reasons, without opening them."""
        blocks = self.page.locator("details.why:not(.rest), .why.rest > div").evaluate_all(
            "all => all.map(one => [one.querySelector('bdi').textContent.trim(),"
            " one.querySelector('.num').textContent,"
            " [...one.querySelectorAll('p')].map(p => p.textContent).join(' ')])"
        )
        return {name: (number(figure), reasons) for name, figure, reasons in blocks}

    @property
    def whys(self):
        """Open each figure of a settlement; return {name: (figure, reasons)}."""
        found = {}
        for block in self.page.locator("details.why:not(.rest)").all():
            if block.get_attribute("open") is None:
                self.touch(block.locator("summary"))
            expect(block.locator("p").first).to_be_visible()
            name = " ".join(block.locator("summary bdi").inner_text().split())
            figure = number(block.locator("summary .num").inner_text())
            found[name] = (figure, " ".join(block.locator("p").all_inner_texts()))
        return found

    # Whole deals by taps

    def sit_down(
        self,
        seats,
        game="domino-loo",
        depth="plays",
        dealer=1,
        name="Friday",
        title="",
        preset=None,
    ):
        """Start a game; `title` is typed if the companion does not know it."""
        self.open("/")
        self.follow("/evenings/new")
        page = self.page
        self.unfold(page.locator('input[name="name"]')).fill(name)
        self.choose("game", game)
        expect(page.locator(f'input[name="game"][value="{game}"]')).to_be_checked()
        rows = page.locator('input[name="seat"]')
        while (shown := rows.count()) < len(seats):
            page.locator('button[name="do"][value="row"]').tap()
            expect(rows).to_have_count(shown + 1)
        for place, seat in enumerate(seats):
            rows.nth(place).fill(seat)
        if preset:
            self.choose("preset", preset)
        if title:
            page.locator("#rule-name").fill(title)
        else:
            self.choose("dealer", str(dealer))
            self.choose("depth", depth)
        with page.expect_navigation():
            page.locator('button[name="do"][value="open"]:visible').last.tap()
        return self.table

    def unfold(self, control):
        control.evaluate(
            "one => { for (; one; one = one.parentElement.closest('details')) one.open = true; }"
        )
        return control

    def choose(self, name, value):
        label = self.page.locator(f'label:has(input[name="{name}"][value="{value}"])')
        self.unfold(label)
        asks = self.script and label.locator("input").get_attribute("hx-post")
        if asks and not label.locator("input").is_checked():
            with self.page.expect_response(lambda answer: answer.request.method == "POST"):
                label.tap()
            self.quiet()
        else:
            label.tap()

    def tell(self, tricks):
        for player, number in tricks.items():
            self.choose(f"tricks:{player}", str(number))
        self.say("tricks-taken")

    def step_by_step(self):
        self.page.locator("#entry details.foot summary").tap()

    # Checks of every page

    def font_size(self, size):
        session = self.context.new_cdp_session(self.page)
        session.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})

    def axe(self, *tags):
        """Return the violations that axe finds, for all rules or for these tags."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE)
        options = {"runOnly": list(tags or TAGS), "resultTypes": ["violations"]}
        found = self.page.evaluate(
            "options => axe.run(document, options).then(results => results.violations)", options
        )
        return [
            f"{one['id']}: {one['help']}: {', '.join(str(node['target']) for node in one['nodes'])}"
            for one in found
        ]

    def sideways(self):
        """Return the elements that make the page scroll sideways."""
        return self.page.evaluate(SIDEWAYS, self.page.viewport_size["width"])

    def small_targets(self, least=44):
        """Return controls that are too small to tap."""
        return self.page.evaluate(TARGETS, least)


AXE = Axe().axe_script
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
MARK = """() => {
  const entry = document.getElementById("entry");
  if (entry) entry.dataset.old = "";
  for (const note of document.querySelectorAll("#problem > *")) note.dataset.old = "";
}"""
NO_DOUBLE = """([x, y]) => performance.now() - shown > 400
  || !(Math.hypot(x - came.x, y - came.y) < 50)"""
CHANGED = """() => {
  const entry = document.getElementById("entry");
  // The answer is shown a moment before the page accepts the next entry.
  return sending === 0
    && (document.querySelector("#problem > :not([data-old])") || (entry && !("old" in entry.dataset)));
}"""
SIDEWAYS = """(width) => {
  const wide = document.scrollingElement.scrollWidth;
  if (wide <= width) return [];
  const inside = (one) => one.closest(".scroll, .visually-hidden, [hidden]");
  const out = [...document.body.querySelectorAll("*")].filter((one) =>
    !inside(one) && one.getBoundingClientRect().right > width + 0.5);
  return [`${wide} wide`, ...out.slice(-5).map((one) => one.outerHTML.slice(0, 120))];
}"""
TARGETS = """(least) => {
  const shown = (one) => one.checkVisibility({opacityProperty: false, visibilityProperty: true})
    && !one.closest(".visually-hidden, [aria-hidden=true]") && one.getClientRects().length;
  // A link within a sentence is as high as its line, and is excepted (WCAG 2.5.8).
  const inText = (one) => one.matches(":is(p, dd) > a:not(.button), a.term");
  const box = (one) => one.matches("input[type=radio], input[type=checkbox]")
    ? one.closest("label") || one : one;
  const controls = "a[href], button, summary, select, input:not([type=hidden])";
  return [...document.querySelectorAll(controls)]
    .filter((one) => shown(one) && !inText(one) && !one.disabled)
    .map((one) => [one, box(one).getBoundingClientRect()])
    // Eight cards in a row are narrower: a pad may be.
    .filter(([one, at]) => at.width < (one.closest(".eight") ? 36 : least) - 0.5 || at.height < least - 0.5)
    .map(([one, at]) =>
      `${Math.round(at.width)}x${Math.round(at.height)} ${one.outerHTML.slice(0, 100)}`);
}"""


def number(text):
    return int(text.strip().replace("−", "-").replace("+", ""))


def unsent(phone):
    return expect(phone.page.locator("#unsent"))


def asks(phone, words):
    expect(phone.page.locator("#question")).to_contain_text(words)
