"""The pieces people play with. Pure: values only, no rules of any game.

A ``Piece`` is one physical piece of a pack (a tile, a card). A *suit* is named by a short
string, as the record file writes it: ``"6"`` for the sixes, ``"H"`` for
hearts.
"""

from companion.pieces.cards import BY_SIZE, FIFTY_TWO, THIRTY_TWO, WITH_PAM, Card
from companion.pieces.dominoes import DOUBLE_SIX, Tile
from companion.pieces.jokers import DOUBLE_PACK, JOKER, Joker
from companion.pieces.pack import NotInPack, Order, Pack, PackName, Piece, UnreadablePiece

__all__ = [
    "BY_SIZE",
    "DOUBLE_PACK",
    "DOUBLE_SIX",
    "FIFTY_TWO",
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
]
