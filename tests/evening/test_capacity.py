"""The limits of an evening: entries, games and people."""

import pytest

from companion.errors import EntryError
from companion.evening import Evening, capacity, history, seats, state
from companion.evening.capacity import CAPACITY, LAST_DEAL, EveningFull, closable, has_room, is_full
from companion.evening.entries import (
    Amended,
    DealerSet,
    EveningClosed,
    GameEnded,
    Inserted,
    Joined,
    Left,
    SatIn,
    SatOut,
    Undone,
)
from companion.rules.actions import Misdealt, Settled, TurnedUp
from companion.wording import say as say_
from companion.wording.screens import nearly_full
from tests.telling import code, refusal, say, start, started
from tests.telling import entries as say_entries

BETWEEN = start(depth="tricks").state
OPEN = say(start(depth="tricks"), "up 6").state


def test_no_deal_begins_in_a_full_evening():
    for entry in (TurnedUp("6"), SatOut("Bob"), Joined("Eve"), started("Ann Bob")):
        assert has_room(LAST_DEAL - 1, BETWEEN, entry)
        assert not has_room(LAST_DEAL, BETWEEN, entry)
    for entry in (GameEnded(), EveningClosed(), Undone(1), Amended(1, started("Ann Bob Cat"))):
        assert has_room(LAST_DEAL, BETWEEN, entry)
    assert is_full(LAST_DEAL, BETWEEN) and not is_full(LAST_DEAL - 1, BETWEEN)


def test_an_open_deal_is_finished_and_the_last_entry_is_kept_for_closing():
    for entry in (TurnedUp("6"), Misdealt(), Undone(1)):
        assert has_room(CAPACITY - 2, OPEN, entry)
        assert not has_room(CAPACITY - 1, OPEN, entry)
    assert has_room(CAPACITY - 1, OPEN, EveningClosed())
    assert not is_full(CAPACITY - 2, OPEN) and is_full(CAPACITY - 1, OPEN)


def test_closing_with_the_last_entry_makes_an_open_deal_void(monkeypatch):
    found = say(start(depth="tricks"), "up 6", "Bob in")
    assert code(found, EveningClosed()) == "wrong-phase"
    assert closable(CAPACITY - 1, BETWEEN) is BETWEEN
    monkeypatch.setattr(capacity, "CAPACITY", found.length + 1)
    closed = found.enter(EveningClosed("divide"))
    assert closed.state.closed and closed.state.session.deals == start().state.session.deals
    assert closed.enter(Undone(closed.length)).state == found.state
    void = found.enter(Misdealt()).enter(EveningClosed("divide"))
    assert closed.state == void.state


def test_an_insertion_counts_with_its_entries():
    deal = (TurnedUp("6-3"), *say_entries("told Bob 5"), *say_entries("settled"))
    lost = Inserted(2, deal)
    assert has_room(CAPACITY - 5, BETWEEN, lost)
    assert not has_room(CAPACITY - 4, BETWEEN, lost)
    assert has_room(LAST_DEAL, BETWEEN, lost)
    evening = say(start(depth="result"), "up 6-3", "told Bob 5", "settled", lost)
    assert (evening.length, evening.size) == (5, 8)
    # As in a record, what is undone or replaced counts too.
    moved = Amended(7, Inserted(2, (DealerSet("Bob"),)))
    again = say(evening, Undone(5), lost, moved)
    assert again.size == sum(map(capacity.size_of, again.log)) == 8 + 1 + 4 + 2
    assert history.open_log(again.log) == again


def test_an_insertion_leaves_an_evening_that_can_be_closed(monkeypatch):
    found = say(start(depth="result"), "up 6-3", "told Bob 5", "settled", "up 6-3")
    found = say(found, Inserted(2, (TurnedUp("6-3"), *say_entries("told Bob 5"), Settled())))
    monkeypatch.setattr(capacity, "CAPACITY", found.size + 1)
    monkeypatch.setattr(capacity, "LAST_DEAL", found.size - 1)
    assert not has_room(found.size, found.state, TurnedUp("6"))
    closed = found.enter(EveningClosed())
    assert closed.state.closed and len(closed.state.session.deals) == 2
    assert history.open_log(closed.log) == closed


def test_a_longer_evening_can_only_be_closed():
    assert has_room(12_000, BETWEEN, EveningClosed())
    for entry in (TurnedUp("6"), Undone(1), Amended(1, started("Ann Bob Cat"))):
        assert not has_room(12_000, BETWEEN, entry)
        with pytest.raises(EntryError) as error:
            capacity.check_room(12_000, BETWEEN, entry)
        assert error.value.fact == EveningFull(closing=True)
    assert "Close it" in say_(EveningFull(closing=True))


def test_the_entries_of_a_record_are_limited(monkeypatch):
    monkeypatch.setattr(history, "MOST_ENTRIES", 2)
    found = say(start(depth="tricks"), "up 6")
    for entry in (EveningClosed(), Undone(2)):
        error = refusal(found, entry)
        assert error.rule == "wrong-phase" and error.fact == EveningFull(closing=False)
    assert "Close it" not in say_(EveningFull(closing=False))


def test_a_nearly_full_evening_is_announced():
    left = capacity.entries_left
    assert nearly_full(left(4_499)) == ""
    assert "250 more entries" in nearly_full(left(4_500))
    assert "1 more entry" in nearly_full(left(4_749))
    assert "0 more entries" in nearly_full(left(4_900))


def test_the_games_of_an_evening_are_limited(monkeypatch):
    monkeypatch.setattr(state, "MOST_GAMES", 2)
    found = start(depth="tricks").enter(started("Ann Bob Cat"))
    assert code(found, started("Ann Bob Cat")) == "wrong-phase"


def test_the_people_of_an_evening_are_limited_including_those_who_left(monkeypatch):
    monkeypatch.setattr(seats, "MOST_PEOPLE", 4)
    found = Evening().enter(started("Ann Bob Cat")).enter(Joined("Dan")).enter(Left("Dan"))
    assert code(found, Joined("Eve")) == "too-many-players"
    assert code(found, started("Ann Bob Eve")) == "too-many-players"
    assert found.enter(Joined("Dan")).state.people() == ("Ann", "Bob", "Cat", "Dan")


def test_corrections_keep_the_limits(monkeypatch):
    """A correction checks the corrected entry and all later ones."""
    monkeypatch.setattr(seats, "MOST_PEOPLE", 4)
    found = Evening().enter(started("Ann Bob Cat")).enter(SatOut("Cat")).enter(SatIn("Cat"))
    found = found.enter(Joined("Dan")).enter(Left("Dan"))
    with pytest.raises(EntryError):
        found.enter(Amended(2, Joined("Eve")))
