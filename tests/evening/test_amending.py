"""Corrections replace, delete and restore entries; later entries must stay valid."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import EntryError, RevokeProven
from companion.evening import Evening, State
from companion.evening.entries import Amended, Undone, decode, encode
from companion.evening.game_facts import NoLongerHolds
from companion.evening.replay import replay
from companion.rules.actions import Revoked, TrickWon
from companion.rules.tricks.trick_facts import NothingProven
from companion.wording import say as say_
from tests.evening.test_properties import LENGTHS, SEEDS, anew, bent, walk, walked
from tests.examples import examples
from tests.telling import (
    accounts,
    amend,
    code,
    entries,
    entry,
    refusal,
    say,
    session,
    start,
    started,
)

DEAL = ("up 6", "Bob in", "Cat in", "Dan out", "Ann in")
"""Entries 2 to 6 of an evening that start() began; Ann deals, so 25 in the pool."""
TRICKS = ("won Bob Bob Cat Ann Bob", "settled")
"""Entries 7 to 12."""


def evening(*more):
    return say(start(depth="tricks"), *DEAL, *more)


def take_out(found, number):
    return found.enter(Amended(number))


def without(number, *phrases):
    """Return the evening without one entry, given by number."""
    told = [one for phrase in phrases for one in entries(phrase)]
    del told[number - 2]
    return say(start(depth="tricks"), *told)


# Deleting


def test_a_deleted_entry_is_not_in_force():
    found = take_out(evening("won Bob Bob Cat"), 8)
    assert found.state == without(8, *DEAL, "won Bob Bob Cat").state
    assert [said.number for said in found.entries] == [1, 2, 3, 4, 5, 6, 7, 9]
    assert found.find(8) is None
    assert found.versions_of(8) == (TrickWon("Bob"),)
    assert found.length == 10


def test_an_entry_is_deleted_once():
    assert code(take_out(evening("won Bob Cat"), 8), Amended(8)) == "stale"


@pytest.mark.parametrize("number", [0, -1, 8, 99])
def test_an_entry_not_in_force_cannot_be_deleted(number):
    assert code(evening("won Bob"), Amended(number)) == "stale"
    assert code(say(evening("won Bob Cat"), "undo 8"), Amended(8)) == "stale"


def test_a_deleted_entry_can_be_replaced():
    out = take_out(evening("won Bob Bob Cat"), 8)
    found = amend(out, 8, "won Ann")
    assert found.state == evening("won Bob Ann Cat").state
    assert [said.number for said in found.entries] == [*range(1, 10)]
    assert found.find(8).versions == (TrickWon("Bob"), None)
    assert found.deleted == {}
    back = say(found, "undo 11")
    assert (back.state, back.entries, back.deleted) == (out.state, out.entries, out.deleted)
    assert say(back, "undo 10").state == evening("won Bob Bob Cat").state


def test_deleting_a_settlement_reopens_the_deal():
    found = take_out(evening(*TRICKS), 12)
    assert not session(found).deals and not found.state.between_deals
    again = say(found, "settled")
    assert accounts(again) == accounts(evening(*TRICKS))
    assert again.newest.number == 14


def test_a_wrong_revoke_is_deleted_from_a_settled_deal():
    """The revoke divides 25: 12 each for Bob and Ann, and Cat pays 25. Without it, a share is 5."""
    found = evening("won Bob Bob Cat", "revoked Cat", "won Ann Bob", "settled")
    assert accounts(found) == {"Ann": 2, "Bob": 7, "Cat": -30, "Dan": -5, "pool": 26}
    found = take_out(found, 10)
    assert accounts(found) == {"Ann": -5, "Bob": 10, "Cat": 0, "Dan": -5, "pool": 0}
    assert session(found).deals[0].deal.revokes == ()


# Proofs and their answers (docs/rules.md 1, a correction and its proofs)

THROWN = ("up 6-3", "Bob in", "Cat in", "Dan out", "Ann out", "Bob 5-5", "Cat 4-4")
"""Entries 2 to 8: fives are led, and Cat throws the 4-4."""


def at_plays(*more):
    return say(start(depth="plays"), *THROWN, *more)


def revokes(found):
    return [(revoke.player, revoke.trick, revoke.ruling) for revoke in session(found).deal.revokes]


def test_an_answer_lapses_with_its_proof():
    """Cat's 5-4 proves that the 4-4 was a revoke; but Cat's tile was really the 5-3."""
    found = at_plays("Bob 2-2", "Cat 5-4 revoke")
    assert revokes(found) == [("Cat", 1, "revoke")]
    mended = amend(found, 8, "Cat 5-3")
    assert revokes(mended) == []
    assert (mended.find(10).entry, mended.find(10).lapsed) == (entry("Cat 5-4"), "revoke")
    # A correction that brings the revoke back also brings back its answer.
    mended = say(mended, "Bob 3-3")
    again = amend(mended, 8, "Cat 1-1")
    assert revokes(again) == [("Cat", 1, "revoke")] and again.find(10).lapsed is None
    undone = say(say(mended, f"undo {mended.undoable}"), "undo 11")
    assert (undone.state, undone.entries) == (found.state, found.entries)


def test_without_an_answer_the_correction_is_refused_with_the_proof():
    found = at_plays()
    found = say(amend(found, 8, "Cat 5-3"), "Bob 2-2", "Cat 5-4")
    refused = refusal(found, Amended(8, entry("Cat 4-4")))
    assert isinstance(refused, RevokeProven)
    assert (refused.rule, refused.number) == ("follow-suit", 11)
    assert [(proof.player, proof.trick) for proof in refused.proofs] == [("Cat", 1)]
    for answer in ("revoke", "let-stand"):
        mended = found.enter(Amended(8, entry("Cat 4-4"), {11: answer}))
        assert revokes(mended) == [("Cat", 1, answer)]
        assert mended.find(11).versions == (entry("Cat 5-4"),)
        assert mended.versions_of(8)[-1] == entry("Cat 5-3")
        undone = say(mended, "undo 12")
        assert (undone.state, undone.entries) == (found.state, found.entries)
        assert revokes(say(mended, "Bob 3-3")) == [("Cat", 1, answer)]


@pytest.mark.parametrize("number", [0, 1, 7, 8, 10, 99])
def test_an_answer_must_name_a_later_play_with_a_proof(number):
    found = at_plays()
    found = say(amend(found, 8, "Cat 5-3"), "Bob 2-2", "Cat 5-4")
    correction = Amended(8, entry("Cat 4-4"), {11: "revoke", number: "revoke"})
    assert code(found, correction) == "stale"
    assert "gives an answer for entry" in say_(refusal(found, correction).fact)
    assert code(found, Amended(8, entry("Cat 5-0"), {11: "revoke"})) == "stale"


# EntryError


def test_later_entries_must_remain_valid_without_it():
    """Four tricks do not decide the deal, so `no-longer-holds` names the settlement."""
    found = evening(*TRICKS)
    refused = refusal(found, Amended(8))
    assert isinstance(refused, NoLongerHolds)
    assert (refused.rule, refused.number) == ("no-longer-holds", 12)
    assert "Entry 12 would no longer be possible" in say_(refused.fact)
    assert found.state == evening(*TRICKS).state


def test_the_first_invalid_entry_is_named():
    found = evening("won Bob")
    assert refusal(found, Amended(4)).number == 5  # Dan declares before Cat
    assert refusal(found, Amended(2)).number == 3
    assert refusal(found, Amended(3, entry("Bob out"))).number == 7


def test_the_start_of_a_game_is_deleted_only_if_nothing_depends_on_it():
    assert refusal(evening(), Amended(1)).number == 2
    found = take_out(start(), 1)
    assert found.state == Evening().state
    assert found.newest is None and found.undoable == 2
    assert say(found, "undo 2").state == start().state
    # Another game can begin in its place and gets its number.
    again = found.enter(Amended(1, started("Ann Bob", "domino-rounce")))
    assert session(again).game.id == "domino-rounce"
    assert [said.number for said in again.entries] == [1]


def test_deleting_a_second_game_continues_the_first():
    found = say(evening(*TRICKS), started("Ann Bob", "domino-rounce"))
    assert accounts(take_out(found, 13)) == accounts(evening(*TRICKS))
    # The entries of the second game would now be in the first, where Cat declares before Bob.
    assert refusal(say(found, "up 6-3", "Bob in"), Amended(13)).number == 15


def test_a_closed_evening_can_be_amended_and_stays_closed():
    closed = evening(*TRICKS, "closed")
    after = amend(closed, 7, "won Cat")
    assert after.state.closed
    assert after.state == say(amend(evening(*TRICKS), 7, "won Cat"), "closed").state
    assert say(after, f"undo {after.length}").state == closed.state
    # Without the settlement the deal is open, so the evening cannot close.
    assert refusal(closed, Amended(12)).number == 13
    # Without the closing, the evening is open.
    assert take_out(closed, 13).state == evening(*TRICKS).state


def test_a_replay_skips_impossible_deletions():
    told = [started("Ann Bob Cat Dan", depth="tricks"), *(entry(p) for p in DEAL)]
    found, problems = replay([*told, Amended(2), Amended(9), *entries("won Bob")])
    assert [(p.entry, p.rule) for p in problems] == [(7, "no-longer-holds"), (8, "stale")]
    assert found.newest.number == 9


# The record


def test_a_deletion_is_null_or_left_out():
    said = b'{"kind":"amended","entry":7}'
    assert decode(said) == decode(b'{"kind":"amended","entry":7,"by":null}') == Amended(7)
    assert encode(Amended(7)) == said


# The deal of an entry


def test_each_entry_knows_its_deal_and_the_state_before_it():
    found = say(evening(*TRICKS), "undo 12", "settled", "Dan sits-out", "up 5", "Cat in")
    assert [found.deal_of(number) for number in range(1, 18)] == [*[(0, 1)] * 14, *[(0, 2)] * 3]
    assert found.before(9) == evening("won Bob Bob").state
    assert found.before(1) == Evening().state
    assert found.before(16) == say(evening(*TRICKS), "Dan sits-out").state


def test_entries_between_games_belong_to_the_game_before_them():
    found = say(evening(*TRICKS), "ended", started("Ann Bob", "domino-rounce"), "up 6-3")
    assert [found.deal_of(number) for number in (12, 13, 14, 15)] == [
        (0, 1),
        (0, 2),
        (1, 1),
        (1, 1),
    ]


# Random corrections


def corrected(rng, found):
    """Return a random correction: the number of an entry and its replacement."""
    number = rng.choice([*(said.number for said in found.entries), *found.deleted])
    said = found.find(number)
    if rng.random() < 0.4:
        return Amended(number)
    options = list(found.before(number).options())
    kind = type(said.entry) if said else TrickWon
    alike = [option for option in options if type(option) is kind] or options
    by = rng.choice(alike) if alike else said.entry if said else Revoked("Ann")
    return Amended(number, bent(rng, by) if rng.random() < 0.2 else by)


def told_so(found, correction):
    """Return the state after the corrected list of entries, or None if the list is invalid."""
    told = {said.number: said.restored for said in found.entries}
    told.pop(correction.entry, None)
    if correction.by is not None:
        told[correction.entry] = correction.by
    fresh = State()
    try:
        for number in sorted(told):
            if number == correction.entry:
                fresh = fresh.enter(told[number])
                continue
            try:
                fresh = fresh.enter(told[number], again=True)
            except EntryError as error:
                if not isinstance(error.fact, NothingProven):
                    raise
                fresh = fresh.enter(replace(told[number], stands=None), again=True)
    except EntryError:
        return None
    return fresh


def as_it_is(found):
    return found.state, found.entries, found.amendments, dict(found.deleted)


@given(SEEDS, LENGTHS)
@examples(120)
def test_a_correction_is_refused_or_comes_to_the_corrected_list(seed, steps):
    rng = Random(seed)
    found, _ = walked(rng, steps)
    for _ in range(4):
        if not (found.entries or found.deleted):
            break
        correction = corrected(rng, found)
        before = as_it_is(found)
        wanted = told_so(found, correction)
        try:
            after = found.enter(correction)
        except EntryError as error:
            assert as_it_is(found) == before
            assert wanted is None or error.rule == "stale"
            continue
        assert after.state == wanted == anew(after)
        assert as_it_is(after.enter(Undone(after.length))) == before
        found = after


@given(SEEDS, LENGTHS)
@examples(60)
def test_corrections_are_undone_one_by_one(seed, steps):
    """Undo reverses replaced, deleted and restored entries, and later play."""
    rng = Random(seed)
    found, _ = walked(rng, steps)
    trail = [found]
    for _ in range(8):
        if rng.random() < 0.7 and (found.entries or found.deleted):
            try:
                found = found.enter(corrected(rng, found))
            except EntryError:
                continue
        else:
            found = next((one for one, _ in walk(rng, 1, found)), found)
        if found is not trail[-1]:
            trail.append(found)
            numbers = [said.number for said in found.entries]
            assert numbers == sorted(set(numbers)) and not set(numbers) & set(found.deleted)
    while len(trail) > 1:
        found = found.enter(Undone(trail.pop().length))
        assert as_it_is(found) == as_it_is(trail[-1])


@given(SEEDS, st.integers(20, 70))
@examples(40)
def test_the_state_before_an_entry_is_that_of_the_entries_before_it(seed, steps):
    rng = Random(seed)
    found, _ = walked(rng, steps)
    number = rng.choice([said.number for said in found.entries])
    fresh = Evening()
    for said in found.entries:
        if said.number < number:
            fresh = fresh.enter(said.entry)
    assert found.before(number) == fresh.state
