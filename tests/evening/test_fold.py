"""Undo and amendment: the log keeps every entry, and undo starts with the newest."""

import random

import pytest

from companion.errors import EntryError
from companion.evening import Evening
from companion.evening.entries import Amended, EveningClosed, GameStarted, Left, Undone
from companion.evening.history import EveningBuilder
from companion.evening.replay import replay
from companion.rules.actions import Misdealt, Revoked
from tests.telling import accounts, amend, code, entry, say, session, start, started

DEAL = ("up 6", "Bob in", "Cat in", "Dan out", "Ann out", "taken Bob 3 Cat 2", "settled")
"""Entries 2 to 8 of an evening that start() began. Bob 15, Cat 10; nobody is looed."""


def evening():
    return say(start(depth="result"), *DEAL)


def undo(found):
    return found.enter(Undone(found.undoable))


# Undo


def test_only_the_newest_entry_in_force_can_be_undone():
    for number in (1, 7, 9, 0, -1):
        assert code(evening(), Undone(number)) == "stale"
    assert not say(evening(), "undo 8").state.session.deals


def test_on_an_empty_evening_there_is_nothing_to_undo():
    assert code(Evening(), Undone(1)) == "stale"
    assert Evening().undoable is None


def test_an_undone_entry_keeps_its_number():
    once = say(evening(), "undo 8")
    assert once.length == 9
    assert code(once, "undo 8") == "stale"
    assert code(once, "undo 9") == "stale"
    assert once.undoable == 7


@pytest.mark.parametrize(
    "phrases",
    [
        ("up 6",),
        ("up 6", "Cat in"),
        ("up 6", "misdealt"),
        ("Bob sits-out",),
        ("Bob sits-out", "Bob sits-in"),
        ("Bob leaves",),
        ("Dan leaves", "Eve joins Ann"),
        ("depth plays",),
        ("ended",),
        ("closed",),
        (started("Ann Bob", "domino-rounce"),),
        ("up 6", "Cat in", "Dan in", "Ann out", "Bob out", "revoked Cat"),
        ("up 6", "Cat in", "Dan in", "Ann out", "Bob out", "taken Cat 5"),
        ("depth tricks", "up 6", "Cat in", "Dan in", "Ann out", "Bob out", "won Cat"),
        ("depth plays", "up 6-3", "Cat in", "Dan in", "Ann out", "Bob out", "Cat 5-5"),
        ("depth plays", "up 6-3", "Cat in", "Dan in", "Ann out", "Bob out +"),
    ],
    ids=lambda phrases: str(phrases[-1])[:20],
)
def test_every_kind_of_entry_can_be_undone(phrases):
    if phrases[-1].__class__ is str and phrases[-1].endswith("+"):
        phrases = (*phrases[:-1], "Bob in +")
    before = say(evening(), *phrases[:-1])
    after = say(before, phrases[-1])
    again = say(after, f"undo {after.length}")
    assert again.state == before.state
    assert again.entries == before.entries
    assert say(again, phrases[-1]).state == after.state


def test_the_newest_is_named_for_the_undo_button():
    found = say(evening(), "up 6", "Cat in")
    assert found.newest.number == 10
    assert found.newest.entry.player == "Cat"
    assert Evening().newest is None


# Amendment


def test_an_amendment_replaces_an_earlier_entry():
    found = amend(evening(), 7, "taken Bob 1 Cat 4")
    # 25: Bob 5, Cat 20, after stakes of 10 and three times 5.
    assert accounts(found) == {"Ann": -10, "Bob": 0, "Cat": 15, "Dan": -5, "pool": 0}
    assert found.find(7).versions == (say(evening()).find(7).entry,)


def test_a_refused_amendment_names_the_rule():
    assert code(evening(), Amended(7, entry("taken Bob 6"))) == "trick-count"
    assert code(evening(), Amended(4, entry("Dan out"))) == "out-of-turn"


@pytest.mark.parametrize("number", [0, -1, 9, 99])
def test_an_entry_not_in_force_cannot_be_amended(number):
    assert code(evening(), Amended(number, entry("taken Bob 5"))) == "stale"


def test_an_amendment_cannot_be_amended():
    found = amend(evening(), 7, "taken Bob 5")
    assert code(found, Amended(9, entry("taken Bob 4 Cat 1"))) == "stale"


def test_an_amendment_is_the_first_to_be_undone():
    found = amend(evening(), 7, "taken Bob 5")
    assert found.undoable == 9
    assert code(found, "undo 8") == "stale"
    back = say(found, "undo 9")
    assert back.state == evening().state
    assert back.undoable == 8


def test_amending_the_start_of_the_game_changes_its_house_rules_for_all_deals():
    found = say(start(depth="result"), *DEAL[:5], "taken Bob 5", "settled")
    assert accounts(found)["Cat"] == -30
    found = found.enter(
        Amended(1, started("Ann Bob Cat Dan", depth="result", loo="fixed", loo_chips=8))
    )
    assert accounts(found)["Cat"] == -13


def test_amending_the_seats_is_refused_if_a_missing_player_played():
    found = evening()
    assert code(found, Amended(1, started("Ann Bob Cat", depth="result"))) == "no-longer-holds"


def test_a_refused_entry_uses_up_its_number():
    refused = [started("Ann Bob Cat Dan", depth="result"), *map(entry, (*DEAL, "won Bob"))]
    found, problems = replay(refused)
    assert found.length == 9 and found.log[8] is None
    assert found.state == evening().state and found.entries == evening().entries
    assert [one.entry for one in problems] == [9]


def test_a_proof_is_answered_by_amending_the_earlier_play():
    found = say(start(), "up 6-3", "Bob in", "Cat in", "Dan out", "Ann out", "Bob 5-5", "Cat 3-1",
                "Bob 2-2")  # fmt: skip
    assert code(found, "Cat 5-1") == "follow-suit"
    found = amend(found, 8, "Cat 5-2")
    assert session(say(found, "Cat 5-1")).deal.revokes == ()


# The deal of an entry

TIRING = (EveningClosed, Left, Misdealt, Revoked)
"""Entries that end an evening early."""
RESULT = GameStarted("domino-loo", ("Ann", "Bob", "Cat"), "Ann", "result")


@pytest.mark.parametrize("seed", range(12))
def test_every_entry_is_in_exactly_its_deal(seed):
    """Random evenings of several games, with undone, amended and refused entries."""
    builder, rng, seen = EveningBuilder(Evening()), random.Random(seed), set()
    found = builder.evening()
    for _ in range(150):
        target = Amended(rng.randint(1, found.length + 1))
        other = rng.choice((Undone(found.undoable or 1), target, RESULT))
        options = [one for one in found.state.options() if not isinstance(one, TIRING)]
        one = rng.choice((other, *rng.choices(options or [RESULT], k=15)))
        try:
            builder.enter(one)
        except EntryError:
            builder.skip()
        found = builder.evening()
        wanted = {}
        for number in range(1, found.length + 1):
            wanted.setdefault(found.deal_of(number), []).append(number)
        assert {deal: list(numbers) for deal, numbers in found.deals().items()} == wanted
        assert list(found.deals()) == list(wanted)
        seen |= set(wanted)
    assert len(seen) > 3
