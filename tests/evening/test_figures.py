"""The figures of an evening: an example by hand, and invariants of all evenings."""

from random import Random

import msgspec
import pytest
from hypothesis import given

from companion.evening import Evening
from companion.evening.entries import EveningClosed, WorthSet
from companion.evening.figures import (
    DealMark,
    EveningFigures,
    LooFree,
    LooMark,
    PlayerFigures,
    Won,
    figures,
)
from companion.evening.settling_up import Transfer
from tests.evening.test_properties import LENGTHS, SEEDS, walked
from tests.examples import examples
from tests.telling import say, start, started

LOO = (
    # 1. Ann deals: 10, the others 5. P 25, share 5. Bob 15, Ann 10, Cat and Dan looed 25.
    # Ann 0, Bob +10, Cat -30, Dan -30; 50 in the pool.
    *("told Bob 3 Ann 2 Cat 0 Dan 0", "settled"),
    # 2. Bob adds 5. P 55, share 11. Cat 55, Dan and Bob looed 55, Ann out.
    # Bob -60, Cat +55, Dan -55; 110.
    *("told Cat 5 Dan 0 Bob 0", "settled"),
    # 3. Cat adds 5. P 115, share 23. Dan 92, Ann 23, the others out. Cat -5; 0.
    *("told Dan 4 Ann 1", "settled"),
    # 4. Dan 10, the others 5. P 25. Bob revokes, and the deal is settled at once: Ann gets 25, Bob pays a loo of 25. Ann +20, Bob -30, Cat -5, Dan -10; 25.
    *("up 6", "Ann in", "Bob in", "Cat out", "Dan out", "revoked Bob", "settled"),
)
# The end divides 25: 6 each, and the odd chip to Ann, on Dan's left.
NAP = (
    started("Ann Bob Cat", "napoleon", "result"),
    # 1. Ann deals, Bob makes three: Bob +6, Cat -3, Ann -3.
    *("Bob says three", "Cat says pass", "Ann says pass", "made", "settled"),
    # 2. Bob deals, Cat loses nap: Cat -10, Ann +5, Bob +5.
    *("Cat says nap", "rest pass", "lost", "settled"),
)
# From 15: Ann 10, 5, 0; Bob, rounced in each deal, 20, 25, 30.
ROUNCE = (started("Ann Bob", "domino-rounce", "result"), *["told Ann 5 Bob 0", "settled"] * 3)


def mark(game, deal, amount):
    return DealMark(game, deal, amount)


@pytest.fixture(scope="module")
def found():
    evening = say(start(depth="result"), *LOO, *NAP, *ROUNCE, "closed", "Bob pays Ann 50",
                  WorthSet(10, "EUR"))  # fmt: skip
    return figures(evening.state)


def test_the_players_of_a_game_for_chips(found):
    assert found.games[0].players == (
        PlayerFigures(
            "Ann", amount=50, won=23 + 20 + 7, lost=0, deals=4, played=3, dealt=1, tricks=3,
            tricks_known=2, looed=0, loo_cost=0, revokes=0, best=mark(0, 3, 23),
            worst=mark(0, 1, 0), without_trick=0, loo_free=LooFree(3, 3, 3),
        ),
        PlayerFigures(
            "Bob", amount=-74, won=10 + 6, lost=60 + 30, deals=4, played=3, dealt=1, tricks=3,
            tricks_known=2, looed=1, loo_cost=55, revokes=1, best=mark(0, 1, 10),
            worst=mark(0, 2, -60), without_trick=1, loo_free=LooFree(1, 1, 1, unbroken=False),
        ),
        PlayerFigures(
            "Cat", amount=21, won=55 + 6, lost=30 + 5 + 5, deals=4, played=2, dealt=1, tricks=5,
            tricks_known=2, looed=1, loo_cost=25, revokes=0, best=mark(0, 2, 55),
            worst=mark(0, 1, -30), without_trick=1, loo_free=LooFree(0, 1, 1, unbroken=False),
        ),
        PlayerFigures(
            "Dan", amount=3, won=92 + 6, lost=30 + 55 + 10, deals=4, played=3, dealt=1, tricks=4,
            tricks_known=3, looed=2, loo_cost=80, revokes=0, best=mark(0, 3, 92),
            worst=mark(0, 2, -55), without_trick=2, loo_free=LooFree(0, 1, 1, unbroken=False),
        ),
    )  # fmt: skip


def test_highlights_of_a_game_for_chips(found):
    game = found.games[0]
    assert (game.game, game.for_chips, game.ended, game.deals) == ("domino-loo", True, True, 4)
    assert game.leaders == ("Ann",)
    assert game.largest_pool == mark(0, 3, 115)
    assert game.dearest_loo == LooMark(("Dan", "Bob"), mark(0, 2, 55))
    assert game.won_from == ()


def test_the_curve_of_a_game_for_chips(found):
    game = found.games[0]
    assert game.has_ending
    assert game.curves == {
        "Ann": (0, 0, 23, 43, 50),
        "Bob": (10, -50, -50, -80, -74),
        "Cat": (-30, 25, 20, 15, 21),
        "Dan": (-30, -85, 7, -3, 3),
    }
    assert game.pool == (50, 110, 0, 25, 0)


def test_who_won_from_whom(found):
    game = found.games[1]
    assert set(game.won_from) == {Won("Bob", "Cat", 8), Won("Bob", "Ann", 3), Won("Ann", "Cat", 5)}
    assert game.curves == {"Ann": (-3, 2), "Bob": (6, 11), "Cat": (-3, -13)}
    assert not game.has_ending and game.leaders == ("Bob",)
    # A contract entered by its result has no trick counts.
    assert [(one.played, one.tricks_known) for one in game.players] == [(2, 0)] * 3


def test_a_game_for_scores(found):
    game = found.games[2]
    assert not game.for_chips and game.pool == () and game.largest_pool is None
    assert game.curves == {"Ann": (10, 5, 0), "Bob": (20, 25, 30)}
    assert game.leaders == ("Ann",)
    ann, bob = game.players
    assert (ann.amount, ann.tricks, ann.best) == (0, 15, mark(2, 1, -5))
    assert (bob.amount, bob.looed, bob.loo_cost, bob.without_trick) == (30, 3, 15, 3)
    assert (bob.won, bob.lost) == (0, 0)


def test_the_people_over_the_evening(found):
    ann, bob, cat, dan = found.people
    assert [one.amount for one in found.people] == [52, -63, 8, 3]
    assert ann == PlayerFigures(
        "Ann", amount=52, won=50 + 5, lost=3, deals=9, played=8, dealt=4, tricks=18,
        tricks_known=5, looed=0, loo_cost=0, revokes=0, best=mark(0, 3, 23), worst=mark(1, 1, -3),
        without_trick=0, loo_free=LooFree(6, 6, 6),
    )  # fmt: skip
    assert (bob.won, bob.lost, bob.looed, bob.loo_cost, bob.dealt) == (27, 90, 4, 55, 3)
    assert cat.worst == mark(0, 1, -30) and dan.best == mark(0, 3, 92)
    # Napoleon cannot loo, so it neither breaks nor lengthens a run. At Rounce Bob is looed three times.
    assert bob.loo_free == LooFree(1, 0, 1, unbroken=False)
    assert cat.loo_free == LooFree(0, 1, 1, unbroken=False)


def test_runs_without_a_loo_join():
    # In six deals with a loo in the third: 2, loo, 3. In four without one: 4. In two, both looed: 0, 0.
    broken, whole, looed = LooFree(2, 3, 3, False), LooFree(4, 4, 4), LooFree(0, 0, 0, False)
    assert broken.then(whole) == LooFree(2, 7, 7, False)
    assert whole.then(broken) == LooFree(6, 3, 6, False)
    assert broken.then(broken) == LooFree(2, 3, 5, False)
    assert whole.then(whole) == LooFree(8, 8, 8)
    assert whole.then(looed).then(whole) == LooFree(4, 4, 4, False)
    for runs in (broken, whole, looed):
        assert LooFree().then(runs) == runs.then(LooFree()) == runs


def test_the_evening(found):
    assert found.closed and found.leaders == ("Ann",) and found.games_won == {"Ann": 1}
    assert found.largest_pool == mark(0, 3, 115)
    assert found.dearest_loo == LooMark(("Dan", "Bob"), mark(0, 2, 55))
    assert max(one.without_trick for one in found.people) == 3
    assert found.pool == 0 and found.left_over == {}
    assert found.payments == (Transfer("Bob", "Ann", 50),) and found.worth == WorthSet(10, "EUR")
    curves = found.curves()
    assert curves.points == ((0, 1), (0, 2), (0, 3), (0, 4), (0, 0), (1, 1), (1, 2))
    assert curves.chips == {
        "Ann": (0, 0, 23, 43, 50, 47, 52),
        "Bob": (10, -50, -50, -80, -74, -68, -63),
        "Cat": (-30, 25, 20, 15, 21, 18, 8),
        "Dan": (-30, -85, 7, -3, 3, 3, 3),
    }
    assert curves.pool == (50, 110, 0, 25, 0, 0, 0)


def test_chips_divided_at_the_closing_are_a_point_of_their_own():
    evening = say(start(depth="result", ending="carry"), "told Bob 3 Cat 2 Dan 0", "settled",
                  EveningClosed("divide"))  # fmt: skip
    found = figures(evening.state)
    # Ann -10, Bob +10, Cat +5, Dan -30, and 25 divided: 6 each, the odd chip to Bob.
    assert found.left_over == {"Ann": 6, "Bob": 7, "Cat": 6, "Dan": 6}
    assert found.curves().points == ((0, 1), (-1, 0))
    assert found.curves().chips["Bob"] == (10, 17) and found.curves().pool == (25, 0)
    assert found.people[1].won == 17


def test_a_player_who_joins_has_a_curve_of_full_length():
    found = figures(
        say(start("Ann Bob", depth="result", scoring="chips"), "told Ann 5 Bob 0", "settled",
            "Cat joins", "told Ann 5 Cat 0", "settled").state
    )  # fmt: skip
    # 1. Ann 10, Bob 5: 15, Bob looed 15. 2. Bob deals and adds 5: 20; he drops, Cat is looed 20.
    assert found.games[0].curves == {"Ann": (5, 25), "Bob": (-20, -25), "Cat": (0, -20)}
    assert [one.deals for one in found.people] == [2, 2, 1]


def test_a_julepe_paid_to_two_players_costs_the_sum():
    found = figures(
        say(start(game="julepe", depth="result"), "told Dan 3 Cat 2 Ann 0", "settled").state
    )
    assert found.dearest_loo == LooMark(("Ann",), mark(0, 1, 5 + 5))


def test_no_highlights_before_the_first_deal():
    for evening in (Evening(), start(), say(start(), "up 6-3")):
        found = figures(evening.state)
        assert not any((found.largest_pool, found.dearest_loo))
        assert set(found.curves().chips.values()) <= {()}


# Properties of all evenings


@given(SEEDS, LENGTHS)
@examples(100)
def test_the_figures_agree_with_the_state(seed, steps):
    evening, _ = walked(Random(seed), steps)
    state = evening.state
    found = figures(state)
    assert {one.player: one.amount for one in found.people} == state.balances()
    assert sum(one.amount for one in found.people) + found.pool == 0
    for session, game in zip(state.sessions, found.games, strict=True):
        settled = [done.settlement for done in session.deals]
        assert sum(one.tricks for one in game.players) == sum(
            number for settlement in settled for number in settlement.tricks.values()
        )
        assert sum(one.deals for one in game.players) == sum(
            len(done.deal.setup.players) for done in session.deals
        )
        assert sum(one.dealt for one in game.players) == len(settled)
        points = len(settled) + game.has_ending
        assert {len(curve) for curve in game.curves.values()} == {points}
        if not game.for_chips:
            late = dict.fromkeys(session.scores, 0)
            for one in () if session.ended else session.penalty_points:
                late[one.player] += one.points
            assert all(
                curve[-1] + late[p] == session.scores[p]
                for p, curve in game.curves.items()
                if curve
            )
            continue
        for place, pool in enumerate(game.pool):
            chips = sum(curve[place] for curve in game.curves.values())
            assert chips + pool == session.opening_pool
        if session.ended and points:
            assert {p: curve[-1] for p, curve in game.curves.items()} == {
                one.player: one.amount for one in game.players
            }
        for one in game.players:
            assert one.won - one.lost == (game.curves[one.player] or (0,))[-1]
            assert one.tricks_known <= one.played <= one.deals
    curves = found.curves()
    assert all(sum(chips) + pool == 0 for *chips, pool in zip(*curves.chips.values(), curves.pool,
                                                             strict=True))  # fmt: skip
    if state.closed and curves.points:
        assert {p: chips[-1] for p, chips in curves.chips.items()} == state.balances()


@given(SEEDS, LENGTHS)
@examples(20)
def test_figures_can_be_encoded(seed, steps):
    evening, _ = walked(Random(seed), steps)
    found = figures(evening.state)
    assert msgspec.json.decode(msgspec.json.encode(found), type=EveningFigures) == found


def test_of_another_game_of_several_nobody_knows_who_paid_whom():
    begun = start("Ann Bob Cat", "other", "result", name="Skat", counts="chips")
    several = figures(say(begun, "scored Ann=4 Bob=-1 Cat=-3").state.booked())
    assert several.games[0].won_from == ()
    two = start("Ann Bob", "other", "result", name="Skat", counts="chips")
    known = figures(say(two, "scored Ann=4 Bob=-4").state.booked())
    assert known.games[0].won_from == (Won("Ann", "Bob", 4),)
