"""Money as its currency is written."""

import pytest
from babel.numbers import format_currency

from companion.evening.entries import WorthSet
from companion.evening.payments import minor_digits
from companion.wording.money import money, signed_money, worth

CURRENCIES = (
    *("AUD", "BHD", "BRL", "CAD", "CHF", "CNY", "CZK", "EUR", "GBP", "HKD", "ILS", "INR", "JPY"),
    *("KRW", "KWD", "MXN", "NOK", "NZD", "PHP", "PLN", "SEK", "TND", "TRY", "TWD", "USD", "VND"),
)


@pytest.mark.parametrize("currency", CURRENCIES)
def test_an_amount_is_written_as_english_has_it(currency):
    digits = minor_digits(currency)
    for minor in (1, 10, 150, 12_345):
        wanted = format_currency(minor / 10**digits, currency, locale="en", group_separator=False)
        # Babel leaves out the space that Unicode's data have between letters and digits.
        wanted = wanted.replace(currency, f"{currency}\u00a0")
        assert money(minor, currency) == wanted
        assert money(-minor, currency) == f"\u2212{wanted}"


def test_an_amount_with_its_sign():
    assert [signed_money(minor, "EUR") for minor in (5, 0, -5)] == [
        "+€0.05",
        "€0.00",
        "\u2212€0.05",
    ]


def test_what_is_shown_sums_to_zero_as_the_chips_do():
    shown = [worth(chips, WorthSet(7, "USD")) for chips in (13, 2, -15)]
    assert shown == ["+$0.91", "+$0.14", "\u2212$1.05"]
