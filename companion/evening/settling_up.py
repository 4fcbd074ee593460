"""Settle balances that sum to zero with the fewest transfers.

The pool may be one of the accounts (`POOL`). Nobody collects debts to it, so the plan lists them
apart.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import heapify, heappop, heappush

from msgspec import Struct

from companion.evening.entries import Paid
from companion.rules.ledger import POOL

MOST_EXACT = 12
"""Search for the fewest transfers among at most this many people; each one more doubles the work."""

MOST_SEARCHED = 10 * 2**MOST_EXACT
"""Examine at most this many sets of people for new plans, which takes 30 ms. Five people have 32 sets."""

MOST_KEPT = 100
"""Cache plans of at most this many accounts; a thousand such plans take about 20 MB."""

Account = tuple[int, str]
"""A balance and the person it belongs to."""


class Transfer(Struct, frozen=True):
    """A planned payment."""

    source: str
    target: str
    amount: int
    """Chips, at least 1."""


class Plan(Struct, frozen=True):
    """Transfers that bring all balances to zero."""

    transfers: tuple[Transfer, ...]
    """Between people, the largest debt first."""
    left_in_pool: tuple[Transfer, ...] = ()
    """Debts to chips in the pool (`target` is `POOL`), which nobody collects."""
    exact: bool = True
    """Whether the original plan has the fewest possible transfers."""


def settle(balances: Mapping[str, int], can_search: bool = True) -> Plan:
    """Return the fewest transfers that settle `balances`, in chips.

    With more than `MOST_EXACT` people, or unless `can_search`, the largest debtor pays the largest
    creditor until all balances are zero, and the plan is not exact. The order of `balances` makes no
    difference. Raises `ValueError` if they do not sum to zero.
    """
    if sum(balances.values()):
        raise ValueError("balances that do not sum to zero")
    accounts = tuple(sorted((chips, name) for name, chips in balances.items() if chips))
    find = _kept if len(accounts) <= MOST_KEPT else _settle
    return find(accounts, can_search)


def after_payments(
    balances: Mapping[str, int], payments: Iterable[Paid | Transfer]
) -> dict[str, int]:
    """Return the balances that payments leave."""
    still = dict(balances)
    for one in payments:
        still[one.source] = still.get(one.source, 0) + one.amount
        still[one.target] = still.get(one.target, 0) - one.amount
    return still


def outstanding(balances: Mapping[str, int], payments: Iterable[Paid | Transfer]) -> Plan:
    """Return the transfers left after `payments`, which are in order.

    A payment of a planned transfer, or of part of it, leaves the other transfers unchanged. Any other
    payment makes a new plan; after very many such payments, new plans are not exact. Raises `ValueError`
    if `balances` do not sum to zero.
    """
    plan = settle(balances)
    still = dict(balances)
    searched = 0
    for payment in payments:
        still = after_payments(still, (payment,))
        rest = _carried_out(plan, payment)
        if rest is None:
            people = sum(1 for chips in still.values() if chips)
            searched += 2 ** min(people, MOST_EXACT)
            rest = settle(still, can_search=searched <= MOST_SEARCHED)
        plan = rest
    return plan


def _carried_out(plan: Plan, payment: Paid | Transfer) -> Plan | None:
    """Return the rest of a plan after a payment, or None if the payment is not part of it."""
    for place, one in enumerate(plan.transfers):
        if (one.source, one.target) == (payment.source, payment.target):
            left = one.amount - payment.amount
            if left < 0:
                return None
            rest = (Transfer(one.source, one.target, left),) if left else ()
            transfers = (*plan.transfers[:place], *rest, *plan.transfers[place + 1 :])
            return Plan(transfers, plan.left_in_pool, plan.exact)
    return None


def _settle(accounts: tuple[Account, ...], can_search: bool) -> Plan:
    people = len(accounts) - any(name == POOL for _, name in accounts)
    exact = can_search and people <= MOST_EXACT
    pairs, rest = _opposite(accounts)
    groups = [*pairs, *(_groups(rest) if exact else [rest])]
    transfers = sorted(
        (transfer for group in groups for transfer in _within(group)),
        key=lambda one: (-one.amount, one.source, one.target),
    )
    return Plan(
        transfers=tuple(one for one in transfers if one.target != POOL),
        left_in_pool=tuple(one for one in transfers if one.target == POOL),
        exact=exact,
    )


# Pages ask for the same plan repeatedly.
_kept = lru_cache(maxsize=1024)(_settle)


def _opposite(accounts: Iterable[Account]) -> tuple[list[list[Account]], list[Account]]:
    """Return the pairs of accounts that cancel out, and the remaining ones; `accounts` are sorted.

    Some plan with the fewest transfers contains all these pairs, so they need no search.
    """
    pairs: list[list[Account]] = []
    waiting: dict[int, deque[Account]] = {}
    for account in accounts:
        others = waiting.get(-account[0])
        if others:
            pairs.append([others.popleft(), account])
        else:
            waiting.setdefault(account[0], deque()).append(account)
    return pairs, [account for others in waiting.values() for account in others]


def _groups(accounts: list[Account]) -> list[list[Account]]:
    """Split the accounts into as many groups that sum to zero as possible.

    A group of n that cannot be split takes n - 1 transfers, so the most groups need the fewest
    transfers. `most[chosen]` is the largest number of groups that can be completed by adding the
    accounts of a set, one bit each, one by one.
    """
    size = 1 << len(accounts)
    total, most = [0] * size, [0] * size
    for chosen in range(1, size):
        lowest = chosen & -chosen
        total[chosen] = total[chosen ^ lowest] + accounts[lowest.bit_length() - 1][0]
        left, best = chosen, 0
        while left:
            bit = left & -left
            left ^= bit
            if most[chosen ^ bit] > best:
                best = most[chosen ^ bit]
        most[chosen] = best + (total[chosen] == 0)
    groups: list[list[Account]] = []
    chosen = size - 1
    while chosen:
        if total[chosen] == 0:
            groups.append([])
        wanted = most[chosen] - (total[chosen] == 0)
        place = next(
            place
            for place in range(len(accounts))
            if chosen >> place & 1 and most[chosen ^ 1 << place] == wanted
        )
        groups[-1].append(accounts[place])
        chosen ^= 1 << place
    return groups


def _within(group: list[Account]) -> Iterable[Transfer]:
    """Yield at most n - 1 transfers that settle a group of n accounts."""
    down = [account for account in group if account[0] < 0]
    up = [(-chips, name) for chips, name in group if chips > 0]
    heapify(down)
    heapify(up)
    while down:
        (debt, debtor), (credit, creditor) = heappop(down), heappop(up)
        amount = min(-debt, -credit)
        yield Transfer(debtor, creditor, amount)
        if debt + amount:
            heappush(down, (debt + amount, debtor))
        if credit + amount:
            heappush(up, (credit + amount, creditor))
