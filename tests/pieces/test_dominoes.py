"""docs/rules.md 2, "Dominoes"."""

import pytest

from companion.pieces import DOUBLE_SIX, NotInPack, Tile, UnreadablePiece


def names(pieces):
    return {str(piece) for piece in pieces}


def test_a_double_six_set_has_each_of_28_tiles_once():
    assert len(DOUBLE_SIX.pieces) == len(set(DOUBLE_SIX.pieces)) == 28
    assert names(DOUBLE_SIX.pieces) == {f"{h}-{low}" for h in range(7) for low in range(h + 1)}


@pytest.mark.parametrize("text", ["6-3", "3-6", "63", "36"])
def test_a_tile_can_be_written_in_four_ways(text):
    assert DOUBLE_SIX.read(text) == Tile(6, 3)
    assert str(DOUBLE_SIX.read(text)) == "6-3"


@pytest.mark.parametrize("text", ["0-0", "00"])
def test_the_double_blank_is_a_tile(text):
    assert DOUBLE_SIX.read(text) == Tile(0, 0)


@pytest.mark.parametrize("text", ["7-1", "1-7", "99", "9-0"])
def test_a_tile_of_a_larger_set_is_not_in_the_pack(text):
    """`not-in-pack`."""
    with pytest.raises(NotInPack):
        DOUBLE_SIX.read(text)


@pytest.mark.parametrize(
    "text", ["", "6", "AS", "6-", "-6", "6 3", " 63", "6–3", "6-3-1", "10-1", "٦٣", "six-three"]
)
def test_anything_else_is_unreadable(text):
    with pytest.raises(UnreadablePiece):
        DOUBLE_SIX.read(text)


def test_the_higher_end_of_the_turn_up_makes_trumps():
    assert DOUBLE_SIX.turns_up[Tile(6, 3)] == "6"
    assert DOUBLE_SIX.turns_up[Tile(4, 0)] == "4"
    assert DOUBLE_SIX.turns_up[Tile(0, 0)] == "0"


def test_in_a_suit_the_double_is_highest_then_the_other_end_down_to_blank():
    order = DOUBLE_SIX.orders["5"]
    ranks = order.ranks["3"]
    assert sorted(names(order.suits["3"])) == ["3-0", "3-1", "3-2", "3-3", "4-3", "6-3"]
    assert sorted(ranks, key=ranks.get, reverse=True) == [
        Tile(3, 3), Tile(6, 3), Tile(4, 3), Tile(3, 2), Tile(3, 1), Tile(3, 0)
    ]  # fmt: skip


def test_seven_trumps_belong_to_no_other_suit():
    """`trump-tile`."""
    for trump in range(7):
        order = DOUBLE_SIX.orders[str(trump)]
        assert len(order.trumps) == 7
        for suit in range(7):
            if suit != trump:
                assert not order.trumps & order.suits[str(suit)]
                assert len(order.suits[str(suit)]) == 6


def test_a_plain_tile_is_led_as_either_end_by_default_the_higher():
    assert DOUBLE_SIX.orders["1"].led_as[Tile(6, 3)] == ("6", "3")


def test_a_double_and_a_trump_have_no_choice():
    assert DOUBLE_SIX.orders["3"].led_as[Tile(6, 3)] == ("3",)
    assert DOUBLE_SIX.orders["6"].led_as[Tile(6, 3)] == ("6",)
    assert DOUBLE_SIX.orders["1"].led_as[Tile(4, 4)] == ("4",)
