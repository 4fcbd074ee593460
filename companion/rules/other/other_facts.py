"""Questions and refusals of a game that the companion does not know."""

from enum import auto

from companion.facts import Fact, Limit, PlainFact, SignedPoints


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
