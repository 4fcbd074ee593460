"""Checks of payments between people."""

from collections.abc import Collection, Mapping

from companion.errors import RuleViolation
from companion.evening.entries import Paid
from companion.facts import Fact, Typed
from companion.ids import Rule

MOST_PAYMENTS = 100
"""Payments in one evening, few enough to compute a plan after each."""

MOST_PAID_AT_ONCE = 10**15
"""Chips; far more than any group of evenings can owe."""


class NotOfTheEvening(Fact, frozen=True):
    player: Typed


class PaysOneself(Fact, frozen=True):
    player: str


class OwesNothing(Fact, frozen=True):
    player: str


class AwaitsNothing(Fact, frozen=True):
    player: str


class NoChipsPaid(Fact, frozen=True):
    amount: int


class PaymentTooLarge(Fact, frozen=True):
    most: int


class MoreThanOpen(Fact, frozen=True):
    source: str
    target: str
    amount: int
    most: int


class TooManyPayments(Fact, frozen=True):
    most: int


def check_people(entry: Paid, people: Collection[str]) -> None:
    """Raise `RuleViolation` unless a payment is between two of `people`."""
    for player in (entry.source, entry.target):
        if player not in people:
            raise RuleViolation(Rule.PAYMENT, NotOfTheEvening(player))
    if entry.source == entry.target:
        raise RuleViolation(Rule.PAYMENT, PaysOneself(entry.source))


def check_amount(entry: Paid, still: Mapping[str, int]) -> None:
    """Raise `RuleViolation` unless a payment settles part of an open balance.

    `still` are the balances after the payments so far, in chips.
    """
    down, up = -still[entry.source], still[entry.target]
    if down <= 0:
        raise RuleViolation(Rule.NOTHING_OPEN, OwesNothing(entry.source))
    if up <= 0:
        raise RuleViolation(Rule.NOTHING_OPEN, AwaitsNothing(entry.target))
    if entry.amount < 1:
        raise RuleViolation(Rule.PAYMENT, NoChipsPaid(entry.amount))
    most = min(down, up)
    if entry.amount > most:
        fact = MoreThanOpen(entry.source, entry.target, entry.amount, most)
        raise RuleViolation(Rule.MORE_THAN_OPEN, fact)
