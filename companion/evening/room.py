"""How long a log can be: no deal begins in a full one, so that it can still be closed."""

from msgspec import Struct

from companion.errors import RuleViolation
from companion.evening.entries import (
    MOST_ENTRIES,
    Amended,
    AnyEntry,
    EveningClosed,
    GameEnded,
    Paid,
    Undone,
    WorthSet,
)
from companion.evening.state import State
from companion.rules.ids import Fact, Rule

FOR_THE_END = 1_000
"""Entries kept for the deal in progress, corrections and the closing: before them no deal begins."""
FEW = 2_000
"""Entries before that, at which the table is told."""
AT_THE_END = Undone | Amended | GameEnded | EveningClosed | Paid | WorthSet
"""What can be entered between deals of a full evening."""


class EveningFull(Fact, frozen=True):
    """The log is as long as it can be."""

    closing: bool
    """Whether there is still room to settle up and close the evening."""


class Room(Struct, frozen=True):
    """What the log of an evening has room for. A server may allow less than the format of records."""

    most: int = MOST_ENTRIES

    def is_full(self, length: int, state: State) -> bool:
        """Return whether an evening with so many entries is full, but for what ends it."""
        return length >= self.most or (length >= self.most - FOR_THE_END and state.between_deals)

    def has(self, length: int, state: State, entry: AnyEntry) -> bool:
        """Return whether an entry can follow so many others."""
        if not self.is_full(length, state):
            return True
        if isinstance(entry, EveningClosed):
            return length < MOST_ENTRIES
        return length < self.most and isinstance(entry, AT_THE_END)

    def check(self, length: int, state: State, entry: AnyEntry) -> None:
        """Raise `RuleViolation` unless an entry can follow so many others."""
        if not self.has(length, state, entry):
            raise RuleViolation(Rule.WRONG_PHASE, self.full(length, state))

    def full(self, length: int, state: State) -> EveningFull:
        """Return what a full evening with so many entries still has room for."""
        return EveningFull(closing=self.has(length, state, EveningClosed()))

    def left(self, length: int) -> int | None:
        """Return the entries until no deal begins any more; None while there are many."""
        left = self.most - FOR_THE_END - length
        return max(left, 0) if left <= FEW else None


ROOM = Room()
"""That of the format."""
