"""A phone is offered exactly what it may do, for each setting of who records and each seat.

The tests write nothing: the log refuses every entry, after its rights are checked.
"""

import itertools
import json
from contextlib import suppress

import pytest

from companion.errors import EntryError, RuleViolation
from companion.evening.entries import Amended, Joined, Undone, WorthSet, decode, encode
from companion.evening.game_facts import EveningFact
from companion.ids import Rule
from companion.rules.actions import Declared, RestDeclared, TrickWon
from tests.telling import entries, started
from tests.web.table import HTMX, Phone, device_of

DEALT_IN = ("Bob in", "Cat in", "Ann in")
FLUSH = "Bob flush AS KS QS 9S 4S"
MELD = "Bob melds AS 2S 3S"
NAP = ("Bob says three", "Cat says pass", "Ann says pass")
GAMES = {
    "domino-loo": ("plays", "Dan leaves", "up 6-3", *DEALT_IN, "Bob 6-4", "Cat 6-1"),
    "three-card-loo": (
        "tricks", "Dan leaves", "up H", "Bob in", "Cat miss", "Ann out",
        "won Bob Bob Cat", "settled", "Cat sits-out", "ended", "closed",
    ),
    "irish-loo": ("result", "Dan leaves", "up H", *DEALT_IN, "taken Bob 2 Cat 1"),
    "five-card-loo": ("plays", "Dan leaves", "up 7H", *DEALT_IN, FLUSH, "Cat pam"),
    "napoleon": ("tricks", "Dan leaves", *NAP, "won Bob Bob Bob"),
    "seven-card-napoleon": ("result", "Dan leaves", *NAP),
    "coon-can": ("plays", "Dan leaves", "up 7D", "Bob from stock", MELD, "Bob discards JC"),
}  # fmt: skip
"""The depth of a game and its entries; phones are checked after each."""
ROLES = {
    "all": ("host", "Bob", "nobody"),
    "own": ("Bob", "Cat", "nobody", "Dan", "watcher"),
    "host": ("host", "Bob", "watcher"),
}
"""The phones to check. Dan leaves, and "nobody" has no seat."""
STEPS = [
    (game, length, records)
    for game, (_depth, *said) in GAMES.items()
    for records in (ROLES if game == "three-card-loo" else ["own"])
    for length in range(len(said) + 1)
]
ANYBODYS = {"me", "display", "download"}
"""Pages that every phone may use, such as its own settings."""


@pytest.fixture(scope="module")
def phones(app):
    return {role: Phone(app) for role in ("host", *ROLES["own"])}


@pytest.fixture
def tables(app, monkeypatch):
    tables = app.extensions["tables"]
    yield tables
    monkeypatch.undo()


def evening(tables, phones, game, length):
    """Open an evening with the first `length` phrases, each entered by its player's phone."""
    depth, *said = GAMES[game]
    for phone in phones.values():
        phone.get("/")
    host = device_of(phones["host"])
    start = started("Ann Bob Cat Dan", game, depth)
    info = tables.evenings.log.open_evening("Friday", [start], host)
    rules = tables.access_store.rules(info.id)
    for role, phone in phones.items():
        phone.at(rules.watch_key if role == "watcher" else info.key)
        if role in ("Bob", "Cat", "Dan"):
            tables.access_store.name(device_of(phone), info.id, "", role)
    for phrase in said[:length]:
        for entry in entries(phrase):
            by = phones.get(getattr(entry, "player", ""), phones["host"])
            at = tables.evenings.evening(info.id).length
            tables.evenings.append(info.id, entry, at, f"said-{at:04}", device_of(by))
    return info, rules.watch_key


def about(entry):
    """Return what the rights to an entry depend on: its kind, and its player or target."""
    kind = entry.__struct_config__.tag
    if isinstance(entry, Amended):
        return kind, entry.entry
    return kind, None if isinstance(entry, TrickWon) else getattr(entry, "player", None)


def ways(form):
    """Return each way to send a form: a button and the player chosen."""
    buttons = form.select("button:not([disabled])")
    chosen = {}
    for one in form.select("[name=player][type=radio], select[name=player] option"):
        chosen[one.get("value", one.text)] = {"player": one.get("value", one.text)}
    for field in form.select("input[name=player][type=text]"):
        chosen["Zoe"] = {"player": field.get("value") or "Zoe"}
    return itertools.product(buttons or [None], chosen.values() or [{}])


def crawled(phone, key):
    """Yield every page of a table that a phone can reach, with its address."""
    todo, seen = [f"/e/{key}", f"/e/{key}/more", f"/e/{key}/log", f"/e/{key}/people"], set()
    corrections = itertools.count()
    while todo:
        url = todo.pop().partition("#")[0]
        tail = url.removeprefix(f"/e/{key}").strip("/")
        part = tail.partition("/")[0].partition("?")[0]
        if url in seen or part in ANYBODYS or (part in ("log", "deals") and tail != part):
            continue
        seen.add(url)
        if part == "amend" and next(corrections) >= 4:
            continue  # four pages of corrections are enough
        page = phone.get(url)
        assert page.status == 200, f"{url} is offered: {page.status} {page.text[:200]}"
        yield url, page
        todo += [link for link in page.links if link.startswith(f"/e/{key}")]


def offered(phone, key):
    """Return the offers to a phone; send each once and check that none is denied."""
    found = set()
    for url, page in crawled(phone, key):
        if url == f"/e/{key}/log":
            links = (link.split("/") for link in page.links if "/amend/" in link)
            found |= {("amended", int(number)) for *_, number in links}
        if url == f"/e/{key}/game":
            found.add(("game-started", None))
        for form in page.soup.select("main form[method=post]"):
            tried = set()
            if form["action"].startswith(
                (f"/e/{key}/me", f"/e/{key}/people/", f"/e/{key}/throw-away")
            ):
                continue  # these would change the table; test_people covers them
            for button, fill in ways(form):
                fields = dict(page.filled(form)) | fill
                if button is not None and button.get("name"):
                    fields[button["name"]] = button["value"]
                sent = about(decode(fields["entry"])) if "entry" in fields else None
                if sent is None and "kind" in fields:
                    rest = "rest" in fields
                    sent = (
                        ("rest-declared", None) if rest else (fields["kind"], fields.get("player"))
                    )
                if sent in tried:
                    continue
                tried.add(sent)
                again = phone.client.post(form["action"], data=fields, **HTMX)
                assert again.status_code != 403, f"{url} offers {fields}: {again.text}"
                if sent and "amends" not in fields and not url.startswith(f"/e/{key}/amend/"):
                    found.add(sent)
    return found


def accepted(phone, key, entry, after):
    """Return whether the table accepts an entry that this phone posts without a form."""
    body = {"entry": json.loads(encode(entry)), "after": after, "entry_id": "by-hand-1"}
    answer = phone.client.post(f"/e/{key}/entries", json=body)
    assert answer.status_code in (403, 409, 422)
    return answer.status_code != 403


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("game", "length", "records"), STEPS)
def test_phones_are_offered_what_they_may_do(tables, phones, monkeypatch, game, length, records):
    info, watch_key = evening(tables, phones, game, length)
    tables.settings.set_rules(
        tables.open_table(info.key, device_of(phones["host"])), records, False
    )
    as_it_is = tables.evenings.evening(info.id)

    def refuse(*_entered, allow):
        allow(as_it_is)
        raise RuleViolation(Rule.WRONG_PHASE, EveningFact.NO_GAME_YET)

    monkeypatch.setattr(tables.evenings, "append", refuse)
    state = as_it_is.state
    deal = state.session.deal
    all_at_once = deal is not None and deal.question().kind == "tricks-taken"
    possible = {
        about(entry): entry
        for entry in state.options()
        # One form asks for the whole deal, so nobody is asked to declare.
        if not (all_at_once and isinstance(entry, Declared | RestDeclared))
    }
    possible[("undone", None)] = Undone(as_it_is.undoable)
    possible["worth-set", None] = WorthSet(10, "EUR")
    amended = map(Amended, range(1, as_it_is.length + 1))
    possible |= {about(entry): entry for entry in amended if entry.entry != 1}
    if state.between_deals and not state.closed:
        possible["game-started", None] = started("Ann Bob", "domino-loo")
        with suppress(EntryError):
            state.enter(Joined("Zoe"))
            possible["joined", "Zoe"] = Joined("Zoe")
    for role in ROLES[records]:
        phone, key = phones[role], watch_key if role == "watcher" else info.key
        is_offered = offered(phone, key)
        is_allowed = {
            what for what, entry in possible.items() if accepted(phone, key, entry, as_it_is.length)
        }
        assert is_offered & possible.keys() == is_allowed, f"{role}: {is_offered ^ is_allowed}"
        has_seat = role in ("Bob", "Cat") or (role == "Dan" and length == 0)
        if records == "own" and not has_seat:
            assert is_offered <= {("undone", None), ("paid", None), ("noted", None)}
