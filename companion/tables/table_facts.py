"""What the tables refuse, or say happened instead, as facts; `companion.wording` words them."""

from enum import auto

from companion.facts import Fact, PlainFact, Typed


class TableFact(PlainFact):
    """What a table states without names or numbers."""

    LINK_WATCHES_ONLY = auto()
    HOST_RECORDS_ALONE = auto()
    HOST_ONLY = auto()
    ANOTHERS_ENTRY = auto()
    SEAT_UNKNOWN = auto()
    ONE_SETTLEMENT_BACK = auto()
    CANNOT_BECOME_HOST = auto()
    NOBODY_TO_CONFIRM = auto()
    SOMEBODY_FASTER = auto()
    SAME_AS_BEFORE = auto()
    NO_ENTRY_ID = auto()
    OTHERS_CHECKED = auto()
    LOOKALIKE_LETTERS = auto()
    SECOND_LOOK_WANTED = auto()
    NOT_BY_CORRECTION = auto()
    NOT_A_LOOK = auto()


# Rights


class SeatLeft(Fact, frozen=True):
    player: str


class AnothersSeat(Fact, frozen=True):
    player: str
    """Whose entry it is."""
    seat: str
    """Whose device it is."""


# Entries


class EnteredAlready(Fact, frozen=True):
    by: str
    """Name of the device that entered it, or ""."""
    is_own: bool
    """Whether it was this device."""


class LogNotThatLong(Fact, frozen=True):
    length: int
    """Entries in the log."""


class AnotherEntry(Fact, frozen=True):
    entry: int
    """The entry this page corrects."""


class NotSeated(Fact, frozen=True):
    player: Typed
