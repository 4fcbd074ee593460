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
from companion.rules.rummy.questions import DealOver, DrawAsked, LastCard
from companion.rules.rummy.refusals import (
    HandIsKnown,
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
            "Bob cannot have 9S: there are 2 in the pack, and one is in meld 1 and one in Cat's "
            "hand.",
        ),
        (
            HandIsKnown("Bob", 1, ("9S",), ("TS", "JK")),
            "Bob holds 1 card, among them 9S from the discards, and so cannot have TS joker.",
        ),
        (NoSuchMeld(3, 2), "There is no meld 3. They are numbered from 1 to 2."),
        (NoSuchMeld(1, 0), "There is no meld 1. None has been laid yet."),
        (TooManyLaid("Bob", 12, 11), "Bob holds 11 cards and cannot lay down 12."),
        (
            SameCard("Bob", "JK"),
            "Bob took joker from the discards and discards another card: the stock is out.",
        ),
        (NotDeadYet(None), "The hand cannot be dead before the stock is out."),
        (NotDeadYet("Bob"), "The hand cannot be dead before Bob's turn is over."),
        (
            NoMeld("Bob", ("AS", "AS", "2S"), MeldFault.TWICE, ("AS",)),
            "Bob lays AS twice in AS AS 2S. A sequence has each card once.",
        ),
        (
            NoMeld("Bob", ("9S", "QS", "JK"), MeldFault.GAPS, ("TS", "JS")),
            "Bob lays 9S QS joker, which is no sequence: TS JS lacking in between.",
        ),
        (
            SeveralMelds("Bob", (("JK=8S", "9S", "TS"), ("9S", "TS", "JK=JS"))),
            "Bob says what the joker stands for: joker (8S) 9S TS, or 9S TS joker (JS).",
        ),
        (
            DoesNotFit("Bob", "TS", RUN, ("5S", "9S")),
            "Bob cannot lay TS to 6S 7S joker (8S): only 5S or 9S goes there.",
        ),
        (
            DoesNotFit("Bob", "TS", ("9S", "9H", "9D"), ()),
            "Bob cannot lay TS to 9S 9H 9D: only a card of its rank goes there.",
        ),
        (
            JokerUnnamed("Bob", RUN, ("5S", "9S")),
            "Bob says what the joker laid to 6S 7S joker (8S) is: 5S or 9S.",
        ),
        (
            JokerIsOther("Bob", "9S", RUN, ("8S",)),
            "Bob cannot move a joker of 6S 7S joker (8S) with 9S: it stands for 8S.",
        ),
        (JokerInHand("JK=9S"), "A joker off the table stands for nothing. Write JK, not JK=9S."),
        (HandNotSaid("Bob"), "Say what Bob is left with: the cards, or only their pips."),
        (CardsLeft("Bob", 11, None, 10), "Bob is left with 1 to 10 cards; 11 are entered."),
        (CardsLeft("Bob", 1, 2, 10), "Bob holds 2 cards; 1 is entered."),
        (
            KnownToHold("Bob", "9S"),
            "Bob took 9S from the discards and has not laid it down since, so it is in that hand.",
        ),
        (
            SeenTooOften("Bob", "9S", 2, 3),
            "Bob cannot hold 9S: the pack has 2, and with this one 3 would have been seen.",
        ),
        (
            PipsImpossible("Bob", 200, None, 10, ()),
            "Bob is left with 1 to 10 cards and they cannot count 200 pips.",
        ),
        (
            PipsImpossible("Bob", 3, 1, 10, ()),
            "Bob is left with 1 card and they cannot count 3 pips.",
        ),
        (
            PipsImpossible("Bob", 20, 2, 10, ("JK",)),
            "Bob is left with 2 cards, joker among them, and they cannot count 20 pips.",
        ),
        (PipsLeft("Bob", 20, None, ()), "Bob is left with 20 pips."),
        (PipsLeft("Bob", 15, ("JK",), (15,)), "Bob is left with joker: 15."),
        (PipsLeft("Bob", 24, ("JK", "9S"), (15, 9)), "Bob is left with joker 9S: 15 + 9 = 24."),
        (
            DeadHandsWon("Bob", 30),
            "Bob wins and takes what dead hands have left in the pool: 30.",
        ),
        (DrawAsked("Bob", "JK", True), "Bob draws, from the stock or the joker."),
        (DrawAsked("Bob", "9S", False), "The stock is out: Bob draws the 9S."),
        (LastCard(laid_down=False), "At this table the last card is discarded."),
        (
            LastCard(laid_down=True),
            "At this table the last card is laid down. If it cannot be, undo the last meld.",
        ),
        (DealOver(None), "The hand is dead. See what it comes to."),
        (DealOver("Bob"), "Bob wins. See what it comes to."),
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
    assert sentence.startswith("Bob lays ") and sentence.endswith(".")
    others = {say(NoMeld("Bob", ("9S", "TS"), other, ("JS",))) for other in MeldFault} - {sentence}
    assert len(others) == len(MeldFault) - 1


def test_cards_as_people_read_them():
    assert card_names(("9S", "JK", "JK=TH")) == in_signs("9S joker joker (TH)")
    assert (card_count(1), card_count(2)) == ("1 card", "2 cards")


def test_what_the_table_shows():
    words = rummy_table
    assert words.stock_and_discards(0, 0, None) == "nothing in the stock · discards 0"
    assert words.stock_and_discards(9, 2, "JK") == "9 in the stock · discards 2, joker on top"
    assert (words.pips(1), words.pips(75), words.holds(0)) == ("1 pip", "75 pips", "out")


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        (
            Turn("Bob", (Drew("Bob", "discards"), Discarded("Bob", "JK")), Card("9", "S")),
            "draws from the discards (9S), discards joker",
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
            "draws from the stock, melds 6S 7S joker (8S), lays joker (TH) to meld 2, "
            "moves the joker of meld 1 with 8S",
        ),
    ],
)
def test_a_turn_is_told_in_its_order(turn, words):
    assert rummy_table.turn_words(turn) == in_signs(words)
