"""Pieces in words."""

from collections.abc import Iterable

from companion.rules.reading import NoPiece, NoSuchPiece
from companion.wording.languages import N_, _, _n
from companion.wording.saying import words

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


_NOT_THERE = {
    "fifty-two": N_("There is no {piece} in a pack of 52."),
    "double-six": N_("There is no {piece} in a double-six set."),
    "double-pack": N_("There is no {piece} in two packs of 52 and two jokers."),
}


@words(NoSuchPiece)
def no_such_piece(fact: NoSuchPiece) -> str:
    """The piece is of a larger pack."""
    return _(_NOT_THERE[fact.pack], piece=fact.piece)


@words(NoPiece)
def no_piece(fact: NoPiece) -> str:
    """How pieces are written."""
    values = {"text": repr(fact.text), "example": fact.example}
    if fact.kind == "tile":
        return _("{text} is no tile. Write a tile like {example}.", **values)
    return _("{text} is no card. Write a card like {example}.", **values)
