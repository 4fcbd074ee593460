"""Rummy in words: one sentence for each fact, in the source language."""

import pytest

from companion.pieces import Card
from companion.rules.actions import Discarded, Drew, JokerMoved, LaidOff, Melded
from companion.rules.rummy.deal import DeadHandsWon, PipsLeft
from companion.rules.rummy.hand_values import (
    CardsLeft,
    HandNotSaid,
    JokerInHand,
    KnownToHold,
    PipsImpossible,
    SeenTooOften,
)
from companion.rules.rummy.melds import (
    DoesNotFit,
    JokerIsOther,
    JokerStays,
    JokerUnnamed,
    MeldFault,
    NoMeld,
    SeveralMelds,
    Stays,
)
from companion.rules.rummy.rummy_facts import (
    DealOver,
    DrawAsked,
    HandIsKnown,
    LastCard,
    NoSuchMeld,
    NotDeadYet,
    SameCard,
    SeenElsewhere,
    TooManyLaid,
)
from companion.rules.rummy.turns import Turn
from companion.wording import say
from companion.wording.languages import using
from companion.wording.pieces import card_count, card_names
from companion.wording.rummy import table as rummy_table
from tests.telling import in_signs

RUN = ("6S", "7S", "JK=8S")


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
        (
            HandIsKnown("Bob", 1, ("9S",), ("TS", "JK")),
            "Bob has 1 card, including 9S from the discards, so cannot have TS joker.",
        ),
        (NoSuchMeld(3, 2), "There is no meld 3. They are numbered from 1 to 2."),
        (NoSuchMeld(1, 0), "There is no meld 1. Nothing has been melded yet."),
        (TooManyLaid("Bob", 12, 11), "Bob has 11 cards, so cannot meld 12."),
        (
            SameCard("Bob", "JK"),
            "Bob took joker from the discards, so must discard another card: the stock is used up.",
        ),
        (NotDeadYet(None), "Someone may still go out: the stock is not used up."),
        (NotDeadYet("Bob"), "Finish Bob’s turn before you enter that nobody can go out."),
        (
            NoMeld("Bob", ("AS", "AS", "2S"), MeldFault.TWICE, ("AS",)),
            "Bob cannot meld AS AS 2S: AS is there twice, and a sequence has each card once.",
        ),
        (
            NoMeld("Bob", ("9S", "QS", "JK"), MeldFault.GAPS, ("TS", "JS")),
            "Bob cannot meld 9S QS joker: the sequence has a gap (TS JS).",
        ),
        (
            SeveralMelds("Bob", (("JK=8S", "9S", "TS"), ("9S", "TS", "JK=JS"))),
            "Choose what Bob’s joker stands for: joker (8S) 9S TS, or 9S TS joker (JS).",
        ),
        (
            DoesNotFit("Bob", "TS", RUN, ("5S", "9S")),
            "Bob cannot lay off TS on 6S 7S joker (8S): only 5S or 9S fits.",
        ),
        (
            DoesNotFit("Bob", "TS", ("9S", "9H", "9D"), ()),
            "Bob cannot lay off TS on 9S 9H 9D: only a card of the same rank fits.",
        ),
        (
            JokerUnnamed("Bob", RUN, ("5S", "9S")),
            "Choose what Bob’s joker on 6S 7S joker (8S) stands for: 5S or 9S.",
        ),
        (
            JokerIsOther("Bob", "9S", RUN, ("8S",)),
            "Bob cannot move a joker of 6S 7S joker (8S) with 9S: the joker stands for 8S.",
        ),
        (JokerInHand("JK=9S"), "A joker in hand stands for no card. Write JK, not JK=9S."),
        (HandNotSaid("Bob"), "Enter what Bob has left: the cards, or only the pips."),
        (CardsLeft("Bob", 11, None, 10), "Bob has 1 to 10 cards left, but 11 are entered."),
        (CardsLeft("Bob", 1, 2, 10), "Bob has 2 cards left, but 1 is entered."),
        (
            KnownToHold("Bob", "9S"),
            "Bob took 9S from the discards and has not played it since, so it must be among the cards left.",
        ),
        (
            SeenTooOften("Bob", "9S", 2, 3),
            "Bob cannot have 9S: the pack has 2, and this would be number 3.",
        ),
        (
            PipsImpossible("Bob", 200, None, 10, ()),
            "Bob has 1 to 10 cards left, which cannot make 200 pips.",
        ),
        (
            PipsImpossible("Bob", 3, 1, 10, ()),
            "Bob has 1 card left, which cannot make 3 pips.",
        ),
        (
            PipsImpossible("Bob", 20, 2, 10, ("JK",)),
            "Bob has 2 cards left, including joker, which cannot make 20 pips.",
        ),
        (PipsLeft("Bob", 20, None, ()), "Bob has 20 pips left."),
        (PipsLeft("Bob", 15, ("JK",), (15,)), "Bob has joker left: 15."),
        (PipsLeft("Bob", 24, ("JK", "9S"), (15, 9)), "Bob has joker 9S left: 15 + 9 = 24."),
        (
            DeadHandsWon("Bob", 30),
            "Bob wins and takes what earlier deals left in the pool: 30.",
        ),
        (DrawAsked("Bob", "JK", True), "Bob draws from the stock or takes the joker."),
        (DrawAsked("Bob", "9S", False), "The stock is used up: Bob takes the 9S."),
        (LastCard(laid_down=False), "At this table the last card must be discarded."),
        (
            LastCard(laid_down=True),
            "At this table the last card must be melded or laid off. If it cannot be, undo the last meld.",
        ),
        (DealOver(None), "Nobody can go out: here is the settlement."),
        (DealOver("Bob"), "Bob wins: here is the settlement."),
    ],
)
def test_each_fact_is_a_sentence(fact, sentence):
    assert say(fact) == in_signs(sentence)
    with using("xx"):
        assert say(fact) != sentence


@pytest.mark.parametrize("why", Stays)
def test_a_joker_that_stays_has_a_sentence_for_each_reason(why):
    sentence = say(JokerStays("Bob", RUN, why))
    assert sentence.startswith(in_signs("Bob cannot move the joker of 6S 7S joker (8S): "))
    others = {say(JokerStays("Bob", RUN, other)) for other in Stays if other != why}
    assert sentence not in others


@pytest.mark.parametrize("fault", MeldFault)
def test_no_meld_has_a_sentence_for_each_fault(fault):
    sentence = say(NoMeld("Bob", ("9S", "TS"), fault, ("JS",)))
    assert sentence.startswith("Bob cannot meld ") and sentence.endswith(".")
    others = {say(NoMeld("Bob", ("9S", "TS"), other, ("JS",))) for other in MeldFault} - {sentence}
    assert len(others) == len(MeldFault) - 1


def test_cards_as_people_read_them():
    assert card_names(("9S", "JK", "JK=TH")) == in_signs("9S joker joker (TH)")
    assert (card_count(1), card_count(2)) == ("1 card", "2 cards")


def test_what_the_table_shows():
    words = rummy_table
    assert words.stock_and_discards(0, 0, None) == "Stock empty · discards 0"
    assert words.stock_and_discards(9, 2, "JK") == "9 in the stock · discards 2, joker on top"
    assert (words.pips(1), words.pips(75), words.holds(0)) == ("1 pip", "75 pips", "out")


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
def test_a_turn_is_told_in_its_order(turn, words):
    assert rummy_table.turn_words(turn) == in_signs(words)
