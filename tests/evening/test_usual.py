"""The usual table: a start that repeats the last game of an evening."""

from msgspec.structs import replace

from companion.evening import Evening
from companion.evening.entries import Amended
from companion.evening.usual import usual_table
from tests.evening.test_table import dealer, lone
from tests.telling import say, session, start, started


def test_the_next_dealer_deals_at_the_same_table():
    evening = start("Ann Bob Cat", "three-card-loo", "tricks", "Cat", preset="classic", stake=6)
    began = evening.entries[0].entry
    began = replace(began, edition=3)  # the newest, whatever the last one was
    assert usual_table(evening) == began  # no deal yet: it is still Cat's turn to deal
    evening = say(evening, "up H", "Ann out", "Bob out", "settled")
    again = usual_table(evening)
    assert again == replace(began, dealer="Ann")
    assert (again.preset, again.house_rules) == ("classic", {"stake": 6})
    assert usual_table(say(evening, "closed")) == again
    assert dealer(Evening().enter(again)) == "Ann"


def test_an_unsettled_deal_is_dealt_again_by_its_dealer():
    assert usual_table(say(lone(start(dealer="Ann")), "up 6-3", "Cat in")).dealer == "Bob"


def test_seats_and_depth_are_the_final_ones():
    evening = say(start(), "Bob leaves", "Eve joins Cat", "Dan sits-out", "depth result")
    again = usual_table(evening)
    assert (again.seats, again.depth) == (("Ann", "Cat", "Eve", "Dan"), "result")


def test_the_turn_to_deal_skips_players_who_left():
    evening = say(lone(start(dealer="Ann")), "Bob leaves")
    assert usual_table(evening).dealer == "Cat"


def test_players_who_sit_out_are_left_out_if_there_is_no_room():
    evening = say(start("Ann Bob Cat Dan"), "Bob sits-out", "Eve joins")
    assert usual_table(evening).seats == ("Ann", "Cat", "Dan", "Eve")


def test_with_too_few_players_left_the_first_seats_are_used():
    evening = say(lone(start("Ann Bob Cat", dealer="Cat")), "Bob leaves", "Cat leaves")
    again = usual_table(evening)
    assert (again.seats, again.dealer) == (("Ann", "Bob", "Cat"), "Ann")
    assert session(Evening().enter(again)).deal


def test_the_last_game_in_force_is_used():
    evening = lone(start())
    second = started("Cat Ann", "domino-rounce", "tricks")
    evening = evening.enter(second)
    assert usual_table(evening) == replace(second, edition=1)
    assert usual_table(say(evening, f"undo {evening.length}")).game == "domino-loo"
    corrected = evening.enter(Amended(evening.length, replace(second, depth="result")))
    assert usual_table(corrected).depth == "result"


def test_an_evening_without_a_game_has_none():
    assert usual_table(Evening()) is None
    assert usual_table(say(start(), "undo 1")) is None
