"""Who may do what in a group, by the same rights as at a table: its host, and those who record."""

from companion.evening.entries import Undone, WorthSet
from companion.groups import Group, GroupEntry
from companion.groups.entries import EveningHidden, EveningShown, PersonMerged, Renamed
from companion.store import TableAccess
from companion.tables import policy
from companion.tables.policy import Author, Denied
from companion.tables.table_facts import AnothersGroupEntry, GroupHostOnly

HOST_ONLY = (Renamed, EveningHidden, EveningShown, PersonMerged, WorthSet)


def may_host(access: TableAccess) -> None:
    """Raise `Denied` unless a device is the host of a group."""
    policy.may_record(access)
    if not access.is_host:
        raise Denied(GroupHostOnly())


def can_host(access: TableAccess) -> bool:
    """Return whether a device is the host of a group."""
    try:
        may_host(access)
    except Denied:
        return False
    return True


def may_enter(
    access: TableAccess, group: Group, entry: GroupEntry, author: Author = "self"
) -> None:
    """Raise `Denied` unless a device may make an entry of a group as it stands.

    `author` made the entry that is undone: that device undoes it, or the host.
    """
    policy.may_record(access)
    if isinstance(entry, Undone):
        newest = group.undoable
        if newest:
            may_enter(access, group, newest.entry)
        if author != "self" and not access.is_host:
            raise Denied(AnothersGroupEntry())
    elif isinstance(entry, HOST_ONLY):
        may_host(access)


def can_enter(
    access: TableAccess, group: Group, entry: GroupEntry, author: Author = "self"
) -> bool:
    """Return whether a device may make an entry of a group as it stands."""
    try:
        may_enter(access, group, entry, author)
    except Denied:
        return False
    return True


def may_join(group: TableAccess, evening: TableAccess) -> None:
    """Raise `Denied` unless a device may put an evening in a group.

    It records in the group, and hosts the evening: all in the group get its links, for good.
    """
    policy.may_record(group)
    policy.may_host(evening)
