"""Who may do what at a table: all of it is decided here, from what the host has set.

A link is a capability, to record or to watch. The host is the device that opened the evening, or
one that hosts every evening of the server. The functions are pure: they return if a device may, and
raise `Denied` if not.
"""

from companion.evening import AnyEntry, Evening
from companion.evening.entries import (
    Amended,
    DepthChanged,
    EveningClosed,
    GameEnded,
    GameStarted,
    Joined,
    OrdinaryEntry,
    Undone,
)
from companion.rules.actions import RestDeclared, TrickWon
from companion.rules.ids import Fact
from companion.store import Device, TableAccess

HOST_ONLY = (GameEnded, EveningClosed)
HOST_WHERE_EACH_RECORDS_HIS_OWN = (Joined, DepthChanged, GameStarted, RestDeclared)


class LinkWatchesOnly(Fact, frozen=True):
    """The link by which a device came records nothing."""


class HostRecordsAlone(Fact, frozen=True):
    """The host alone records at this table."""


class HostOnly(Fact, frozen=True):
    """That is the host's to do."""


class EachUndoesHisOwn(Fact, frozen=True):
    """The entry is another's, where each records for his own seat."""


class SeatUnknown(Fact, frozen=True):
    """Each records for his own seat, and the device has not said which is its."""


class AnothersSeat(Fact, frozen=True):
    """The entry is for another's seat, where each records for his own."""

    player: str
    """Whose entry it is."""
    seat: str
    """The player whose device it is."""


class CannotBecomeHost(Fact, frozen=True):
    """A device that is not there, only watches, or is host already."""


class Denied(Exception):
    """The device may not do that at this table. `fact` says who may."""

    def __init__(self, fact: Fact) -> None:
        super().__init__(fact)
        self.fact = fact


class Unsure(Exception):
    """The entry to be undone is somebody else's, and the person was not asked yet."""


def may_record(access: TableAccess) -> None:
    """Raise `Denied` unless a device may enter anything at all."""
    may_have_a_name(access)
    if access.records == "host" and not access.is_host:
        raise Denied(HostRecordsAlone())


def may_have_a_name(access: TableAccess) -> None:
    """Raise `Denied` unless a device may say what it is called, and whose it is."""
    if access.watches:
        raise Denied(LinkWatchesOnly())


def may_host(access: TableAccess) -> None:
    """Raise `Denied` unless a device is a host of the table."""
    may_record(access)
    if not access.is_host:
        raise Denied(HostOnly())


def may_enter(
    access: TableAccess, evening: Evening, entry: AnyEntry, *, of_another: bool, sure: bool
) -> None:
    """Raise `Denied` unless a device may make an entry in an evening as it stands.

    `of_another` tells of an entry to be undone whether another device made it; then it is to be
    asked once, and `sure` says that it was. Raises `Unsure` if it was not.
    """
    may_record(access)
    if isinstance(entry, Undone):
        if not of_another:
            return
        if access.records == "own" and not access.is_host:
            raise Denied(EachUndoesHisOwn())
        if not sure:
            raise Unsure
        return
    if access.is_host:
        return
    concerned: tuple[AnyEntry | None, ...] = (entry,)
    if isinstance(entry, Amended):
        _require_open_deal(access, evening, entry.entry)
        standing = evening.find(entry.entry)
        concerned = (entry.by, standing.entry if standing else None)
    session = evening.state.session
    for one in concerned:
        ends_game = isinstance(one, GameStarted) and session is not None and not session.ended
        if isinstance(one, HOST_ONLY) or ends_game:
            may_host(access)
        if access.records == "own" and one is not None:
            _require_own(access, one)


def can_enter(access: TableAccess, evening: Evening, entry: OrdinaryEntry) -> bool:
    """Return whether a device may make an entry in an evening as it stands."""
    try:
        may_enter(access, evening, entry, of_another=False, sure=False)
    except Denied:
        return False
    return True


def can_undo(access: TableAccess, evening: Evening, number: int, of_another: bool) -> bool:
    """Return whether a device may undo an entry, asked first if another device made it."""
    try:
        may_enter(access, evening, Undone(number), of_another=of_another, sure=True)
    except Denied:
        return False
    return True


def may_amend(access: TableAccess, evening: Evening, number: int) -> None:
    """Raise `Denied` unless a device may correct the entry with this number."""
    may_enter(access, evening, Amended(number), of_another=False, sure=True)


def can_amend(access: TableAccess, evening: Evening, number: int) -> bool:
    """Return whether a device may correct the entry with this number."""
    try:
        may_amend(access, evening, number)
    except Denied:
        return False
    return True


def can_answer(access: TableAccess, player: str) -> bool:
    """Return whether a question to a player can be answered on this device."""
    return access.records != "own" or access.is_host or player == access.seat


def can_become_host(device: Device | None) -> bool:
    """Return whether a device can be made the host."""
    return device is not None and not device.watches and not device.is_host


def _require_open_deal(access: TableAccess, evening: Evening, number: int) -> None:
    """Raise `Denied` for an entry of an earlier deal, which only a host corrects."""
    earlier = evening.finished[-1].last if evening.finished else 0
    if number <= earlier:
        may_host(access)


def _require_own(access: TableAccess, entry: AnyEntry) -> None:
    """Raise `Denied` unless an entry is for the seat of the device, or for everybody."""
    if isinstance(entry, HOST_WHERE_EACH_RECORDS_HIS_OWN):
        may_host(access)
    if not access.seat:
        raise Denied(SeatUnknown())
    player = getattr(entry, "player", access.seat)
    if player != access.seat and not isinstance(entry, TrickWon):
        raise Denied(AnothersSeat(player, access.seat))
