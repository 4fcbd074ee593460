"""docs/rules.md 2, "Cards", and 5.2, "Pam"."""

import pytest

from companion.pieces import BY_SIZE, FIFTY_TWO, WITH_PAM, Card, NotInPack, UnreadablePiece


def ranked(order, suit):
    """The cards of a suit, from the highest down."""
    ranks = order.ranks[suit]
    assert set(ranks) == order.suits[suit]
    return " ".join(map(str, sorted(ranks, key=ranks.get, reverse=True)))


@pytest.mark.parametrize("pack", WITH_PAM.values(), ids=WITH_PAM)
def test_a_pack_has_each_of_52_cards_once(pack):
    names = {str(card) for card in pack.pieces}
    assert len(pack.pieces) == len(names) == 52
    assert names == {rank + suit for rank in "AKQJT98765432" for suit in "SHDC"}


@pytest.mark.parametrize(
    ("size", "ranks"),
    [(52, "AKQJT98765432"), (32, "AKQJT987"), (28, "AKQJT98"), (24, "AKQJT9")],
)
def test_a_short_pack_is_without_the_lowest_ranks(size, ranks):
    """docs/rules.md 6 and 9; `not-in-pack`"""
    pack = BY_SIZE[size]
    assert len(pack.pieces) == size
    assert {str(card) for card in pack.pieces} == {rank + suit for rank in ranks for suit in "SHDC"}
    assert ranked(pack.orders["H"], "S") == " ".join(rank + "S" for rank in ranks)
    for rank in set("AKQJT98765432") - set(ranks):
        with pytest.raises(NotInPack):
            pack.read(rank + "H")
    assert pack.read("10H") == Card("T", "H")


@pytest.mark.parametrize("text", ["TH", "10H"])
def test_a_ten_can_be_written_in_two_ways(text):
    assert FIFTY_TWO.read(text) == Card("T", "H")
    assert str(FIFTY_TWO.read(text)) == "TH"


def test_a_joker_is_not_in_the_pack():
    """`not-in-pack`"""
    with pytest.raises(NotInPack):
        FIFTY_TWO.read("JK")


@pytest.mark.parametrize("text", ["", "A", "S", "as", "SA", "1S", "11S", "0H", "6-3", "AS ", "A♠"])
def test_anything_else_is_unreadable(text):
    with pytest.raises(UnreadablePiece):
        FIFTY_TWO.read(text)


def test_cards_rank_from_the_ace_down_to_the_two_in_every_suit():
    for trump in "SHDC":
        for suit in "SHDC":
            expected = " ".join(rank + suit for rank in "AKQJT98765432")
            assert ranked(FIFTY_TWO.orders[trump], suit) == expected


def test_pam_is_the_highest_trump_and_belongs_to_no_other_suit():
    order = WITH_PAM["JC"].orders["H"]
    assert ranked(order, "H") == "JC AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"
    assert ranked(order, "C") == "AC KC QC TC 9C 8C 7C 6C 5C 4C 3C 2C"
    assert order.led_as[Card("J", "C")] == ("H",)


def test_pam_of_the_trump_suit_is_above_its_ace():
    order = WITH_PAM["JS"].orders["S"]
    assert ranked(order, "S") == "JS AS KS QS TS 9S 8S 7S 6S 5S 4S 3S 2S"


def test_without_pam_the_jacks_are_jacks():
    assert WITH_PAM["none"] is FIFTY_TWO
    assert FIFTY_TWO.orders["H"].led_as[Card("J", "C")] == ("C",)


def test_the_suit_of_the_turn_up_makes_trumps_even_of_pam():
    """docs/rules.md 5.2, resolved: "Pam turned up: its printed suit is trump"."""
    assert FIFTY_TWO.turns_up[Card("9", "D")] == "D"
    assert WITH_PAM["JC"].turns_up[Card("J", "C")] == "C"
    assert WITH_PAM["JS"].turns_up[Card("J", "C")] == "C"
