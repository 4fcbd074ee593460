"""Rights of devices in a group, which work as at a table."""

from companion.evening.entries import WorthSet
from companion.groups import GroupEntry
from companion.groups.entries import EveningHidden, PersonMerged, Renamed
from companion.groups.group import GroupFact, Row
from companion.store import TableAccess
from companion.tables import policy
from companion.tables.policy import Denied, passes

HOST_ONLY = (Renamed, EveningHidden, PersonMerged, WorthSet)


def check_host(access: TableAccess) -> None:
    """Raise `Denied` unless a device is the host of a group."""
    policy.check_host(access, GroupFact.GROUP_HOST_ONLY)


def check_enter(access: TableAccess, entry: GroupEntry) -> None:
    """Raise `Denied` unless a device may add a row to a group."""
    policy.check_record(access)
    if isinstance(entry, HOST_ONLY):
        check_host(access)


def check_take_back(access: TableAccess, row: Row) -> None:
    """Raise `Denied` unless a device may take a row back: the one that made it, or the host."""
    check_enter(access, row.entry)
    if row.device != access.device and not access.is_host:
        raise Denied(GroupFact.ANOTHERS_GROUP_ENTRY)


def check_join(group: TableAccess, evening: TableAccess) -> None:
    """Raise `Denied` unless a device may put an evening in a group.

    It has to host the evening, because every member of the group gets the evening's links for good.
    """
    policy.check_record(group)
    policy.check_host(evening)


can_take_back = passes(check_take_back)
