"""What a device may do at a table or in a group.

A link gives the right to record or only to watch; the host's settings can restrict recording. The
host is the device that opened the evening, or one that hosts every evening of the server. The
functions are pure: `check_…` raises `Denied`, and `can_…` returns whether its check passes.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Literal, ParamSpec, TypeVar

from msgspec.structs import replace

from companion.errors import FactError
from companion.evening import AnyEntry, Evening, State
from companion.evening.capacity import has_room
from companion.evening.entries import (
    Amended,
    DealerSet,
    DepthChanged,
    EveningClosed,
    GameEnded,
    GameStarted,
    Inserted,
    Joined,
    Left,
    Noted,
    OrdinaryEntry,
    Paid,
    Penalized,
    PlayerRenamed,
    Undone,
    WorthSet,
)
from companion.facts import AnyFact
from companion.groups.entries import EveningHidden, GroupEntry, PersonMerged, Renamed, SeasonEntry
from companion.groups.group import GroupFact, Row
from companion.rules.actions import DealEntry, RestDeclared, Scored, Settled, TricksTaken, TrickWon
from companion.store import Device, Role, TableAccess
from companion.tables.features import Features
from companion.tables.table_facts import AnothersSeat, SeatLeft, TableFact

P = ParamSpec("P")
One = TypeVar("One", bound=OrdinaryEntry)
Author = Literal["self", "another", "nobody"]
"""The author of an entry: this device, another one, or none (imported)."""

HOST_ONLY = (GameEnded, EveningClosed, Inserted, PlayerRenamed)
HOST_ONLY_WITH_OWN_SEATS = (
    Joined,
    DealerSet,
    DepthChanged,
    GameStarted,
    RestDeclared,
    WorthSet,
    Penalized,
)
"""Also reserved for the host if players record for their own seats."""
_BESIDE_THE_GAME = (Paid, Noted)
"""Entries that the device that made them can always delete."""
_WATCHES: Mapping[Role, AnyFact] = {
    "removed": TableFact.PHONE_REMOVED,
    "watches": TableFact.CHOSE_TO_WATCH,
}
_LACKING: Mapping[str, AnyFact] = {
    "live": TableFact.NO_OTHER_PHONES,
    "invite": TableFact.NO_OTHER_PHONES,
    "estimates": TableFact.NO_ESTIMATES,
}
"""Why something is refused that an app does not offer, by the name of the feature."""
HOST_ONLY_IN_GROUP = (Renamed, EveningHidden, PersonMerged, WorthSet, SeasonEntry)


class Denied(FactError):
    """The device may not do that. `fact` says who may."""


class Unsure(Exception):
    """Undoing another device's entry has to be confirmed first."""


def as_predicate(check: Callable[P, None]) -> Callable[P, bool]:
    """Return a function that returns whether `check` passes, that is, does not raise `Denied`."""

    def can(*args: P.args, **kwargs: P.kwargs) -> bool:
        try:
            check(*args, **kwargs)
        except Denied:
            return False
        return True

    return can


def check_offered(features: Features, name: str) -> None:
    """Raise `Denied` if an app lacks a feature."""
    if not getattr(features, name):
        raise Denied(_LACKING[name])


def check_comes_back(access: TableAccess) -> None:
    """Raise `Denied` for a device that would not be known again, as the host or at a seat."""
    if not access.comes_back:
        raise Denied(TableFact.NO_COOKIES)


def check_not_watching(access: TableAccess) -> None:
    """Raise `Denied` for a device that can only watch."""
    if access.watches:
        raise Denied(_WATCHES.get(access.role, TableFact.LINK_WATCHES_ONLY))


def check_choose_role(access: TableAccess) -> None:
    """Raise `Denied` unless a device may choose whether it only watches."""
    if access.role != "watches":
        check_not_watching(access)


def check_record(access: TableAccess) -> None:
    """Raise `Denied` unless a device may enter anything at all."""
    if access.is_host:
        return
    check_not_watching(access)
    if access.records == "host":
        raise Denied(TableFact.HOST_RECORDS_ALONE)


def check_host(access: TableAccess, fact: AnyFact = TableFact.HOST_ONLY) -> None:
    """Raise `Denied` unless a device is the host."""
    check_record(access)
    if not access.is_host:
        raise Denied(fact)


def check_throw_away(access: TableAccess, evening: Evening) -> None:
    """Raise `Denied` unless a device may delete an evening: the host's, while no deal has an entry."""
    check_host(access)
    if evening.insertions or any(isinstance(one.entry, DealEntry) for one in evening.entries):
        raise Denied(TableFact.DEAL_HAS_ENTRIES)


def check_study(access: TableAccess) -> None:
    """Raise `Denied` if the host has switched off the study of deals."""
    if not access.studies:
        raise Denied(TableFact.STUDIES_OFF)


def check_answer(access: TableAccess, evening: Evening, player: str | None) -> None:
    """Raise `Denied` unless a device may answer for `player`, or for everyone if it is None."""
    check_record(access)
    _check_speaks_for(access, evening, player)


def _check_speaks_for(access: TableAccess, evening: Evening, player: str | None) -> None:
    if access.records != "own" or access.is_host:
        return
    seat = player_of(access, evening)
    if not seat:
        raise Denied(SeatLeft(access.seat) if access.seat else TableFact.SEAT_UNKNOWN)
    if player not in (None, seat):
        raise Denied(AnothersSeat(player, seat))


def check_enter_kind(access: TableAccess, evening: Evening, kind: type[OrdinaryEntry]) -> None:
    """Raise `Denied` unless a device may make at least some entries of a kind."""
    check_record(access)
    _check_kind(access, evening, kind)


def _check_kind(access: TableAccess, evening: Evening, kind: type[OrdinaryEntry]) -> None:
    if _is_host_only(access, evening.state, kind):
        check_host(access)
    # A player who has left can still settle up, and add a note.
    if kind not in _BESIDE_THE_GAME:
        _check_speaks_for(access, evening, None)


def check_enter(
    access: TableAccess, evening: Evening, entry: AnyEntry, author: Author = "self"
) -> None:
    """Raise `Denied` unless a device may make an entry.

    For an undo, `author` made the entry to undo. For a correction, `author` was the last to enter or
    correct that entry.
    """
    check_record(access)
    if isinstance(entry, Undone):
        if author != "self" and access.records == "own" and not access.is_host:
            raise Denied(TableFact.ANOTHERS_ENTRY)
        _check_undo(access, evening, entry.entry, author)
    elif isinstance(entry, Amended):
        _check_amend(access, evening, entry, author)
    else:
        _check_kind(access, evening, type(entry))
        if _tells_whole_deal(entry) and access.records == "own":
            check_host(access)
        player = _player(entry)
        if player is not None:
            _check_speaks_for(access, evening, player)


is_offered = as_predicate(check_offered)
can_record = as_predicate(check_record)
can_host = as_predicate(check_host)
can_throw_away = as_predicate(check_throw_away)
can_answer = as_predicate(check_answer)
can_enter_kind = as_predicate(check_enter_kind)
can_enter = as_predicate(check_enter)


def check_group_host(access: TableAccess) -> None:
    """Raise `Denied` unless a device is the host of a group."""
    check_host(access, GroupFact.GROUP_HOST_ONLY)


def check_add_row(access: TableAccess, entry: GroupEntry) -> None:
    """Raise `Denied` unless a device may add a row to a group."""
    check_record(access)
    if isinstance(entry, HOST_ONLY_IN_GROUP):
        check_group_host(access)


def check_take_back(access: TableAccess, row: Row) -> None:
    """Raise `Denied` unless a device may take a row back: the one that made it, or the host."""
    check_add_row(access, row.entry)
    if row.device != access.device and not access.is_host:
        raise Denied(GroupFact.ANOTHERS_GROUP_ENTRY)


def check_join(group: TableAccess, evening: TableAccess) -> None:
    """Raise `Denied` unless a device may put an evening in a group.

    It has to host the evening, because every member of the group will keep the evening's links.
    """
    check_record(group)
    check_host(evening)


can_take_back = as_predicate(check_take_back)


def can_change(
    access: TableAccess, evening: Evening, change: Undone | Amended, author: Author
) -> bool:
    """Return whether a device may undo or correct an entry and the log has room for that."""
    has_room_left = has_room(evening.size, evening.state, change)
    return has_room_left and can_enter(access, evening, change, author)


def can_unmark(
    access: TableAccess, evening: Evening, change: Undone | Amended, author: Author
) -> bool:
    """Return whether a device may take a payment back where it is listed: its own, or as the host."""
    is_own = author == "self" or access.is_host
    return is_own and can_change(access, evening, change, author)


def enterable(access: TableAccess, evening: Evening, entries: Iterable[One]) -> list[One]:
    """Return the entries that a device may make, in their order.

    Each kind of entry is checked once per seat, because rights do not depend on the piece played.
    """
    allowed = []
    decided: dict[Hashable, bool] = {}
    by_seat = access.records == "own" and not access.is_host
    for entry in entries:
        player = getattr(entry, "player", None) if by_seat else None
        about = type(entry), player, type(entry) is TricksTaken and _tells_whole_deal(entry)
        if about not in decided:
            decided[about] = can_enter(access, evening, entry)
        if decided[about]:
            allowed.append(entry)
    return allowed


def concerns(access: TableAccess, player: str) -> bool:
    """Return whether this device's owner is asked by a question to `player` ("" for everyone).

    Where players record for their own seats, only the player in question is asked, not the host.
    """
    return access.records != "own" or player in ("", access.seat) or not access.seat


def records_by_seat(access: TableAccess, evening: Evening) -> bool:
    """Return whether players record for their own seats at an open table, and this device may record."""
    is_open = access.records == "own" and not evening.state.closed
    return is_open and can_answer(access, evening, None)


def is_asked_who(features: Features, access: TableAccess, evening: Evening) -> bool:
    """Return whether a device is to be asked whose it is: one that records and has not said so.

    Never if it is the only one.
    """
    is_new = not (access.role or access.seat or access.name)
    has_seats = evening.state.session is not None
    return features.invite and is_new and has_seats and can_record(access)


def can_claim_hosting(access: TableAccess, is_hosted: bool) -> bool:
    """Return whether a device can make itself the host of a table or group that has none."""
    return access.comes_back and not (is_hosted or access.is_host or access.watches)


def can_become_host(device: Device) -> bool:
    """Return whether the host can make this device the host instead."""
    return not (device.watches or device.role == "removed" or device.is_host)


def can_remove(device: Device) -> bool:
    """Return whether the host can remove this device, or let it back."""
    return device.role == "removed" or not (device.watches or device.is_host)


def player_of(device: TableAccess | Device, evening: Evening) -> str:
    """Return the device's player; "" if it has none, or the player has left the table."""
    session = evening.state.session
    return device.seat if session is None or device.seat in session.seated() else ""


def rights(access: TableAccess) -> str:
    """Return a cache key of the device's rights. Devices with the same key see the same page."""
    own = f"-{access.seat}" if access.records == "own" else ""
    flags = (
        *(access.watches, can_record(access), access.is_host),
        *(access.second_look, access.studies),
    )
    return "".join(f"{flag:d}" for flag in flags) + own


def without_device(access: TableAccess) -> TableAccess:
    """Return `access` without its device's identity, equal for all devices with the same rights."""
    return replace(
        access,
        device="",
        name="",
        seat=access.seat if access.records == "own" else "",
        is_known=True,
        comes_back=True,
        is_server_host=False,
        role=access.role if access.watches else "",
        watch_key="",
    )


def watching(access: TableAccess) -> TableAccess:
    """Return an access to the same evening that can only watch."""
    info = replace(access.info, key="", watches=True)
    nobody = replace(access, info=info, is_host=False, role="", records="all", second_look=False)
    return without_device(nobody)


def _is_host_only(access: TableAccess, state: State, kind: type[OrdinaryEntry]) -> bool:
    session = state.session
    ends_game = kind is GameStarted and session is not None and not session.ended
    with_own_seats = access.records == "own" and kind in HOST_ONLY_WITH_OWN_SEATS
    return kind in HOST_ONLY or ends_game or with_own_seats


def _check_undo(access: TableAccess, evening: Evening, number: int, author: Author) -> None:
    """Raise `Denied` unless a device may undo the entry with this number.

    Only a host can undo what only a host can enter or correct. Another device can undo the start of
    a game only if it entered it. Anyone who records can undo the newest settlement. After that, only
    a host can undo the settlement before it, until the newest deal is settled again.
    """
    newest = evening.find(number) if number == evening.undoable else None
    if newest:
        is_anothers_start = isinstance(newest.entry, GameStarted) and author != "self"
        before = evening.current_entries[0].before or evening.state
        if is_anothers_start or _is_host_only(access, before, type(newest.entry)):
            check_host(access)
        if _is_settlement_before_last(evening) and not access.is_host:
            raise Denied(TableFact.ONE_SETTLEMENT_BACK)
        _check_seat(access, evening, newest.entry)
    for amendment in evening.amendments[-1:]:
        if amendment.number != number:
            continue
        _check_deal(access, evening, amendment.targets[0])
        for target in amendment.targets:
            stands, was = evening.find(target), evening.versions_of(target) or (None,)
            for one in (stands.entry if stands else None, was[-1]):
                if one is not None:
                    _check_start_or_end(access, evening, one)
                    _check_seat(access, evening, one)


def _check_seat(access: TableAccess, evening: Evening, entry: OrdinaryEntry) -> None:
    """Raise `Denied` if an undo removes or restores an entry of another seat.

    Players who have left can undo their leaving, although they have no seat now.
    """
    if access.records == "own" and _tells_whole_deal(entry):
        check_host(access)
    player = _player(entry)
    if player is not None and not (isinstance(entry, Left) and player == access.seat):
        check_answer(access, evening, player)


def _check_start_or_end(access: TableAccess, evening: Evening, entry: OrdinaryEntry) -> None:
    """Raise `Denied` if only a host may add or remove an entry by a correction.

    This includes every start of a game, because an earlier start can end another game.
    """
    if isinstance(entry, GameStarted) or _is_host_only(access, evening.state, type(entry)):
        check_host(access)


def _check_deal(access: TableAccess, evening: Evening, number: int) -> None:
    """Raise `Denied` unless a device may replace or remove entries in the deal of this entry."""
    is_earlier = evening.is_of_earlier_deal(number)
    if evening.state.closed or is_earlier or _is_settlement_before_last(evening):
        check_host(access)


def _is_settlement_before_last(evening: Evening) -> bool:
    """Return whether the newest entry settles a deal, and the settlement of a later deal was undone."""
    newest = evening.newest
    if newest is None or not isinstance(newest.entry, Settled | Scored):
        return False
    # A `settled` right after the numbers of a deal is of the same deal.
    return evening.log[newest.number : evening.settled] not in ((), (Settled(),))


def _check_amend(access: TableAccess, evening: Evening, entry: Amended, author: Author) -> None:
    """Raise `Denied` unless a device may correct an entry.

    Only a host can correct an earlier deal, or anything in a closed evening, except that the device
    that marked a payment or made a note can always delete it.
    """
    if access.is_host:
        return
    stands = evening.find(entry.entry)
    is_beside = stands is not None and isinstance(stands.entry, _BESIDE_THE_GAME)
    if is_beside and entry.by is None and author == "self":
        return
    _check_deal(access, evening, entry.entry)
    # A removed entry still belongs to its seat.
    was = stands.entry if stands else (evening.versions_of(entry.entry) or (None,))[-1]
    concerned: tuple[OrdinaryEntry | None, ...] = (was, entry.by)
    for one in concerned:
        if one is not None:
            check_enter(access, evening, one)
            _check_start_or_end(access, evening, one)
    for number in entry.answers:
        if play := evening.find(number):
            check_answer(access, evening, _player(play.entry))
    if access.records == "own" and author != "self" and was is not None and _player(was) is None:
        raise Denied(TableFact.ANOTHERS_ENTRY)


def _tells_whole_deal(entry: OrdinaryEntry) -> bool:
    return type(entry) is TricksTaken and entry.declared is not None


def _player(entry: OrdinaryEntry) -> str | None:
    """Return the player an entry belongs to; None if it concerns everyone, like a trick won."""
    return None if type(entry) is TrickWon else getattr(entry, "player", None)
