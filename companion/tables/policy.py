"""Who may do what at a table: all of it is decided here, from what the host has set.

A link is a capability, to record or to watch. The host is the device that opened the evening, or
one that hosts every evening of the server. The functions are pure: they return if a device may, and
raise `Denied` if not.
"""

from collections.abc import Hashable, Iterable
from typing import Literal, TypeVar

from msgspec.structs import replace

from companion.evening import AnyEntry, Evening, State
from companion.evening.capacity import has_room
from companion.evening.entries import (
    Amended,
    DepthChanged,
    EveningClosed,
    GameEnded,
    GameStarted,
    Joined,
    Left,
    OrdinaryEntry,
    Paid,
    Penalized,
    Undone,
    WorthSet,
)
from companion.facts import AnyFact
from companion.rules.actions import RestDeclared, Settled, TricksTaken, TrickWon
from companion.store import Device, TableAccess
from companion.tables.table_facts import (
    AnothersSeat,
    SeatLeft,
    TableFact,
)

One = TypeVar("One", bound=OrdinaryEntry)
Author = Literal["self", "another", "nobody"]
"""Who made an entry: the device that asks, another one, or nobody, as with what was imported."""

HOST_ONLY = (GameEnded, EveningClosed)
HOST_ONLY_WITH_OWN_SEATS = (
    Joined,
    DepthChanged,
    GameStarted,
    RestDeclared,
    WorthSet,
    Penalized,
)
"""What is the host's too where each records for their own seat."""


class Denied(Exception):
    """The device may not do that at this table. `fact` says who may."""

    def __init__(self, fact: AnyFact) -> None:
        super().__init__(fact)
        self.fact = fact


class Unsure(Exception):
    """The entry to be undone is somebody else's, and the person was not asked yet."""


def may_record(access: TableAccess) -> None:
    """Raise `Denied` unless a device may enter anything at all."""
    if access.is_host:
        return
    if access.info.watches:
        raise Denied(TableFact.LINK_WATCHES_ONLY)
    if access.records == "host":
        raise Denied(TableFact.HOST_RECORDS_ALONE)


def can_record(access: TableAccess) -> bool:
    """Return whether a device may enter anything at all."""
    try:
        may_record(access)
    except Denied:
        return False
    return True


def may_have_a_name(access: TableAccess) -> None:
    """Raise `Denied` unless a device may choose its name and its seat."""
    if access.watches:
        raise Denied(TableFact.LINK_WATCHES_ONLY)


def may_play_again(access: TableAccess) -> None:
    """Raise `Denied` unless a device may open a new evening with the people of this one."""
    if access.watches:
        raise Denied(TableFact.LINK_WATCHES_ONLY)


def may_host(access: TableAccess) -> None:
    """Raise `Denied` unless a device is a host of the table."""
    may_record(access)
    if not access.is_host:
        raise Denied(TableFact.HOST_ONLY)


def may_answer(access: TableAccess, evening: Evening, player: str | None) -> None:
    """Raise `Denied` unless a device may answer a question to a player, or with None to all."""
    may_record(access)
    if access.records != "own" or access.is_host:
        return
    seat = player_of(access, evening)
    if not seat:
        raise Denied(SeatLeft(access.seat) if access.seat else TableFact.SEAT_UNKNOWN)
    if player not in (None, seat):
        raise Denied(AnothersSeat(player, seat))


def may_enter_kind(access: TableAccess, evening: Evening, kind: type[OrdinaryEntry]) -> None:
    """Raise `Denied` unless a device may make an entry of a kind, whatever else it says."""
    may_record(access)
    if _is_hosts(access, evening.state, kind):
        may_host(access)
    # Who has left settles up all the same.
    if kind is not Paid:
        may_answer(access, evening, None)


def _is_hosts(access: TableAccess, state: State, kind: type[OrdinaryEntry]) -> bool:
    """Return whether only a host makes entries of a kind."""
    session = state.session
    ends_game = kind is GameStarted and session is not None and not session.ended
    with_own_seats = access.records == "own" and issubclass(kind, HOST_ONLY_WITH_OWN_SEATS)
    return issubclass(kind, HOST_ONLY) or ends_game or with_own_seats


def may_enter(
    access: TableAccess,
    evening: Evening,
    entry: AnyEntry,
    *,
    author: Author = "self",
    sure: bool = False,
) -> None:
    """Raise `Denied` unless a device may make an entry in an evening as it stands.

    `author` made the entry that is undone, or has said last what the corrected one is. Undoing
    another's is asked about once, and `sure` says that it was; raises `Unsure` if it was not.
    """
    may_record(access)
    if isinstance(entry, Undone):
        if author != "self" and access.records == "own" and not access.is_host:
            raise Denied(TableFact.ANOTHERS_ENTRY)
        _may_undo(access, evening, entry.entry, author)
        if author == "another" and not sure:
            raise Unsure
    elif isinstance(entry, Amended):
        _may_amend(access, evening, entry, author)
    else:
        may_enter_kind(access, evening, type(entry))
        if _tells_whole_deal(entry) and access.records == "own":
            may_host(access)
        player = _player(entry)
        if player is not None:
            may_answer(access, evening, player)


def can_enter(access: TableAccess, evening: Evening, entry: AnyEntry) -> bool:
    """Return whether a device may make an entry, an undo or a correction being of its own."""
    try:
        may_enter(access, evening, entry, sure=True)
    except Denied:
        return False
    return True


def enterable(access: TableAccess, evening: Evening, entries: Iterable[One]) -> list[One]:
    """Return those entries that a device may make, in their order.

    One play decides for all of a pad: nobody may enter this piece and not that one.
    """
    found = []
    decided: dict[Hashable, bool] = {}
    by_seat = access.records == "own" and not access.is_host
    for entry in entries:
        tells_choices = getattr(entry, "declared", None) is not None
        about = type(entry), by_seat and getattr(entry, "player", None), tells_choices
        if about not in decided:
            decided[about] = can_enter(access, evening, entry)
        if decided[about]:
            found.append(entry)
    return found


def can_enter_kind(access: TableAccess, evening: Evening, kind: type[OrdinaryEntry]) -> bool:
    """Return whether a device may make an entry of a kind, whatever else it says."""
    try:
        may_enter_kind(access, evening, kind)
    except Denied:
        return False
    return True


def can_undo(access: TableAccess, evening: Evening, number: int, author: Author) -> bool:
    """Return whether a device may undo an entry, asked first if another device made it."""
    if not has_room(evening.length, evening.state, Undone(number)):
        return False
    try:
        may_enter(access, evening, Undone(number), author=author, sure=True)
    except Denied:
        return False
    return True


def can_amend(access: TableAccess, evening: Evening, number: int, author: Author) -> bool:
    """Return whether a device may correct the entry with this number.

    `author` made it, or has corrected it last.
    """
    if not has_room(evening.length, evening.state, Amended(number)):
        return False
    try:
        may_enter(access, evening, Amended(number), author=author)
    except Denied:
        return False
    return True


def can_answer(access: TableAccess, evening: Evening, player: str | None) -> bool:
    """Return whether a question to a player, or with None to all, can be answered on this device."""
    try:
        may_answer(access, evening, player)
    except Denied:
        return False
    return True


def concerns(access: TableAccess, player: str) -> bool:
    """Return whether a question to a player ("" if to anybody) is for who holds a device.

    A host may answer for all, but where each records his own seat, not every turn is his.
    """
    return access.records != "own" or player in ("", access.seat) or not access.seat


def records_by_seat(access: TableAccess, evening: Evening) -> bool:
    """Return whether a device records where each does for their own seat: for that, or all as host."""
    is_open = access.records == "own" and not evening.state.closed
    return is_open and can_answer(access, evening, None)


def may_claim_hosting(access: TableAccess) -> None:
    """Raise `Denied` unless a device may make itself the host where nobody is."""
    if access.watches:
        raise Denied(TableFact.LINK_WATCHES_ONLY)


def can_claim_hosting(access: TableAccess, is_hosted: bool) -> bool:
    """Return whether a device can make itself the host, which is of use if nobody is."""
    return not (is_hosted or access.is_host or access.watches)


def can_become_host(device: Device | None) -> bool:
    """Return whether a device can be made the host."""
    return device is not None and not device.watches and not device.is_host


def player_of(device: TableAccess | Device, evening: Evening) -> str:
    """Return the player whose device it is; "" if nobody's, or if that player is gone."""
    session = evening.state.session
    return device.seat if session is None or device.seat in session.seated() else ""


def rights(access: TableAccess) -> str:
    """Return a mark of what a device is shown: another one if it may do more or less than before."""
    own = f"-{access.seat}" if access.records == "own" else ""
    flags = (access.watches, can_record(access), access.is_host, access.second_look)
    return "".join(f"{flag:d}" for flag in flags) + own


def without_device(access: TableAccess) -> TableAccess:
    """Return an access without its device: the same for all that may do, and are shown, the same."""
    return replace(
        access,
        device="",
        name="",
        seat=access.seat if access.records == "own" else "",
        is_known=True,
        is_server_host=False,
        read_at=0.0,
    )


def watching(access: TableAccess) -> TableAccess:
    """Return an access that shows the same evening and may enter nothing, by whichever link."""
    info = replace(access.info, key="", watches=True)
    nobody = replace(access, info=info, is_host=False, records="all", second_look=False)
    return without_device(nobody)


def _may_undo(access: TableAccess, evening: Evening, number: int, author: Author) -> None:
    """Raise `Denied` unless a device may undo the entry with this number, if that can be undone.

    What a host alone enters or corrects, a host alone undoes; others a start of a game of their own.
    Of the settlements, anyone who records takes back the newest; that of the deal before only a host,
    until the deal is settled again.
    """
    newest = evening.newest
    if newest and newest.number == number:
        is_anothers_start = isinstance(newest.entry, GameStarted) and author != "self"
        before = evening.current_entries[0].before or evening.state
        if is_anothers_start or _is_hosts(access, before, type(newest.entry)):
            may_host(access)
        if _is_of_earlier_deal(evening) and not access.is_host:
            raise Denied(TableFact.ONE_SETTLEMENT_BACK)
        _may_be_about(access, evening, newest.entry)
    for amendment in evening.amendments[-1:]:
        if amendment.number == number:
            _may_change(access, evening, amendment.targets[0])
            for target in amendment.targets:
                stands, was = evening.find(target), evening.was(target) or (None,)
                for one in (stands.entry if stands else None, was[-1]):
                    if one is not None:
                        _may_come_or_go(access, evening, one)
                        _may_be_about(access, evening, one)


def _may_be_about(access: TableAccess, evening: Evening, entry: OrdinaryEntry) -> None:
    """Raise `Denied` if an entry that goes or comes back by an undo is another seat's.

    Whoever said that they leave takes that back, though nobody's seat is theirs now.
    """
    if access.records == "own" and _tells_whole_deal(entry):
        may_host(access)
    player = _player(entry)
    if player is not None and not (isinstance(entry, Left) and player == access.seat):
        may_answer(access, evening, player)


def _may_come_or_go(access: TableAccess, evening: Evening, entry: OrdinaryEntry) -> None:
    """Raise `Denied` if an entry is a host's alone to put in, or take out, by a correction.

    Such is each start of a game: one that comes or goes earlier can end another.
    """
    if isinstance(entry, GameStarted) or _is_hosts(access, evening.state, type(entry)):
        may_host(access)


def _may_change(access: TableAccess, evening: Evening, number: int) -> None:
    """Raise `Denied` unless a device may have another entry, or none, in the place of this one."""
    if evening.state.closed or evening.is_of_earlier_deal(number) or _is_of_earlier_deal(evening):
        may_host(access)


def _is_of_earlier_deal(evening: Evening) -> bool:
    """Return whether what is newest settles a deal after which another one was settled once."""
    newest = evening.newest
    if newest is None or not isinstance(newest.entry, Settled):
        return False
    return newest.number < evening.settled


def _may_amend(access: TableAccess, evening: Evening, entry: Amended, author: Author) -> None:
    """Raise `Denied` unless a device may correct an entry.

    What belongs to an earlier deal is a host's to correct, and all of it once the evening is closed.
    """
    if access.is_host:
        return
    _may_change(access, evening, entry.entry)
    stands = evening.find(entry.entry)
    # What was taken out is still whose it was.
    was = stands.entry if stands else (evening.was(entry.entry) or (None,))[-1]
    concerned: tuple[OrdinaryEntry | None, ...] = (was, entry.by)
    for one in concerned:
        if one is not None:
            may_enter(access, evening, one)
            _may_come_or_go(access, evening, one)
    for number in entry.answers:
        if play := evening.find(number):
            may_answer(access, evening, _player(play.entry))
    if access.records == "own" and author != "self" and was is not None and _player(was) is None:
        raise Denied(TableFact.ANOTHERS_ENTRY)


def _tells_whole_deal(entry: OrdinaryEntry) -> bool:
    return isinstance(entry, TricksTaken) and entry.declared is not None


def _player(entry: OrdinaryEntry) -> str | None:
    """Return the player whose entry it is; None if it concerns all, as who won a trick does."""
    return None if isinstance(entry, TrickWon) else getattr(entry, "player", None)
