"""The pieces people play with. Pure: values only, no rules of any game.

A ``Piece`` is one physical piece of a pack (a tile now, a card later). A *suit* is named by a short
string, as the record file writes it: ``"6"`` for the sixes.
"""

from companion.pieces.dominoes import DOUBLE_SIX, Tile
from companion.pieces.pack import NotInPack, Order, Pack, Piece, UnreadablePiece

__all__ = ["DOUBLE_SIX", "NotInPack", "Order", "Pack", "Piece", "Tile", "UnreadablePiece"]
