"""Who may do what in a group, by the same rights as at a table: its host, and those who record."""

from companion.evening.entries import WorthSet
from companion.groups import GroupEntry
from companion.groups.entries import EveningHidden, PersonMerged, Renamed
from companion.groups.group import GroupFact, Row
from companion.store import TableAccess
from companion.tables import policy
from companion.tables.policy import Denied

HOST_ONLY = (Renamed, EveningHidden, PersonMerged, WorthSet)


def check_host(access: TableAccess) -> None:
    """Raise `Denied` unless a device is the host of a group."""
    policy.may_record(access)
    if not access.is_host:
        raise Denied(GroupFact.GROUP_HOST_ONLY)


def can_host(access: TableAccess) -> bool:
    """Return whether a device is the host of a group."""
    try:
        check_host(access)
    except Denied:
        return False
    return True


def check_enter(access: TableAccess, entry: GroupEntry) -> None:
    """Raise `Denied` unless a device may add a row to a group."""
    policy.may_record(access)
    if isinstance(entry, HOST_ONLY):
        check_host(access)


def check_take_back(access: TableAccess, row: Row) -> None:
    """Raise `Denied` unless a device may take a row back: the one that made it, or the host."""
    check_enter(access, row.entry)
    if row.device != access.device and not access.is_host:
        raise Denied(GroupFact.ANOTHERS_GROUP_ENTRY)


def can_take_back(access: TableAccess, row: Row) -> bool:
    """Return whether a device may take a row back."""
    try:
        check_take_back(access, row)
    except Denied:
        return False
    return True


def check_join(group: TableAccess, evening: TableAccess) -> None:
    """Raise `Denied` unless a device may put an evening in a group.

    It records in the group, and hosts the evening: all in the group get its links, for good.
    """
    policy.may_record(group)
    policy.may_host(evening)
