"""What a game refuses: facts about its deals, its seats and its pool."""

from enum import auto

from companion.rules.ids import Fact, GameId, Ids, PlainFact, Typed


class EveningFact(PlainFact):
    """What an evening states without names or numbers."""

    NOTHING_TO_UNDO = auto()
    GAME_HAS_ENDED = auto()
    DEPTH_IN_FORCE = auto()
    PAYS_DURING_DEAL = auto()
    NOT_FOR_CHIPS = auto()
    POINTS_TO_NOBODY = auto()
    NOBODY_ELSE = auto()
    EVENING_NAME_UNTIDY = auto()
    NOBODY_AT_TABLE = auto()
    CLOSED_EVENING = auto()
    NO_GAME_YET = auto()
    GAME_ENDED_ALREADY = auto()


class GameWon(Fact, frozen=True):
    """The game has a winner, so that no deal is played any more, and no seat changes."""

    winner: str
    dealing: bool
    """Whether it was a deal that was to be played."""


class TooFewDealtIn(Fact, frozen=True):
    """Fewer would be dealt in than the game needs."""

    game: GameId
    least: int
    number: int


class PoolFull(Fact, frozen=True):
    """The pool is larger than any that can be played for, so that no deal is played any more."""

    most: int


class TooManyDealtIn(Fact, frozen=True):
    """More would be dealt in than the game has room for."""

    game: GameId
    most: int


class DealUnderWay(Fact, frozen=True):
    """A deal has begun that must be finished, or void, before anything else."""

    ending: bool = False
    """Whether it was the game that was to end."""


class UnknownDepth(Fact, frozen=True):
    """The game cannot be recorded at that depth; it can at these."""

    game: GameId
    depth: Typed
    known: Ids
