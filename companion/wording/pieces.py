"""Pieces as shown in text and as read aloud.

In text a card is its rank and a suit sign, Q♥, and a tile its two ends, 6-4. Suit letters appear only
in record files.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from companion.pieces.cards import RANKS, Card
from companion.wording.languages import N_, NP_, _, _n, language

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
_LETTERS = {
    "A": NP_("letter on a card", "A"),
    "K": NP_("letter on a card", "K"),
    "Q": NP_("letter on a card", "Q"),
    "J": NP_("letter on a card", "J"),
    "T": "10",
}
# U+FE0E keeps phones from drawing the signs as emoji.
_SIGNS = {"S": "♠\ufe0e", "H": "♥\ufe0e", "D": "♦\ufe0e", "C": "♣\ufe0e"}
_SUIT_OF = {sign: suit for suit, sign in _SIGNS.items()}
_NOTATION = re.compile(r"(10|[2-9TJQKA])([SHDC])")
_IN_TEXT = re.compile(r"(10|\w)([♠♥♦♣]\ufe0e)")


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
    return f"{rank_name(card[1].replace('10', 'T'))}{_SIGNS[card[2]]}" if card else notation


def rank_name(rank: str) -> str:
    """Return a rank as printed on the cards of the language: 10, not T."""
    return _names(language())[rank]


def rank_letters() -> str:
    """Return the letters of ace, king, queen and jack: AKQJ."""
    return "".join(map(rank_name, "AKQJ"))


@cache
def _names(_language: str) -> Mapping[str, str]:
    """Return each rank as printed on the cards of a language."""
    return {rank: _(_LETTERS[rank]) if rank in _LETTERS else rank for rank in RANKS}


@cache
def _ranks(language: str) -> Mapping[str, str]:
    return {name: rank for rank, name in _names(language).items()}


def card_in_full(card: Card) -> str:
    """Return a card as read aloud: ace of spades."""
    rank = _(_RANKS[card.rank]) if card.rank in _RANKS else rank_name(card.rank)
    return _("{rank} of {suit}", rank=rank, suit=suit_name(card.suit))


def with_each_card(text: str, drawn: Callable[[str, str], str]) -> str:
    """Replace each card in a text by `drawn(sign, in_full)`."""

    def replaced(found: re.Match[str]) -> str:
        rank = _ranks(language()).get(found[1])
        return drawn(found[0], card_in_full(Card(rank, _SUIT_OF[found[2]]))) if rank else found[0]

    return _IN_TEXT.sub(replaced, text)


def aloud(text: str) -> str:
    """Return a text with its cards in full, for screen readers."""
    return with_each_card(text, lambda _sign, in_full: in_full)


def card_count(number: int) -> str:
    return _n("{n} card", "{n} cards", number)
