"""Pieces as shown in text and as read aloud.

In text a card is its rank and a suit sign, Q♥, and a tile its two ends, 6-4. Suit letters appear only
in record files.
"""

import re
from collections.abc import Callable, Iterable

from companion.pieces.cards import Card
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

_RANKS = {"A": N_("ace"), "K": N_("king"), "Q": N_("queen"), "J": N_("jack")}
# U+FE0E keeps phones from drawing the signs as emoji.
_SIGNS = {"S": "♠\ufe0e", "H": "♥\ufe0e", "D": "♦\ufe0e", "C": "♣\ufe0e"}
_LETTERS = {sign: letter for letter, sign in _SIGNS.items()}
_NOTATION = re.compile(r"(10|[2-9TJQKA])([SHDC])")
_IN_TEXT = re.compile("(10|[2-9JQKA])([♠♥♦♣]\ufe0e)")


def suit_name(suit: str) -> str:
    return _(_SUITS[suit])


def card_names(notations: Iterable[str]) -> str:
    """Return cards in signs: ``9♠ joker (10♠)``."""
    return " ".join(map(piece_name, notations))


def piece_name(notation: str) -> str:
    """Return a piece in signs: ``10♠``, ``6-4``."""
    name, _equals, stands_for = notation.partition("=")
    if name == "JK":
        return _("joker ({card})", card=piece_name(stands_for)) if stands_for else _("joker")
    card = _NOTATION.fullmatch(notation)
    return f"{card[1].replace('T', '10')}{_SIGNS[card[2]]}" if card else notation


def card_in_full(card: Card) -> str:
    """Return a card as read aloud: ace of spades."""
    rank = _(_RANKS[card.rank]) if card.rank in _RANKS else card.words
    return _("{rank} of {suit}", rank=rank, suit=suit_name(card.suit))


def with_each_card(text: str, drawn: Callable[[str, str], str]) -> str:
    """Replace each card in a text by `drawn(sign, in_full)`."""

    def replaced(found: re.Match[str]) -> str:
        card = Card(found[1].replace("10", "T"), _LETTERS[found[2]])
        return drawn(found[0], card_in_full(card))

    return _IN_TEXT.sub(replaced, text)


def aloud(text: str) -> str:
    """Return a text with its cards in full, for screen readers."""
    return with_each_card(text, lambda _sign, in_full: in_full)


def card_count(number: int) -> str:
    return _n("{n} card", "{n} cards", number)
