"""A deal of a game that the companion does not know: a number for each player (docs/rules.md 15)."""

from collections.abc import Callable, Mapping
from enum import auto
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import MalformedEntry, RuleViolation
from companion.facts import Fact, Limit, PlainFact, SignedPoints
from companion.ids import Rule
from companion.pieces import FIFTY_TWO, Pack
from companion.rules.actions import DealEntry, Misdealt, Scored, Settled, check_reason
from companion.rules.deal import handler, wrong_phase
from companion.rules.deal_facts import DealFact, NotDealtIn
from companion.rules.facts import Phase, Question, Revoke, Settlement, Setup
from companion.rules.ledger import Line
from companion.rules.scores import Points

MOST = 1_000_000
"""Maximum number of points or chips that a player wins or loses in a deal."""


class OtherFact(PlainFact):
    SCORES_ASKED = auto()
    POINTS_ASKED = auto()
    SCORES_ENTERED = auto()


class ScoreMissing(Fact, frozen=True):
    player: str


class ScoreTooLarge(Fact, frozen=True):
    player: str
    most: Limit


class ChipsMissing(Fact, frozen=True):
    """The chips of a deal do not sum to zero."""

    chips: int
    """Chips too few; negative for too many."""


class DealPoints(Fact, frozen=True):
    points: SignedPoints


class ChipsMoved(Fact, frozen=True):
    source: str
    target: str
    chips: int


class ScoreDeal(Struct, frozen=True):
    """A deal of points or chips. Immutable; `enter` returns a new one."""

    pack: ClassVar[Pack] = FIFTY_TWO
    stakes: ClassVar[tuple[Line, ...]] = ()
    bought: ClassVar[tuple[Line, ...]] = ()
    revokes: ClassVar[tuple[Revoke, ...]] = ()
    pool: ClassVar[None] = None
    turn_up: ClassVar[None] = None
    trump: ClassVar[None] = None
    turn: ClassVar[None] = None

    setup: Setup
    scores: Mapping[str, int] = {}
    """Points or chips of each player, once entered."""

    def __repr__(self) -> str:
        return f"<ScoreDeal: {self.setup.dealer} deals, {self.phase}>"

    @property
    def phase(self) -> Phase:
        return Phase.SETTLING if self.scores else Phase.PLAYING

    @property
    def begun(self) -> bool:
        return bool(self.scores)

    def question(self) -> Question:
        if self.scores:
            return Question("settled", "settled", OtherFact.SCORES_ENTERED)
        for_chips = self.setup.rules.counts == "chips"
        asked = OtherFact.SCORES_ASKED if for_chips else OtherFact.POINTS_ASKED
        return Question("scores", "scored", asked)

    def options(self) -> tuple[DealEntry, ...]:
        """Return the entries that can be listed: all but the scores themselves."""
        return (Settled(), Misdealt()) if self.scores else ()

    def enter(self, entry: DealEntry) -> "ScoreDeal":
        """Return the deal after `entry`. Raises `RuleViolation` or `MalformedEntry`."""
        return handler(self, entry, _ENTER)(self, entry)

    def _scored(self, entry: Scored) -> "ScoreDeal":
        if self.scores:
            raise wrong_phase(self.question(), DealFact.DEAL_DECIDED)
        players = self.setup.players
        for player, number in entry.scores.items():
            if player not in players:
                raise RuleViolation(Rule.NOT_IN, NotDealtIn(player[:40]))
            if abs(number) > MOST:
                raise MalformedEntry(ScoreTooLarge(player, MOST))
        missing = next((player for player in players if player not in entry.scores), None)
        if missing is not None:
            raise MalformedEntry(ScoreMissing(missing))
        total = sum(entry.scores.values())
        if total and self.setup.rules.counts == "chips":
            raise RuleViolation(Rule.SCORE, ChipsMissing(-total))
        return replace(self, scores={player: entry.scores[player] for player in players})

    def _settled(self, _entry: Settled) -> "ScoreDeal":
        if not self.scores:
            raise wrong_phase(self.question(), DealFact.DEAL_OPEN)
        return self

    def _misdealt(self, entry: Misdealt) -> "ScoreDeal":
        if not self.scores:
            raise wrong_phase(self.question(), DealFact.DEAL_NOT_BEGUN)
        check_reason(entry.reason)
        return ScoreDeal(self.setup)

    def settlement(self) -> Settlement:
        if not self.scores:
            raise ValueError("the deal is not decided")
        if self.setup.rules.counts == "chips":
            return Settlement(lines=_payments(self.scores), pool=0, carried=0)
        points = (
            Points(player, number, Rule.SCORE, DealPoints(number))
            for player, number in self.scores.items()
        )
        return Settlement(lines=(), pool=None, carried=None, points=tuple(points))


def _payments(scores: Mapping[str, int]) -> tuple[Line, ...]:
    """Return payments by which each player wins or loses these chips, in the order of the players."""
    owed = {player: number for player, number in scores.items() if number > 0}
    lines = []
    for payer, number in scores.items():
        left = -number
        for payee in [*owed]:
            chips = min(left, owed[payee])
            if chips > 0:
                fact = ChipsMoved(payer, payee, chips)
                lines.append(Line(payer, payee, chips, "score", Rule.SCORE, fact))
                owed[payee] -= chips
                left -= chips
    return tuple(lines)


_ENTER: Mapping[type, Callable[[ScoreDeal, Any], ScoreDeal]] = {
    Scored: ScoreDeal._scored,
    Settled: ScoreDeal._settled,
    Misdealt: ScoreDeal._misdealt,
}
