"""Reading the pieces that entries name."""

from companion.errors import MalformedEntry, RuleViolation
from companion.facts import Fact, PieceKind, PieceName
from companion.ids import Rule
from companion.pieces import NotInPack, Pack, PackName, Piece, UnreadablePiece


class NoSuchPiece(Fact, frozen=True):
    piece: PieceName
    pack: PackName
    cards: int
    """Pieces in a pack."""


class NoPiece(Fact, frozen=True):
    text: str
    kind: PieceKind
    example: str
    """A valid piece, as an example."""


def read_piece(pack: Pack, text: str) -> Piece:
    """Return the piece that an entry names. Raises `RuleViolation` or `MalformedEntry`."""
    try:
        return pack.read(text)
    except NotInPack:
        raise RuleViolation(
            Rule.NOT_IN_PACK, NoSuchPiece(text, pack.name, len(pack.pieces))
        ) from None
    except UnreadablePiece:
        raise MalformedEntry(NoPiece(text[:40], pack.piece, str(pack.pieces[-2]))) from None
