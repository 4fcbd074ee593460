"""Payments between people, and the value of a chip."""

import re
from collections.abc import Collection, Mapping, Sequence

from companion.errors import MalformedEntry, RuleViolation
from companion.evening.entries import Paid, WorthSet
from companion.facts import Fact, Limit, Typed
from companion.ids import Rule

MOST_MINOR = 999_999_999
"""The highest value of a chip, in minor units."""

_CODE = re.compile("[A-Z]{3}")
_SIGN = r"((?:[^\d.,]|(?<=[A-Za-z])\.)*)"
"""The text before or after the digits; it includes a point only after a letter, as in `Fr.`."""
_AMOUNT = re.compile(_SIGN + r"(\d{1,9}|(?=[.,]\d))(?:[.,](\d{1,4}))?" + _SIGN, re.ASCII)
_SIGNS: Mapping[str, Sequence[str]] = {
    "€": ("EUR",),
    "£": ("GBP",),
    "¥": ("JPY", "CNY"),
    "$": ("USD", "AUD", "CAD", "HKD", "MXN", "NZD", "SGD"),
    "fr": ("CHF",),
}
"""The currencies that each sign stands for, also with the first letters of one, as in `CA$` or `£GB`."""
_HUNDREDTHS = ("ct", "cts", "c", "¢", "cent", "cents", "rp", "p")
"""Signs of the minor unit, for currencies with two digits after the point."""
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


def currency_code(text: str) -> str:
    """Return a typed currency as its three letters, as far as the sign is that of one only."""
    sign = text.strip().rstrip(".")
    codes = _SIGNS.get(sign.lower(), ())
    return codes[0] if len(codes) == 1 else sign.upper()


def minor_units(text: str, currency: str) -> int:
    """Return a typed amount, such as `0.10`, `,10`, `€0.10` or `10 ct`, in minor units of its currency.

    Raises `MalformedEntry` if it is not an amount or has too many digits after the point.
    """
    digits = minor_digits(currency)
    match = _AMOUNT.fullmatch(text.strip())
    if match is None or len(match[3] or "") > digits:
        raise MalformedEntry(NotAnAmount(text[:20], digits))
    sign = (match[1] + match[4]).strip().rstrip(".")
    if sign.lower() in _HUNDREDTHS and digits == 2 and match[3] is None:
        return int(match[2])
    if sign and sign.upper() != currency and not _stands_for(sign, currency):
        raise MalformedEntry(NotAnAmount(text[:20], digits))
    return int(match[2] + (match[3] or "").ljust(digits, "0"))


def _stands_for(sign: str, currency: str) -> bool:
    letters = sign.strip("€£¥$")
    symbol = sign.strip(letters) if currency.startswith(letters.upper()) else sign
    return currency in _SIGNS.get(symbol.lower(), ())


def check_currency(code: str) -> None:
    """Raise `RuleViolation` unless a currency code is valid."""
    if not _CODE.fullmatch(code):
        raise RuleViolation(Rule.WORTH, NoCurrencyCode(code))


def check_worth(entry: WorthSet) -> None:
    """Raise `RuleViolation` unless the currency code and the value are valid."""
    check_currency(entry.currency)
    if not 1 <= entry.minor <= MOST_MINOR:
        raise RuleViolation(Rule.WORTH, WorthOutOfRange(entry.minor, MOST_MINOR))


MOST_PAYMENTS = 100
"""Maximum number of payments in an evening: few enough to compute a plan after each."""

MOST_PAID_AT_ONCE = 10**15
"""Maximum number of chips in a payment: far more than can be owed in any group of evenings."""


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
    most: Limit


class MoreThanOpen(Fact, frozen=True):
    source: str
    target: str
    amount: int
    most: int
    currency: str = ""
    """Of the amounts, in minor units; "" for chips."""


class TooManyPayments(Fact, frozen=True):
    most: int


def check_people(entry: Paid, people: Collection[str]) -> None:
    """Raise `RuleViolation` unless a payment is between two of `people`."""
    for player in (entry.source, entry.target):
        if player not in people:
            raise RuleViolation(Rule.PAYMENT, NotOfTheEvening(player))
    if entry.source == entry.target:
        raise RuleViolation(Rule.PAYMENT, PaysOneself(entry.source))


def check_amount(entry: Paid, still: Mapping[str, int], currency: str = "") -> None:
    """Raise `RuleViolation` unless a payment settles part of an open balance.

    `still` are the balances after the payments so far, in minor units of `currency`, or in chips.
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
        fact = MoreThanOpen(entry.source, entry.target, entry.amount, most, currency)
        raise RuleViolation(Rule.MORE_THAN_OPEN, fact)
