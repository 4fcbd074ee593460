"""The figures of a deal: one story on the table, the settlement, the display and the evening page."""

import re

import pytest

from companion.errors import EntryError
from companion.evening import Evening
from companion.evening.record import loads
from companion.rules.actions import Settled
from companion.rules.facts import Phase
from companion.web import access
from companion.web.views import display
from companion.web.views.screen import screen, settling_at_once
from tests.test_records import NAMES, RECORDS
from tests.web.table import opened


@pytest.fixture
def app(shared):
    return shared


def number(text):
    return int(text.replace("−", "-"))


def amounts(text):
    return list(map(number, re.findall(r"[+−]?\b\d+", text)))


@pytest.mark.parametrize("name", NAMES)
def test_balances_move_when_the_settlement_shows_and_not_again(app, name):
    """Of every deal of every golden evening: its parts, their sum, and the balance with it."""
    key = opened(app)
    evening = Evening()
    with app.test_request_context():
        table = access.opened(key)
        for entry in loads((RECORDS / f"{name}.json").read_bytes()).entries:
            try:
                after = evening.enter(entry)
            except EntryError:
                after = evening.refused()
            if isinstance(entry, Settled) and after.state is not evening.state:
                compare(table, evening, after)
            evening = after


def compare(table, evening, after):
    """Compare what is shown while a deal is settled with what was before it, and what is after."""
    session = evening.state.session
    is_settling = session.deal.phase is Phase.SETTLING
    shown = screen(table, evening) if is_settling else settling_at_once(table, evening)
    then = screen(table, after)
    # Who has joined since the last deal has no balance yet.
    old = {seat.player: 0 for seat in session.seats} | dict(session.scores or session.balances)
    figures = {row.name: number(row.figure) for row in shown.rows}
    assert figures == {row.name: number(row.figure) for row in then.rows}
    assert (shown.pool or 0) == (then.pool or 0)
    settled = [one for one in shown.whys if one.now]
    assert {one.name for one in settled} == set(session.deal.setup.players)
    for one in settled:
        (now,) = amounts(one.now)
        assert sum(amounts(one.parts)) == number(one.figure)
        assert old[one.name] + number(one.figure) == now == figures[one.name]
    assert {line.row.name: line.change for line in display.lines(shown) if line.change} == {
        one.name: one.figure for one in settled
    }
    if not session.race:
        left = [seat.player for seat in session.seats if seat.gone]
        assert sum(figures.values()) + sum(old[name] for name in left) + (shown.pool or 0) == (
            session.opening_pool
        )
