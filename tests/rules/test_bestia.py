"""Bestia: evenings worked out by hand from docs/rules.md 11."""

import pytest

from tests.telling import accounts, code, say, session, start


def bestia(seats="Ann Bob Cat Dan", depth="tricks", **chosen):
    return start(seats, "bestia", depth, **chosen)


BUCO = ("up H", "Dan in", "Cat out", "Bob in", "Ann out", "Dan draws 2", "Bob draws 1", "Cat miss")


def test_a_player_comes_in_after_all():
    evening = say(bestia(), *BUCO, "won Dan Cat Cat", "settled")
    assert accounts(evening) == {"Ann": -3, "Bob": -3, "Cat": 2, "Dan": 1, "pool": 3}
    evening = say(evening, "up H")
    assert session(evening).deal.setup.dealer == "Dan"
    assert session(evening).deal.pool == 6
    assert session(evening).deal.turn == "Cat"


def test_the_round_of_exchanges_closes_with_the_first_buco():
    evening = say(bestia(), *BUCO[:5], "Bob draws 1")  # Dan was passed over
    assert code(evening, "Dan draws 1") == "wrong-phase"
    evening = say(evening, "Cat miss")
    assert code(evening, "Cat out") == "miss-binds"
    assert session(evening).deal.players == ("Dan", "Cat", "Bob")
    assert session(say(evening, "Ann miss")).deal.players == ("Dan", "Cat", "Bob", "Ann")


def test_a_player_passed_over_stays_out():
    evening = say(bestia(), *BUCO[:7], "Ann miss")
    assert code(evening, "Cat miss") == "out-of-turn"


def test_the_only_player_in_takes_the_plate_if_nobody_comes_in():
    evening = say(bestia(), "up H", "Dan in", "Cat out", "Bob out", "Ann out", "Dan draws 2")
    assert accounts(say(evening, "settled"))["Dan"] == 3
    evening = say(evening, "Bob miss", "won Bob Bob Bob", "settled")
    assert accounts(evening) == {"Ann": -3, "Bob": 3, "Cat": 0, "Dan": -3, "pool": 3}


def test_three_cards_must_be_left_for_a_buco():
    # 40 - 1 - 30 dealt = 9 left, of which 2 + 2 + 2 are exchanged.
    seats = "Ann Bob Cat Dan Eve Fay Gus Hal Ida Jon"
    evening = say(bestia(seats), "up H", "Jon in", "Ida in", "Hal in", "rest drop")
    evening = say(evening, "Jon draws 2", "Ida draws 2", "Hal draws 2", "Gus miss")
    assert code(evening, "Fay miss") == "no-miss-left"


def test_partners_share_a_hand():
    evening = say(bestia(partners=True), *BUCO[:7], "Cat miss with Ann")
    evening = say(evening, "won Cat Cat Cat", "settled")
    # 3 chips among two: one each, and one stays; Dan and Bob pay 3.
    assert accounts(evening) == {"Ann": -2, "Bob": -3, "Cat": 1, "Dan": -3, "pool": 7}


def test_a_saved_plate_stays():
    evening = say(bestia(saved=True), *BUCO, "won Dan Cat Bob", "settled")
    assert accounts(evening) == {"Ann": -3, "Bob": 0, "Cat": 0, "Dan": 0, "pool": 3}


@pytest.mark.parametrize("depth", ["result"])
def test_a_whole_deal(depth):
    evening = say(bestia(depth=depth), "told Dan 1 Cat 2 miss Bob 0", "settled")
    assert accounts(evening) == {"Ann": -3, "Bob": -3, "Cat": 2, "Dan": 1, "pool": 3}
