"""How long a log can be: no deal begins in a full one, so that it can still be closed."""

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

FULL = MOST_ENTRIES - 1_000
"""Entries after which no deal begins. The others are for the deal in progress, corrections and the closing."""
NEARLY_FULL = FULL - 2_000
"""Entries after which the table is told."""
AT_THE_END = Undone | Amended | GameEnded | EveningClosed | Paid | WorthSet
"""What can be entered between deals of a full evening."""


class EveningFull(Fact, frozen=True):
    """The log is as long as it can be."""

    closing: bool
    """Whether there is still room to settle up and close the evening."""


def is_full(length: int, state: State) -> bool:
    """Return whether an evening with so many entries is full, but for what ends it."""
    return length >= MOST_ENTRIES or (length >= FULL and state.between_deals)


def has_room(length: int, state: State, entry: AnyEntry) -> bool:
    """Return whether an entry can follow so many others."""
    if not is_full(length, state):
        return True
    return length < MOST_ENTRIES and isinstance(entry, AT_THE_END)


def check_room(length: int, state: State, entry: AnyEntry) -> None:
    """Raise `RuleViolation` unless an entry can follow so many others."""
    if not has_room(length, state, entry):
        raise RuleViolation(Rule.WRONG_PHASE, EveningFull(closing=length < MOST_ENTRIES))
