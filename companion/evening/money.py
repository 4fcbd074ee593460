"""The value of a chip, in whole minor units of a currency."""

import re
from collections.abc import Mapping

from companion.errors import MalformedEntry, RuleViolation
from companion.evening.entries import WorthSet
from companion.facts import Fact
from companion.ids import Rule

MOST_MINOR = 999_999_999
"""The highest value of a chip, in minor units."""

_CODE = re.compile("[A-Z]{3}")
_AMOUNT = re.compile(r"(\d{1,9})(?:[.,](\d{1,4}))?", re.ASCII)
_DIGITS: Mapping[str, int] = {
    **dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF"), 0),
    **dict.fromkeys(("UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
    **dict.fromkeys(("CLF", "UYW"), 4),
}
"""Digits after the point of the ISO 4217 currencies that do not have two."""


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
    """Return the number of digits after the point: 2 for `EUR`, 0 for `JPY`."""
    return _DIGITS.get(currency, 2)


def minor_units(text: str, currency: str) -> int:
    """Return a typed amount, `0.10` or `0,10`, in minor units of its currency.

    Raises `MalformedEntry` if it is not an amount or has too many digits after the point.
    """
    digits = minor_digits(currency)
    found = _AMOUNT.fullmatch(text.strip())
    if found is None or len(found[2] or "") > digits:
        raise MalformedEntry(NotAnAmount(text[:20], digits))
    return int(found[1] + (found[2] or "").ljust(digits, "0"))


def check_worth(entry: WorthSet) -> None:
    """Raise `RuleViolation` unless the currency code and the value are valid."""
    if not _CODE.fullmatch(entry.currency):
        raise RuleViolation(Rule.WORTH, NoCurrencyCode(entry.currency))
    if not 1 <= entry.minor <= MOST_MINOR:
        raise RuleViolation(Rule.WORTH, WorthOutOfRange(entry.minor, MOST_MINOR))
