"""Who pays whom: in an evening, and across the evenings of a group."""

import secrets
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from companion.evening import Evening
from companion.evening.entries import Amended, Paid, Undone, WorthSet
from companion.evening.payments import minor_digits
from companion.evening.settling_up import Plan, Transfer
from companion.store import TableAccess
from companion.tables import policy
from companion.tables.groups import GroupReport
from companion.web.access import tables
from companion.web.views.evening_list import Page, page_of
from companion.wording.evening import results
from companion.wording.money import money

A_PAGE = 25
"""Maximum number of a group's open payments on a page, and of people listed who owe the pool."""
MOST_PAID = 10


class Debt(Struct, frozen=True):
    """A payment, open or made."""

    words: str
    chips: str
    worth: str
    """The value of the chips in money; "" if a chip has no set worth."""
    entry: Paid | None = None
    """The entry that marks the payment as made; None if this device may not enter it now."""
    corrects: int = 0
    """The number of the payment's entry; 0 if this device may not correct it."""


class SettlingUp(Struct, frozen=True, kw_only=True):
    """Who pays whom."""

    open: Page[Debt]
    paid: tuple[Debt, ...]
    owed_to_pool: tuple[Debt, ...]
    """Debts to the pool, which nobody collects."""
    more_to_pool: int
    pool: str
    note: str
    worth: WorthSet | None
    one_chip: str
    """The worth as displayed: €0.10."""
    amount: str
    """The worth as typed: 0.10."""
    can_set_worth: bool
    can_pay: bool = False
    waits: bool = False
    """Whether payments are possible only after the open deal."""
    undo: Undone | None = None
    after: int = 0
    entry_id: str = ""
    currencies: tuple[str, ...] = ("AUD", "CAD", "CHF", "EUR", "GBP", "JPY", "NZD", "USD")
    """Suggestions; any other can be typed."""


def settling_up(table: TableAccess, evening: Evening) -> SettlingUp | None:
    """Return the payments of an evening; None if no game is for chips."""
    state = evening.state.booked()
    if all(session.race for session in state.sessions):
        return None
    plan = state.plan()
    offered = [one for one in tables().options(table, evening) if isinstance(one, Paid)]
    newest, undo = evening.newest, tables().undoable(table, evening)
    is_undoable = newest and undo and undo[0] == newest.number and isinstance(newest.entry, Paid)
    return _settling(
        plan,
        state.worth,
        lambda paid: paid in offered,
        a_page=max(len(plan.transfers), 1),
        paid=tuple(_paid_in_evening(table, evening)),
        has_paid=len(state.payments),
        is_closed=state.closed,
        waits=not evening.state.between_deals and policy.can_enter_kind(table, evening, Paid),
        can_set_worth=policy.can_enter_kind(table, evening, WorthSet),
        undo=Undone(newest.number) if newest and is_undoable else None,
        after=evening.length,
        entry_id=secrets.token_urlsafe(9),
    )


def settling_across(access: TableAccess, report: GroupReport, page: int = 1) -> SettlingUp | None:
    """Return the payments across the evenings of a group; None if nothing was owed."""
    if not report.figures.owed:
        return None
    group, can_pay = report.group, policy.can_record(access)
    paid = [
        _made(row.entry, group.worth, row.number if policy.can_take_back(access, row) else 0)
        for row in group.undoable
        if isinstance(row.entry, Paid)
    ]
    return _settling(
        report.plan,
        group.worth,
        lambda _paid: can_pay,
        page,
        A_PAGE,
        paid=tuple(paid[:MOST_PAID]),
        has_paid=len(group.payments),
        can_pay=can_pay,
        can_set_worth=policy.can_host(access),
    )


def _settling(
    plan: Plan,
    worth: WorthSet | None,
    can_enter: Callable[[Paid], bool],
    page: int = 1,
    a_page: int = 1,
    *,
    has_paid: int,
    is_closed: bool = False,
    **own: Any,
) -> SettlingUp:
    """Return a page of `a_page` transfers of a plan; `has_paid` counts the payments already made."""
    shown = page_of(plan.transfers, page, a_page)
    held = sum(one.amount for one in plan.left_in_pool)

    def debt(transfer: Transfer) -> Debt:
        payment = Paid(transfer.source, transfer.target, transfer.amount)
        words = results.pays(payment.source, payment.target)
        return _debt(words, payment.amount, worth, entry=payment if can_enter(payment) else None)

    return SettlingUp(
        open=shown.map(debt),
        owed_to_pool=tuple(
            _debt(results.down_by_pool(one.source, one.amount), one.amount, worth)
            for one in plan.left_in_pool[:A_PAGE]
        ),
        more_to_pool=max(len(plan.left_in_pool) - A_PAGE, 0),
        pool=results.in_pool(held, is_closed) if held else "",
        note=results.plan_note(shown.found, has_paid, plan.exact),
        worth=worth,
        one_chip=money(worth.minor, worth.currency) if worth else "",
        amount=_typed(worth) if worth else "",
        **own,
    )


def _paid_in_evening(table: TableAccess, evening: Evening) -> Iterator[Debt]:
    state = evening.state
    changes = evening.last_changes() if state.payments else {}
    for one in evening.entries if state.payments else ():
        if isinstance(paid := one.entry, Paid):
            author = tables().author(table, changes.get(one.number, one.number))
            can_amend = policy.can_change(table, evening, Amended(one.number), author)
            yield _made(paid, state.worth, one.number if can_amend else 0)


def _made(paid: Paid, worth: WorthSet | None, corrects: int) -> Debt:
    said = results.has_paid(paid.source, paid.target)
    return _debt(said, paid.amount, worth, corrects=corrects)


def _debt(words: str, chips: int, worth: WorthSet | None, **more: Any) -> Debt:
    amount = money(chips * worth.minor, worth.currency) if worth else ""
    return Debt(words, results.chips(chips), amount, **more)


def _typed(worth: WorthSet) -> str:
    digits = minor_digits(worth.currency)
    units, rest = divmod(worth.minor, 10**digits)
    return f"{units}.{rest:0{digits}}" if digits else str(units)
