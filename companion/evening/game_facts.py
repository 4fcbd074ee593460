"""Facts about why an evening or a game refuses an entry."""

from enum import auto

from companion.facts import Fact, GameId, Ids, PlainFact, Typed


class EveningFact(PlainFact):
    """Facts without names or numbers."""

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
    winner: str
    dealing: bool
    """Whether a deal was to be played."""


class TooFewDealtIn(Fact, frozen=True):
    game: GameId
    least: int
    number: int


class PoolFull(Fact, frozen=True):
    most: int


class TooManyDealtIn(Fact, frozen=True):
    game: GameId
    most: int


class DealUnderWay(Fact, frozen=True):
    ending: bool = False
    """Whether the game was to end."""


class UnknownDepth(Fact, frozen=True):
    game: GameId
    depth: Typed
    known: Ids
