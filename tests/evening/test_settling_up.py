"""Settling up: the fewest transfers, and the remaining ones after payments."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.evening import settling_up
from companion.evening.settling_up import MOST_EXACT, MOST_KEPT, Plan, Transfer, outstanding, settle
from companion.rules.ledger import POOL
from tests.examples import examples


def balances(most, least=2, chips=60):
    """Draw balances of up to `most` people that sum to zero."""
    return st.lists(st.integers(-chips, chips), min_size=least - 1, max_size=most - 1).map(
        lambda some: {f"P{n}": one for n, one in enumerate([*some, -sum(some)])}
    )


def after(owed, transfers):
    still = dict(owed)
    for one in transfers:
        still[one.source] += one.amount
        still[one.target] -= one.amount
    return still


@cache
def fewest(amounts):
    """Return the fewest transfers by brute force: try to settle the first person with each other one."""
    amounts = tuple(sorted(one for one in amounts if one))
    if not amounts:
        return 0
    first, rest = amounts[0], amounts[1:]
    return min(
        1 + fewest((*rest[:place], first + other, *rest[place + 1 :]))
        for place, other in enumerate(rest)
        if first * other < 0
    )


# Computed by hand


def test_a_single_loser_pays_everyone():
    assert settle({"Ann": 10, "Bob": -25, "Cat": 15}) == Plan(
        (Transfer("Bob", "Cat", 15), Transfer("Bob", "Ann", 10))
    )


def test_groups_that_settle_themselves_save_transfers():
    """Cat settles with Bob, and Dan and Eve with Ann: 3. Largest first would take 4: Dan 5 to Ann,
    Cat 2 to Ann and 1 to Bob, Eve 2 to Bob."""
    plan = settle({"Ann": 7, "Bob": 3, "Cat": -3, "Dan": -5, "Eve": -2})
    assert plan.exact
    assert plan.transfers == (
        Transfer("Dan", "Ann", 5),
        Transfer("Cat", "Bob", 3),
        Transfer("Eve", "Ann", 2),
    )


def test_groups_of_three_are_found():
    """10 = 7 + 3, 9 = 8 + 1 and 6 = 4 + 2: nine people in three groups need 9 - 3 transfers."""
    owed = {"A": 10, "B": 9, "C": 6, "D": -7, "E": -3, "F": -8, "G": -1, "H": -4, "I": -2}
    assert len(settle(owed).transfers) == 6


class Chips(int):
    """A number that counts its equality comparisons."""

    compared = 0
    __hash__ = int.__hash__

    def __eq__(self, other):
        Chips.compared += 1
        return int(self) == int(other)

    def __neg__(self):
        return Chips(-int(self))


def test_opposite_balances_are_looked_up_not_compared_with_all():
    down = {f"down {number}": Chips(-2 * number - 1) for number in range(300)}
    up = {f"up {number}": Chips(2 * number + 2) for number in range(299)}
    owed = {**down, **up, "last": Chips(-sum(down.values()) - sum(up.values()))}
    settle(owed)
    assert Chips.compared < 30 * len(owed)  # sorting compares too


def test_nobody_owes_anything():
    assert settle({}) == settle({"Ann": 0, "Bob": 0}) == Plan(())


def test_nobody_collects_chips_from_the_pool():
    plan = settle({"Ann": 5, "Bob": -15, "pool": 10})
    assert plan.transfers == (Transfer("Bob", "Ann", 5),)
    assert plan.left_in_pool == (Transfer("Bob", "pool", 10),)


def test_balances_that_do_not_sum_to_zero_are_a_mistake():
    with pytest.raises(ValueError, match="zero"):
        settle({"Ann": 5, "Bob": -4})


# Properties of all balances


@given(balances(6))
@examples(200)
def test_no_plan_has_fewer_transfers(owed):
    plan = settle(owed)
    assert plan.exact and len(plan.transfers) == fewest(tuple(owed.values()))


def test_the_pool_does_not_count_towards_the_exact_limit():
    people = {f"P{n}": 10 + n if n % 2 else -10 - n for n in range(MOST_EXACT)}
    assert settle({**people, POOL: -sum(people.values())}).exact
    assert not settle({**people, "one more": -sum(people.values())}).exact


@given(balances(20))
@examples(100)
def test_a_plan_settles_everything(owed):
    plan = settle(owed)
    assert set(after(owed, plan.transfers).values()) <= {0}
    assert all(one.amount > 0 for one in plan.transfers)
    assert len({(one.source, one.target) for one in plan.transfers}) == len(plan.transfers)
    people = sum(1 for chips in owed.values() if chips)
    assert len(plan.transfers) <= max(people - 1, 0)
    assert plan.exact == (people <= MOST_EXACT)
    # Only people who are down pay, and only people who are up are paid.
    assert all(owed[one.source] < 0 < owed[one.target] for one in plan.transfers)


@given(balances(12, least=8, chips=9), st.randoms(use_true_random=False))
@examples(50)
def test_the_order_of_the_people_changes_nothing(owed, rng):
    shuffled = list(owed.items())
    rng.shuffle(shuffled)
    assert settle(dict(shuffled)) == settle(owed)


@given(balances(12, least=4), st.data())
@examples(100)
def test_carrying_out_a_transfer_leaves_the_others_unchanged(owed, data):
    plan, paid = settle(owed), []
    while plan.transfers:
        one = data.draw(st.sampled_from(plan.transfers))
        part = data.draw(st.integers(1, one.amount))
        paid.append(Transfer(one.source, one.target, part))
        before, plan = plan, outstanding(owed, paid)
        left = one.amount - part
        assert plan.transfers == tuple(
            Transfer(one.source, one.target, left) if other == one else other
            for other in before.transfers
            if left or other != one
        )
    assert set(after(owed, paid).values()) <= {0}


@given(balances(8), st.data())
@examples(100)
def test_any_other_payment_makes_a_new_plan(owed, data):
    paid = []
    for _ in range(4):
        source, target = data.draw(st.permutations(sorted(owed)))[:2]
        paid.append(Transfer(source, target, data.draw(st.integers(1, 50))))
        plan = outstanding(owed, paid)
        assert set(after(after(owed, paid), plan.transfers).values()) <= {0}


def test_a_payment_beyond_the_plan_makes_a_new_plan():
    owed = {"Ann": 10, "Bob": 5, "Cat": -10, "Dan": -5}
    assert settle(owed).transfers == (Transfer("Cat", "Ann", 10), Transfer("Dan", "Bob", 5))
    other = outstanding(owed, [Transfer("Cat", "Bob", 5)])
    assert other.transfers == (Transfer("Cat", "Ann", 5), Transfer("Dan", "Ann", 5))
    # Following part of the new plan leaves the rest unchanged.
    part = outstanding(owed, [Transfer("Cat", "Bob", 5), Transfer("Cat", "Ann", 2)])
    assert part.transfers == (Transfer("Cat", "Ann", 3), Transfer("Dan", "Ann", 5))


def test_the_search_stops_after_many_payments_beyond_the_plan(monkeypatch):
    """A hundred searches over twelve people would block the server."""
    searched = []
    groups = settling_up._groups
    monkeypatch.setattr(settling_up, "_groups", lambda rest: searched.append(1) or groups(rest))
    owed = {f"Down {n}": -1000 - 7 * n * n for n in range(5)}
    owed |= {f"Up {n}": 800 + 11 * n * n for n in range(6)}
    owed["Rest"] = -sum(owed.values())
    assert len(owed) == MOST_EXACT and owed["Rest"]
    paid, exact = [], []
    for number in range(100):
        source, target = f"Down {number % 5}", f"Up {number * 3 % 6}"
        paid.append(Transfer(source, target, 1 + number % 7))
        plan = outstanding(owed, paid)
        exact.append(plan.exact)
        assert set(after(after(owed, paid), plan.transfers).values()) == {0}
    assert exact[0] and not exact[-1]
    settling_up._kept.cache_clear()
    searched.clear()
    outstanding(owed, paid)
    assert 2 <= len(searched) <= 11


def test_for_five_people_every_payment_may_differ_from_the_plan():
    owed = {"Ann": 2000, "Bob": 1000, "Cat": -1500, "Dan": -1200, "Eve": -300}
    paid = []
    for number in range(100):
        paid.append(Transfer(("Cat", "Dan")[number % 2], ("Ann", "Bob")[number // 2 % 2], 1))
        assert outstanding(owed, paid).exact


def test_only_plans_of_few_people_are_cached():
    """Cached plans of a large group would take gigabytes."""
    for people, kept in ((MOST_KEPT, 1), (MOST_KEPT + 2, 0)):
        before = settling_up._kept.cache_info().misses
        settle({f"P{n} of {people}": 1 if n % 2 else -1 for n in range(people)})
        assert settling_up._kept.cache_info().misses == before + kept
