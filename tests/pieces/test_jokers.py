"""docs/rules.md 7: "two packs and two jokers (106 cards)"."""

import pytest

from companion.pieces import DOUBLE_PACK, JOKER, Card, Joker, NotInPack, UnreadablePiece


def test_the_double_pack_has_106_cards():
    names = {str(card) for card in DOUBLE_PACK.pieces}
    assert names == {"JK"} | {rank + suit for rank in "AKQJT98765432" for suit in "SHDC"}
    assert len(DOUBLE_PACK.pieces) * DOUBLE_PACK.copies == 106


@pytest.mark.parametrize("card", DOUBLE_PACK.pieces, ids=str)
def test_a_card_is_read_as_it_is_written(card):
    assert DOUBLE_PACK.read(str(card)) == card


@pytest.mark.parametrize("text", ["TH", "10H"])
def test_a_ten_can_be_written_in_two_ways(text):
    assert DOUBLE_PACK.read(text) == Card("T", "H")
    assert DOUBLE_PACK.read(f"JK={text}") == Joker(Card("T", "H"))


def test_a_joker_is_written_with_the_card_it_stands_for():
    assert DOUBLE_PACK.read("JK") == JOKER
    assert str(DOUBLE_PACK.read("JK=9S")) == "JK=9S"


@pytest.mark.parametrize("text", ["11S", "13H", "JK=12C"])
def test_a_rank_of_another_pack_is_not_in_this_one(text):
    """`not-in-pack`"""
    with pytest.raises(NotInPack):
        DOUBLE_PACK.read(text)


@pytest.mark.parametrize("text", ["", "JK=", "JK=JK", "JK9S", "9S=JK", "jk", "6-3", "9", "1S"])
def test_anything_else_is_unreadable(text):
    with pytest.raises(UnreadablePiece):
        DOUBLE_PACK.read(text)
