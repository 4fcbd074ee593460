"""Packs: their pieces, their notation, and the rank of the pieces under each trump."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

PackName = Literal["cards", "double-six", "double-pack"]
Piece = Hashable
"""One card or tile; ``str(piece)`` is its notation."""

notation: Callable[[Piece], str] = lru_cache(maxsize=None)(str)
"""Returns the notation of a piece. There are few, and a table needs that of each again and again."""


class UnreadablePiece(ValueError):
    """Raised with a text that is not the notation of any piece."""


class NotInPack(ValueError):
    """Raised with the notation of a piece that this pack lacks (`not-in-pack`)."""


@dataclass(frozen=True, slots=True)
class Order:
    """How a pack's pieces follow suit and rank under a given trump."""

    trump: str
    suits: Mapping[str, frozenset[Piece]]
    """The pieces that follow each suit."""
    ranks: Mapping[str, Mapping[Piece, int]]
    """The rank of each suit's pieces; the highest wins."""
    led_as: Mapping[Piece, tuple[str, ...]]
    """The suits a piece may be led as; the first is the default."""
    trumps: frozenset[Piece]
    honours: tuple[Piece, ...] = ()
    """Ace, king and queen of trumps, in a pack that has them."""
    pam: Piece | None = None
    strengths: Mapping[str, Mapping[Piece, int]] = field(init=False)
    """The strength in a trick of the pieces that can win it, by the suit led."""

    def __post_init__(self) -> None:
        trumps = {piece: 100 + rank for piece, rank in self.ranks[self.trump].items()}
        strengths = {suit: {**ranks, **trumps} for suit, ranks in self.ranks.items()}
        object.__setattr__(self, "strengths", strengths)

    def __repr__(self) -> str:
        return f"<Order: trump {self.trump}>"

    @property
    def is_announced(self) -> bool:
        """Whether some pieces can be led as either of two suits."""
        return any(len(suits) > 1 for suits in self.led_as.values())

    def strength(self, piece: Piece, suit: str) -> int:
        """Return the strength of `piece` in a trick to which `suit` was led; -1 if it cannot win."""
        return self.strengths[suit].get(piece, -1)

    def rank(self, piece: Piece) -> int:
        return self.ranks[self.led_as[piece][0]][piece]


@dataclass(frozen=True, slots=True)
class Pack:
    """The pieces of a pack and their notation."""

    name: PackName
    piece: Literal["tile", "card"]
    suit_style: str
    """How its pieces look: ``tiles``, or by the suits of the cards, ``french`` or ``italian``."""
    pieces: tuple[Piece, ...]
    """Each piece once, whatever the number of copies."""
    spellings: Mapping[str, Piece]
    """Every accepted spelling of every piece."""
    suits: tuple[str, ...]
    """In sorting order: ``("S", "H", "D", "C")``."""
    strangers: frozenset[str]
    """Spellings of pieces of larger packs that this one lacks."""
    copies: int = 1
    orders: Mapping[str, Order] = field(default_factory=dict)
    """Orders by trump; "" is the order without trumps, in packs for games without trumps."""
    turns_up: Mapping[Piece, str] = field(default_factory=dict)
    """The trump suit that each piece makes as the turn-up; not of pieces after which another is turned up."""
    pam: Piece | None = None
    special: Piece | None = None
    """The piece that is always a trump and never of its printed suit: Pam, or the Bälli, or a joker."""

    def __repr__(self) -> str:
        return f"<Pack: {len(self.pieces) * self.copies} pieces>"

    def in_suits(self, suit_style: str) -> "Pack":
        """Return the same pack with the suits of another people."""
        return replace(self, suit_style=suit_style)

    def read(self, text: str) -> Piece:
        """Return the piece that `text` names.

        Raises `NotInPack` for a piece of a larger pack, and `UnreadablePiece` for any other text.
        """
        piece = self.spellings.get(text)
        if piece is not None:
            return piece
        if text in self.strangers:
            raise NotInPack(text)
        raise UnreadablePiece(text)
