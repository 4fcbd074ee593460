"""Amounts of money are written as is usual for their currency."""

import pytest
from babel.numbers import format_currency

from companion.evening.entries import WorthSet
from companion.evening.payments import minor_digits, minor_units
from companion.web.views.settling_view import CURRENCIES as OFFERED
from companion.wording import languages
from companion.wording.money import money, signed_money, value_of

CURRENCIES = (
    *("AUD", "BHD", "BRL", "CAD", "CHF", "CNY", "CZK", "EUR", "GBP", "HKD", "ILS", "INR", "JPY"),
    *("KRW", "KWD", "MXN", "NOK", "NZD", "PHP", "PLN", "SEK", "TND", "TRY", "TWD", "USD", "VND"),
)


@pytest.mark.parametrize("currency", CURRENCIES)
def test_amounts_in_english(currency):
    digits = minor_digits(currency)
    for minor in (1, 10, 150, 12_345):
        wanted = format_currency(minor / 10**digits, currency, locale="en")
        # Babel omits the space that Unicode's data put between letters and digits.
        wanted = wanted.replace(currency, f"{currency}\u00a0")
        assert money(minor, currency) == wanted
        assert money(-minor, currency) == f"\u2212{wanted}"


@pytest.mark.parametrize("language", languages.TRANSLATIONS)
def test_an_amount_can_be_typed_as_it_is_written(language):
    with languages.using(language):
        for currency in OFFERED:
            for minor in (5, 150):
                assert minor_units(money(minor, currency), currency) == minor


def test_an_amount_with_its_sign():
    assert [signed_money(minor, "EUR") for minor in (5, 0, -5)] == [
        "+€0.05",
        "€0.00",
        "\u2212€0.05",
    ]


def test_rounded_amounts_sum_to_zero():
    shown = [value_of(chips, WorthSet(7, "USD")) for chips in (13, 2, -15)]
    assert shown == ["+$0.91", "+$0.14", "\u2212$1.05"]
