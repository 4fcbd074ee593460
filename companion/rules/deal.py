"""What every deal can be asked.

The table screen, the JSON and the refusals all come from here: a deal says its `phase`, asks one
`question`, lists its `options`, and takes an entry or refuses it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from msgspec import Struct

from companion.errors import EntryError, Proof, RuleViolation
from companion.pieces import Pack, Piece
from companion.rules.actions import DealEntry
from companion.rules.ids import Fact, Rule
from companion.rules.ledger import POOL, Line
from companion.rules.scores import Points

if TYPE_CHECKING:
    from companion.rules.tricks.play import TrickPlay

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


class Question(Fact, frozen=True):
    """The one thing the companion wants to know next."""

    asks: str
    """What is asked for, by the name of the template that asks it: `piece`, `trick-winner`."""
    kind: str
    """The kind of entry that answers."""
    fact: Fact | str
    """What is asked of whom."""
    player: str | None = None
    """Whose turn it is."""
    leads: bool = False
    """Whether the piece asked for leads a trick."""
    notice: Fact | str = ""
    """What is good to know before answering."""
    held: frozenset[Piece] = frozenset()
    """Pieces known to be in that player's hand."""


class OutOfPlace(Fact, frozen=True):
    """An entry does not fit where the deal stands: why, and what is asked instead."""

    why: Fact | str
    question: Question


class NotInThisGame(Fact, frozen=True):
    """Entries of that kind are of other games."""


class PieceSelection(Struct, frozen=True):
    """What only the holder of the pieces knows, and is said by picking them.

    `Deal.options` leaves such entries out; they are offered on a page of their own.
    """

    kind: str
    """The kind of entry: `flush-shown`."""
    offer: str
    """What the way to that page is called: "A flush is shown"."""
    asks: str
    """What the page asks."""
    done: str
    """What its button says."""
    players: tuple[str, ...]
    """Who may say it."""
    least: int
    most: int
    """How many pieces it takes, from and to."""
    barred: frozenset[Piece] = frozenset()
    """Pieces that cannot be among them, beside those that have been seen."""
    single: frozenset[Piece] = frozenset()
    """Pieces of which only one can be among them, although the pack has more."""
    held: frozenset[Piece] = frozenset()
    """Pieces known to be in that player's hand."""


class RemainingHands(Struct, frozen=True):
    """What may be said of the hands that are left at the end of a deal."""

    counts: Mapping[str, int | None]
    """How many cards each holds who may be left with some; None where that is not known."""
    held: Mapping[str, tuple[Piece, ...]]
    """Cards known to be among them."""
    winners: tuple[str, ...]
    """Who may be said to have won."""
    dead: bool
    """Whether it may be said that nobody has."""
    pips: Mapping[Piece, int]
    """What each card counts."""
    worth: str
    """The same in words."""
    most: int
    """How many anybody can be left with."""


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

    lines: tuple[Line, ...]
    """Payments, without what was booked before: stakes, and what was bought."""
    pool: int | None
    """P: what the pool held after the stakes and what was bought."""
    carried: int | None
    """What the pool holds after the settlement."""
    tricks: Mapping[str, int] = {}
    """Tricks of each who was in, clockwise from eldest."""
    looed: tuple[str, ...] = ()
    points: tuple[Points, ...] = ()
    points_in_order: bool = False
    """Whether the points come in the order in which the tricks fell."""
    divided: bool = False
    """Whether a revoke makes the tricks count for nothing."""
    unchecked: int = 0
    """Plays that could not be checked, their player's hand not being fully entered."""
    left_in: bool = False
    """Whether shares were left in the pool, by a dealer who played for it."""
    notes: tuple[Fact | str, ...] = ()
    """What is noted and costs nothing."""

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
    def stakes(self) -> tuple[Line, ...]:
        """The stakes, booked with the deal's first entry. They stay if it is void."""

    @property
    def bought(self) -> tuple[Line, ...]:
        """What else is booked before the settlement. It is paid back if the deal is void."""

    @property
    def pool(self) -> int | None:
        """What the pool holds now, an open settlement left out; None where there is no pool."""

    @property
    def terms(self) -> str:
        """What is good to know all the time, for the table screen: what a trick is worth."""

    @property
    def turn_up(self) -> Piece | None: ...
    @property
    def trump(self) -> str | None: ...
    @property
    def no_trump(self) -> str:
        """What the table screen says while no suit is trump; "" where there never is one."""

    @property
    def play(self) -> TrickPlay | None:
        """The tricks, once they are played; None in a game without tricks."""

    @property
    def seen(self) -> frozenset[Piece]:
        """The pieces that nobody can play any more."""

    @property
    def revokes(self) -> tuple[Revoke, ...]: ...
    @property
    def picks(self) -> tuple[PieceSelection, ...]:
        """What may be said now by picking pieces, beside the options."""

    @property
    def hands(self) -> RemainingHands | None:
        """What may be said now of the hands that are left, beside the options."""

    def question(self) -> Question:
        """Return what to ask next."""

    def standing(self) -> tuple[Standing, ...]:
        """Return a row for each dealt in, clockwise from the dealer's left."""

    def options(self) -> tuple[DealEntry, ...]:
        """Return everything that may be said next, in table order."""

    def note(self, said: DealEntry) -> str:
        """Return what stands small beside the button of an option: what it pays; or ""."""

    def check(self, said: DealEntry) -> None:
        """Raise `EntryError` if `said` may not be said now."""

    def enter(self, said: DealEntry) -> Deal:
        """Return the deal after `said`. Raises `EntryError` as `check` does."""

    def settlement(self) -> Settlement:
        """Return what the deal comes to. Raises `ValueError` before it is decided."""

    def came_out(self, player: str, settlement: Settlement) -> str:
        """Return in a word or two how a player came out of the decided deal."""

    def idle(self, player: str, settlement: Settlement) -> tuple[str, Rule]:
        """Return why a player neither wins nor pays: a sentence, and the id of its rule."""


AnyDeal = TypeVar("AnyDeal", bound=Deal)


def entered(
    deal: AnyDeal, said: DealEntry, ways: Mapping[type, Callable[[AnyDeal, Any], AnyDeal]]
) -> AnyDeal:
    """Return a deal after `said`, which goes the way that its game has for entries of that kind.

    Raises `RuleViolation` if it has none, and what that way raises.
    """
    way = ways.get(type(said))
    if way is None:
        raise RuleViolation(Rule.WRONG_PHASE, OutOfPlace(NotInThisGame(), deal.question()))
    return way(deal, said)


def may(deal: Deal, said: DealEntry) -> bool:
    """Return whether `said` may be said of a deal now."""
    try:
        deal.check(said)
    except EntryError:
        return False
    return True
