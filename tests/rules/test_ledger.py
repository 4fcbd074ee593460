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
    """The payments as (from, to, chips, reason)."""
    lines = settle_pool(what, pool, Rules(**rules))
    assert all(say_(line.fact) and line.rule for line in lines)
    return [(line.source, line.target, line.amount, line.reason) for line in lines]


def left(what, pool, **rules):
    """What the pool holds after the settlement."""
    return pool + sums(settle_pool(what, pool, Rules(**rules))).get(POOL, 0)


def test_each_trick_pays_its_winner_one_share():
    """`share`: 25 // 5 = 5 a trick."""
    what = outcome({"Bob": 3, "Dan": 2})
    assert settled(what, 25) == [("pool", "Bob", 15, "tricks"), ("pool", "Dan", 10, "tricks")]
    assert left(what, 25) == 0


def test_the_three_deals_that_the_account_states():
    """docs/rules.md 3, "Stated by [002]": 25, then 55, then 115, 23 a trick."""
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


def test_what_does_not_divide_stays_in_the_pool_by_default():
    """`indivisible`, carry: 28 // 5 = 5, 3 over."""
    assert left(outcome({"Bob": 3, "Dan": 2}), 28) == 3


def test_what_does_not_divide_can_go_to_the_winner_of_the_last_trick():
    what = outcome({"Bob": 3, "Dan": 2}, trick_winners="Dan Bob Bob Bob Dan")
    assert settled(what, 28, remainder="last-trick")[2:] == [("pool", "Dan", 3, "tricks")]
    assert left(what, 28, remainder="last-trick") == 0


def test_the_remainder_stays_where_nobody_knows_who_took_the_last_trick():
    """`indivisible`, last-trick at depth result"""
    assert left(outcome({"Bob": 3, "Dan": 2}), 28, remainder="last-trick") == 3


def test_the_remainder_stays_if_the_last_trick_was_for_the_pool():
    what = outcome({"Bob": 4, "Ann": 1}, trick_winners="Bob Bob Bob Bob Ann", for_the_pool="Ann")
    assert settled(what, 28, remainder="last-trick") == [("pool", "Bob", 20, "tricks")]


def test_the_remainder_stays_if_an_offender_took_the_last_trick():
    """`indivisible` with revoke loo: the offender takes no share."""
    what = outcome({"Bob": 4, "Dan": 1}, trick_winners="Bob Bob Bob Bob Dan", offenders=("Dan",),
                   revoke="loo")  # fmt: skip
    assert settled(what, 28, remainder="last-trick", loo="fixed", loo_chips=8) == [
        ("pool", "Bob", 20, "tricks"),
        ("Dan", "pool", 8, "loo"),
    ]


def test_the_remainder_can_go_one_each_from_the_dealers_left():
    """`indivisible`, eldest-first: only to those who took a share."""
    what = outcome({"Bob": 0, "Cat": 2, "Dan": 2, "Ann": 1})
    lines = settled(what, 27, remainder="eldest-first", loo="fixed", loo_chips=8)
    assert lines[3:] == [
        ("pool", "Cat", 1, "tricks"),
        ("pool", "Dan", 1, "tricks"),
        ("Bob", "pool", 8, "loo"),
    ]


def test_nobody_gets_two_odd_chips():
    assert left(outcome({"Bob": 3, "Dan": 2}), 29, remainder="eldest-first") == 2


def test_one_who_plays_for_the_pool_gets_no_odd_chip():
    what = outcome({"Bob": 3, "Ann": 2}, for_the_pool="Ann")
    assert settled(what, 28, remainder="eldest-first") == [
        ("pool", "Bob", 15, "tricks"),
        ("pool", "Bob", 1, "tricks"),
    ]


def test_shares_for_the_pool_stay_in_it():
    """`for-the-pool`, and the example of `indivisible`: 27, two tricks for the pool leave 12."""
    what = outcome({"Bob": 3, "Ann": 2}, for_the_pool="Ann")
    assert settled(what, 27) == [("pool", "Bob", 15, "tricks")]
    assert left(what, 27) == 12


def test_55_with_two_tricks_for_the_pool_and_a_fresh_stake_leaves_27():
    assert left(outcome({"Bob": 3, "Ann": 2}, for_the_pool="Ann"), 55) + 5 == 27


def test_one_who_plays_for_the_pool_cannot_be_looed_but_the_other_can():
    assert settled(outcome({"Bob": 5, "Ann": 0}, for_the_pool="Ann"), 25) == [
        ("pool", "Bob", 25, "tricks")
    ]
    assert settled(outcome({"Bob": 0, "Ann": 5}, for_the_pool="Ann"), 25) == [
        ("Bob", "pool", 25, "loo")
    ]


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
def test_what_a_loo_costs(rules, pool, chips):
    """`looed`: pool (P), fixed (n), capped (P, at most n)."""
    cost = loo_cost(rules, pool)
    assert cost.chips == chips
    assert str(chips) in say_(Looed("Cat", LooCause.NO_TRICK, cost))


def test_who_was_in_and_took_no_trick_pays_after_the_payouts():
    what = outcome({"Bob": 5, "Cat": 0, "Dan": 0})
    assert what.looed() == ("Cat", "Dan")
    assert settled(what, 25) == [
        ("pool", "Bob", 25, "tricks"),
        ("Cat", "pool", 25, "loo"),
        ("Dan", "pool", 25, "loo"),
    ]


def test_a_revoke_divides_the_pool_among_the_others_who_were_in():
    """`revoke`, divide: equal parts in whole chips, the rest stays; nobody else is looed."""
    what = outcome({"Bob": 0, "Cat": 5, "Ann": 0}, offenders=("Cat",))
    assert settled(what, 25) == [
        ("pool", "Bob", 12, "revoke"),
        ("pool", "Ann", 12, "revoke"),
        ("Cat", "pool", 25, "revoke"),
    ]
    assert left(what, 25) == 26
    assert what.looed() == ()


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


def test_all_who_revoked_pay():
    what = outcome({"Bob": 3, "Cat": 2, "Dan": 0}, offenders=("Bob", "Cat"))
    assert settled(what, 25) == [
        ("pool", "Dan", 25, "revoke"),
        ("Bob", "pool", 25, "revoke"),
        ("Cat", "pool", 25, "revoke"),
    ]


def test_if_all_revoked_the_pool_stays():
    """`revoke`, divide with nobody to divide among"""
    what = outcome({"Bob": 3, "Cat": 2}, offenders=("Bob", "Cat"))
    assert left(what, 25) == 75


def test_a_dealer_playing_for_the_pool_takes_no_part():
    innocent = outcome({"Bob": 3, "Ann": 2}, offenders=("Bob",), for_the_pool="Ann")
    assert settled(innocent, 25) == [("Bob", "pool", 25, "revoke")]
    guilty = outcome({"Bob": 3, "Ann": 2}, offenders=("Ann",), for_the_pool="Ann")
    assert settled(guilty, 25) == [("pool", "Bob", 25, "revoke"), ("Ann", "pool", 25, "revoke")]


def test_under_revoke_loo_the_offender_is_looed_and_the_rest_settles_as_usual():
    """`revoke`, loo: the shares for his tricks stay in the pool."""
    what = outcome({"Bob": 3, "Cat": 2, "Ann": 0}, offenders=("Cat",), revoke="loo")
    assert what.looed() == ("Cat", "Ann")
    assert settled(what, 25) == [
        ("pool", "Bob", 15, "tricks"),
        ("Cat", "pool", 25, "loo"),
        ("Ann", "pool", 25, "loo"),
    ]
    assert left(what, 25) == 60


def test_under_revoke_loo_an_offender_without_a_trick_is_looed_once():
    what = outcome({"Bob": 5, "Cat": 0}, offenders=("Cat",), revoke="loo")
    assert what.looed() == ("Cat",)


def test_under_revoke_loo_even_a_dealer_playing_for_the_pool_is_looed():
    what = outcome({"Bob": 3, "Ann": 2}, offenders=("Ann",), for_the_pool="Ann", revoke="loo")
    assert settled(what, 25) == [("pool", "Bob", 15, "tricks"), ("Ann", "pool", 25, "loo")]


def test_under_revoke_note_nothing_changes():
    plain = outcome({"Bob": 3, "Cat": 2, "Ann": 0})
    noted = outcome({"Bob": 3, "Cat": 2, "Ann": 0}, offenders=("Cat",), revoke="note")
    assert settled(noted, 25) == settled(plain, 25)


def test_the_ending_divides_equally_and_the_odd_chips_go_from_the_left_of_the_last_dealer():
    lines = divide_ending(115, ("Cat", "Dan", "Ann", "Bob"))
    assert [(line.target, line.amount) for line in lines] == [
        ("Cat", 29), ("Dan", 29), ("Ann", 29), ("Bob", 28)
    ]  # fmt: skip
    assert {line.reason for line in lines} == {"ending"}


def test_an_ending_with_fewer_chips_than_players_pays_no_lines_of_nothing():
    lines = divide_ending(2, ("Cat", "Dan", "Ann"))
    assert [(line.target, line.amount) for line in lines] == [("Cat", 1), ("Dan", 1)]


def test_an_empty_pool_ends_without_lines():
    assert divide_ending(0, ("Cat", "Dan")) == ()
    assert divide_ending(25, ()) == ()


def test_sums_start_from_what_was_before():
    lines = [Line("Ann", POOL, 10, "stake", "stake", "."), Line(POOL, "Bob", 4, "tricks", "s", ".")]
    assert sums(lines, {"Ann": 3, "Cat": 1}) == {"Ann": -7, "Cat": 1, POOL: 6, "Bob": 4}
