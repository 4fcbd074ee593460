"""Cards on every page: a suit sign on screen, a name for screen readers, no suit letters."""

import re
from html.parser import HTMLParser

import pytest

from companion.evening.record import loads
from companion.wording.pieces import aloud, piece_name
from tests.goldens import GOLDENS, expected
from tests.web.table import opened
from tests.web.test_pages import CARD_STATES, NAP_STATES

LETTERED = re.compile(r"\b(10|[2-9AKQJT])[SHDC]\b")
"""A card in the notation of record files."""
SIGNED = re.compile("[♠♥♦♣]")
READ = ("aria-label", "title", "alt", "placeholder")
"""Attributes with text for people."""
COON = {"game": "coon-can", "seats": "Ann Bob Cat"}
RUMMY = ("up 9S", "Bob from discards", "Bob melds 9S 9H 9D", "Bob melds 6C 7C JK=8C")
RUMMY_STATES = {
    "drawing": (RUMMY[:1], COON),
    "a turn": (RUMMY, COON),
    "the next turn": ((*RUMMY, "Bob discards QH"), COON),
    "left": (("left Bob Ann=20 Cat=9S+JK",), {**COON, "depth": "result"}),
    "left, settled": (("left nobody Ann=20 Bob=QD Cat=9S+JK", "settled"),
        {**COON, "depth": "result"}),
}  # fmt: skip


class Faults(HTMLParser):
    """Collect a page's badly formatted cards, and count its suit symbols."""

    def __init__(self, html):
        super().__init__()
        self.found, self.cards, self._open = [], 0, []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag not in ("input", "br", "meta", "link", "use", "path", "img"):
            self._open.append((tag, given))
        for name in READ:
            text = given.get(name) or ""
            if LETTERED.search(text) or SIGNED.search(text) or "<" in text:
                self.found.append(f"{tag} {name}={text!r}")

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if self._open and self._open[-1][0] == tag:
            self._open.pop()

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, text):
        # Skip addresses: their keys are random letters.
        if LETTERED.search(re.sub(r"(http|/e/)\S+", "", text)):
            self.found.append(text)
        if SIGNED.search(text):
            given = self._open[-1][1] if self._open else {}
            self.cards += 1
            if given.get("role") != "img" or " of " not in given.get("aria-label", ""):
                self.found.append(f"without a name: {text}")


def faults(phone, *urls):
    found, cards = [], 0
    for url in urls:
        answer = phone.client.get(url)
        assert answer.status_code in (200, 303), url
        page = Faults(answer.get_data(as_text=True))
        found += [f"{url}: {one}" for one in page.found]
        cards += page.cards
    return found, cards


STATES = {**CARD_STATES, **NAP_STATES, **RUMMY_STATES}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("state", STATES)
def test_a_table_in_every_state(app, phone, state):
    phrases, game = STATES[state]
    at = f"/e/{opened(app, *phrases, **game)}"
    found, cards = faults(phone, at, f"{at}/log", f"{at}/more", f"{at}/display")
    assert not found
    assert cards or not any(re.search(r"\b[2-9AKQJT][SHDC]\b", phrase) for phrase in phrases)
    amended = [f"{at}/amend/{number}" for number in range(2, 2 + min(len(phrases), 6))]
    pages = [url for url in amended if phone.client.get(url).status_code == 200]
    assert not faults(phone, *pages)[0]


GOLDEN = [
    name
    for name, file in GOLDENS.items()
    if not expected(name)["problems"] and LETTERED.search(file.read_text())
]


@pytest.mark.parametrize("name", GOLDEN)
def test_the_golden_evenings(app, phone, name):
    record = loads(GOLDENS[name].read_bytes())
    log = app.extensions["tables"].evenings.log
    at = f"/e/{log.open_evening(record.name, record.entries, 'import').key}"
    state = app.extensions["tables"].evenings.evening(log.find(at[3:]).id).state
    number = sum(len(session.deals) for session in state.sessions)
    deals = [f"{at}/deals/{deal}" for deal in range(1, number + 1)]
    found, cards = faults(phone, at, f"{at}/log", f"{at}/deals", *deals)
    assert not found and cards


def test_a_proof_and_its_answer(app, phone):
    phrases, game = CARD_STATES["cards, a doubt"]
    phone.at(opened(app, *phrases, **game))
    shown = phone.press("played", "piece", "TS")
    page = Faults(shown.html)
    assert shown.status == 422 and not page.found and page.cards >= 2


def test_a_refusal(app, phone):
    key = opened(app, *RUMMY, **COON)
    refused = phone.say(key, {"kind": "laid-off", "player": "Bob", "meld": "1", "piece": "KH"})
    page = Faults(refused.html)
    assert refused.status == 422 and not page.found and page.cards >= 3


@pytest.mark.parametrize(
    ("notation", "sign", "heard"),
    [
        ("QH", "Q♥\ufe0e", "queen of hearts"),
        ("TS", "10♠\ufe0e", "10 of spades"),
        ("10C", "10♣\ufe0e", "10 of clubs"),
        ("2D", "2♦\ufe0e", "2 of diamonds"),
        ("JK", "joker", "joker"),
        ("JK=9S", "joker (9♠\ufe0e)", "joker (9 of spades)"),
        ("6-4", "6-4", "6-4"),
    ],
)
def test_a_piece_in_text_and_aloud(notation, sign, heard):
    assert piece_name(notation) == sign
    assert aloud(f"Ann {sign}, Bob.") == f"Ann {heard}, Bob."
