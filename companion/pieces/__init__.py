"""Cards, dominoes and packs. Values only, no rules of any game.

A ``Piece`` is one card or tile. A *suit* is named by a short string, as in the record file: ``"6"``
for the sixes, ``"H"`` for hearts.
"""

from companion.pieces.cards import BY_SIZE, FIFTY_TWO, FORTY, THIRTY_TWO, WITH_PAM, Card, card_pack
from companion.pieces.dominoes import DOUBLE_SIX, Tile
from companion.pieces.jokers import DOUBLE_PACK, FORTY_ONE, JOKER, Joker
from companion.pieces.pack import (
    NotInPack,
    Order,
    Pack,
    PackName,
    Piece,
    UnreadablePiece,
    notation,
)

__all__ = [
    "BY_SIZE",
    "DOUBLE_PACK",
    "DOUBLE_SIX",
    "FIFTY_TWO",
    "FORTY",
    "FORTY_ONE",
    "JOKER",
    "THIRTY_TWO",
    "WITH_PAM",
    "Card",
    "Joker",
    "NotInPack",
    "Order",
    "Pack",
    "PackName",
    "Piece",
    "Tile",
    "UnreadablePiece",
    "card_pack",
    "notation",
]
