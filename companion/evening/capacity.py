"""The limit on entries of an evening on a server. A record can have more, up to `MOST_ENTRIES`."""

from companion.errors import RuleViolation
from companion.evening.entries import (
    MOST_ENTRIES,
    Amended,
    AnyEntry,
    EveningClosed,
    GameEnded,
    Inserted,
    Noted,
    Paid,
    Undone,
    WorthSet,
)
from companion.evening.state import State
from companion.facts import Fact
from companion.ids import Rule

CAPACITY = 5_000
"""Maximum number of entries of an evening on a server. The last one is reserved for `EveningClosed`."""
LAST_DEAL = 4_750
"""No deal begins after this many entries."""
NEARLY_FULL = 4_500
"""From this number of entries on, the table is offered a new evening."""
BETWEEN_DEALS = Undone | Amended | Inserted | GameEnded | EveningClosed | Paid | WorthSet | Noted
"""Entries allowed between deals after `LAST_DEAL`."""


class EveningFull(Fact, frozen=True):
    closing: bool
    """Whether the evening can still be closed."""


def is_full(length: int, state: State) -> bool:
    """Return whether the evening has no room to begin or continue a deal."""
    return length >= (LAST_DEAL if state.between_deals else CAPACITY - 1)


def size_of(entry: AnyEntry | None) -> int:
    """Return what an entry counts towards `CAPACITY`: with those that it inserts, if any."""
    made = entry.by if isinstance(entry, Amended) else entry
    return 1 + len(made.entries) if isinstance(made, Inserted) else 1


def has_room(length: int, state: State, entry: AnyEntry) -> bool:
    """Return whether an evening on a server, of a `length` as `Evening.size` counts, has room."""
    last = length + size_of(entry)
    if last <= LAST_DEAL:
        return True
    if isinstance(entry, EveningClosed):
        return length < MOST_ENTRIES
    if last >= CAPACITY:
        return False
    return isinstance(entry, BETWEEN_DEALS) or not is_full(length, state)


def check_room(length: int, state: State, entry: AnyEntry) -> None:
    """Raise `RuleViolation` unless an evening on a server has room for an entry."""
    if not has_room(length, state, entry):
        raise RuleViolation(Rule.WRONG_PHASE, full(length))


def full(length: int) -> EveningFull:
    """Return the fact that an evening is full."""
    return EveningFull(closing=length < MOST_ENTRIES)


def entries_left(length: int) -> int | None:
    """Return the number of entries left before the last deal, or None before `NEARLY_FULL`."""
    return max(LAST_DEAL - length, 0) if length >= NEARLY_FULL else None


def closable(length: int, state: State) -> State:
    """Return the state to close: in a full evening, an open deal is void."""
    if length < CAPACITY - 1 or state.between_deals:
        return state
    return state.without_open_deal()
