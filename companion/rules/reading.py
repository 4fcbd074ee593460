"""How the pieces that entries name are read."""

from companion.pieces import NotInPack, Pack, Piece, UnreadablePiece
from companion.rules.broken import RuleBroken, Unreadable


def read_piece(pack: Pack, text: str) -> Piece:
    """Return the piece that an entry names. Raises `RuleBroken` or `Unreadable`."""
    try:
        return pack.read(text)
    except NotInPack as error:
        raise RuleBroken("not-in-pack", str(error)) from None
    except UnreadablePiece as error:
        raise Unreadable(str(error)) from None
