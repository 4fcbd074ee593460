"""How much one evening holds: entries, games and people. Beyond that a new one is started."""

import pytest
from msgspec.structs import replace

from companion.errors import EntryError
from companion.evening import Evening, history, room, seats, state
from companion.evening.entries import (
    Amended,
    EveningClosed,
    GameEnded,
    Joined,
    Left,
    SatIn,
    SatOut,
    Undone,
)
from companion.rules.actions import Misdealt, TurnedUp
from companion.wording import say as say_
from companion.wording.screens import nearly_full
from tests.telling import code, refusal, say, start, started

TRICKS = ("Bob in", "Cat out", "Dan out", "Ann out")


@pytest.fixture
def short(monkeypatch):
    """An evening is full with ten entries, and has room for fifteen."""
    monkeypatch.setattr(room, "FOR_THE_END", 5)
    monkeypatch.setattr(room, "MOST_ENTRIES", 15)
    monkeypatch.setattr(history, "ROOM", room.Room(15))


def of_length(number, **changes):
    return replace(start(depth="tricks"), length=number, **changes)


def test_no_deal_begins_in_a_full_evening(short):
    almost, full = of_length(9), of_length(10)
    assert say(almost, "up 6").length == 10
    for entry in (TurnedUp("6"), SatOut("Bob"), Joined("Eve"), started("Ann Bob")):
        error = refusal(full, entry)
        assert error.rule == "wrong-phase" and error.fact == room.EveningFull(closing=True)
        assert "Close it" in say_(error.fact)
    for entry in (GameEnded(), EveningClosed(), Undone(1), Amended(1, started("Ann Bob Cat"))):
        assert full.enter(entry).length == 11


def test_a_deal_in_progress_is_finished(short):
    found = say(of_length(9), "up 6", *TRICKS, "settled")
    assert len(found.state.session.deals) == 1 and found.length == 15
    assert code(say(of_length(9), "up 6").enter(Misdealt()), TurnedUp("6")) == "wrong-phase"


def test_nothing_is_entered_beyond_the_last_entry(short):
    for entry in (EveningClosed(), Undone(1)):
        error = refusal(of_length(15), entry)
        assert error.fact == room.EveningFull(closing=False)
        assert "Close it" not in say_(error.fact)


def test_the_table_is_told_when_little_room_is_left():
    left = room.Room(10_000).left
    assert nearly_full(left(6_999)) == ""
    assert "2,000 more entries" in nearly_full(left(7_000))
    assert "1 more entry" in nearly_full(left(8_999))
    assert "0 more entries" in nearly_full(left(9_500))


def test_an_evening_longer_than_a_server_now_allows_can_still_be_closed():
    small, evening = room.Room(4_000), of_length(5_000)
    assert small.has(evening.length, evening.state, EveningClosed())
    for entry in (TurnedUp("6"), Undone(1), Amended(1, started("Ann Bob Cat"))):
        assert not small.has(evening.length, evening.state, entry)


def test_an_evening_holds_so_many_games(monkeypatch):
    monkeypatch.setattr(state, "MOST_GAMES", 2)
    found = start(depth="tricks").enter(started("Ann Bob Cat"))
    assert code(found, started("Ann Bob Cat")) == "wrong-phase"


def test_an_evening_holds_so_many_people_those_included_who_have_left(monkeypatch):
    monkeypatch.setattr(seats, "MOST_PEOPLE", 4)
    found = Evening().enter(started("Ann Bob Cat")).enter(Joined("Dan")).enter(Left("Dan"))
    assert code(found, Joined("Eve")) == "too-many-players"
    assert code(found, started("Ann Bob Eve")) == "too-many-players"
    assert found.enter(Joined("Dan")).state.people() == ("Ann", "Bob", "Cat", "Dan")


def test_corrections_cannot_bring_in_more(monkeypatch):
    """Each holds in its place; what follows has to hold, too."""
    monkeypatch.setattr(seats, "MOST_PEOPLE", 4)
    found = Evening().enter(started("Ann Bob Cat")).enter(SatOut("Cat")).enter(SatIn("Cat"))
    found = found.enter(Joined("Dan")).enter(Left("Dan"))
    with pytest.raises(EntryError):
        found.enter(Amended(2, Joined("Eve")))
