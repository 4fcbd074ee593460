"""The pool's arithmetic (docs/rules.md 1: Ledger, Pool, Looed, Lone player, Revoke penalty, Ending)."""

from dataclasses import dataclass

import pytest

from companion.rules.ledger import (
    POOL,
    Line,
    LooCause,
    Looed,
    Outcome,
    divide_ending,
    loo_cost,
    settle_pool,
    sums,
    usual_price,
)
from companion.wording import say as say_


@dataclass
class Rules:
    loo: str = "pool"
    loo_chips: int | None = None
    remainder: str = "carry"
    revoke: str = "divide"
    revoke_pays: str = "loo"
    ending: str = "divide"


def outcome(tricks, *, trick_winners="", **more):
    return Outcome(tuple(tricks), tricks, 5, tuple(trick_winners.split()), **more)


def settled(what, pool, **rules):
    lines = settle_pool(what, pool, Rules(**rules))
    assert all(say_(line.fact) and line.rule for line in lines)
    return [(line.source, line.target, line.amount, line.reason) for line in lines]


def left(what, pool, **rules):
    return pool + sums(settle_pool(what, pool, Rules(**rules))).get(POOL, 0)


def test_the_three_deals_of_the_account():
    first = outcome({"A": 3, "B": 0, "C": 0, "D": 2})
    assert settled(first, 25) == [
        ("pool", "A", 15, "tricks"),
        ("pool", "D", 10, "tricks"),
        ("B", "pool", 25, "loo"),
        ("C", "pool", 25, "loo"),
    ]
    assert left(first, 25) == 50
    second = outcome({"A": 0, "C": 5, "D": 0})
    assert left(second, 55) == 110
    assert settled(outcome({"A": 1, "B": 4}), 115)[0] == ("pool", "A", 23, "tricks")


LAST = {"remainder": "last-trick"}
ELDEST = {"remainder": "eldest-first"}
EIGHT = {"loo": "fixed", "loo_chips": 8}


def tricks(player, amount):
    return ("pool", player, amount, "tricks")


def paid(player, amount, reason="loo"):
    return (player, "pool", amount, reason)


@pytest.mark.parametrize(
    ("what", "pool", "rules", "lines", "rest"),
    [
        (outcome({"Bob": 3, "Dan": 2}), 25, {}, [tricks("Bob", 15), tricks("Dan", 10)], 0),
        (outcome({"Bob": 3, "Dan": 2}), 28, {}, [tricks("Bob", 15), tricks("Dan", 10)], 3),
        (
            outcome({"Bob": 3, "Dan": 2}, trick_winners="Dan Bob Bob Bob Dan"),
            28,
            LAST,
            [tricks("Bob", 15), tricks("Dan", 10), tricks("Dan", 3)],
            0,
        ),
        # At depth `result` the winner of the last trick is unknown.
        (outcome({"Bob": 3, "Dan": 2}), 28, LAST, [tricks("Bob", 15), tricks("Dan", 10)], 3),
        # A player for the pool takes no share of the last trick,
        (
            outcome({"Bob": 4, "Ann": 1}, trick_winners="Bob Bob Bob Bob Ann", for_the_pool="Ann"),
            28,
            LAST,
            [tricks("Bob", 20)],
            8,
        ),
        # nor does an offender.
        (
            outcome(
                {"Bob": 4, "Dan": 1},
                trick_winners="Bob Bob Bob Bob Dan",
                offenders=("Dan",),
                revoke="loo",
            ),
            28,
            {**LAST, **EIGHT},
            [tricks("Bob", 20), paid("Dan", 8)],
            16,
        ),
        # Odd chips go from the dealer's left, one each, to players who took a share.
        (
            outcome({"Bob": 0, "Cat": 2, "Dan": 2, "Ann": 1}),
            27,
            {**ELDEST, **EIGHT},
            [
                *(tricks("Cat", 10), tricks("Dan", 10), tricks("Ann", 5)),
                *(tricks("Cat", 1), tricks("Dan", 1), paid("Bob", 8)),
            ],
            8,
        ),
        (
            outcome({"Bob": 3, "Dan": 2}),
            29,
            ELDEST,
            [tricks("Bob", 15), tricks("Dan", 10), tricks("Bob", 1), tricks("Dan", 1)],
            2,
        ),
        (
            outcome({"Bob": 3, "Ann": 2}, for_the_pool="Ann"),
            28,
            ELDEST,
            [tricks("Bob", 15), tricks("Bob", 1)],
            12,
        ),
        # The shares of a player for the pool stay in it.
        (outcome({"Bob": 3, "Ann": 2}, for_the_pool="Ann"), 27, {}, [tricks("Bob", 15)], 12),
        (outcome({"Bob": 3, "Ann": 2}, for_the_pool="Ann"), 55, {}, [tricks("Bob", 33)], 22),
        # A player for the pool cannot be looed, but the opponent can.
        (outcome({"Bob": 5, "Ann": 0}, for_the_pool="Ann"), 25, {}, [tricks("Bob", 25)], 0),
        (outcome({"Bob": 0, "Ann": 5}, for_the_pool="Ann"), 25, {}, [paid("Bob", 25)], 50),
    ],
)
def test_payments_of_a_deal_and_the_remaining_pool(what, pool, rules, lines, rest):
    assert settled(what, pool, **rules) == lines
    assert left(what, pool, **rules) == rest


def test_a_sole_player_takes_the_whole_pool():
    what = outcome({"Bob": 0}, sole="Bob")
    assert settled(what, 28) == [("pool", "Bob", 28, "pool-taken")]
    assert settle_pool(what, 28, Rules())[0].rule == "sole-player"
    assert what.looed() == ()


def test_the_dealer_takes_the_whole_pool_when_all_dropped():
    what = outcome({}, sole="Ann", sole_by="all-dropped")
    assert settled(what, 31) == [("pool", "Ann", 31, "pool-taken")]
    assert settle_pool(what, 31, Rules())[0].rule == "all-dropped"


@pytest.mark.parametrize(
    ("rules", "pool", "chips"),
    [
        (Rules("pool"), 55, 55),
        (Rules("fixed", 20), 55, 20),
        (Rules("fixed", 20), 10, 20),
        (Rules("capped", 40), 55, 40),
        (Rules("capped", 40), 40, 40),
        (Rules("capped", 40), 25, 25),
    ],
)
def test_the_price_of_a_loo(rules, pool, chips):
    cost = loo_cost(rules, pool)
    assert cost.chips == chips
    assert str(chips) in say_(Looed("Cat", LooCause.NO_TRICK, cost))


@pytest.mark.parametrize(
    ("tricks", "more", "chips"),
    [
        ({"Ann": 5, "Cat": 0, "Dan": 0}, {}, 50),  # the dealer is in
        ({"Ann": 5, "Cat": 0}, {}, 25),
        ({"Ann": 5, "Dan": 0}, {"offenders": ("Ann",)}, 50),  # the same for a revoke
    ],
)
def test_a_game_can_have_its_own_price_of_a_loo(tricks, more, chips):
    def doubled(what, player, cost):
        chips, fact = usual_price(what, player, cost)
        return chips * (1 + (what.dealer in what.players)), fact

    lines = settle_pool(outcome(tricks, dealer="Dan", **more), 25, Rules(), doubled)
    assert {line.amount for line in lines if line.target == POOL} == {chips}


def test_looed_players_pay_after_the_payouts():
    what = outcome({"Bob": 5, "Cat": 0, "Dan": 0})
    assert what.looed() == ("Cat", "Dan")
    assert settled(what, 25) == [
        ("pool", "Bob", 25, "tricks"),
        ("Cat", "pool", 25, "loo"),
        ("Dan", "pool", 25, "loo"),
    ]


@pytest.mark.parametrize(
    ("taken", "more", "looed", "lines", "rest"),
    [
        # The pool is divided in whole chips among the other players who were in; nobody else is looed.
        (
            {"Bob": 0, "Cat": 5, "Ann": 0},
            {"offenders": ("Cat",)},
            (),
            [
                ("pool", "Bob", 12, "revoke"),
                ("pool", "Ann", 12, "revoke"),
                paid("Cat", 25, "revoke"),
            ],
            26,
        ),
        (
            {"Bob": 3, "Cat": 2, "Dan": 0},
            {"offenders": ("Bob", "Cat")},
            (),
            [("pool", "Dan", 25, "revoke"), paid("Bob", 25, "revoke"), paid("Cat", 25, "revoke")],
            50,
        ),
        (
            {"Bob": 3, "Cat": 2},
            {"offenders": ("Bob", "Cat")},
            (),
            [paid("Bob", 25, "revoke"), paid("Cat", 25, "revoke")],
            75,
        ),
        # A dealer playing for the pool takes no share, but pays as an offender.
        (
            {"Bob": 3, "Ann": 2},
            {"offenders": ("Bob",), "for_the_pool": "Ann"},
            (),
            [paid("Bob", 25, "revoke")],
            50,
        ),
        (
            {"Bob": 3, "Ann": 2},
            {"offenders": ("Ann",), "for_the_pool": "Ann"},
            (),
            [("pool", "Bob", 25, "revoke"), paid("Ann", 25, "revoke")],
            25,
        ),
        # Under `loo` the offender is looed once, and the offender's shares stay in the pool.
        (
            {"Bob": 3, "Cat": 2, "Ann": 0},
            {"offenders": ("Cat",), "revoke": "loo"},
            ("Cat", "Ann"),
            [tricks("Bob", 15), paid("Cat", 25), paid("Ann", 25)],
            60,
        ),
        (
            {"Bob": 5, "Cat": 0},
            {"offenders": ("Cat",), "revoke": "loo"},
            ("Cat",),
            [tricks("Bob", 25), paid("Cat", 25)],
            25,
        ),
        (
            {"Bob": 3, "Ann": 2},
            {"offenders": ("Ann",), "for_the_pool": "Ann", "revoke": "loo"},
            ("Ann",),
            [tricks("Bob", 15), paid("Ann", 25)],
            35,
        ),
        # Under `note` nothing changes.
        (
            {"Bob": 3, "Cat": 2, "Ann": 0},
            {"offenders": ("Cat",), "revoke": "note"},
            ("Ann",),
            [tricks("Bob", 15), tricks("Cat", 10), paid("Ann", 25)],
            25,
        ),
    ],
)
def test_payments_after_a_revoke(taken, more, looed, lines, rest):
    what = outcome(taken, **more)
    assert what.looed() == looed
    assert settled(what, 25) == lines
    assert left(what, 25) == rest


@pytest.mark.parametrize(
    ("rules", "pays"),
    [
        ({"revoke_pays": "pool", "loo": "fixed", "loo_chips": 20}, 55),
        ({"revoke_pays": "loo", "loo": "fixed", "loo_chips": 20}, 20),
        ({"revoke_pays": "loo", "loo": "capped", "loo_chips": 40}, 40),
        ({"revoke_pays": "loo", "loo": "pool"}, 55),
    ],
)
def test_what_an_offender_pays(rules, pays):
    what = outcome({"Bob": 3, "Cat": 2}, offenders=("Cat",))
    assert settled(what, 55, **rules)[-1] == ("Cat", "pool", pays, "revoke")


def test_the_ending_divides_equally_with_odd_chips_from_the_dealers_left():
    lines = divide_ending(115, ("Cat", "Dan", "Ann", "Bob"))
    assert [(line.target, line.amount) for line in lines] == [
        ("Cat", 29), ("Dan", 29), ("Ann", 29), ("Bob", 28)
    ]  # fmt: skip
    assert {line.reason for line in lines} == {"ending"}


def test_an_ending_with_few_chips_has_no_empty_lines():
    lines = divide_ending(2, ("Cat", "Dan", "Ann"))
    assert [(line.target, line.amount) for line in lines] == [("Cat", 1), ("Dan", 1)]


def test_an_empty_pool_ends_without_lines():
    assert divide_ending(0, ("Cat", "Dan")) == ()
    assert divide_ending(25, ()) == ()


def test_sums_add_to_earlier_balances():
    lines = [Line("Ann", POOL, 10, "stake", "stake", "."), Line(POOL, "Bob", 4, "tricks", "s", ".")]
    assert sums(lines, {"Ann": 3, "Cat": 1}) == {"Ann": -7, "Cat": 1, POOL: 6, "Bob": 4}
