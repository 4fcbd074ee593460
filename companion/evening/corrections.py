"""Why an undo or a correction is refused."""

from companion.errors import EntryError, RuleViolation
from companion.facts import AnyFact, Fact
from companion.ids import Rule


class NotNewest(Fact, frozen=True):
    number: int
    newest: int


class DoesNotStand(Fact, frozen=True):
    number: int


class TakenOutAlready(Fact, frozen=True):
    number: int


class AnswersNothing(Fact, frozen=True):
    """A correction answers a proof at a play without one."""

    number: int


class WouldNotHold(Fact, frozen=True):
    """A correction would make a later entry invalid."""

    number: int
    why: AnyFact
    after: int = 0
    """Number of entries in force after it."""


class NoLongerHolds(RuleViolation):
    """Raised for a correction that makes a later entry invalid.

    `number` and `error` are those of the later entry; `after` counts the entries in force after it.
    """

    def __init__(self, number: int, error: EntryError, after: int = 0) -> None:
        super().__init__(Rule.NO_LONGER_HOLDS, WouldNotHold(number, error.fact, after))
        self.number = number
        self.error = error
