"""Packs: which pieces there are, how people write them, and how they rank under a trump."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Literal

PackName = Literal[
    "fifty-two", "thirty-two", "twenty-eight", "twenty-four", "double-six", "double-pack"
]
Piece = Hashable
"""One physical piece: hashable, and ``str(piece)`` is its notation."""


class UnreadablePiece(ValueError):
    """The text is no notation of this kind of piece at all. Carries the text."""


class NotInPack(ValueError):
    """The notation can be read, but the pack holds no such piece (`not-in-pack`). Carries it."""


@dataclass(frozen=True, slots=True)
class Order:
    """How the pieces of a pack stand to one another while one suit is trump."""

    trump: str
    suits: Mapping[str, frozenset[Piece]]
    """The pieces that belong to each suit, and so follow it when it is led."""
    ranks: Mapping[str, Mapping[Piece, int]]
    """For each suit the rank of its pieces, higher wins."""
    led_as: Mapping[Piece, tuple[str, ...]]
    """The suits a piece may be led as; the first is meant if nothing is announced."""
    trumps: frozenset[Piece]
    """The pieces of the trump suit."""
    honours: tuple[Piece, ...] = ()
    """The ace, the king and the queen of trumps, in a pack that has them."""
    pam: Piece | None = None
    """The piece that is the highest trump, whatever is printed on it."""

    def __repr__(self) -> str:
        return f"<Order: trump {self.trump}>"

    @property
    def is_announced(self) -> bool:
        """Whether there are pieces whose leader chooses the suit."""
        return any(len(suits) > 1 for suits in self.led_as.values())

    def strength(self, piece: Piece, suit: str) -> int:
        """How strong `piece` is in a trick to which `suit` was led; -1 if it cannot win it."""
        trump_rank = self.ranks[self.trump].get(piece)
        if trump_rank is not None:
            return 100 + trump_rank
        return self.ranks[suit].get(piece, -1)

    def rank(self, piece: Piece) -> int:
        """Return the rank of a piece in the suit it is led as."""
        return self.ranks[self.led_as[piece][0]][piece]


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack of pieces and its notation."""

    name: PackName
    piece: Literal["tile", "card"]
    """What one piece is."""
    drawn: str
    """How the pieces are drawn: the name of their file of pictures."""
    pieces: tuple[Piece, ...]
    """Every piece once, however many copies there are."""
    spellings: Mapping[str, Piece]
    """Every accepted spelling of every piece."""
    suits: tuple[str, ...]
    """The suits by their short strings, in the order people sort them: ``("S", "H", "D", "C")``."""
    strangers: frozenset[str]
    """Spellings that read as a piece of some larger pack, but not of this one."""
    copies: int = 1
    """How many of each piece there are."""
    orders: Mapping[str, Order] = field(default_factory=dict)
    """The order of the pieces for each trump suit; of some packs also for none, under ""; of a
    pack without tricks for nothing."""
    turns_up: Mapping[Piece, str] = field(default_factory=dict)
    """The trump suit that each piece makes when it is turned up."""
    pam: Piece | None = None
    """The piece that is the highest trump, whatever is printed on it."""

    def __repr__(self) -> str:
        return f"<Pack: {len(self.pieces) * self.copies} pieces>"

    def read(self, text: str) -> Piece:
        """Return the piece that `text` names.

        Raises `NotInPack` for a piece of a larger pack, `UnreadablePiece` for anything else.
        """
        piece = self.spellings.get(text)
        if piece is not None:
            return piece
        if text in self.strangers:
            raise NotInPack(text)
        raise UnreadablePiece(text)
