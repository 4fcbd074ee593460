"""The setup, phase, question and settlement of a deal."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Generic, Literal

from msgspec import Struct

from companion.errors import Proof
from companion.facts import AnyFact, Fact
from companion.pieces import Piece
from companion.rules.house import Rules
from companion.rules.ledger import POOL, Line, sums
from companion.rules.scores import LooTerm, Points

Depth = Literal["result", "tricks", "plays"]
DEPTHS: tuple[Depth, ...] = ("plays", "tricks", "result")
"""Depths of recording, the deepest first."""


class Phase(StrEnum):
    TURN_UP = "turn-up"
    DECLARING = "declaring"
    EXCHANGING = "exchanging"
    PLAYING = "playing"
    SETTLING = "settling"


class Setup(Struct, Generic[Rules], frozen=True, gc=False):
    players: tuple[str, ...]
    """Players dealt in, in turn from eldest; the dealer is last."""
    depth: Depth
    rules: Rules
    carried: int
    """Chips in the pool before the stakes."""
    penalized: int = 0
    """Those of them that penalties brought since the last settlement, if they do not decide the stakes."""
    only_remainder: bool = False
    """Whether `carried` is only the remainder of the last division."""
    looed_before: bool = False
    """True if a player paid into the pool in the previous deal."""
    exempt: tuple[str, ...] = ()
    """Players exempt from the stake because of the previous deal."""
    scores: Mapping[str, int] = {}

    @property
    def dealer(self) -> str:
        return self.players[-1]

    @property
    def settled_pool(self) -> int:
        """The chips that decide whether the pool is empty, and who stakes."""
        return self.carried - self.penalized


class Question(Fact, frozen=True):
    """The next question of the deal."""

    asks: str
    """What to enter: `piece`, `trick-winner`."""
    kind: str
    fact: AnyFact
    player: str | None = None
    """The player to act."""
    leads: bool = False
    notice: AnyFact | None = None
    held: frozenset[Piece] = frozenset()
    """Pieces known to be in the player's hand."""


class OutOfPlace(Fact, frozen=True):
    """An entry in the wrong phase: the reason, and the question to answer instead."""

    why: AnyFact
    question: Question


class Declaration(Struct, frozen=True, gc=False):
    player: str
    choice: str
    turn_up_taken: bool = False
    draws: int = 0
    partners: tuple[str, ...] = ()
    """Players who dropped and share what this one wins and loses."""


class Revoke(Struct, frozen=True, gc=False):
    """A recorded revoke, proven by the pieces or seen by players."""

    player: str
    trick: int | None
    ruling: str
    """`revoke` if it counts, `let-stand` if the table ignores it."""
    proof: Proof | None = None


class Settlement(Struct, frozen=True, gc=False):
    """The result of a decided deal. In a game for points `lines` is empty and `carried` None."""

    lines: tuple[Line, ...]
    """Payments, without stakes and purchases."""
    pool: int | None
    """P: the pool after stakes and purchases."""
    carried: int | None
    tricks: Mapping[str, int] = {}
    """Tricks of each player in, clockwise from eldest."""
    looed: tuple[str, ...] = ()
    looed_as: LooTerm = "looed"
    """The game's word for `looed`."""
    points: tuple[Points, ...] = ()
    points_in_order: bool = False
    divided: bool = False
    """Whether a revoke cancels the tricks."""
    unchecked: int = 0
    """Plays not checked because the player's hand is not complete."""
    left_in: bool = False
    """Whether chips other than stakes stay in the pool: a dealer played for it, or nobody took any."""
    exempt: tuple[str, ...] = ()
    notes: tuple[AnyFact, ...] = ()
    late: int = 0
    """Penalties paid into the pool during the deal, for the next one."""

    def gain(self, player: str) -> int:
        """Return the chips, or the points, that the settlement brings a player."""
        points = sum(one.points for one in self.points if one.player == player)
        return points + sums(self.lines).get(player, 0)

    @property
    def paid_in(self) -> bool:
        """Whether anybody pays into the pool."""
        return any(line.target == POOL for line in self.lines)

    @property
    def only_remainder(self) -> bool:
        """Whether the pool holds only the remainder of a division."""
        return not self.paid_in and not self.left_in and not self.late
