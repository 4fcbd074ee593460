"""Refusals of entries, undos and corrections by an evening or a game."""

from enum import auto
from typing import Annotated

from companion.errors import EntryError, RuleViolation
from companion.facts import AnyFact, Fact, GameId, Ids, Limit, PlainFact, Typed
from companion.ids import Rule


class NotNewest(Fact, frozen=True):
    number: int
    newest: int


class DoesNotStand(Fact, frozen=True):
    number: int


class TakenOutAlready(Fact, frozen=True):
    number: int


class AnswersNothing(Fact, frozen=True):
    """A correction has an answer to a play that proves no revoke."""

    number: int


class WouldNotHold(Fact, frozen=True):
    """A correction would make a later entry invalid."""

    number: int
    why: AnyFact
    after: int = 0
    """Number of entries in force after the invalid one."""


class NoLongerHolds(RuleViolation):
    """Raised for a correction that makes a later entry invalid.

    `number` and `error` are of the later entry; `after` counts the entries in force after it.
    """

    def __init__(self, number: int, error: EntryError, after: int = 0) -> None:
        super().__init__(Rule.NO_LONGER_HOLDS, WouldNotHold(number, error.fact, after))
        self.number = number


class EveningFact(PlainFact):
    """Facts without names or numbers."""

    NOTHING_TO_UNDO = auto()
    NAMES_ARE_NOT_CORRECTED = auto()
    GAME_HAS_ENDED = auto()
    DEPTH_IN_FORCE = auto()
    PAYS_DURING_DEAL = auto()
    NOT_FOR_CHIPS = auto()
    POINTS_TO_NOBODY = auto()
    NOBODY_ELSE = auto()
    EVENING_NAME_UNTIDY = auto()
    UNUSABLE_PLACE = auto()
    BEFORE_RELEASE = auto()
    """A file has a format that no release wrote."""
    NOBODY_AT_TABLE = auto()
    CLOSED_EVENING = auto()
    NO_GAME_YET = auto()
    GAME_ENDED_ALREADY = auto()
    PAID_AT_THIS_WORTH = auto()
    NOTE_EMPTY = auto()
    NOTE_UNTIDY = auto()
    NOT_WHERE_A_DEAL_BEGINS = auto()
    NOT_BEFORE_SETTLEMENT = auto()
    NOT_A_WHOLE_DEAL = auto()
    INSERTED_AS_A_WHOLE = auto()


class CannotDeal(Fact, frozen=True):
    """The player is not dealt in."""

    player: Typed


class GameWon(Fact, frozen=True):
    winners: Annotated[tuple[str, ...], "names"]
    dealing: bool
    """True if the entry would play a deal."""

    @property
    def number(self) -> int:
        return len(self.winners)


class TooFewDealtIn(Fact, frozen=True):
    game: GameId
    least: int
    number: int


class PoolFull(Fact, frozen=True):
    most: Limit


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
