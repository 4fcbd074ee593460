"""A deal, a revoke or a dealer put in where it was forgotten (docs/rules.md 1)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import EntryError
from companion.evening import Evening
from companion.evening.changes import compare
from companion.evening.effective import effective
from companion.evening.entries import (
    Amended,
    DealerSet,
    DepthChanged,
    EveningClosed,
    GameEnded,
    Inserted,
    Noted,
    Paid,
    PlayerRenamed,
    SatOut,
    Undone,
    decode,
    encode,
)
from companion.evening.game_facts import EveningFact, NoLongerHolds
from companion.evening.history import open_log
from companion.evening.replay import replay
from companion.evening.state import State
from companion.rules.actions import DealEntry, Misdealt, Played, Revoked, Settled, TrickWon
from tests.dealing import random_entry, random_game
from tests.telling import accounts, code, entries, refusal, say, session, start, started

DEAL_1 = ("up 6-3", "told Bob 3 Cat 2", "settled")
DEAL_2 = ("up 5-0", "told Cat 5", "settled")


def forgotten(before, *phrases, dealer=None):
    told = [entry for phrase in phrases for entry in entries(phrase)]
    return Inserted(before, tuple(told), dealer)


def two_deals():
    """Four play for five chips: Ann deals, then Bob. Entries 2 to 4 and 5 to 7.

    Deal 1: Ann stakes 10, the others 5: 25. Bob takes 15, Cat 10. Ann and Dan dropped: the pool is empty.
    Deal 2 likewise from an empty pool: Bob 10, the others 5; Cat takes all 25.
    """
    evening = say(start("Ann Bob Cat Dan", depth="result", dealer="Ann"), *DEAL_1, *DEAL_2)
    assert accounts(evening) == {"Ann": -15, "Bob": 0, "Cat": 25, "Dan": -10, "pool": 0}
    return evening


def test_a_forgotten_deal_is_put_between_two():
    """By hand: Dan dealt it. He stakes 10, the others 5. Ann takes 10, Cat 15; Bob is looed and pays 25.

    The next deal begins with 25, which Bob, who still deals, raises to 30; Cat takes it all.
    """
    lost = forgotten(5, "up 4-1", "told Ann 2 Cat 3 Bob 0", "settled", dealer="Dan")
    evening = say(two_deals(), lost)
    # Ann -10 - 5 + 10, Bob 10 - 5 - 25 - 5, Cat 5 - 5 + 15 + 30, Dan -5 - 10.
    assert accounts(evening) == {"Ann": -5, "Bob": -25, "Cat": 45, "Dan": -15, "pool": 0}
    assert [done.deal.setup.dealer for done in session(evening).deals] == ["Ann", "Dan", "Bob"]
    assert session(evening).deal.setup.dealer == "Cat"
    assert session(evening).deals_dealt() == {"Ann": 1, "Bob": 1, "Cat": 0, "Dan": 1}
    assert evening.inserted_deals() == {8: (0, 2)}
    assert evening.undoable == 8
    assert evening.size == 8 + 3


def test_without_a_dealer_the_player_dealt_whose_turn_it_was():
    evening = say(two_deals(), forgotten(5, "up 4-1", "told Cat 5", "settled"))
    assert [done.deal.setup.dealer for done in session(evening).deals] == ["Ann", "Bob", "Bob"]


def test_an_insertion_is_undone_taken_out_and_changed_as_a_whole():
    before = two_deals()
    evening = say(before, forgotten(5, "up 4-1", "told Cat 5", "settled"))
    assert say(evening, Undone(8)).state == before.state
    assert say(evening, Amended(8)).state == before.state
    restored = say(evening, Amended(8), Undone(9))
    assert restored.state == evening.state
    moved = forgotten(2, "up 4-1", "told Cat 5", "settled")
    assert say(evening, Amended(8, moved)).state == say(before, moved).state
    assert say(evening, Amended(8, moved), Undone(9)).state == evening.state
    assert refusal(evening, Amended(8, Settled())).fact is EveningFact.INSERTED_AS_A_WHOLE
    assert refusal(evening, Amended(5, moved)).fact is EveningFact.INSERTED_AS_A_WHOLE


def test_the_preview_tells_the_inserted_deal_and_what_changes_after_it():
    before = two_deals()
    changes = compare(
        before, say(before, forgotten(5, "up 4-1", "told Ann 2 Cat 3 Bob 0", "settled"))
    )
    assert [(one.number, bool(one.before), bool(one.after)) for one in changes.deals] == [
        (2, False, True),
        (3, True, True),
    ]
    assert changes.deals[1].before.pool == 25
    assert changes.deals[1].after.pool == 30
    away = compare(say(before, forgotten(5, "up 4-1", "told Cat 5", "settled")), before)
    assert [(one.number, bool(one.after)) for one in away.deals] == [(2, False)]


def test_a_deal_forgotten_at_the_end_goes_before_the_closing():
    evening = say(two_deals(), "closed", "Dan pays Cat 10")
    evening = say(evening, forgotten(8, "up 4-1", "told Cat 5", "settled"))
    assert evening.state.closed
    assert len(session(evening).deals) == 3
    # Cat dealt: 10, the others 5, and takes 25.
    assert accounts(evening) == {"Ann": -20, "Bob": -5, "Cat": 40, "Dan": -15, "pool": 0}
    # Opened again, the deal and the payment stay, and the next entries follow it.
    opened = say(evening, Amended(8))
    assert not opened.state.closed
    assert accounts(opened) == accounts(evening)
    assert opened.state.payments == (Paid("Dan", "Cat", 10),)
    later = say(opened, *DEAL_1)
    assert [done.deal.setup.dealer for done in session(later).deals] == ["Ann", "Bob", "Cat", "Cat"]
    assert replay(later.log)[0] == later


def test_a_deal_at_the_very_end_of_an_evening_opened_again():
    evening = say(two_deals(), "closed", forgotten(8, "up 4-1", "told Cat 5", "settled"))
    opened = say(evening, Amended(8))
    assert len(opened.at_end) == 1
    assert opened.inserted_deals() == {9: (0, 3)}
    later = say(opened, SatOut("Dan"), "up 5-0")
    assert not later.at_end
    assert later.inserted_deals() == {9: (0, 3)}
    assert replay(later.log)[0] == later
    assert say(later, Undone(later.length), Undone(later.length - 1)).state == opened.state
    assert code(opened, "Eve sits-out") == "not-in"
    assert say(opened, Undone(10), Undone(9)).state == say(two_deals(), "closed").state


def test_a_revoke_found_late_is_put_before_the_settlement():
    """By hand: Bob revoked in deal 1, so `divide`: Cat alone gets the 25, and Bob pays 25 into the pool.

    Deal 2 begins with 25, and Bob, who deals, stakes 5: Cat takes 30.
    """
    evening = say(two_deals(), Inserted(4, (Revoked("Bob"),)))
    assert accounts(evening) == {"Ann": -10, "Bob": -35, "Cat": 50, "Dan": -5, "pool": 0}
    assert session(evening).deals[0].revokers() == {"Bob"}
    assert say(evening, Undone(8)).state == two_deals().state
    wrong = Inserted(5, (Revoked("Bob"),))
    assert refusal(two_deals(), wrong).fact is EveningFact.NOT_BEFORE_SETTLEMENT
    assert code(two_deals(), Inserted(4, (Revoked("Ann"),))) == "not-in"


def test_a_dealer_put_right_moves_the_dealers_after_it():
    evening = say(two_deals(), Inserted(5, (DealerSet("Dan"),)))
    assert [done.deal.setup.dealer for done in session(evening).deals] == ["Ann", "Dan"]
    assert session(evening).deal.setup.dealer == "Ann"
    assert session(evening).deals[1].chips()["Dan"] == -10
    assert evening.inserted_deals() == {}


@pytest.mark.parametrize("before", [1, 3, 4, 6])
def test_a_deal_is_put_only_where_a_deal_begins_or_a_game_ends(before):
    lost = forgotten(before, "up 4-1", "told Cat 5", "settled")
    assert refusal(two_deals(), lost).fact is EveningFact.NOT_WHERE_A_DEAL_BEGINS


def test_only_one_whole_deal_is_put_in():
    whole = ("up 4-1", "told Cat 5", "settled")
    for told in (whole[:1], whole[:2], (*whole, "up 6-1"), ("up 4-1", "misdealt", *whole)):
        assert refusal(two_deals(), forgotten(5, *told)).fact is EveningFact.NOT_A_WHOLE_DEAL
    mixed = Inserted(4, (Revoked("Bob"), Settled()))
    assert refusal(two_deals(), mixed).fact is EveningFact.NOT_A_WHOLE_DEAL
    signed = Inserted(4, (Revoked("Bob"),), "Ann")
    assert refusal(two_deals(), signed).fact is EveningFact.NOT_A_WHOLE_DEAL
    assert code(two_deals(), forgotten(5, *whole, dealer="Eve")) == "not-in"
    assert code(two_deals(), forgotten(9, *whole)) == "stale"
    assert code(say(two_deals(), "closed", Undone(8)), forgotten(8, *whole)) == "stale"


def test_a_deal_is_told_without_its_plays():
    """By its tricks or its result: nothing could answer a revoke that its plays prove."""
    told = ("up 4-1", "Bob in", "Cat in", "Dan out", "Ann out", "Bob 6-4")
    error = refusal(two_deals(), forgotten(5, *told, dealer="Ann"))
    assert error.rule == "wrong-phase"


def test_nothing_is_put_between_numbers_and_their_settlement():
    skat = start("Ann Bob", "other", "result", name="Skat", counts="chips")
    evening = say(skat, "scored Ann=4 Bob=-4", "settled")
    error = refusal(evening, forgotten(3, "scored Ann=1 Bob=-1"))
    assert error.fact is EveningFact.NOT_WHERE_A_DEAL_BEGINS


def test_nobody_deals_in_a_game_that_is_won():
    skat = start("Ann Bob", "other", "result", name="Skat", counts="points", target=20)
    evening = say(skat, "scored Ann=22 Bob=3", "ended")
    for told in ((DealerSet("Bob"),), entries("scored Ann=1 Bob=0")):
        assert code(evening, Inserted(3, tuple(told))) == "game-over"


def test_nothing_is_dealt_after_a_correction_has_ended_the_game():
    """Entry 5 ends the first game, whose 25 chips wait for the second; the deal would move them twice."""
    evening = say(
        start("Ann Bob Cat Dan", depth="result", dealer="Ann", ending="carry"),
        *("up 6-3", "told Ann 0 Cat 5", "settled"), "Dan sits-out", started("Ann Bob Cat"),
        forgotten(6, "up 4-1", "told Cat 5", "settled", dealer="Cat"),
    )  # fmt: skip
    with pytest.raises(NoLongerHolds) as error:
        say(evening, Amended(5, GameEnded()))
    assert error.value.number == 7


def test_an_entry_that_is_put_back_meets_what_is_inserted_before_it():
    evening = say(two_deals(), "closed", forgotten(8, "up 4-1", "told Cat 5", "settled"))
    opened = say(evening, Amended(8))
    assert len(opened.before(8).session.deals) == len(evening.before(8).session.deals) == 3
    assert say(opened, Amended(8, EveningClosed())).state == evening.state


def test_an_insertion_belongs_to_its_deal():
    lost = forgotten(5, "up 4-1", "told Cat 5", "settled")
    evening = say(two_deals(), lost, Inserted(4, (Revoked("Bob"),)), started("Ann Bob", "coon-can"))
    assert (evening.deal_of(8), evening.deal_of(9)) == ((0, 2), (0, 1))
    assert evening.game_of(8).id == "domino-loo"
    assert evening.inserted_in((0, 2)) == [8]
    noted = say(evening, Noted("What a deal", 8))
    assert [one.deal for one in noted.notes()] == [(0, 2)]
    # Taken out again, its note is to the evening.
    assert [one.deal for one in say(noted, Amended(8)).notes()] == [None]


def test_a_corrected_note_is_to_an_earlier_entry_too():
    evening = say(two_deals(), Noted("Fine", 2))
    assert code(evening, Amended(8, Noted("Fine", 9))) == "stale"
    assert say(evening, Amended(8, Noted("Fine", 5))).notes()[0].deal == (0, 2)


def test_stakes_of_a_void_deal_stay_with_the_deal_dealt_again():
    evening = say(two_deals(), "up 6-1", "misdealt", "up 6-1")
    lost = forgotten(10, "up 4-1", "told Cat 5", "settled")
    assert refusal(evening, lost).fact is EveningFact.NOT_WHERE_A_DEAL_BEGINS
    assert len(session(say(evening, forgotten(8, "up 4-1", "told Cat 5", "settled"))).deals) == 3


def test_a_later_entry_that_no_longer_holds_is_named():
    """Ann has 12 of 20 points, then wins with 22. With 10 more put between, she has won before that deal."""
    evening = say(
        start("Ann Bob", "other", "result", name="Skat", counts="points", target=20),
        "scored Ann=12 Bob=3", "scored Ann=10 Bob=1",
    )  # fmt: skip
    with pytest.raises(NoLongerHolds) as error:
        say(evening, forgotten(3, "scored Ann=10 Bob=0"))
    assert error.value.number == 3
    assert session(say(evening, forgotten(3, "scored Ann=7 Bob=0"))).winners == ("Ann",)


def test_tricks_can_tell_a_deal_of_an_evening_that_enters_results():
    won = ("up 4-1", "Bob in", "Cat in", "Dan out", "Ann out", "won Bob Bob Cat Cat Cat", "settled")
    evening = say(two_deals(), forgotten(5, *won, dealer="Ann"))
    assert dict(session(evening).deals[1].settlement.tricks) == {"Bob": 2, "Cat": 3}
    assert session(evening).depth == "result"


def test_numbers_of_another_game_are_put_between_two():
    evening = say(
        start("Ann Bob", "other", "result", name="Skat", counts="chips"),
        "scored Ann=4 Bob=-4", "scored Ann=1 Bob=-1", "settled", "scored Ann=2 Bob=-2",
    )  # fmt: skip
    for before, number in ((2, 1), (3, 2), (5, 3)):
        lost = say(evening, forgotten(before, "scored Ann=-10 Bob=10"))
        assert accounts(lost) == {"Ann": -3, "Bob": 3, "pool": 0}
        assert lost.inserted_deals() == {6: (0, number)}
        again = say(lost, "scored Ann=5 Bob=-5", Undone(7))
        assert again.state == lost.state
        assert again.state.scored is not None


def test_a_mended_name_reaches_into_what_was_inserted():
    lost = forgotten(5, "up 4-1", "told Cat 5", "settled", dealer="Cat")
    evening = say(two_deals(), lost, PlayerRenamed("Cat", "Kit"))
    assert accounts(evening)["Kit"] == accounts(say(two_deals(), lost))["Cat"]
    assert evening.find(8).entry.dealer == "Kit"


def test_an_insertion_is_kept_in_a_file():
    entry = forgotten(5, "up 4-1", "told Cat 5", "settled", dealer="Cat")
    assert decode(encode(entry)) == entry
    for bad in (b'{"kind":"inserted","before":0,"entries":[{"kind":"settled"}]}',
                b'{"kind":"inserted","before":2,"entries":[]}',
                b'{"kind":"inserted","before":2,"entries":[{"kind":"evening-closed"}]}'):  # fmt: skip
        with pytest.raises(EntryError):
            decode(bad)


# With random evenings: the same as if everything had been entered in its place.


def entered_in_order(log):
    """Fold a log with ordinary entries alone, each insertion in its place."""
    in_force = effective(log)
    waiting = sorted(in_force.insertions, key=lambda one: (one.entry.before, one.number))
    state = State()
    for one in in_force.entries:
        while waiting and waiting[0].entry.before <= one.number:
            state = entered(state, waiting.pop(0).entry)
        try:
            state = state.enter(one.entry, again=True)
        except EntryError:
            if not isinstance(one.entry, Played):
                raise
            # Its answer lapses.
            state = state.enter(replace(one.entry, stands=None), again=True)
    for one in waiting:
        state = entered(state, one.entry)
    return state


def entered(state, inserted):
    if isinstance(inserted.entries[0], Revoked | DealerSet):
        for one in inserted.entries:
            state = state.enter(one)
        return state
    state = state.settled()
    game, told = state.open_session(), inserted.entries
    depth = "tricks" if TrickWon in map(type, told) else "result"
    for one in (*at_depth(depth, game), DealerSet(inserted.dealer or game.to_deal), *told):
        state = state.enter(one)
    after = state.settled().session
    assert after.number == game.number + 1
    kept = replace(after, to_deal=game.to_deal, depth=game.depth).with_next_deal()
    return state.settled().with_session(kept)


def at_depth(depth, game):
    return () if game.depth == depth else (DepthChanged(depth),)


def random_evening(rng, length):
    evening = Evening().enter(random_game(rng))
    for _ in range(length):
        if entry := random_entry(rng, evening.state):
            evening = evening.enter(entry)
    return evening


def random_insertion(rng, evening):
    """Draw revokes, a dealer or a deal, and a place; None if nothing fits there."""
    target = rng.choice(evening.entries)
    state = evening.before(target.number)
    game = state.session
    if isinstance(target.entry, Settled) and game.deal:
        revokes = [one for one in game.deal.options() if isinstance(one, Revoked)]
        return Inserted(target.number, (rng.choice(revokes),)) if revokes else None
    if target.before is None or game is None or not game.dealt_in():
        return None
    dealer = rng.choice(game.dealt_in())
    told = (DealerSet(dealer),) if rng.random() < 0.2 else random_deal(rng, state, dealer)
    return told and Inserted(target.number, told, None if len(told) == 1 else dealer)


def random_deal(rng, state, dealer):
    """Draw a deal told by its tricks or its result; None if none is found."""
    depth, told = rng.choice(("tricks", "result", "result")), []
    try:
        for one in (*at_depth(depth, state.session), DealerSet(dealer)):
            state = state.settled().enter(one)
    except EntryError:
        return None
    number = state.session.number
    for _ in range(60):
        entry = random_entry(rng, state)
        if isinstance(entry, DealEntry) and not isinstance(entry, Misdealt | Played):
            told.append(entry)
            state = state.enter(entry)
            if state.session.number != number:
                return tuple(told)
    return None


def random_change(rng, evening):
    """Draw an insertion, or something that can move, change or remove one."""
    ways = ["inserted"] * 4 + ["undone", "deleted", "changed", "renamed", "goes on"]
    match rng.choice(ways):
        case "inserted":
            entry = random_insertion(rng, evening)
            if entry and evening.insertions and rng.random() < 0.3:
                return Amended(rng.choice(evening.insertions).number, entry)
            return entry
        case "undone":
            return Undone(evening.undoable)
        case "deleted":
            return Amended(rng.choice((*evening.entries, *evening.insertions)).number)
        case "changed":
            number = rng.choice(evening.entries).number
            by = random_entry(rng, evening.before(number))
            return by and Amended(number, by)
        case "renamed":
            player = rng.choice(evening.state.people())
            return PlayerRenamed(player, f"{player} {evening.length}")
    return random_entry(rng, evening.state)


@given(st.integers(0, 2**32), st.integers(5, 60))
def test_an_insertion_counts_as_if_it_had_been_entered_in_its_place(seed, length):
    rng = Random(seed)
    evening = random_evening(rng, length)
    for _ in range(6):
        entry = random_change(rng, evening) if evening.state.sessions else None
        if entry is None:
            continue
        log = (*evening.log, entry)
        try:
            after = evening.enter(entry)
        except NoLongerHolds:
            with pytest.raises((EntryError, AssertionError)):
                entered_in_order(log)
            continue
        except EntryError:
            continue
        assert entered_in_order(log) == after.state
        assert open_log(after.log) == after
        if isinstance(entry, Inserted | Amended):
            assert after.enter(Undone(after.length)).state == evening.state
        evening = after
    assert replay(evening.log)[0] == evening
