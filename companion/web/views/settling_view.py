"""Who pays whom on the page of an evening: what is still open, and what has been paid."""

import secrets
from collections.abc import Iterator

from msgspec import Struct

from companion.evening import Evening, State
from companion.evening.entries import Paid, Undone, WorthSet
from companion.evening.money import minor_digits
from companion.rules.ledger import POOL
from companion.store import TableAccess
from companion.tables import policy
from companion.web.access import tables
from companion.wording.evening import results
from companion.wording.money import money


class Debt(Struct, frozen=True):
    """What one gives another."""

    words: str
    chips: str
    worth: str
    """What the chips are worth; "" if the table has not said."""
    entry: Paid | None = None
    """What marks it as paid, if this phone may enter that now."""
    corrects: int = 0
    """The number of the entry by which it was paid, if this phone may correct that."""


class SettlingUp(Struct, frozen=True):
    """Who pays whom, as it stands."""

    open: tuple[Debt, ...]
    paid: tuple[Debt, ...]
    owed_to_pool: tuple[Debt, ...]
    """What is owed to chips in the pool, which nobody collects."""
    pool: str
    """What lies in the pool, in a sentence; "" if nothing."""
    note: str
    """Whether there are no fewer payments, or that all is settled."""
    waits: bool
    """Whether a deal has to end before anything is paid."""
    worth: WorthSet | None
    one_chip: str
    """What one chip is worth: €0.10."""
    amount: str
    """The same as it is typed: 0.10."""
    may_set_worth: bool
    undo: Undone | None
    """What takes the newest payment back, if this phone may."""
    after: int
    entry_id: str
    currencies: tuple[str, ...] = ("AUD", "CAD", "CHF", "EUR", "GBP", "JPY", "NZD", "USD")
    """Some that are suggested; any other can be typed."""


def settling_up(table: TableAccess, evening: Evening) -> SettlingUp | None:
    """Return who pays whom in an evening as a device is shown it; None if no game is for chips."""
    state = evening.state.booked()
    if all(session.race for session in state.sessions):
        return None
    plan = state.plan()
    offered = [one for one in tables().options(table, evening) if isinstance(one, Paid)]
    debts = [(one.source, one.target, one.amount) for one in plan.transfers]
    held = state.accounts()[POOL]
    undo = tables().undoable(table, evening)
    newest = evening.newest
    is_payment = newest is not None and isinstance(newest.entry, Paid)
    return SettlingUp(
        open=tuple(
            _debt(state, *debt, entry=paid if (paid := Paid(*debt)) in offered else None)
            for debt in debts
        ),
        paid=tuple(_paid(table, evening)),
        owed_to_pool=tuple(
            Debt(results.down_by_pool(one.source, one.amount), *_figures(state, one.amount))
            for one in plan.left_in_pool
        ),
        pool=results.in_pool(held, state.closed) if held else "",
        note=results.plan_note(len(debts), len(state.payments), plan.exact),
        waits=not evening.state.between_deals and policy.can_enter_kind(table, evening, Paid),
        worth=state.worth,
        one_chip=_figures(state, 1)[1],
        amount=typed(state.worth) if state.worth else "",
        may_set_worth=policy.can_enter_kind(table, evening, WorthSet),
        undo=Undone(newest.number)
        if newest and is_payment and undo and undo[0] == newest.number
        else None,
        after=evening.length,
        entry_id=secrets.token_urlsafe(9),
    )


def _paid(table: TableAccess, evening: Evening) -> Iterator[Debt]:
    """Yield what has been paid, in order."""
    state = evening.state
    if not state.payments:
        return
    changes = evening.last_changes()
    for one in evening.entries:
        if isinstance(paid := one.entry, Paid):
            author = tables().author(table, changes.get(one.number, one.number))
            may = policy.can_amend(table, evening, one.number, author)
            yield Debt(
                results.has_paid(paid.source, paid.target),
                *_figures(state, paid.amount),
                corrects=one.number if may else 0,
            )


def _debt(state: State, source: str, target: str, chips: int, entry: Paid | None = None) -> Debt:
    return Debt(results.pays(source, target), *_figures(state, chips), entry)


def _figures(state: State, chips: int) -> tuple[str, str]:
    """Return chips in words, and what they are worth."""
    worth = state.worth
    return results.chips(chips), money(chips * worth.minor, worth.currency) if worth else ""


def typed(worth: WorthSet) -> str:
    """Return what a chip is worth as it is typed in a form."""
    digits = minor_digits(worth.currency)
    units, rest = divmod(worth.minor, 10**digits)
    return f"{units}.{rest:0{digits}}" if digits else str(units)
