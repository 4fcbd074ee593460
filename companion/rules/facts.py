"""What is told of a deal: its setup, where it stands, what is asked next, and what it comes to."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Generic, Literal

from msgspec import Struct

from companion.errors import Proof
from companion.facts import AnyFact, Fact
from companion.pieces import Piece
from companion.rules.house import Rules
from companion.rules.ledger import POOL, Line
from companion.rules.scores import LooTerm, Points

Depth = Literal["result", "tricks", "plays"]
DEPTHS: tuple[Depth, ...] = ("plays", "tricks", "result")
"""The depths of recording, the deepest first."""


class Phase(StrEnum):
    """Where a deal stands."""

    TURN_UP = "turn-up"
    DECLARING = "declaring"
    EXCHANGING = "exchanging"
    PLAYING = "playing"
    SETTLING = "settling"


class Setup(Struct, Generic[Rules], frozen=True, gc=False):
    """What a deal starts from."""

    players: tuple[str, ...]
    """Those dealt in, clockwise from the dealer's left; the dealer is the last."""
    depth: Depth
    rules: Rules
    """The game's house rules."""
    carried: int
    """Chips in the pool before the stakes."""
    only_remainder: bool = False
    """Whether those are only the odd chips of the last division."""
    looed_before: bool = False
    """Whether the deal before made anybody pay into the pool."""
    exempt: tuple[str, ...] = ()
    """Those whom the deal before has let off its stake."""
    scores: Mapping[str, int] = {}
    """Before the deal, in a game for scores."""

    @property
    def dealer(self) -> str:
        """Who deals."""
        return self.players[-1]


class Question(Fact, frozen=True):
    """The one thing the companion wants to know next."""

    asks: str
    """What is asked for, by the name of the template that asks it: `piece`, `trick-winner`."""
    kind: str
    """The kind of entry that answers."""
    fact: AnyFact
    """What is asked of whom."""
    player: str | None = None
    """Whose turn it is."""
    leads: bool = False
    """Whether the piece asked for leads a trick."""
    notice: AnyFact | None = None
    """What is good to know before answering."""
    held: frozenset[Piece] = frozenset()
    """Pieces known to be in that player's hand."""


class OutOfPlace(Fact, frozen=True):
    """An entry that does not fit the phase: why, and what is asked instead."""

    why: AnyFact
    question: Question


class Declaration(Struct, frozen=True, gc=False):
    """What one player declared."""

    player: str
    choice: str
    turn_up_taken: bool = False
    draws: int = 0
    """Cards exchanged."""


class Revoke(Struct, frozen=True, gc=False):
    """A revoke on the deal's record: proven by the pieces, or seen at the table."""

    player: str
    trick: int | None
    stands: str
    """`revoke` if it counts, `let-stand` if the table let it stand."""
    proof: Proof | None = None


class Settlement(Struct, frozen=True, gc=False):
    """What a decided deal comes to. In a game for scores `lines` is empty and `carried` None."""

    lines: tuple[Line, ...]
    """Payments, without what was booked before: stakes, and what was bought."""
    pool: int | None
    """P: what the pool held after the stakes and what was bought."""
    carried: int | None
    """What the pool holds after the settlement."""
    tricks: Mapping[str, int] = {}
    """Tricks of each who was in, clockwise from eldest."""
    looed: tuple[str, ...] = ()
    looed_as: LooTerm = "looed"
    """What the game calls them."""
    points: tuple[Points, ...] = ()
    points_in_order: bool = False
    """Whether the points come in the order in which the tricks fell."""
    divided: bool = False
    """Whether a revoke makes the tricks count for nothing."""
    unchecked: int = 0
    """Plays that could not be checked, their player's hand not being fully entered."""
    left_in: bool = False
    """Whether shares were left in the pool, by a dealer who played for it."""
    exempt: tuple[str, ...] = ()
    """Those whom it lets off the stake of the next deal."""
    notes: tuple[AnyFact, ...] = ()
    """What is noted and costs nothing."""
    late: int = 0
    """Chips of penalties that came into the pool while the deal was on, for the next one."""

    @property
    def paid_in(self) -> bool:
        """Whether anybody pays into the pool."""
        return any(line.target == POOL for line in self.lines)

    @property
    def only_remainder(self) -> bool:
        """Whether what stays in the pool is only what did not divide."""
        return not self.paid_in and not self.left_in and not self.late
