"""What the tables refuse, or say happened instead, as facts; `companion.wording` words them."""

from companion.rules.ids import Fact, Typed

# Rights


class LinkWatchesOnly(Fact, frozen=True):
    """The link by which a device came records nothing."""


class HostRecordsAlone(Fact, frozen=True):
    """The host alone records at this table."""


class HostOnly(Fact, frozen=True):
    """Only the host may do that."""


class AnothersEntry(Fact, frozen=True):
    """Another device made the entry, where each records for their own seat."""


class SeatUnknown(Fact, frozen=True):
    """Each records for their own seat, and the device has not chosen one."""


class SeatLeft(Fact, frozen=True):
    """Each records for their own seat, and the player of the device is not at the table."""

    player: str


class AnothersSeat(Fact, frozen=True):
    """The entry is for another's seat, where each records for their own."""

    player: str
    """The player whose entry it is."""
    seat: str
    """The player whose device it is."""


class OneSettlementBack(Fact, frozen=True):
    """A settlement was taken back already, and only the host takes back another one."""


class GroupHostOnly(Fact, frozen=True):
    """Only the host of the group may do that."""


class AnothersGroupEntry(Fact, frozen=True):
    """Another device made the newest entry of the group."""


class CannotBecomeHost(Fact, frozen=True):
    """A device that is not there, only watches, or is host already."""


class NobodyToConfirm(Fact, frozen=True):
    """Only the host is to record, and a second device to confirm, which could not."""


# Entries


class EnteredAlready(Fact, frozen=True):
    """Another was faster, and entered the same."""

    by: str
    """What the device that entered it is called; "" if it has no name."""
    is_own: bool
    """Whether it was this one."""


class SomebodyFaster(Fact, frozen=True):
    """Another was faster, and entered something else."""


class LogNotThatLong(Fact, frozen=True):
    """An entry was made from a position that the log has not come to."""

    length: int
    """How many entries it has."""


class SameAsBefore(Fact, frozen=True):
    """A correction says what stands there already."""


class AnotherEntry(Fact, frozen=True):
    """A correction is of another entry than the one that was asked about."""

    entry: int
    """The number of that one."""


class NoEntryId(Fact, frozen=True):
    """What was sent has no usable `entry_id`, by which a second sending is known."""


class NotSeated(Fact, frozen=True):
    """Nobody of that name sits at the table now."""

    player: Typed
