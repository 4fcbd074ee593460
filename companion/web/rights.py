"""Who may do what at a table: what each page and each entry asks for before anything else.

A link is a capability, to record or to watch. The host is the device that opened the evening, or
any browser that has opened the server's own host link.
"""

from flask import current_app, session

from companion.evening import AnyEntry, Evening
from companion.evening.entries import (
    Amended,
    DepthChanged,
    EveningClosed,
    GameEnded,
    GameStarted,
    Joined,
    Undone,
)
from companion.rules.actions import TrickWon
from companion.store import AccessStore, EveningRepository, TableAccess
from companion.web.security import device

HOST_ONLY = (GameEnded, EveningClosed)
HOST_WHERE_EACH_RECORDS_HIS_OWN = (Joined, DepthChanged, GameStarted)


class Denied(Exception):
    """This device may not do that at this table. The message says who may."""


class Unsure(Exception):
    """The entry to be undone is somebody else's, and the person was not asked yet."""


def keeper() -> EveningRepository:
    """Return the app's evenings."""
    found: EveningRepository = current_app.extensions["keeper"]
    return found


def doors() -> AccessStore:
    """Return the app's links, codes and devices."""
    found: AccessStore = current_app.extensions["doors"]
    return found


def opened(key: str) -> TableAccess:
    """Return the evening that a key opens, with the rights of the device that asks.

    Raises `UnknownEvening` in the same way for a wrong, cut, replaced or guessed key.
    """
    asks = device()
    found = doors().open(key, asks)
    if not found.is_known:
        doors().visit(asks, found.info)
        found = doors().open(key, asks)
    return found.as_host() if is_server_host() else found


def is_server_host() -> bool:
    """Return whether this browser has opened the server's host link."""
    return bool(session.get("host")) and session["host"] == current_app.config["HOST_MARK"]


def said_by(table: TableAccess, number: int) -> str:
    """Return who made an entry, as the others call that device.

    "" if it was this one, or if it was taken in with a record and so is nobody's.
    """
    asked = keeper().device_of(table.info.id, number)
    if asked == table.device:
        return ""
    found = doors().device(asked, table.info.id)
    return found.words if found else ""


def may_record(table: TableAccess) -> None:
    """Raise `Denied` if a device may enter nothing at all."""
    if table.watches:
        raise Denied("This link can only watch. Ask the host for the link to record.")
    if table.records == "host" and not table.is_host:
        raise Denied("At this table only the host records.")


def may_host(table: TableAccess) -> None:
    """Raise `Denied` if a device is not a host of the table."""
    may_record(table)
    if not table.is_host:
        raise Denied("Only the host of this table can do that. Ask who opened the evening.")


def may_enter(table: TableAccess, evening: Evening, entry: AnyEntry, sure: bool) -> None:
    """Raise `Denied` if a device may not make this entry, or `Unsure` if it has to be asked."""
    may_record(table)
    if table.is_host and not isinstance(entry, Undone):
        return
    if isinstance(entry, Undone):
        if not said_by(table, entry.entry):
            return
        if table.records == "own" and not table.is_host:
            raise Denied("At this table each undoes his own. Ask the host.")
        if not sure:
            raise Unsure
        return
    told: tuple[AnyEntry | None, ...] = (entry,)
    if isinstance(entry, Amended):
        _open_deal(table, evening, entry.entry)
        said = evening.find(entry.entry)
        told = (entry.by, said.entry if said else None)
    session = evening.state.session
    for one in told:
        ends_game = isinstance(one, GameStarted) and session is not None and not session.ended
        if isinstance(one, HOST_ONLY) or ends_game:
            may_host(table)
        if table.records == "own" and one is not None:
            _own(table, one)


def may_amend(table: TableAccess, evening: Evening, number: int) -> None:
    """Raise `Denied` if a device may not correct an entry."""
    may_enter(table, evening, Amended(number), sure=True)


def _open_deal(table: TableAccess, evening: Evening, number: int) -> None:
    """Raise `Denied` if an entry is of an earlier deal, which only a host corrects."""
    earlier = evening.finished[-1].said[-1].number if evening.finished else 0
    if number <= earlier:
        may_host(table)


def _own(table: TableAccess, entry: AnyEntry) -> None:
    """Raise `Denied` if an entry is not for the seat of the device."""
    if isinstance(entry, HOST_WHERE_EACH_RECORDS_HIS_OWN):
        may_host(table)
    if not table.seat:
        raise Denied("At this table each records for his own seat. Say first which is yours.")
    player = getattr(entry, "player", table.seat)
    if player != table.seat and not isinstance(entry, TrickWon):
        raise Denied(f"At this table {player} records that. This phone is {table.seat}'s.")
