"""Facts and the types of their fields."""

from enum import Enum
from typing import Annotated, Literal, TypeAlias

from msgspec import Struct


class Fact(Struct, frozen=True, gc=False):
    """A statement with its numbers and names, which `companion.wording` puts into words.

    Refusals, questions, payments and notes each carry one. Fields hold players' names, chips, counts,
    rule ids, and pieces in their notation; never a sentence.
    """


class PlainFact(Enum):
    """A fact without numbers or names: a member of an enum."""


AnyFact: TypeAlias = Fact | PlainFact

# Types of fields. They decide how a field is written in a sentence.
PieceName: TypeAlias = Annotated[str, "piece"]
"""A piece in its notation."""
PieceKind: TypeAlias = Literal["tile", "card"]
"""The kind of pieces in the pack."""
PieceNames: TypeAlias = Annotated[tuple[str, ...], "pieces"]
OneOfPieces: TypeAlias = Annotated[tuple[str, ...], "either-piece"]
OneOfMelds: TypeAlias = Annotated[tuple[tuple[str, ...], ...], "either-meld"]
Limit: TypeAlias = Annotated[int, "limit"]
"""A large number, written with its thousands apart."""
CardCount: TypeAlias = Annotated[int, "card-count"]
SuitName: TypeAlias = Annotated[str, "suit"]
OneOfSuits: TypeAlias = Annotated[tuple[str, ...], "either-suit"]
ContractId: TypeAlias = Annotated[str, "contract"]
ContractTitle: TypeAlias = Annotated[str, "contract-title"]
GameId: TypeAlias = Annotated[str, "game"]
SignedPoints: TypeAlias = Annotated[int, "points"]
Names: TypeAlias = Annotated[tuple[str, ...], "names"]
Ids: TypeAlias = Annotated[tuple[str, ...], "ids"]
OneOfIds: TypeAlias = Annotated[tuple[str, ...], "either-id"]
Typed: TypeAlias = Annotated[str, "typed"]
"""Text as typed, of any length."""
