"""Amounts of money in words."""

from companion.evening.entries import WorthSet
from companion.evening.payments import minor_digits
from companion.wording.languages import _

_SYMBOLS = {
    "AUD": "A$",
    "BRL": "R$",
    "CAD": "CA$",
    "CNY": "CN¥",
    "EUR": "€",
    "GBP": "£",
    "HKD": "HK$",
    "ILS": "₪",
    "INR": "₹",
    "JPY": "¥",
    "KRW": "₩",
    "MXN": "MX$",
    "NZD": "NZ$",
    "PHP": "₱",
    "TWD": "NT$",
    "USD": "$",
    "VND": "₫",
}
"""Symbols that identify one currency; the others are written with their code."""


def money(minor: int, currency: str) -> str:
    """Return an amount given in minor units: €1.50, −€1.50, CHF 1.50, ¥150."""
    digits = minor_digits(currency)
    units, rest = divmod(abs(minor), 10**digits)
    amount = _("{units}.{rest}", units=units, rest=f"{rest:0{digits}}") if digits else str(units)
    symbol = _SYMBOLS.get(currency)
    text = (
        _("{symbol}{amount}", symbol=symbol, amount=amount)
        if symbol
        else _("{currency}\u00a0{amount}", currency=currency, amount=amount)
    )
    return f"\u2212{text}" if minor < 0 else text


def signed_money(minor: int, currency: str) -> str:
    """Return an amount with its sign: +€1.50, −€1.50; €0.00 has none."""
    return f"+{money(minor, currency)}" if minor > 0 else money(minor, currency)


def worth(chips: int, of_one: WorthSet) -> str:
    """Return the worth of chips: +€1.50."""
    return signed_money(chips * of_one.minor, of_one.currency)
