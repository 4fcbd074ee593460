"""Who pays whom: the fewest transfers that settle what everybody is up or down.

Pure arithmetic on balances that sum to zero. The pool may be one of the accounts (`POOL`): what
debtors owe to it is nobody's to collect, and stands apart in the plan.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import Protocol

from msgspec import Struct

from companion.rules.ledger import POOL

MOST_EXACT = 12
"""People with a balance for whom the fewest transfers are found; the work doubles with each."""

MOST_SEARCHED = 10 * 2**MOST_EXACT
"""Sets of people who are looked at for new plans after payments: some 30 ms. Five people have 32."""

MOST_KEPT = 100
"""Accounts of a plan that is kept: a thousand of them take some 20 MB."""

Account = tuple[int, str]
"""What somebody is up or down, and who."""


class Payment(Protocol):
    """Chips that one person has given another, as `Paid` says it."""

    @property
    def source(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def amount(self) -> int: ...


class Transfer(Struct, frozen=True):
    """What one person is to give another."""

    source: str
    target: str
    amount: int
    """Chips, at least 1."""


class Plan(Struct, frozen=True):
    """Transfers after which nobody is up or down any more."""

    transfers: tuple[Transfer, ...]
    """Between people, the largest debt first."""
    left_in_pool: tuple[Transfer, ...] = ()
    """What debtors owe to chips that lie in the pool (`target` is `POOL`): nobody collects it."""
    exact: bool = True
    """Whether no plan has fewer transfers; of one partly carried out, whether that held before."""


def settle(balances: Mapping[str, int], can_search: bool = True) -> Plan:
    """Return the fewest transfers that settle `balances`, in chips, which must sum to zero.

    Exact for up to `MOST_EXACT` people with a balance; beyond, and if it is not to search for them,
    the largest debtor pays the largest creditor until all is settled, and the plan says that it is
    not exact. The same balances give the
    same plan, in whatever order they come. Raises `ValueError` if they do not sum to zero.
    """
    if sum(balances.values()):
        raise ValueError("balances that do not sum to zero")
    accounts = tuple(sorted((chips, name) for name, chips in balances.items() if chips))
    find = _kept if len(accounts) <= MOST_KEPT else _settle
    return find(accounts, can_search)


def outstanding(balances: Mapping[str, int], payments: Iterable[Payment]) -> Plan:
    """Return what is still to be transferred after `payments`, in the order they were made.

    A payment that is in the plan, or a part of one, leaves the other transfers as they were. Any
    other makes a new plan of what is open then; after a great many it is not exact. Raises `ValueError` as `settle` does.
    """
    plan = settle(balances)
    still = dict(balances)
    searched = 0
    for payment in payments:
        still[payment.source] = still.get(payment.source, 0) + payment.amount
        still[payment.target] = still.get(payment.target, 0) - payment.amount
        rest = _carried_out(plan, payment)
        if rest is None:
            people = sum(1 for chips in still.values() if chips)
            searched += 2 ** min(people, MOST_EXACT)
            rest = settle(still, can_search=searched <= MOST_SEARCHED)
        plan = rest
    return plan


def _carried_out(plan: Plan, payment: Payment) -> Plan | None:
    """Return a plan without a payment that it holds; None if it does not hold it."""
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
    found = sorted(
        (transfer for group in groups for transfer in _within(group)),
        key=lambda one: (-one.amount, one.source, one.target),
    )
    return Plan(
        transfers=tuple(one for one in found if one.target != POOL),
        left_in_pool=tuple(one for one in found if one.target == POOL),
        exact=exact,
    )


# A page asks for the same plan again and again while nothing changes.
_kept = lru_cache(maxsize=1024)(_settle)


def _opposite(accounts: Iterable[Account]) -> tuple[list[list[Account]], list[Account]]:
    """Return the pairs that settle each other, and all others; `accounts` are sorted.

    Some plan with the fewest transfers has all of them, so that they need not be searched for.
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
    """Return the accounts in as many groups that sum to zero as there can be.

    A group of n that cannot be parted takes n - 1 transfers, so that the most groups make the
    fewest transfers. `most[chosen]` is how many groups the accounts of a set, one bit for each,
    can complete when they are added one by one.
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
    """Yield transfers that settle a group, at most one fewer than its accounts."""
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
