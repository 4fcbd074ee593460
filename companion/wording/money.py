"""Amounts of money in words."""

import re
from decimal import Decimal

from babel.numbers import format_currency

from companion.evening.entries import WorthSet
from companion.evening.payments import minor_digits
from companion.wording.languages import locale
from companion.wording.numbers import signed

_CODE = re.compile(r"(?<=[A-Z])(?=\d)")


def money(minor: int, currency: str) -> str:
    """Return an amount given in minor units: €1.50, −€1.50, CHF 1.50, ¥150."""
    amount = Decimal(abs(minor)).scaleb(-minor_digits(currency))
    # `en` writes $ and ¥ where `en_GB` has US$ and JP¥.
    text = _CODE.sub("\u00a0", format_currency(amount, currency, locale=locale().language))
    return f"\u2212{text}" if minor < 0 else text


def signed_money(minor: int, currency: str) -> str:
    """Return an amount with its sign: +€1.50, −€1.50; €0.00 has none."""
    return f"+{money(minor, currency)}" if minor > 0 else money(minor, currency)


def signed_in(number: int, unit: str) -> str:
    """Return an amount of a currency, in minor units, or of chips if `unit` is "": +€1.50, or +15."""
    return signed_money(number, unit) if unit else signed(number)


def plain_in(number: int, unit: str) -> str:
    return money(number, unit) if unit else str(number)


def value_of(chips: int, of_one: WorthSet) -> str:
    """Return the value of chips: +€1.50."""
    return signed_money(chips * of_one.minor, of_one.currency)
