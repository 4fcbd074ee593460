"""Facts about refusals and competing entries at tables; `companion.wording` words them."""

from enum import auto

from companion.facts import Fact, PlainFact, Typed


class TableFact(PlainFact):
    """Facts without fields."""

    NO_COOKIES = auto()
    NOT_A_DAY = auto()
    LINK_WATCHES_ONLY = auto()
    PHONE_REMOVED = auto()
    CHOSE_TO_WATCH = auto()
    HOST_RECORDS_ALONE = auto()
    HOST_ONLY = auto()
    ANOTHERS_ENTRY = auto()
    SEAT_UNKNOWN = auto()
    ONE_SETTLEMENT_BACK = auto()
    CANNOT_BECOME_HOST = auto()
    CANNOT_REMOVE = auto()
    DEAL_HAS_ENTRIES = auto()
    NOBODY_TO_CONFIRM = auto()
    SOMEBODY_FASTER = auto()
    SAME_AS_BEFORE = auto()
    NO_ENTRY_ID = auto()
    OTHERS_CHECKED = auto()
    LOOKALIKE_LETTERS = auto()
    SECOND_LOOK_WANTED = auto()
    NOT_BY_CORRECTION = auto()
    NOT_A_LOOK = auto()
    STUDIES_OFF = auto()
    ANOTHER_STUDY = auto()
    NO_OTHER_PHONES = auto()
    NO_ESTIMATES = auto()


class SeatLeft(Fact, frozen=True):
    player: str


class AnothersSeat(Fact, frozen=True):
    player: str
    """The player the entry belongs to."""
    seat: str
    """The player who uses the device."""


class NotSeated(Fact, frozen=True):
    player: Typed


class NotACode(Fact, frozen=True):
    length: int
    """Letters in a code."""


class EnteredAlready(Fact, frozen=True):
    by: str
    """Name of the device that entered it, or ""."""
    is_own: bool


class LogNotThatLong(Fact, frozen=True):
    length: int


class AnotherEntry(Fact, frozen=True):
    entry: int
    """The entry this page corrects."""
