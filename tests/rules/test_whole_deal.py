"""A whole deal of Loo in one entry, at depth `result` (docs/rules.md 1 to 5)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import EntryError
from companion.evening import Evening
from companion.evening.entries import decode, encode
from companion.games import GAMES
from companion.rules.actions import Settled, TricksTaken
from companion.rules.facts import Phase
from companion.rules.loo.whole_deal import choices_beside_play
from companion.wording import say as say_
from tests.dealing import HOUSE_RULES, random_game
from tests.telling import refusal, say, start
from tests.whole_deals import one_by_one, random_whole_deal

LOO = tuple(name for name in HOUSE_RULES if GAMES[name].family == "loo")
THREE = {"game": "three-card-loo", "depth": "result"}


def whole(tricks="", **declared):
    """Return the entry of a whole deal: ``whole("Bob 2 Cat 1", Cat="miss")``."""
    words = tricks.split()
    counts = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    return TricksTaken(counts, declared=declared)


def table(seats="Ann Bob Cat Dan", **more):
    return say(start(seats, **{**THREE, **more}))


def deal_of(evening):
    return evening.state.session.deal


# Equal to separate entries


@given(st.integers(0, 2**32))
@settings(max_examples=300)
def test_a_whole_deal_equals_separate_entries(seed):
    """This covers every game, house rule and pool, and refusals."""
    rng = Random(seed)
    evening = Evening().enter(random_game(rng, LOO, "result"))
    for _ in range(6):
        deal = deal_of(evening)
        if deal is None:
            return
        if rng.random() < 0.4 or deal.question().asks == "turn-up":
            deal = deal.enter(rng.choice(list(deal.loo.turn_ups(deal.setup))))
        entry = random_whole_deal(rng, deal)
        singly = one_by_one(deal, entry)
        try:
            at_once = deal.enter(entry)
        except EntryError as refused:
            assert singly is None, (entry, say_(refused.fact))
            assert say_(refused.fact).endswith(".")
            continue
        assert singly is not None, entry
        assert at_once.phase is Phase.SETTLING
        assert at_once.settlement() == singly.settlement()
        assert at_once.declarations == singly.declarations
        assert decode(encode(entry)) == entry
        evening = evening.enter(entry) if deal is deal_of(evening) else evening
        if evening.state.session.deal.phase is Phase.SETTLING:
            evening = evening.enter(Settled())


@given(st.integers(0, 2**32))
@settings(max_examples=100)
def test_every_offered_choice_is_possible_in_some_deal(seed):
    deal = deal_of(Evening().enter(random_game(Random(seed), LOO, "result")))
    if deal.question().asks == "turn-up":
        deal = deal.enter(next(iter(deal.loo.turn_ups(deal.setup))))
    players, count = deal.setup.players, deal.loo.tricks
    must_play = deal.whole_deal_round.forced is not None
    found = dict.fromkeys(players, frozenset())
    for player in players:
        for other in players:
            for choice in ("miss", "for-the-pool", "defend"):
                for others in ({}, {other: "miss"}):
                    ins = dict.fromkeys(players if must_play else (other, player), 0)
                    entry = TricksTaken({**ins, player: count}, declared={**others, player: choice})
                    if one_by_one(deal, entry):
                        found[player] |= {choice}
    offered = choices_beside_play(deal.whole_deal_round)
    assert {player: set(choices) for player, choices in offered.items()} == found


# Questions


def test_it_is_the_first_question_unless_a_house_rule_needs_the_trump():
    assert deal_of(table()).question().asks == "whole-deal"
    assert deal_of(table(depth="tricks")).question().asks == "turn-up"
    irish = table(game="irish-loo")
    assert deal_of(irish).question().asks == "turn-up"
    assert deal_of(say(irish, "up H")).question().asks == "whole-deal"
    clubs = deal_of(say(irish, "up C")).question()
    assert (clubs.asks, clubs.notice.rule) == ("whole-deal", "club-law")


def test_after_a_turn_up_declarations_are_separate():
    evening = say(table(), "up H")
    assert deal_of(evening).question().asks == "declaration"
    assert say(evening, whole("Bob 3 Cat 0")).state.session.deal.settlement().looed == ("Cat",)


def test_the_trump_stays_open():
    deal = deal_of(say(table(), whole("Bob 3 Cat 0")))
    assert deal.begun and deal.trump is None and deal.turn_up is None


def test_it_is_undone_as_one_entry():
    evening = say(table(), whole("Bob 3 Cat 0"))
    assert say(evening, f"undo {evening.length}").state == table().state


# Refusals, with the player


@pytest.mark.parametrize(
    ("more", "entry", "rule", "who"),
    [
        ({}, whole("Bob 1 Cat 1 Dan 1", Bob="miss", Cat="miss"), "no-miss-left", "Cat"),
        ({}, whole("Bob 3"), "dealer-must-enter", "Ann"),
        ({}, whole("Bob 1 Cat 1 Ann 1", Ann="for-the-pool"), "for-the-pool", "Ann"),
        ({}, whole("Bob 1 Ann 2", Bob="for-the-pool"), "for-the-pool", "Bob"),
        ({}, whole("Bob 1 Ann 2", Ann="defend"), "defend", "Ann"),
        ({}, whole("Bob 1 Ann 1"), "trick-count", "Bob 1, Ann 1"),
        ({}, whole("Bob 4 Ann -1"), "trick-count", "Ann -1"),
        ({}, whole("Zed 3 Ann 0"), "not-in", "Zed"),
        ({}, whole("Bob 3 Ann 0", Dan="miss"), "unreadable", "Dan"),
        ({}, whole("Bob 3 Ann 0", Bob="play"), "unreadable", "Bob"),
        ({}, whole("Bob 3 Ann 0", Dan="drop"), "unreadable", "Dan"),
        ({}, whole("Ann 3", Ann="miss"), "all-dropped", "Ann"),
        ({}, TricksTaken({"Bob": 3, "Ann": 0}, True, {}), "unreadable", ""),
        ({"preset": "unlimited"}, whole("Bob 1 Cat 2 Ann 0"), "single-pool", "Dan"),
        ({"preset": "chits"}, whole("Bob 0 Ann 3", Bob="miss"), "claimer-sweeps", "Ann"),
        ({"preset": "chits"}, whole("Bob 2"), "trick-count", "Bob 2"),
        ({"seats": "Ann Bob", "game": "domino-loo"}, whole("Bob 5"), "cannot-drop", "Ann"),
        ({"depth": "tricks"}, whole("Bob 3 Ann 0"), "wrong-phase", ""),
        ({"depth": "plays"}, whole("Bob 3 Ann 0"), "wrong-phase", ""),
        ({"game": "irish-loo"}, whole("Bob 3 Ann 0"), "wrong-phase", ""),
        ({"game": "napoleon"}, whole("Bob 3 Ann 0"), "wrong-phase", ""),
    ],
)  # fmt: skip
def test_it_is_refused_like_its_declarations(more, entry, rule, who):
    found = refusal(table(**more), entry)
    assert found.rule == rule
    assert who in say_(found.fact)


def test_club_law_names_who_would_drop():
    found = refusal(say(table(game="irish-loo"), "up C"), whole("Bob 3 Cat 0 Ann 0"))
    assert say_(found.fact).startswith("Dan cannot drop")


def test_once_somebody_has_declared_it_is_too_late():
    assert refusal(say(table(), "up H", "Bob in"), whole("Bob 3 Ann 0")).rule == "wrong-phase"
    assert refusal(say(table(), whole("Bob 3 Ann 0")), whole("Bob 3 Ann 0")).rule == "wrong-phase"


def test_bids_are_refused():
    bids = say(table(game="napoleon"), "Bob says three", "rest pass")
    found = refusal(bids, replace(whole("Bob 3"), declared={"Cat": "miss"}))
    assert found.rule == "unreadable"


# Without play


@pytest.mark.parametrize("tricks", ["", "Ann 0", "Ann 3"])
def test_if_all_drop_the_dealer_takes_the_pool_in_or_not(tricks):
    deal = deal_of(say(table(), whole(tricks)))
    assert deal.sole == "Ann" and deal.declaring.without_dealer == "all-dropped"


@pytest.mark.parametrize("tricks", ["Bob 0", "Bob 3"])
def test_a_sole_player_takes_the_pool_whatever_the_tricks(tricks):
    deal = deal_of(say(table(preset="chits"), whole(tricks)))
    assert deal.sole == "Bob"


def test_no_flush_without_a_known_trump():
    evening = say(table("Ann Bob Cat", game="five-card-loo", preset="modern"), whole("Bob 5"))
    assert deal_of(evening).may_show_flush == ()
    assert refusal(evening, "Bob flush AS KS 9S 3S 2S").rule == "wrong-phase"
