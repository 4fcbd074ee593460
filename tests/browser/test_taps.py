"""The number of taps for a deal, including settlement and next deal."""

import pytest

from tests.web.played import SIXTEEN

SIX = "Ann Bob Cat Dan Eve Fay"
THREE_CARD = {"game": "three-card-loo", "seats": SIX}


class Counted:
    """A phone that counts its taps."""

    def __init__(self, phone):
        self.phone, self.taps = phone, 0

    def say(self, *button):
        self.phone.say(*button)
        self.taps += 1

    def choose(self, name, value):
        self.phone.choose(name, value)
        self.taps += 1


def by_tricks(taps):
    taps.say("turned-up", "piece", "H")
    for choice in ("play", "play", "drop", "play", "drop", "drop"):
        taps.say("declared", "choice", choice)
    for winner in ("Bob", "Cat", "Bob"):
        taps.say("trick-won", "player", winner)
    taps.say("settled")


def by_tricks_with_the_rest(taps):
    taps.say("turned-up", "piece", "H")
    for choice in ("play", "play", "play"):
        taps.say("declared", "choice", choice)
    taps.say("rest-declared")
    for winner in ("Bob", "Cat", "Bob"):
        taps.say("trick-won", "player", winner)
    taps.say("settled")


def by_result(taps):
    taps.choose("tricks:Bob", "2")
    taps.choose("tricks:Dan", "0")
    taps.choose("declared:Eve", "miss")
    assert taps.phone.page.locator('input[name="tricks:Eve"][value="1"]').is_checked()
    taps.say("tricks-taken")
    taps.say("settled")


def all_drop(taps):
    # Sixteen rows scroll inside the table, not the page.
    assert taps.phone.page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
    assert "All drop: Ann" in taps.phone.button("tricks-taken").inner_text()
    taps.say("tricks-taken")
    taps.say("settled")


def by_contract(taps):
    taps.choose("bidder", "Eve")
    taps.say("rest-declared", "bids", "three")
    taps.say("tricks-taken", "made", "true")
    taps.say("settled")


@pytest.mark.parametrize(
    ("table", "deal", "most", "entries"),
    [
        ({**THREE_CARD, "depth": "tricks"}, by_tricks, 11, 11),
        ({**THREE_CARD, "depth": "tricks"}, by_tricks_with_the_rest, 9, 9),
        ({**THREE_CARD, "depth": "result"}, by_result, 6, 2),
        ({**THREE_CARD, "seats": " ".join(SIXTEEN), "depth": "result"}, all_drop, 2, 2),
        ({"game": "napoleon", "seats": SIX, "depth": "result"}, by_contract, 4, 3),
    ],
    ids=["tricks", "tricks, the rest drop", "result", "result, all drop", "napoleon, result"],
)
def test_a_deal_takes_no_more_taps(phone, server, table, deal, most, entries):
    path = server.evening(**table)
    phone.open(path)
    taps = Counted(phone)
    deal(taps)
    assert taps.taps <= most
    assert len(server.entries(path)) == 1 + entries
    assert server.entries(path)[-1]["kind"] == "settled"
    assert phone.page.locator("#heading").inner_text() == "Deal 2"
