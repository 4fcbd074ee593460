"""Who pays whom: in an evening, and across the evenings of a group."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from companion.evening import AnyEntry, Evening
from companion.evening.entries import Amended, EveningClosed, Noted, Paid, Undone, WorthSet
from companion.evening.names import alphabetical
from companion.evening.payments import minor_digits
from companion.evening.settling_up import Plan, Transfer
from companion.groups import Group
from companion.groups.entries import EveningAdded, GroupPaid
from companion.groups.figures import contradictions, revaluable
from companion.groups.group import unit_of
from companion.store import TableAccess
from companion.tables import policy
from companion.tables.groups import GroupReport
from companion.web.access import tables
from companion.web.views.evening_list import Page, page_of
from companion.wording.evening import results
from companion.wording.groups import counts_at_own_worth
from companion.wording.money import money

A_PAGE = 25
"""Maximum number of a group's payments on a page, and of people named who lost chips to the pool."""


CURRENCIES = ("AUD", "CAD", "CHF", "EUR", "GBP", "JPY", "NZD", "USD")
"""Suggestions; any other can be typed."""
Payment = Paid | GroupPaid
Change = AnyEntry | GroupPaid
Mark = TypeVar("Mark", Paid, Noted, EveningClosed)


class Debt(Struct, frozen=True):
    """A payment, open or made."""

    words: str
    chips: str
    """The amount in chips, or in money if a group's debt is."""
    worth: str
    """The value of the chips in money; "" if a chip has no set worth."""
    is_paid: bool
    entry: Change | None
    """The entry that marks it as made, or takes it back; None if this device may not enter it now."""


class ChipWorth(Struct, frozen=True):
    """What a chip is worth, and how to set it."""

    worth: WorthSet | None
    one_chip: str
    """The worth as displayed: €0.10."""
    amount: str
    """The worth as typed: 0.10."""
    can_set_worth: bool
    currencies: tuple[str, ...] = CURRENCIES


class SettlingUp(Struct, frozen=True, kw_only=True):
    """Who pays whom."""

    rows: Page[Debt]
    """In the order of a plan before its payments, so that marking one as made moves no other."""
    open: int
    """Number of open payments."""
    question: str
    """Asks about chips in the pool. Until that is decided, nobody is asked to pay for that evening."""
    pool: str
    """Who lost the chips in the pool, which nobody collects."""
    note: str
    unit: str = ""
    """The currency of a group's debts; "" for chips."""
    waiting: frozenset[int] = frozenset()
    """A group's evenings that have chips in the pool."""
    worth: ChipWorth
    is_elsewhere: bool = False
    """Whether the evening is settled in its group."""
    earlier: tuple[Debt, ...] = ()
    """A group's payments from before its newest evening, the latest first."""
    can_close: bool = False
    can_pay: bool = False
    waits: bool = False
    """Whether payments are possible only after the open deal."""
    after: int = 0
    entry_id: str = ""


def settling_up(
    table: TableAccess, evening: Evening, group: Group, elsewhere: str = ""
) -> SettlingUp | None:
    """Return the payments of an evening; None if no game is for chips.

    `group` is that of the evening, or an empty one. `elsewhere` says that the evening was settled in
    the group, together with others; then no payments are proposed here.
    """
    state, number = evening.state.booked(), table.info.id
    worth = group.worth_of(number, state.worth)
    is_paid = group.is_paid_at(number, worth, bool(state.payments))
    if all(session.race for session in state.sessions):
        return None
    offered = [one for one in tables().options(table, evening) if isinstance(one, Paid)]
    return _settling(
        Plan(()) if state.undecided else state.plan(),
        state.undecided,
        [(paid, undo) for paid, undo, _ in marks(table, evening, Paid)],
        worth,
        lambda one: Paid(one.source, one.target, one.amount),
        lambda paid: paid in offered,
        elsewhere=elsewhere,
        has_paid=len(state.payments),
        waits=not evening.state.between_deals and policy.can_enter_kind(table, evening, Paid),
        can_set_worth=not is_paid and policy.can_enter_kind(table, evening, WorthSet),
        can_close=policy.can_enter_kind(table, evening, EveningClosed),
        after=evening.length,
        entry_id=secrets.token_urlsafe(9),
    )


def settling_across(
    access: TableAccess, report: GroupReport, page: int = 1
) -> tuple[SettlingUp, ...]:
    """Return the payments across the evenings of a group, in each unit; () if nothing was owed."""
    return tuple(_settling_in(unit, access, report, page) for unit in report.units_owed)


def _settling_in(unit: str, access: TableAccess, report: GroupReport, page: int) -> SettlingUp:
    group, can_pay = report.group, policy.can_record(access)
    paid = [
        (row.number, row.entry, Undone(row.number) if policy.can_take_back(access, row) else None)
        for row in group.undoable
        if isinstance(row.entry, GroupPaid) and row.entry.unit == unit
    ]
    undecided = (one.id for one in report.undecided)
    waiting = frozenset(
        number
        for number in undecided
        if unit_of(group.worth_of(number, report.summaries[number].worth)) == unit
    )
    added = [row.number for row in group.rows if isinstance(row.entry, EveningAdded)]
    newest = added[-1] if added else 0
    earlier = [(entry, undo) for number, entry, undo in paid if number < newest][:A_PAGE]
    return _settling(
        Plan(()) if unit in report.figures.paid_ahead else report.plan(unit),
        report.figures.undecided.get(unit, 0),
        [(entry, undo) for number, entry, undo in paid if number > newest],
        None,
        lambda one: GroupPaid(one.source, one.target, one.amount, unit),
        lambda _paid: can_pay,
        page,
        A_PAGE,
        unit=unit,
        waiting=waiting,
        has_paid=sum(one.unit == unit for one in group.payments),
        earlier=tuple(_debt(entry, None, undo, is_paid=True) for entry, undo in earlier),
        can_pay=can_pay,
    )


class GroupWorth(Struct, frozen=True):
    """The worth of a chip in a group's next evenings."""

    chip: ChipWorth
    """The group's, or else that of its newest evening, as a suggestion."""
    also: tuple[str, ...]
    """Names of the earlier evenings that can take a new worth too."""
    differ: tuple[str, ...]
    """Sentences about evenings that count at another worth than the group says."""


def group_worth(access: TableAccess, report: GroupReport) -> GroupWorth:
    names = {one.id: one.name for one in report.evenings}
    group, summaries = report.group, report.summaries
    newest = (summaries[one.id] for one in report.shown if one.id in summaries)
    worth = group.worth or next((one.worth for one in newest if one.worth), None)
    return GroupWorth(
        _chip_worth(worth, one_chip(group.worth), policy.can_host(access)),
        tuple(names[number] for number in revaluable(group, summaries) if number in names),
        tuple(
            counts_at_own_worth(names.get(number, ""), summaries[number], *worths)
            for number, worths in contradictions(group, summaries).items()
        ),
    )


def _settling(
    plan: Plan,
    undecided: int,
    paid: Sequence[tuple[Payment, Change | None]],
    worth: WorthSet | None,
    payment: Callable[[Transfer], Payment],
    can_enter: Callable[[Payment], bool],
    page: int = 1,
    a_page: int = 0,
    *,
    unit: str = "",
    elsewhere: str = "",
    has_paid: int,
    can_set_worth: bool = False,
    **own: Any,
) -> SettlingUp:
    """Return a page of `a_page` payments, or all; `undecided` chips in the pool ask for a decision.

    `paid` are payments with the entries that take them back; `has_paid` counts them and earlier ones.
    """
    planned = () if elsewhere else plan.transfers
    marks = [(one, one if can_enter(one) else None) for one in map(payment, planned)]
    debts = [*((*mark, False) for mark in marks), *((*mark, True) for mark in paid)]
    debts.sort(key=_largest_first)
    rows = page_of(debts, page, a_page or max(len(debts), 1))
    return SettlingUp(
        rows=rows.map(lambda debt: _debt(debt[0], worth, debt[1], is_paid=debt[2])),
        open=len(planned),
        question=results.pool_question(undecided, unit) if undecided else "",
        pool=_lost(plan.left_in_pool, unit) if plan.left_in_pool else "",
        note=elsewhere
        or ("" if undecided else results.plan_note(len(planned), has_paid, plan.exact)),
        unit=unit,
        worth=_chip_worth(worth, one_chip(worth), can_set_worth),
        is_elsewhere=bool(elsewhere),
        **own,
    )


def _largest_first(debt: tuple[Payment, Change | None, bool]) -> tuple[object, ...]:
    return -debt[0].amount, *map(alphabetical, (debt[0].source, debt[0].target))


def marks(
    table: TableAccess, evening: Evening, kind: type[Mark]
) -> Iterator[tuple[Mark, Undone | Amended | None, int]]:
    """Yield the entries of a kind in force, how this device may take each back, and their numbers."""
    found = [(one.entry, one.number) for one in evening.entries if isinstance(one.entry, kind)]
    changes = evening.last_changes() if found else {}
    for entry, number in found:
        author = tables().author(table, changes.get(number, number))
        # Deleting a note is a correction, which Undo can take back.
        is_newest = number == evening.undoable and kind is not Noted
        undo = Undone(number) if is_newest else Amended(number)
        yield entry, undo if policy.can_unmark(table, evening, undo, author) else None, number


def _lost(left: Sequence[Transfer], unit: str) -> str:
    held = sum(one.amount for one in left)
    named = {one.source: one.amount for one in left[:A_PAGE]}
    return results.lost_in_pool(held, named, len(left) - len(named), unit)


def _debt(
    paid: Paid | GroupPaid, worth: WorthSet | None, entry: Change | None, is_paid: bool
) -> Debt:
    words = (results.has_paid if is_paid else results.pays)(paid.source, paid.target)
    amount = results.amount(paid.amount, paid.unit if isinstance(paid, GroupPaid) else "")
    return Debt(words, amount, _worth(paid.amount, worth), is_paid, entry)


def _chip_worth(worth: WorthSet | None, shown: str, can_set: bool) -> ChipWorth:
    return ChipWorth(worth, shown, _typed(worth) if worth else "", can_set)


def one_chip(worth: WorthSet | None) -> str:
    """Return what a chip is worth; "" for no money."""
    return _worth(1, worth)


def _worth(chips: int, worth: WorthSet | None) -> str:
    return money(chips * worth.minor, worth.currency) if worth else ""


def _typed(worth: WorthSet) -> str:
    digits = minor_digits(worth.currency)
    units, rest = divmod(worth.minor, 10**digits)
    return f"{units}.{rest:0{digits}}" if digits else str(units)
