"""What a chip is worth: whole minor units of a currency, and never a fraction of one."""

import re
from collections.abc import Mapping

from companion.errors import MalformedEntry, RuleViolation
from companion.evening.entries import WorthSet
from companion.facts import Fact
from companion.ids import Rule

MOST_MINOR = 999_999_999
"""The most that a chip can be worth, in minor units."""

_CODE = re.compile("[A-Z]{3}")
_AMOUNT = re.compile(r"(\d{1,9})(?:[.,](\d{1,4}))?", re.ASCII)
_DIGITS: Mapping[str, int] = {
    **dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF"), 0),
    **dict.fromkeys(("UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
    **dict.fromkeys(("CLF", "UYW"), 4),
}
"""The currencies of ISO 4217 whose minor unit is no hundredth."""


class WorthOutOfRange(Fact, frozen=True):
    minor: int
    most: int


class NoCurrencyCode(Fact, frozen=True):
    currency: str


class NotAnAmount(Fact, frozen=True):
    given: str
    digits: int
    """Digits allowed after the point."""


def minor_digits(currency: str) -> int:
    """Return how many digits a currency has after the point: 2 for `EUR`, 0 for `JPY`."""
    return _DIGITS.get(currency, 2)


def minor_units(text: str, currency: str) -> int:
    """Return an amount that was typed, `0.10` or `0,10`, in minor units of its currency.

    Raises `MalformedEntry` for what is no amount, or has a fraction of the minor unit.
    """
    digits = minor_digits(currency)
    found = _AMOUNT.fullmatch(text.strip())
    if found is None or len(found[2] or "") > digits:
        raise MalformedEntry(NotAnAmount(text[:20], digits))
    return int(found[1] + (found[2] or "").ljust(digits, "0"))


def check_worth(entry: WorthSet) -> None:
    """Raise `RuleViolation` unless a chip can be worth that."""
    if not _CODE.fullmatch(entry.currency):
        raise RuleViolation(Rule.WORTH, NoCurrencyCode(entry.currency))
    if not 1 <= entry.minor <= MOST_MINOR:
        raise RuleViolation(Rule.WORTH, WorthOutOfRange(entry.minor, MOST_MINOR))
