"""A group as a file: taking it along with its evenings, and bringing it to another server."""

import secrets
import sys
from collections.abc import Iterator
from contextlib import suppress

from companion.evening.capacity import CAPACITY
from companion.evening.record import Record, RecordError, TooManyEntries, dumps
from companion.groups.group import open_log
from companion.groups.record import GroupRecord, head, lines
from companion.store import Conflict, EveningInfo, Membership, TableAccess, UnknownEvening
from companion.tables import group_policy
from companion.tables.access import hosted
from companion.tables.checking import Spend, check_record
from companion.tables.groups import Groups
from companion.tables.submit import IMPORT


def export_group(groups: Groups, access: TableAccess) -> Iterator[bytes]:
    """Yield the file of a group, and let others run in between.

    It has the whole log of the group, and the evenings that the device sees: hidden ones are the host's.
    Raises `Busy`.
    """
    info = access.info
    beginning = head(info.name, info.opened_at, groups.groups.log.read(info.id))
    return lines(beginning, _records(groups, access))


def _records(groups: Groups, access: TableAccess) -> Iterator[tuple[str, bytes]]:
    called = groups.members.names(access.info.id)
    evenings = groups.tables.evenings
    for one in reversed(groups.evenings(access, with_hidden=group_policy.can_host(access))):
        groups.rest()
        if one.number not in called:
            continue
        record = Record(*called[one.number], tuple(evenings.log.read(one.number)))
        yield one.reference, dumps(record)


def _check(record: GroupRecord, spend: Spend) -> str:
    """Return what the group is called. Raises `RecordRefused` if the rules refuse an entry."""
    for place, one in enumerate(record.evenings.values(), 1):
        check_record(one, spend, place)
    return open_log(record.entries).name


def import_group(
    groups: Groups,
    record: GroupRecord,
    device: str = "",
    entry_id: str = "",
    most_entries: int = sys.maxsize,
) -> EveningInfo:
    """Import a group with its evenings, and return it; the same `entry_id` again makes no other.

    It is hosted by `device`, or without one by whoever claims that. Raises
    `RecordError` for more entries than `most_entries` in all evenings or if the check takes too
    long, `RecordRefused` if the rules refuse one of them, and `Busy`; nothing is imported then.
    `UnknownEvening` if the device has been removed from that group since.
    """
    lengths = [len(one.entries) for one in record.evenings.values()]
    if sum(lengths) > most_entries:
        raise RecordError(TooManyEntries(most_entries))
    if max(lengths, default=0) > CAPACITY:
        raise RecordError(TooManyEntries(CAPACITY))
    name = groups.tables.checks.run(lambda spend: _check(record, spend))
    entry_id = entry_id or secrets.token_urlsafe(9)
    maker = f"{IMPORT} {device}" if device else IMPORT
    made = []
    for place, (reference, one) in enumerate(record.evenings.items()):
        evening = groups.tables.evenings.log.open_evening(
            one.name, one.entries, maker, f"{entry_id}-{place}", one.opened_at
        )
        if device:
            # Sent again, it leaves alone what has another host by now.
            with suppress(UnknownEvening):
                hosted(groups.tables.access_store, device, evening)
        made.append((reference, evening.id))
        groups.rest()

    def assign(group: int) -> None:
        for reference, number in made:
            # Handed over meanwhile, it is for its host to put in a group.
            found = groups.tables.access_store.device(device, number) if device else None
            if device and not (found and found.is_host):
                continue
            if groups.members.membership(number) is None:
                # The same file may be sent twice at once.
                with suppress(Conflict):
                    groups.members.assign(number, Membership(group, reference), None)
            groups.rest()

    # Whoever looked at a part of it would be shown that until the group's next entry.
    info = groups.groups.log.open_evening(
        name, record.entries, maker, f"group-{entry_id}", record.opened_at, assign
    )
    return hosted(groups.access_store, device, info) if device else info
