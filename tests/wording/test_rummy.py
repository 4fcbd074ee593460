"""The wording of rummy."""

import pytest

from companion.pieces import Card
from companion.rules.actions import Discarded, Drew, JokerMoved, LaidOff, Melded
from companion.rules.rummy.deal import PipsLeft
from companion.rules.rummy.rummy_facts import SeenElsewhere
from companion.rules.rummy.turns import Turn
from companion.wording import say
from companion.wording.pieces import card_count, card_names
from companion.wording.rummy import table as rummy_table
from tests.telling import in_signs


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (
            SeenElsewhere("Bob", "9S", 1, 2, (), 0, ()),
            "Bob cannot have 9S: there are 2 in the pack.",
        ),
        (
            SeenElsewhere("Bob", "JK", 2, 2, (), 1, ()),
            "Bob cannot have joker 2 times: there are 2 in the pack, and one is in the discards.",
        ),
        (
            SeenElsewhere("Bob", "9S", 1, 2, (1,), 0, ("Cat",)),
            "Bob cannot have 9S: there are 2 in the pack, and one is in meld 1 and one in Cat’s "
            "hand.",
        ),
        (PipsLeft("Bob", 20, None, ()), "Bob has 20 pips left."),
        (PipsLeft("Bob", 15, ("JK",), (15,)), "Bob has joker left: 15."),
        (PipsLeft("Bob", 24, ("JK", "9S"), (15, 9)), "Bob has joker 9S left: 15 + 9 = 24."),
    ],
)
def test_facts_with_their_own_function(fact, sentence):
    assert say(fact) == in_signs(sentence)


def test_cards_in_words():
    assert card_names(("9S", "JK", "JK=TH")) == in_signs("9S joker joker (TH)")
    assert (card_count(1), card_count(2)) == ("1 card", "2 cards")


def test_words_of_the_table():
    words = rummy_table
    assert words.stock_and_discards(0, 0, None) == "Stock empty · discards 0"
    assert words.stock_and_discards(9, 2, "JK") == "9 in the stock · discards 2, joker on top"
    assert words.holds(0) == "went out"


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        (
            Turn("Bob", (Drew("Bob", "discards"), Discarded("Bob", "JK")), Card("9", "S")),
            "takes 9S from the discards, discards joker",
        ),
        (
            Turn(
                "Bob",
                (
                    Drew("Bob", "stock"),
                    Melded("Bob", ("6S", "7S", "JK=8S")),
                    LaidOff("Bob", 2, "JK=TH"),
                    JokerMoved("Bob", 1, "8S"),
                ),
            ),
            "draws from the stock, melds 6S 7S joker (8S), lays off joker (TH) on meld 2, "
            "moves the joker of meld 1, playing 8S",
        ),
    ],
)
def test_a_turn_in_order(turn, words):
    assert rummy_table.turn_words(turn) == in_signs(words)
