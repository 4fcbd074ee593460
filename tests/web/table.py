"""A phone without script: it opens pages, fills in forms, presses buttons and follows redirects.

Forms and buttons are found by the kind and the fields of their entry, as the record format names
them, so that their labels can change. Only this module knows the markup of pages.
"""

import itertools
import json
import secrets
from contextlib import suppress
from functools import cached_property
from urllib.parse import urlencode, urlsplit

from msgspec import to_builtins

from companion.evening.replay import replay, report
from companion.store import UnknownEvening
from companion.wording import say as say_
from tests.telling import entries, in_letters, started
from tests.web.markup import parse

LINK = "/e/"
"""Start of every table's address."""


class Page:
    """A parsed response."""

    def __init__(self, response):
        self.response = response
        self.status = response.status_code
        self.headers = response.headers
        self.html = response.get_data(as_text=True)

    @cached_property
    def soup(self):
        """Parse the page on first use, because parsing takes longer than making it.

        Cards in sentences are written as in these tests: QH. Links to the glossary are unwrapped.
        """
        root = parse(self.html)
        for word in root.select("a.term"):
            word.node.unwrap()
        for sign in root.select("span.sign"):
            sign.node.replace_with(in_letters(sign.text))
        root.node.merge_text_nodes()
        return root

    @property
    def is_whole(self):
        return "<html" in self.html

    @property
    def language(self):
        return self.soup["lang"]

    @property
    def text(self):
        return self.soup.words

    @property
    def heading(self):
        return self.soup.select_one("h1").words

    @property
    def question(self):
        found = self.soup.select_one("#question")
        return found.words if found else ""

    @property
    def alert(self):
        """Return the text of refusals and notices."""
        called = self.soup.select("[role=alert]:not([hidden]), [role=status]:not([hidden])")
        if not called and not self.is_whole:  # the alert box contains the whole fragment
            return self.text
        return " ".join(filter(None, (one.words for one in called)))

    @property
    def pool(self):
        """Return the pool on the table; None in a game for scores."""
        found = self.soup.select_one("#state .pool .big b")
        return int(found.text) if found else None

    @property
    def terms(self):
        return self.soup.select_one("#state .terms summary, #state p.terms").words

    @property
    def people(self):
        """Return the players from the top, each with the words beside the name, but not "you"."""
        rows = self.soup.select("#state .player, .whole .row")
        return {row.select_one("bdi").words: row.words.replace(" you ", " ") for row in rows}

    @property
    def figures(self):
        """Return the balances from the players, the form of a whole deal, a settlement or a table."""
        rows = self.soup.select("#state .player, .whole .row")
        if rows:
            return {
                row.select_one("bdi").words: _number(row.select_one(".num").text)
                for row in rows
                if row.select_one(".num")
            }
        settled = self.soup.select("#settlement .why:not(.rest), #settlement .member")
        if settled:
            found = {row.select_one("bdi").words: _balance(row) for row in settled}
            found.pop("Pool", None)
            return found
        return self.table_of(0)

    def table_of(self, place):
        rows = self.soup.select("table")[place].select("tbody tr")
        return {
            (row.select_one("th bdi") or row.select_one("th")).words: _number(
                row.select("td")[-1].text
            )
            for row in rows
        }

    @property
    def whys(self):
        """Return the figures of a settlement, deal or ending: {name: (figure, reasons)}."""
        found = {}
        for block in self.soup.select("details.why:not(.rest), .why.rest > div"):
            figure = _number(block.select_one(".num").text)
            reasons = " ".join(p.words for p in block.select("p"))
            reasons += " ".join(a["aria-label"] for a in block.select("a[aria-label]"))
            found[block.select_one("bdi").words] = (figure, reasons)
        return found

    @property
    def house_rules(self):
        rows = self.soup.select("dl.chosen div")
        return {row.select_one("dt").words: row.select_one("dd").words for row in rows}

    @property
    def links(self):
        return [a["href"] for a in self.soup.select("a[href]")]

    @property
    def ids(self):
        return {tag["id"] for tag in self.soup.select("[id]")}

    # Forms

    def form(self, kind=None):
        """Return the form for an entry of this kind, or the one that starts a game."""
        for form in self.soup.select("form"):
            if kind in kinds_of(form) or (kind is None and not kinds_of(form)):
                return form
        raise AssertionError(f"no form for {kind} on:\n{self.text[:800]}")

    def offers(self, kind, field=None):
        told = [says(button) for button in self.soup.select("form button")]
        return [fields[field] for its_kind, fields in told if its_kind == kind and field in fields]

    def kinds(self):
        return [kind for form in self.soup.select("form") for kind in kinds_of(form)]

    def filled(self, form):
        """Return the fields that a browser sends for a form, without a button."""
        pairs = []
        for tag in form.select("input, select, textarea"):
            name, kind = tag.get("name"), tag.get("type", "text")
            if not name or tag.has("disabled") or kind in ("submit", "file"):
                continue
            if tag.name == "select":
                chosen = tag.select_one("option[selected]") or tag.select_one("option")
                pairs.append((name, chosen.get("value", chosen.text)))
            elif kind in ("radio", "checkbox"):
                if tag.has("checked"):
                    pairs.append((name, tag.get("value", "on")))
            else:
                pairs.append((name, tag.get("value", "")))
        buttons = form.select("button")
        if len(buttons) == 1 and buttons[0].get("name") == "entry":
            pairs.append(("entry", buttons[0]["value"]))  # the Enter key presses this button too
        return pairs


class Phone:
    """A browser without script, with its own cookies; `page` is the page it shows."""

    _ids = itertools.count()

    def __init__(self, app, claims=True):
        """Open a browser. With `claims` it becomes host of each table that has none."""
        self.app = app
        self.client = app.test_client()
        # A second visit: devices without a cookie are not remembered.
        with self.client.session_transaction() as session:
            session["device"] = secrets.token_urlsafe(16)
            session.permanent = True
        self.claims = claims
        self.page = None
        self.url = None

    def get(self, url, **how):
        self.url = url
        self._claim(url)
        response = self.client.get(url, **how)
        self.page = Page(response)
        if response.status_code in (302, 303):
            return self.get(_local(response.location))
        if b'id="who"' in response.data:  # a guest is asked whose phone this is
            later = self.client.post(f"{url.partition('?')[0]}/me", data={"part": "later"})
            if later.status_code == 303:
                return self.get(url, **how)
        return self.page

    def post(self, url, fields, **how):
        body = urlencode(fields) if isinstance(fields, list) else fields
        if isinstance(fields, list):
            how.setdefault("content_type", "application/x-www-form-urlencoded")
        self._claim(url)
        self.page = Page(self.client.post(url, data=body, **how))
        return self.page

    def _claim(self, url):
        key = url.removeprefix(LINK).partition("/")[0].partition("?")[0]
        tables = self.app.extensions["tables"]
        if not (self.claims and url.startswith(LINK)):
            return
        with suppress(UnknownEvening):
            info = tables.evenings.log.find(key)
            if not info.watches and not tables.access_store.is_hosted(info.id):
                self.client.post(f"{LINK}{key}/people/claim", follow_redirects=True)

    def follow(self):
        """Follow the redirect of the last response, which must be a 303."""
        assert self.page.status == 303, f"{self.page.status}: {self.page.alert or self.page.text}"
        return self.get(_local(self.page.headers["Location"]))

    def submit(self, form, button=None, ticks=(), **fill):
        """Send a form with the values of `fill`; a list fills fields of one name in order.

        `ticks` are the (name, value) pairs of the boxes to tick; no others are ticked.
        """
        pairs = self.page.filled(form)
        if button is None and not form.select_one('input[name="kind"]'):
            button = form.select_one('button[name="entry"]')
        if ticks:
            boxes = {
                (b["name"], b["value"]) for b in form.select("input[type=checkbox]:not([disabled])")
            }
            assert set(ticks) <= boxes, f"no boxes for {set(ticks) - boxes}"
            pairs = [pair for pair in pairs if pair not in boxes] + list(ticks)
        for name, value in fill.items():
            pairs = _with(pairs, name, value)
        if button is not None and button.get("name"):
            pairs.append((button["name"], button.get("value", "")))
        return self.post(form["action"], pairs)

    def press(self, kind, field=None, value=None, **fill):
        """Press the button of this entry, and follow the redirect."""
        form, button = self.find(kind, field, value)
        self.submit(form, button, **fill)
        return self.follow() if self.page.status == 303 else self.page

    def find(self, kind, field=None, value=None):
        for button in self.page.soup.select("form button:not([disabled])"):
            its_kind, fields = says(button)
            if its_kind == kind and (field is None or fields.get(field) == value):
                return button.closest("form"), button
        raise AssertionError(
            f"no button for {kind} {field}={value}; the page has {self.page.kinds()}:\n{self.page.text[:800]}"
        )

    def show_flush(self, player, *cards):
        ticks = [("pieces", card) for card in cards]
        return self.submit(self.page.form("flush-shown"), ticks=ticks, player=player)

    def do(self, button, **fill):
        """Press a button of the form that starts a game: `up:2`, `row`, `open`, …"""
        form = self.page.form()
        pairs = self.page.filled(form)
        for name, value in fill.items():
            pairs = _with(pairs, name, value)
        self.post(form["action"], [*pairs, ("do", button)])
        return self.follow() if self.page.status == 303 else self.page

    def add_seats(self, number):
        """Press buttons until the form has at least this many seats."""
        form = self.page.form()
        pairs = self.page.filled(form)
        missing = number - sum(name == "seat" for name, _ in pairs)
        if missing > 0:
            self.post(form["action"], [*pairs, *[("seat", "")] * (missing - 1), ("do", "row")])

    # Tables

    @property
    def key(self):
        return self.url.split("/")[2].partition("?")[0]

    @property
    def table(self):
        return LINK + self.key

    def sit_down(
        self, seats, game="domino-loo", depth="plays", dealer="1", name="Friday", title="", **rules
    ):
        """Start a game; `title` is typed if the companion does not know it."""
        self.get(f"/evenings/new?game={game}")
        self.add_seats(len(seats))
        fill = {f"rule.{rule}": value for rule, value in rules.items()}
        if game == "other":
            fill["rule.name"] = title
        return self.do(
            "open", name=name, seat=list(seats), game=game, dealer=dealer, depth=depth, **fill
        )

    def at(self, key):
        return self.get(LINK + key)

    def length(self, key):
        return len(self.record(key)["entries"])

    def record(self, key):
        return json.loads(self.client.get(f"{LINK}{key}/record.json").data)

    def say(self, key, fields, after=None, entry_id=None, **how):
        """Post an entry without a form, by default after the last one of the log."""
        fields = {
            "after": self.length(key) if after is None else after,
            "entry_id": f"say-{next(self._ids):06}" if entry_id is None else entry_id,
            **spelled_out(fields),
        }
        return self.post(f"{LINK}{key}/entries", fields, **how)

    def tell(self, content, disposition='name="record"; filename="evening.json"', **fields):
        """Upload a file as a browser does, with other fields of the form."""
        # Encode the file here, because the client's encoder leaves a temporary file open.
        head = "--frontier\r\nContent-Disposition: form-data; "
        others = "".join(
            f'{head}name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()
        )
        body = f"{others}{head}{disposition}\r\n\r\n".encode() + content + b"\r\n--frontier--\r\n"
        return self.post("/records", body, content_type="multipart/form-data; boundary=frontier")

    def import_record(self, content, **fields):
        return self.tell(content, **fields)


HTMX = {"headers": {"HX-Request": "true"}}


def opened(app, *phrases, seats="Ann Bob Cat Dan", name="Friday", **game):
    """Store an evening with these phrases (tests.telling); return its key."""
    said = [started(seats, **game)]
    for phrase in phrases:
        said += entries(phrase) if isinstance(phrase, str) else [phrase]
    return app.extensions["tables"].evenings.log.open_evening(name, said, "tests").key


def replayed(app, key):
    """Return what `companion replay` prints for an evening."""
    log = app.extensions["tables"].evenings.log
    evening, problems = replay(log.read(log.find(key).id))
    return report(evening, problems, say_)


def says(button):
    """Return the kind of the entry a button sends, and its fields in the short form of these tests.

    ``6-3/6`` is a tile with its announced suit, ``AS+civil`` an ace with the call, ``play+2`` a declaration
    with an exchange of two cards, and ``play+turn-up`` one that takes the turn-up. The button of a
    correction has the new entry.
    """
    if button.get("name") != "entry":
        kind = button.closest("form").select_one('input[name="kind"]')
        return (kind["value"] if kind else None), {button.get("name"): button.get("value")}
    entry = json.loads(button["value"])
    entry = entry.get("by") or entry
    fields = {name: _in_short(value) for name, value in entry.items()}
    if "suit" in entry:
        fields["piece"] += f"/{entry['suit']}"
    if entry.get("civil"):
        fields["piece"] += "+civil"
    if entry.get("takes_turn_up"):
        fields["choice"] += "+turn-up"
    if entry.get("draws"):
        fields["choice"] += f"+{entry['draws']}"
    for player, number in (entry.get("tricks") or {}).items():
        fields[f"tricks:{player}"] = str(number)
    return entry["kind"], fields


def _in_short(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def spelled_out(fields):
    """Expand fields written in the short form."""
    fields = dict(fields)
    piece, _, more = str(fields.get("piece", "")).replace("+", "/").partition("/")
    if more:
        fields |= {"piece": piece, **({"civil": "true"} if more == "civil" else {"suit": more})}
    choice, _, more = str(fields.get("choice", "")).partition("+")
    if more:
        with_it = {"takes_turn_up": "true"} if more == "turn-up" else {"draws": more}
        fields |= {"choice": choice, **with_it}
    return fields


def typed(entry):
    """Return an entry as (name, value) pairs of a form."""
    found = []
    for name, value in to_builtins(entry).items():
        if name in ("tricks", "except", "declared") and value is not None:
            found += [(name, "")] if name == "declared" else []
            found += [(f"{name}:{player}", str(one)) for player, one in value.items()]
        elif name == "scores":
            found += [(f"score:{player}", str(one)) for player, one in value.items()]
        elif name == "hands":
            found += [
                (f"hand:{player}", " ".join(held) if isinstance(held, (list, tuple)) else str(held))
                for player, held in value.items()
            ]
        elif isinstance(value, (list, tuple)):
            found += [(name, str(one)) for one in value]
        else:
            left_of = name == "after"
            text = "" if value is None else _in_short(value)
            found.append(("left_of" if left_of else name, text))
    return found


def kinds_of(form):
    typed = form.select_one('input[name="kind"]')
    if typed:
        return [typed["value"]]
    return list(dict.fromkeys(filter(None, (says(one)[0] for one in form.select("button")))))


def _with(pairs, name, value):
    if isinstance(value, (list, tuple)):
        places = [i for i, (n, _) in enumerate(pairs) if n == name]
        assert len(places) >= len(value), f"the form has {len(places)} {name}"
        pairs = list(pairs)
        for place, one in itertools.zip_longest(places, value, fillvalue=""):
            pairs[place] = (name, one)
        return pairs
    return [pair for pair in pairs if pair[0] != name] + [(name, value)]


def _local(url):
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def _number(text):
    return int(text.strip().replace("−", "-").replace("+", ""))


def _balance(row):
    """Return the balance in a row of a settlement; in a first deal it is the figure itself."""
    return _number((row.select_one(".comes") or row).text.split()[-1])


def said(phone, key, kind="declared"):
    """Return the logged entries of a kind, without their kind."""
    entries = phone.record(key)["entries"]
    return [{k: v for k, v in e.items() if k != "kind"} for e in entries if e["kind"] == kind]


def rest(page):
    return page.soup.select_one(".rest button")


def speaking(app, language):
    phone = Phone(app)
    phone.client.set_cookie("language", language)
    return phone


def device_of(phone):
    with phone.client.session_transaction() as session:
        return session["device"]


def start_of(phone):
    return phone.record(phone.key)["entries"][0]
