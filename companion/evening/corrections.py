"""Why an undo or a correction is refused."""

from companion.errors import EntryError, RuleViolation
from companion.rules.ids import AnyFact, Fact, Rule


class NotNewest(Fact, frozen=True):
    """Only the newest entry that stands is undone, and it is another one."""

    number: int
    newest: int


class DoesNotStand(Fact, frozen=True):
    """The entry to be amended is not in force, and no amendment has taken it out."""

    number: int


class TakenOutAlready(Fact, frozen=True):
    """The entry to be taken out has been taken out by an earlier amendment."""

    number: int


class AnswersNothing(Fact, frozen=True):
    """A correction answers a proof at an entry that is no later play, or that proves nothing."""

    number: int


class WouldNotHold(Fact, frozen=True):
    """A later entry would not hold any more, and why."""

    number: int
    why: AnyFact
    after: int = 0
    """How many entries stand after that one."""


class NoLongerHolds(RuleViolation):
    """A correction against which a later entry stands. `number` and `error` are that entry's.

    `after` is how many entries stand after it.
    """

    def __init__(self, number: int, error: EntryError, after: int = 0) -> None:
        super().__init__(Rule.NO_LONGER_HOLDS, WouldNotHold(number, error.fact, after))
        self.number = number
        self.error = error
