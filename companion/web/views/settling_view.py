"""Who pays whom: in an evening, and across the evenings of a group."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from companion.evening import AnyEntry, Evening
from companion.evening.entries import Amended, EveningClosed, Paid, Undone, WorthSet
from companion.evening.names import alphabetical
from companion.evening.payments import minor_digits
from companion.evening.settling_up import Plan, Transfer
from companion.groups import Group
from companion.groups.entries import EveningAdded
from companion.store import TableAccess
from companion.tables import policy
from companion.tables.groups import GroupReport
from companion.web.access import tables
from companion.web.views.evening_list import Page, page_of
from companion.wording.evening import results
from companion.wording.money import money

A_PAGE = 25
"""Maximum number of a group's payments on a page, and of people named who lost chips to the pool."""


class Debt(Struct, frozen=True):
    """A payment, open or made."""

    words: str
    chips: str
    worth: str
    """The value of the chips in money; "" if a chip has no set worth."""
    is_paid: bool
    entry: AnyEntry | None
    """The entry that marks it as made, or takes it back; None if this device may not enter it now."""


class SettlingUp(Struct, frozen=True, kw_only=True):
    """Who pays whom."""

    rows: Page[Debt]
    """In the order of a plan before its payments, so that marking one as made moves no other."""
    open: int
    """Number of open payments."""
    question: str
    """Asks about chips in the pool. Until that is decided, nobody is asked to pay."""
    pool: str
    """Who lost the chips in the pool, which nobody collects."""
    note: str
    worth: WorthSet | None
    one_chip: str
    """The worth as displayed: €0.10."""
    amount: str
    """The worth as typed: 0.10."""
    can_set_worth: bool
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
    currencies: tuple[str, ...] = ("AUD", "CAD", "CHF", "EUR", "GBP", "JPY", "NZD", "USD")
    """Suggestions; any other can be typed."""


def settling_up(
    table: TableAccess, evening: Evening, group: Group | None = None, elsewhere: str = ""
) -> SettlingUp | None:
    """Return the payments of an evening; None if no game is for chips.

    The evening's `group`, if any, has its own page for the worth of a chip. `elsewhere` says that the
    evening was settled there, together with others; then no payments are proposed here.
    """
    state = evening.state.booked()
    if all(session.race for session in state.sessions):
        return None
    offered = [one for one in tables().options(table, evening) if isinstance(one, Paid)]
    return _settling(
        state.plan(),
        state.undecided,
        list(_paid_in_evening(table, evening)),
        (group and group.worth) or state.worth,
        lambda paid: paid in offered,
        elsewhere=elsewhere,
        has_paid=len(state.payments),
        waits=not evening.state.between_deals and policy.can_enter_kind(table, evening, Paid),
        can_set_worth=group is None and policy.can_enter_kind(table, evening, WorthSet),
        can_close=policy.can_enter_kind(table, evening, EveningClosed),
        after=evening.length,
        entry_id=secrets.token_urlsafe(9),
    )


def settling_across(access: TableAccess, report: GroupReport, page: int = 1) -> SettlingUp | None:
    """Return the payments across the evenings of a group; None if nothing was owed."""
    if not report.figures.owed:
        return None
    group, can_pay = report.group, policy.can_record(access)
    paid = [
        (row.number, row.entry, Undone(row.number) if policy.can_take_back(access, row) else None)
        for row in group.undoable
        if isinstance(row.entry, Paid)
    ]
    added = [row.number for row in group.rows if isinstance(row.entry, EveningAdded)]
    earlier = [(entry, undo) for number, entry, undo in paid if number < added[-1]][:A_PAGE]
    return _settling(
        report.plan,
        sum(report.summaries[one.info.id].pool for one in report.undecided),
        [(entry, undo) for number, entry, undo in paid if number > added[-1]],
        group.worth,
        lambda _paid: can_pay,
        page,
        A_PAGE,
        has_paid=len(group.payments),
        earlier=tuple(_debt(entry, group.worth, undo, is_paid=True) for entry, undo in earlier),
        can_pay=can_pay,
        can_set_worth=policy.can_host(access),
    )


def _settling(
    plan: Plan,
    undecided: int,
    paid: Sequence[tuple[Paid, AnyEntry | None]],
    worth: WorthSet | None,
    can_enter: Callable[[Paid], bool],
    page: int = 1,
    a_page: int = 0,
    *,
    elsewhere: str = "",
    has_paid: int,
    **own: Any,
) -> SettlingUp:
    """Return a page of `a_page` payments, or all; `undecided` chips in the pool ask for a decision.

    `paid` are payments with the entries that take them back; `has_paid` counts them and earlier ones.
    """
    planned = () if undecided or elsewhere else plan.transfers
    marks = (Paid(one.source, one.target, one.amount) for one in planned)
    debts: list[tuple[Paid, AnyEntry | None, bool]] = [
        *((one, one if can_enter(one) else None, False) for one in marks),
        *((one, undo, True) for one, undo in paid),
    ]
    debts.sort(
        key=lambda debt: (-debt[0].amount, *map(alphabetical, (debt[0].source, debt[0].target)))
    )
    rows = page_of(debts, page, a_page or max(len(debts), 1))
    lost = () if undecided else plan.left_in_pool
    return SettlingUp(
        rows=rows.map(lambda debt: _debt(debt[0], worth, debt[1], is_paid=debt[2])),
        open=len(planned),
        question=results.pool_question(undecided) if undecided else "",
        pool=_lost(lost) if lost else "",
        note=elsewhere
        or ("" if undecided else results.plan_note(len(planned), has_paid, plan.exact)),
        worth=worth,
        is_elsewhere=bool(elsewhere),
        one_chip=money(worth.minor, worth.currency) if worth else "",
        amount=_typed(worth) if worth else "",
        **own,
    )


def _paid_in_evening(
    table: TableAccess, evening: Evening
) -> Iterator[tuple[Paid, Undone | Amended | None]]:
    """Yield the payments in force, each with the entry by which this device may take it back."""
    has_any = bool(evening.state.payments)
    changes = evening.last_changes() if has_any else {}
    for one in evening.entries if has_any else ():
        if isinstance(paid := one.entry, Paid):
            is_newest = one.number == evening.undoable
            author = tables().author(table, changes.get(one.number, one.number))
            undo = Undone(one.number) if is_newest else Amended(one.number)
            yield paid, undo if policy.can_unmark(table, evening, undo, author) else None


def _lost(left: Sequence[Transfer]) -> str:
    held = sum(one.amount for one in left)
    named = {one.source: one.amount for one in left[:A_PAGE]}
    return results.lost_in_pool(held, named, len(left) - len(named))


def _debt(paid: Paid, worth: WorthSet | None, entry: AnyEntry | None, is_paid: bool) -> Debt:
    words = (results.has_paid if is_paid else results.pays)(paid.source, paid.target)
    chips = results.chips(paid.amount)
    return Debt(words, chips, _worth(paid.amount, worth), is_paid, entry)


def _worth(chips: int, worth: WorthSet | None) -> str:
    return money(chips * worth.minor, worth.currency) if worth else ""


def _typed(worth: WorthSet) -> str:
    digits = minor_digits(worth.currency)
    units, rest = divmod(worth.minor, 10**digits)
    return f"{units}.{rest:0{digits}}" if digits else str(units)
