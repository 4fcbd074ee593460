"""Chips of different worth are never added. All values are worked out by hand.

At low stakes (a chip is €0.10) Ann loses 100 chips to Bob: €10.00. At high stakes (€0.50) she wins 20
from him: €10.00 too. Together nobody owes anything, although Ann is 80 chips down.
"""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import EntryError
from companion.evening.entries import Amended, EveningClosed, Paid, WorthSet
from companion.evening.names import likeness
from companion.evening.payments import AwaitsNothing, MoreThanOpen, NotOfTheEvening, OwesNothing
from companion.groups.entries import EveningHidden, GroupPaid, PersonMerged, adding
from companion.groups.figures import (
    check_paid,
    contradictions,
    figures,
    is_settled,
    plan,
    revaluable,
    still_open,
    unit_beside,
    units_owed,
)
from companion.groups.group import Row, group_of, unit_of
from companion.groups.spreadsheets import figure_rows, won_rows
from companion.groups.summary import summary
from companion.rules.actions import Scored
from companion.rules.ledger import POOL
from tests.telling import say, start

DIME, HALF, BUCK = WorthSet(10, "EUR"), WorthSet(50, "EUR"), WorthSet(10, "USD")


def scored(worth, *entries, seats="Ann Bob Cat", **chips):
    began = start(seats, game="other", depth="result", name="Skat", counts="chips")
    everyone = {**dict.fromkeys(seats.split(), 0), **chips}
    evening = say(began, Scored(everyone), "settled", *entries)
    return say(evening, worth) if worth else evening


LOW = scored(DIME, Ann=-100, Bob=100)
HIGH = scored(HALF, Ann=20, Bob=-20)
DOLLARS = scored(BUCK, Ann=100, Bob=-100)
CHIPS = scored(None, Ann=-7, Bob=7)


def group_with(*evenings, rows=(), worths=None):
    """Return a group of evenings numbered from 1, with more rows, and their summaries."""
    worths = worths or {}
    added = [adding(number, worths.get(number)) for number in range(1, len(evenings) + 1)]
    group = group_of(Row(number, one) for number, one in enumerate([*added, *rows], 1))
    return group, {number: summary(one) for number, one in enumerate(evenings, 1)}


def over(*evenings, **more):
    group, summaries = group_with(*evenings, **more)
    return group, figures(group, summaries.items())


def transfers(group, found, unit):
    return [(one.source, one.target, one.amount) for one in plan(group, found, unit).transfers]


@pytest.mark.parametrize("evenings", [(LOW, HIGH), (HIGH, LOW)])
def test_evenings_of_different_worth_are_summed_in_money(evenings):
    group, found = over(*evenings)
    assert found.owed == {"EUR": {"Ann": 0, "Bob": 0, "Cat": 0}}
    assert units_owed(group, found) == ("EUR",) and is_settled(group, found)
    assert (found.unit, found.units) == ("EUR", ("EUR",))
    ann = next(one for one in found.people if one.name == "Ann")
    assert (ann.amount, ann.won, ann.lost, ann.evenings) == (0, 1000, 1000, 2)
    assert ann.marks.best.amount == 1000 and ann.marks.worst.amount == -1000
    assert sorted(found.curves["Ann"][:1]) in ([-1000], [1000]) and found.curves["Ann"][1] == 0


def test_evenings_of_one_worth_are_summed_in_chips_and_owed_in_money():
    group, found = over(LOW, scored(DIME, Ann=-1, Cat=1))
    assert (found.unit, found.units) == ("", ("",))
    assert {one.name: one.amount for one in found.people} == {"Ann": -101, "Bob": 100, "Cat": 1}
    assert found.owed == {"EUR": {"Ann": -1010, "Bob": 1000, "Cat": 10}}
    assert transfers(group, found, "EUR") == [("Ann", "Bob", 1000), ("Ann", "Cat", 10)]
    assert transfers(group, found, "") == []


def test_currencies_and_chips_stand_apart():
    group, summaries = group_with(LOW, DOLLARS, CHIPS)
    found = figures(group, summaries.items())
    assert units_owed(group, found) == found.units == ("EUR", "USD", "")
    assert transfers(group, found, "EUR") == [("Ann", "Bob", 1000)]
    assert transfers(group, found, "USD") == [("Bob", "Ann", 1000)]
    assert transfers(group, found, "") == [("Ann", "Bob", 7)]
    amounts = {}
    for unit in found.units:
        view = figures(group, summaries.items(), unit)
        assert view.owed == found.owed and view.unit == unit and len(view.evenings) == 1
        amounts[unit] = next(one.amount for one in view.people if one.name == "Ann")
    assert amounts == {"EUR": -1000, "USD": 1000, "": -7}
    assert figures(group, summaries.items(), "XXX").unit == "EUR"


def test_each_currency_has_its_rows_in_the_spreadsheet():
    group, summaries = group_with(LOW, DOLLARS, CHIPS)
    views = [figures(group, summaries.items(), unit) for unit in ("EUR", "USD", "")]
    owed = {unit: still_open(group, views[0], unit) for unit in ("EUR", "USD", "")}
    rows = [row for row in figure_rows(views, owed) if row[:2] == ("Ann", "")]
    assert [(str(row[10]), str(row[16]), *row[17:]) for row in rows] == [
        ("-10.00", "-10.00", "EUR", "EUR"), ("10.00", "10.00", "USD", "USD"), ("-7", "-7", None, None),
    ]  # fmt: skip
    of_two = [
        scored(DIME, seats="Ann Bob", Ann=-100, Bob=100),
        scored(BUCK, seats="Ann Bob", Ann=100, Bob=-100),
        scored(None, seats="Ann Bob", Ann=-7, Bob=7),
    ]
    group, summaries = group_with(*of_two)
    views = [figures(group, summaries.items(), unit) for unit in ("EUR", "USD", "")]
    assert [(*row[:2], str(row[2]), row[3]) for row in won_rows(views)] == [
        ("Bob", "Ann", "10.00", "EUR"), ("Ann", "Bob", "10.00", "USD"), ("Bob", "Ann", "7", None),
    ]  # fmt: skip


def test_a_debt_stands_once_in_the_spreadsheet():
    """The dollars were paid in their evening, so that only euros and chips are owed."""
    paid = scored(BUCK, Paid("Bob", "Ann", 100), Ann=100, Bob=-100)
    group, summaries = group_with(LOW, paid, CHIPS)
    views = [figures(group, summaries.items(), unit) for unit in ("EUR", "USD", "")]
    assert units_owed(group, views[0]) == ("EUR", "")
    rows = figure_rows(views, {unit: still_open(group, views[0], unit) for unit in ("EUR", "")})
    owed = [
        (str(row[10]), row[16] and str(row[16]), row[18]) for row in rows if row[:2] == ("Ann", "")
    ]
    assert owed == [("-10.00", "-10.00", "EUR"), ("10.00", None, None), ("-7", "-7", None)]


def test_a_payment_is_made_in_the_unit_of_its_debt():
    group, found = over(LOW, CHIPS, rows=[GroupPaid("Ann", "Bob", 400, "EUR")])
    assert still_open(group, found, "EUR") == {"Ann": -600, "Bob": 600, "Cat": 0}
    assert still_open(group, found, "") == {"Ann": -7, "Bob": 7, "Cat": 0}
    check_paid(group, found, GroupPaid("Ann", "Bob", 600, "EUR"))
    check_paid(group, found, GroupPaid("Ann", "Bob", 7))
    for entry, fact in (
        (GroupPaid("Ann", "Bob", 601, "EUR"), MoreThanOpen("Ann", "Bob", 601, 600, "EUR")),
        (GroupPaid("Ann", "Bob", 8, ""), MoreThanOpen("Ann", "Bob", 8, 7)),
        (GroupPaid("Ann", "Bob", 1, "USD"), OwesNothing("Ann")),
        (GroupPaid("Ann", "Cat", 1, "EUR"), AwaitsNothing("Cat")),
        (GroupPaid("Eve", "Bob", 1, "EUR"), NotOfTheEvening("Eve")),
    ):
        with pytest.raises(EntryError) as error:
            check_paid(group, found, entry)
        assert error.value.fact == fact


def test_payments_of_an_evening_count_at_its_worth():
    group, found = over(scored(DIME, Paid("Ann", "Bob", 30), Ann=-100, Bob=100))
    assert transfers(group, found, "EUR") == [("Ann", "Bob", 700)]


def test_a_new_worth_of_the_group_changes_no_debt():
    worths = {1: DIME}
    chips = scored(None, Ann=-100, Bob=100)
    before = over(chips, CHIPS, worths=worths, rows=[DIME])
    after = over(chips, CHIPS, worths=worths, rows=[DIME, WorthSet(100, "USD")])
    for group, found in (before, after):
        assert units_owed(group, found) == ("EUR", "")
        assert transfers(group, found, "EUR") == [("Ann", "Bob", 1000)]
        assert transfers(group, found, "") == [("Ann", "Bob", 7)]


def test_what_stays_in_a_pool_is_lost_in_its_own_unit():
    """Ann puts 3 chips in the pool of a closed evening, where they stay."""
    began = start("Ann Bob Cat", game="three-card-loo", preset="classic", depth="result")
    left = say(began, "ended", EveningClosed("stay"))
    chips = left.state.accounts()
    group, found = over(say(left, HALF), CHIPS)
    assert found.owed["EUR"] == {name: 50 * amount for name, amount in chips.items() if amount} | {
        name: 0 for name in ("Ann", "Bob", "Cat") if not chips[name]
    }
    assert sum(found.owed["EUR"].values()) == sum(found.owed[""].values()) == 0
    assert not transfers(group, found, "EUR")
    lost = sum(one.amount for one in plan(group, found, "EUR").left_in_pool)
    assert lost == 50 * chips[POOL]


def test_which_evenings_may_take_a_new_worth():
    owing, back = scored(None, Ann=-5, Bob=5), scored(None, Ann=5, Bob=-5)
    pays = GroupPaid("Ann", "Bob", 5, "")
    # Those since nobody owed anything, without a worth of their own.
    assert revaluable(*group_with(owing, LOW, CHIPS)) == (1, 3)
    assert revaluable(*group_with(owing, back, CHIPS)) == (3,)
    assert revaluable(*group_with(owing, CHIPS, worths={1: HALF})) == (1, 2)
    assert revaluable(*group_with(owing, rows=[pays])) == ()
    # Payments that settle everything are no payments since.
    settled, summaries = group_with(owing, CHIPS)
    rows = [adding(1, None), pays, adding(2, None)]
    settled = group_of(Row(number, one) for number, one in enumerate(rows, 1))
    assert revaluable(settled, summaries) == (2,)
    rows.append(GroupPaid("Ann", "Bob", 1, ""))
    partly = group_of(Row(number, one) for number, one in enumerate(rows, 1))
    assert revaluable(partly, summaries) == ()
    assert revaluable(*group_with(owing, CHIPS, rows=[EveningHidden(1)])) == (2,)
    # What was paid in an evening is no longer owed.
    even = scored(None, Paid("Ann", "Bob", 5), Ann=-5, Bob=5)
    assert revaluable(*group_with(even, CHIPS)) == (2,)
    # Money was paid at the worth that it has.
    paid = scored(None, Paid("Ann", "Bob", 2), Ann=-5, Bob=5)
    assert revaluable(*group_with(paid, CHIPS, worths={1: HALF})) == (2,)


def test_two_who_look_alike_but_sat_at_one_table_owe_apart():
    """One ❤ owes the other, so that the group does not owe nothing."""
    began = start("❤ ❤️ Cat", game="other", depth="result", name="Skat", counts="chips")
    alike = say(began, Scored({"❤": 5, "❤️": -5, "Cat": 0}), "settled")
    assert revaluable(*group_with(alike, CHIPS)) == (1, 2)
    group, summaries = group_with(alike, CHIPS, rows=[GroupPaid("❤️", "❤", 5, "")])
    assert revaluable(group, summaries) == ()


def test_an_evening_that_contradicts_its_group_is_named():
    worths = {1: DIME, 2: DIME, 3: DIME}
    assert contradictions(*group_with(LOW, HIGH, CHIPS, worths=worths)) == {2: (DIME, HALF)}


# In any order, with part payments, merges, hidden and corrected evenings

WORTHS = (None, DIME, HALF, BUCK)


@st.composite
def evenings(draw):
    """Return an evening, the worth that the group says, and whether the group hides it."""
    people = draw(st.permutations(("Bob", "Cat", draw(st.sampled_from(("Ann", "Anne"))))))
    first, second = draw(st.integers(-50, 50)), draw(st.integers(-50, 50))
    told = dict(zip(people, (first, second, -first - second), strict=True))
    wrong = dict.fromkeys(people, 0)
    began = start(" ".join(people), game="other", depth="result", name="Skat", counts="chips")
    evening = say(began, Scored(wrong), "settled", Amended(2, Scored(told)))
    for one in evening.state.plan().transfers[: draw(st.integers(0, 2))]:
        evening = say(evening, Paid(one.source, one.target, draw(st.integers(1, one.amount))))
    if own := draw(st.sampled_from(WORTHS)):
        evening = say(evening, own)
    return evening, draw(st.sampled_from(WORTHS)), draw(st.booleans())


@settings(max_examples=150, deadline=None)
@given(st.lists(evenings(), min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_the_money_of_a_group_is_that_of_its_evenings(played, chance):
    expected: Counter = Counter()
    for evening, worth, hidden in played:
        worth = evening.state.worth or worth
        for name, chips in evening.state.still_open().items() if not hidden else ():
            who = "Ann" if likeness(name) == "anne" else name
            expected[unit_of(worth), who] += chips * (worth.minor if worth else 1)
    order = chance.sample(range(len(played)), len(played))
    rows = [PersonMerged("Anne", "Ann"), *(adding(number, played[number][1]) for number in order)]
    rows += [EveningHidden(number) for number in order if played[number][2]]
    group = group_of(Row(number, one) for number, one in enumerate(rows, 1))
    found = figures(group, [(number, summary(played[number][0])) for number in order])
    assert {
        (unit, name): amount for unit, owed in found.owed.items() for name, amount in owed.items() if amount
    } == {who: amount for who, amount in expected.items() if amount}  # fmt: skip
    assert all(sum(owed.values()) == 0 for owed in found.owed.values())
    # Paid in parts, unit by unit.
    for unit in units_owed(group, found):
        while left := plan(group, found, unit).transfers:
            amount = chance.choice((left[0].amount, (left[0].amount + 1) // 2))
            entry = GroupPaid(left[0].source, left[0].target, amount, unit)
            check_paid(group, found, entry)
            rows.append(entry)
            group = group_of(Row(number, one) for number, one in enumerate(rows, 1))
        assert not any(still_open(group, found, unit).values())
    assert is_settled(group, found)


# Stakes that can still be won


def staked():
    """Return an open evening, a chip €0.10: Ann 30 down, Bob 7 up, Cat 3 up, and 20 in the pool."""
    evening = say(start("Ann Bob Cat", depth="result"), DIME, "up 6", "told Bob 3 Cat 2 Ann 0")
    return say(evening, "settled")


def test_an_open_evening_with_chips_in_the_pool_is_left_out_of_the_debts():
    group, found = over(LOW, staked())
    assert found.undecided == {"EUR": 200} and not found.paid_ahead
    assert transfers(group, found, "EUR") == [("Ann", "Bob", 1000)]
    assert not is_settled(group, found)
    # The debt of the closed evening can be paid, and not more.
    check_paid(group, found, GroupPaid("Ann", "Bob", 1000, "EUR"))
    with pytest.raises(EntryError):
        check_paid(group, found, GroupPaid("Ann", "Bob", 1001, "EUR"))
    group, found = over(LOW, staked(), rows=[GroupPaid("Ann", "Bob", 1000, "EUR")])
    assert not found.paid_ahead and set(still_open(group, found, "EUR").values()) == {0}
    assert not is_settled(group, found)


def test_a_payment_is_measured_by_what_was_owed_when_it_was_made():
    """An evening that is added after the payment turns the debt around."""
    first, second, third = (adding(number, None) for number in (1, 2, 3))
    rows = [first, second, GroupPaid("Ann", "Bob", 1000, "EUR"), third]
    group = group_of(Row(number, one) for number, one in enumerate(rows, 1))
    evenings = {1: summary(LOW), 2: summary(staked()), 3: summary(HIGH)}
    found = figures(group, evenings.items())
    assert not found.paid_ahead
    assert transfers(group, found, "EUR") == [("Bob", "Ann", 1000)]


def test_an_open_evening_that_was_paid_for_is_not_left_out():
    """Nobody is asked to pay back what the evening has cost them: it may have been closed before."""
    _group, found = over(LOW, staked(), rows=[GroupPaid("Ann", "Bob", 1100, "EUR")])
    assert found.paid_ahead == {"EUR"} and found.owed["EUR"][POOL] == 200
    assert sum(found.owed["EUR"].values()) == 0


def test_chips_of_a_cent_are_shown_as_money():
    """As from a spreadsheet with amounts of money: Ann won 2.50 and Bob lost it."""
    cents = scored(WorthSet(1, "EUR"), seats="Ann Bob", Ann=250, Bob=-250)
    group, summaries = group_with(cents)
    found = figures(group, summaries.items())
    assert (found.unit, found.units) == ("EUR", ("EUR",))
    assert {one.name: one.amount for one in found.people} == {"Ann": 250, "Bob": -250}
    assert units_owed(group, found) == ("EUR",)
    assert unit_beside(found, ("EUR",)) == "EUR"
