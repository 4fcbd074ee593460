"""Long logs are shown in parts."""

import pytest

from companion.evening.entries import Penalized
from companion.web.routes.results import MOST_MISDEALS, MOST_TURNS
from companion.web.views.played_games import MOST_BESIDE
from tests.web.table import opened
from tests.web.test_rummy import GAME, OUT, TURN

DEAL = ("up 6-3", "told Bob 3 Cat 2", "settled")
ROUND = [
    said
    for name in ("Bob", "Cat", "Ann")
    for said in (f"{name} from discards", f"{name} discards 9S")
]


def shown(app, phone, path, *said, **game):
    key = opened(app, *said, **game)
    phone.at(key)
    return phone.get(f"/e/{key}/{path}")


@pytest.mark.parametrize("number", [MOST_MISDEALS, MOST_MISDEALS + 3])
def test_only_the_first_of_many_misdeals_are_listed(app, phone, number):
    page = shown(app, phone, "deals/1", *(("up 6-3", "misdealt") * number), *DEAL, depth="result")
    assert page.text.count("A misdeal:") == MOST_MISDEALS
    assert ("And 3 more." in page.text) == (number > MOST_MISDEALS)


@pytest.mark.parametrize("number", [MOST_BESIDE, MOST_BESIDE + 2])
@pytest.mark.parametrize("game", ["domino-loo", "coon-can"])
def test_only_the_first_of_many_penalties_are_listed(app, phone, number, game):
    to = "Bob" if game == "domino-loo" else None
    said = [Penalized("Ann", 5, to, f"Slip {slip}.") for slip in range(number)]
    page = shown(app, phone, "deals", *said, game=game, depth="result")
    assert len(page.soup.select("details.why")) == MOST_BESIDE
    assert ("And 2 more." in page.text) == (number > MOST_BESIDE)


@pytest.mark.parametrize("more", [0, 1])
def test_only_the_last_of_many_turns_are_listed(app, phone, more):
    rounds = ROUND * ((MOST_TURNS - 4) // 3 + more)
    said = ("up 9S", *rounds, *TURN[1:], *OUT, "left Bob Ann=13 Cat=50", "settled")
    page = shown(app, phone, "deals/1", *said, **GAME)
    told = [" ".join(item.text.split()) for item in page.soup.select(".turns li")]
    assert told[-1].startswith("Bob draws from the stock, melds")
    assert len(told) == (MOST_TURNS if more else MOST_TURNS - 1)
    assert ("The first 2 turns are in the log." in page.text) == bool(more)
