"""The settlement and the end of a game are whole at every size: many players, long names, long reasons."""

import pytest

from companion.evening.entries import GameEnded, GameStarted, Left, Penalized
from companion.rules.actions import Scored, Settled, TricksTaken, TurnedUp
from tests.browser.test_rows import SIZES, TABLES, faults
from tests.web import played
from tests.web.test_pages import NAP_STATES

LONG = (
    *("Maximiliane-Josephine", "Ann", "Bartholomäus von Bergen", "Cat", "Dan"),
    *("Christine-Elisabeth", "Wolfgang Amadé"),
)
REASON = "for showing the whole hand to Christine-Elisabeth at the third trick"
TAKEN = TricksTaken({LONG[1]: 2, LONG[2]: 0, LONG[3]: 1, LONG[5]: 0, LONG[6]: 0}, declared={})


def seven(*phrases):
    """Return a second deal of seven players with long names."""
    game = GameStarted("three-card-loo", LONG, LONG[0], "result")
    first = (GameEnded(), game, TurnedUp("H"), TAKEN, Settled())
    return (*first, Penalized(LONG[4], 25, "each", REASON), TurnedUp("H"), TAKEN, *phrases), {}


def other(names, **rules):
    """Return a second deal of another game for these players."""
    numbers = {name: 10 * place for place, name in enumerate(names)}
    numbers[names[0]] = -sum(numbers.values())
    rules = {"name": "Der große Skat von Altenburg", **rules}
    game = GameStarted("other", tuple(names), names[0], "result", None, rules)
    return (GameEnded(), game, Scored(numbers)), {}


BOARDS = {
    "seven with long names": seven(),
    "settling": TABLES["settling"],
    "16 settle": TABLES["16 settle"],
    "a contract lost": NAP_STATES["a contract, settling"],
    "seven at the end": seven(Settled(), Left(LONG[2]), GameEnded()),
    "won": TABLES["won"],
    "points of sixteen": other(played.SIXTEEN),
    "chips of seven": other(LONG, counts="chips"),
}


@pytest.mark.parametrize("state", BOARDS)
def test_a_settlement_is_whole_at_every_size(eye, server, state):
    phrases, game = BOARDS[state]
    eye.open(server.evening(*phrases, **game))
    found = []
    for place, size in enumerate(SIZES):
        found += faults(eye, *size) + faults(eye, *size, percent=200 if place % 2 else 150)
    assert found == []


def test_every_reason_can_be_read_at_320_px(eye, server):
    phrases, game = BOARDS["seven with long names"]
    eye.open(server.evening(*phrases, **game))
    eye.page.set_viewport_size({"width": 320, "height": 568})
    for why in eye.page.locator("#settlement > .why").all():
        why.locator("summary").tap()
    assert faults(eye, 320, 568) == []
    assert REASON in eye.page.locator("#settlement").inner_text()
