"""Pieces as shown in text and as read aloud.

In text a card is its rank and a suit sign, Q♥, and a tile its two ends, 6-4. There are no signs for
Italian, Spanish and Swiss-German suits, so their cards are named in full. Suit letters appear only in
record files.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from companion.pieces.cards import RANKS, Card
from companion.rules.house import HouseRules
from companion.wording.languages import (
    N_,
    NP_,
    RIGHT_TO_LEFT,
    _,
    _n,
    language,
    left_to_right,
)

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
FRENCH = "french"
"""The suits with signs."""


class Suits(Struct, frozen=True):
    """The suits of a people other than the French."""

    names: Mapping[str, str]
    cards: Mapping[str, str]
    """Maps each suit to the name of a card of it, with a placeholder for the rank."""
    ranks: Mapping[str, str]
    letters: Mapping[str, str]
    """Letters of ranks, which are the same in every language."""


_LATIN = Suits(
    names={"H": N_("cups"), "D": N_("coins"), "S": N_("swords"), "C": N_("batons")},
    cards={
        "H": N_("{rank} of cups"),
        "D": N_("{rank} of coins"),
        "S": N_("{rank} of swords"),
        "C": N_("{rank} of batons"),
    },
    ranks={"A": N_("ace"), "K": N_("king"), "Q": N_("knight"), "J": NP_("cups", "jack")},
    letters={"K": "R", "Q": "C", "J": "F"},
)
_SUITS_OF = {
    "italian": _LATIN,
    "spanish": replace(_LATIN, letters={"K": "R", "Q": "C", "J": "S"}),
    "swiss": Suits(
        names={"H": N_("roses"), "D": N_("bells"), "S": N_("shields"), "C": N_("acorns")},
        cards={
            "H": N_("{rank} of roses"),
            "D": N_("{rank} of bells"),
            "S": N_("{rank} of shields"),
            "C": N_("{rank} of acorns"),
        },
        ranks={
            "A": N_("ace"),
            "K": N_("king"),
            "Q": N_("ober"),
            "J": N_("under"),
            "T": N_("banner"),
        },
        letters={"Q": "O", "J": "U", "T": "10"},
    ),
}
"""Suits by a pack's `suit_style`."""
_in_use: ContextVar[str] = ContextVar("suits", default=FRENCH)


def use_suits(rules: HouseRules | None = None) -> None:
    """Name cards in the suits of these house rules from now on in this context; French by default."""
    _in_use.set(getattr(rules, "suits", FRENCH))


def suit_name(suit: str, suit_style: str = "") -> str:
    """Return the name of a suit, by default of the suits in use."""
    own = _SUITS_OF.get(suit_style or _in_use.get())
    return _(own.names[suit] if own else _SUITS[suit])


def as_played(piece: str, suit: str | int | None, civil: bool) -> str:
    """Return a piece with what was announced: Q♥, 6-4 as fours, A♠ with “Pam be civil”."""
    name = piece_name(piece)
    if civil:
        return _("{piece} with “Pam be civil”", piece=name)
    return name if suit is None else _("{piece} as {suit}", piece=name, suit=suit_name(str(suit)))


def card_names(notations: Iterable[str]) -> str:
    """Return cards in signs, ``9♠ joker (10♠)``, or in full: ``9 of swords, king of cups``."""
    return (", " if _in_use.get() in _SUITS_OF else " ").join(map(piece_name, notations))


def piece_name(notation: str) -> str:
    """Return a piece as in text: ``10♠``, ``6-4``, ``10 of acorns``."""
    name, _equals, stands_for = notation.partition("=")
    if name == "JK":
        return _("joker ({card})", card=piece_name(stands_for)) if stands_for else _("joker")
    match = _NOTATION.fullmatch(notation)
    if match and _in_use.get() in _SUITS_OF:
        return card_in_full(Card(match[1].replace("10", "T"), match[2]))
    if match:
        notation = f"{rank_name(match[1].replace('10', 'T'))}{_SIGNS[match[2]]}"
    return left_to_right(notation) if RIGHT_TO_LEFT else notation


def rank_name(rank: str, suit_style: str = "") -> str:
    """Return a rank as printed on the cards, by default of the suits in use: 10, not T."""
    return _names(language(), suit_style or _in_use.get())[rank]


def rank_letters(suit_style: str) -> str:
    """Return the letters of ace, king, queen and jack: AKQJ."""
    names = _names(language(), suit_style)
    return names["A"] + names["K"] + names["Q"] + names["J"]


@cache
def _names(_language: str, suit_style: str) -> Mapping[str, str]:
    """Return each rank as printed on the cards of a language, or of a people."""
    if own := _SUITS_OF.get(suit_style):
        return {rank: own.letters.get(rank, rank) for rank in RANKS}
    return {rank: _(_LETTERS[rank]) if rank in _LETTERS else rank for rank in RANKS}


@cache
def _ranks(language: str) -> Mapping[str, str]:
    return {name: rank for rank, name in _names(language, FRENCH).items()}


def card_in_full(card: Card, suit_style: str = "") -> str:
    """Return a card as read aloud, by default in the suits in use: ace of spades."""
    own = _SUITS_OF.get(suit_style or _in_use.get())
    names = own.ranks if own else _RANKS
    rank = _(names[card.rank]) if card.rank in names else rank_name(card.rank, suit_style)
    if own:
        return _(own.cards[card.suit], rank=rank)
    return _("{rank} of {suit}", rank=rank, suit=suit_name(card.suit, suit_style))


def with_each_card(text: str, written: Callable[[str, str], str]) -> str:
    """Replace each card in a text by `written(sign, in_full)`."""

    def replaced(match: re.Match[str]) -> str:
        rank = _ranks(language()).get(match[1])
        if not rank:
            return match[0]
        return written(match[0], card_in_full(Card(rank, _SUIT_OF[match[2]]), FRENCH))

    return _IN_TEXT.sub(replaced, text)


def aloud(text: str) -> str:
    """Return a text with its cards in full, for screen readers."""
    return with_each_card(text, lambda _sign, in_full: in_full)


def card_count(number: int) -> str:
    return _n("{n} card", "{n} cards", number)
