"""All pages still work when a growing pool has reached its limit."""

import pytest

from companion.errors import RuleViolation
from companion.evening import Evening
from companion.evening.entries import GameEnded, Undone
from companion.evening.game_facts import PoolFull
from companion.evening.game_session import MOST_POOL
from companion.rules.actions import Settled, TricksTaken
from tests.telling import entries, started
from tests.web.table import opened

PLAYERS = tuple(f"P{n}" for n in range(10))
GAME = {"game": "three-card-loo", "depth": "result", "preset": "unlimited"}


def play(evening):
    """Yield deals in which everyone plays and one player takes all, until the pool is full."""
    while evening.state.session.deal:
        players = evening.state.session.deal.setup.players
        tricks = {name: 3 * (name == players[0]) for name in players}
        for entry in (*entries("up 7H"), TricksTaken(tricks, declared={}), Settled()):
            if entry in evening.state.options() or not isinstance(entry, Settled):
                evening = evening.enter(entry)
                yield entry


@pytest.fixture(scope="module")
def told():
    return list(play(Evening().enter(started(" ".join(PLAYERS), **GAME))))


def test_no_deal_begins_with_a_pool_of_more_than_a_billion(told):
    evening = Evening().enter(started(" ".join(PLAYERS), **GAME))
    for entry in told:
        evening = evening.enter(entry)
    session = evening.state.session
    assert MOST_POOL < session.pool < 20 * MOST_POOL and len(session.deals) < 20
    with pytest.raises(RuleViolation) as refused:
        evening.enter(entries("up 7H")[0])
    assert refused.value.fact == PoolFull(MOST_POOL)
    assert all(evening.enter(one) for one in evening.state.options())
    assert evening.enter(GameEnded()).state.session.ended
    assert evening.enter(Undone(evening.length)).state.session.deal


def test_every_page_works_with_a_full_pool(app, phone, told):
    key = opened(app, *told, seats=" ".join(PLAYERS), **GAME)
    page = phone.at(key)
    assert "no further deal can be played" in page.text
    phone.post("/groups/new", {"name": "Fridays", "entry_id": "a-group-1"})
    group = phone.page.headers["Location"].rpartition("/")[2]
    assert phone.post(f"/e/{key}/group", {"group": group}).status == 303
    for path in ("", "/deals", "/more", "/log", "/deals.csv", "/replay.json", "/display"):
        assert phone.get(f"/e/{key}{path}").status == 200, path
    for path in (f"/g/{group}", f"/g/{group}/figures", "/", "/history", "/evenings/new"):
        assert phone.get(path).status == 200, path
