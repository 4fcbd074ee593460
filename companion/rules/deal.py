"""What every deal can be asked.

The table screen, the JSON and the refusals all come from here: a deal says its `phase`, asks one
`question`, lists its `options`, and takes an entry or refuses it.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Literal, Protocol

from msgspec import Struct

from companion.pieces import Pack, Piece
from companion.rules.broken import Proof
from companion.rules.law import Trick
from companion.rules.ledger import POOL, Line
from companion.rules.said import DealEntry
from companion.rules.scores import Points

Depth = Literal["result", "tricks", "plays"]
DEPTHS: Mapping[Depth, str] = {
    "plays": "One tap a piece. Revokes are proven.",
    "tricks": "One tap a trick.",
    "result": "One entry for all the tricks of a deal.",
}
"""The depths of recording, the deepest first, with an explanation each."""


class Phase(StrEnum):
    """Where a deal stands."""

    TURN_UP = "turn-up"
    DECLARING = "declaring"
    EXCHANGING = "exchanging"
    PLAYING = "playing"
    SETTLING = "settling"


class Setup(Struct, frozen=True):
    """What a deal starts from."""

    players: tuple[str, ...]
    """Those dealt in, clockwise from the dealer's left; the dealer is the last."""
    depth: Depth
    rules: Any
    """The game's house rules."""
    carried: int
    """Chips in the pool before the stakes."""
    single: bool = False
    """Whether those are only the odd chips of the last division."""
    looed_before: bool = False
    """Whether the deal before made anybody pay into the pool."""

    @property
    def dealer(self) -> str:
        """Who deals."""
        return self.players[-1]


class Question(Struct, frozen=True):
    """The one thing the companion wants to know next."""

    asks: Literal[
        "turn-up",
        "declaration",
        "exchange",
        "piece",
        "trick-winner",
        "trick-totals",
        "flushes",
        "settled",
    ]
    text: str
    player: str | None = None
    """Whose turn it is."""
    leads: bool = False
    """Whether the piece asked for leads a trick."""


class Standing(Struct, frozen=True):
    """One player's row in the table screen."""

    player: str
    state: str
    """What he declared, in the game's words; "" before that."""
    is_in: bool
    tricks: int
    on_turn: bool
    laid: Piece | None = None
    """What he has played to the trick under way."""


class Declaration(Struct, frozen=True):
    """What one player declared."""

    player: str
    choice: str
    turn_up_taken: bool = False
    draws: int = 0
    """Cards exchanged."""


class Revoke(Struct, frozen=True):
    """A revoke on the deal's record: proven by the pieces, or seen at the table."""

    player: str
    trick: int | None
    stands: str
    """`revoke` if it counts, `let-stand` if the table let it stand."""
    proof: Proof | None = None


class Settlement(Struct, frozen=True):
    """What a decided deal comes to. In a game for scores `lines` is empty and `carried` None."""

    tricks: Mapping[str, int]
    """Tricks of each who was in, clockwise from eldest."""
    looed: tuple[str, ...]
    lines: tuple[Line, ...]
    """Payments, without the stakes."""
    points: tuple[Points, ...]
    points_in_order: bool
    """Whether the points come in the order in which the tricks fell."""
    pool: int | None
    """P: what the pool held after the stakes."""
    carried: int | None
    """What the pool holds after the settlement."""
    divided: bool
    """Whether a revoke makes the tricks count for nothing."""
    unchecked: int
    """Plays that could not be checked, their player's hand not being fully entered."""
    left_in: bool = False
    """Whether shares were left in the pool, by a dealer who played for it."""
    notes: tuple[str, ...] = ()
    """What is noted and costs nothing, a sentence each."""

    @property
    def paid_in(self) -> bool:
        """Whether anybody pays into the pool."""
        return any(line.target == POOL for line in self.lines)

    @property
    def single(self) -> bool:
        """Whether what stays in the pool is only what did not divide."""
        return not self.paid_in and not self.left_in


class Deal(Protocol):
    """A deal under way, or decided. Immutable."""

    @property
    def setup(self) -> Setup: ...
    @property
    def pack(self) -> Pack: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def begun(self) -> bool:
        """Whether anything has been said of it, so that its stakes are booked."""

    @property
    def trump(self) -> str | None: ...
    @property
    def stakes(self) -> tuple[Line, ...]:
        """The stakes, booked with the deal's first entry."""

    @property
    def declarations(self) -> tuple[Declaration, ...]: ...
    @property
    def exchanges(self) -> Mapping[str, int]:
        """How many pieces each has exchanged, where the game knows exchanges."""

    @property
    def shown(self) -> Mapping[str, tuple[Piece, ...]]:
        """Whole hands that players have laid open: flushes, each from its highest piece down."""

    @property
    def sole(self) -> str | None:
        """Who takes everything without play."""

    @property
    def players(self) -> tuple[str, ...]:
        """Those who are in, clockwise from eldest; empty until all have declared."""

    @property
    def turn_up(self) -> Piece | None: ...
    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks so far, where every piece is recorded."""

    @property
    def fell(self) -> tuple[str, ...]:
        """Winners of the tricks so far, where that is known."""

    @property
    def seen(self) -> frozenset[Piece]:
        """The pieces that nobody can play any more."""

    @property
    def pool(self) -> int | None:
        """P: what the pool holds after the stakes; None in a game for scores."""

    @property
    def terms(self) -> str:
        """What a trick is worth and what a loo costs, for the table screen."""

    @property
    def revokes(self) -> tuple[Revoke, ...]: ...
    @property
    def may_show_flush(self) -> tuple[str, ...]:
        """Who may show a flush now. `options` leaves that entry out: only its holder knows it."""

    def question(self) -> Question:
        """Return what to ask next."""

    def standing(self) -> tuple[Standing, ...]:
        """Return a row for each dealt in, clockwise from the dealer's left."""

    def options(self) -> tuple[DealEntry, ...]:
        """Return everything that may be said next, in table order."""

    def check(self, said: DealEntry) -> None:
        """Raise `Refused` if `said` may not be said now."""

    def enter(self, said: DealEntry) -> "Deal":
        """Return the deal after `said`. Raises `Refused` as `check` does."""

    def settlement(self) -> Settlement:
        """Return what the deal comes to. Raises `ValueError` before it is decided."""
