"""What the tables refuse, or say happened instead, as facts; `companion.wording` words them."""

from enum import auto

from companion.rules.ids import Fact, PlainFact, Typed


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
    """Each records for their own seat, and the player of the device is not at the table."""

    player: str


class AnothersSeat(Fact, frozen=True):
    """The entry is for another's seat, where each records for their own."""

    player: str
    """The player whose entry it is."""
    seat: str
    """The player whose device it is."""


class GroupHostOnly(Fact, frozen=True):
    """Only the host of the group may do that."""


class AnothersGroupEntry(Fact, frozen=True):
    """Another device made the newest entry of the group."""


# Entries


class EnteredAlready(Fact, frozen=True):
    """Another was faster, and entered the same."""

    by: str
    """What the device that entered it is called; "" if it has no name."""
    is_own: bool
    """Whether it was this one."""


class LogNotThatLong(Fact, frozen=True):
    """An entry was made from a position that the log has not come to."""

    length: int
    """How many entries it has."""


class AnotherEntry(Fact, frozen=True):
    """A correction is of another entry than the one that was asked about."""

    entry: int
    """The number of that one."""


class NotSeated(Fact, frozen=True):
    """Nobody of that name sits at the table now."""

    player: Typed
