"""Pieces in words."""

from collections.abc import Iterable

from companion.wording.languages import N_, _, _n

_SUITS = {
    "S": N_("spades"),
    "H": N_("hearts"),
    "D": N_("diamonds"),
    "C": N_("clubs"),
    "0": N_("blanks"),
    "1": N_("ones"),
    "2": N_("twos"),
    "3": N_("threes"),
    "4": N_("fours"),
    "5": N_("fives"),
    "6": N_("sixes"),
}


def suit_name(suit: str) -> str:
    """Return what people call a suit, given its short string: ``hearts``, ``sixes``."""
    return _(_SUITS[suit])


def card_names(notations: Iterable[str]) -> str:
    """Return cards as people read them, given their notation: ``9S joker (TS)``."""
    return " ".join(map(card_name, notations))


def card_name(notation: str) -> str:
    """Return a card as people read it, given its notation."""
    name, _equals, stands_for = notation.partition("=")
    if name != "JK":
        return notation
    return _("joker ({card})", card=stands_for) if stands_for else _("joker")


def card_count(number: int) -> str:
    """Return how many cards: ``1 card``."""
    return _n("{n} card", "{n} cards", number)
