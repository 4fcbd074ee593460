"""Whole evenings in the pocket, the companion without a server, by taps."""

import pytest

pytestmark = pytest.mark.slow
SEATS = ("Ann", "Bob", "Cat", "Dan")


def test_a_deal_is_there_after_the_tab_was_closed(pocket_phones, pocket_below):
    phone = pocket_phones(pocket_below)
    phone.sit_down(SEATS, "domino-loo", "tricks")
    phone.say("turned-up", "piece", "6")
    phone.declare("Bob play, Cat play, Dan drop, Ann drop")
    phone.win("Bob Bob Cat Cat Bob")
    phone.say("settled")
    figures = phone.figures
    assert figures == {"Ann": -10, "Bob": 10, "Cat": 5, "Dan": -5}
    phone.again()
    assert phone.figures == figures
