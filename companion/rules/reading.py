"""How the pieces that entries name are read."""

from companion.errors import MalformedEntry, RuleViolation
from companion.pieces import NotInPack, Pack, Piece, UnreadablePiece
from companion.rules.ids import Rule


def read_piece(pack: Pack, text: str) -> Piece:
    """Return the piece that an entry names. Raises `RuleViolation` or `MalformedEntry`."""
    try:
        return pack.read(text)
    except NotInPack as error:
        raise RuleViolation(Rule.NOT_IN_PACK, str(error)) from None
    except UnreadablePiece as error:
        raise MalformedEntry(str(error)) from None
