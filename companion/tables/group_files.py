"""Groups as files: export, import, and the example that comes with the package."""

import secrets
import sys
import time
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from companion.evening.capacity import CAPACITY
from companion.evening.entries import WorthSet, encode
from companion.evening.history import Evening, open_log
from companion.evening.record import Record, RecordError, TooManyEntries, dumps, loads
from companion.evening.seal import seal_of
from companion.groups import Group
from companion.groups.entries import (
    EveningHidden,
    EveningsValued,
    GroupEntry,
    GroupPaid,
    PersonMerged,
    SeasonEntry,
    adding,
    with_unit,
)
from companion.groups.record import FileEvening, FileRow, GroupRecord, TooManyTogether, lines
from companion.store import EveningInfo, TableAccess, UnknownEvening
from companion.tables import policy
from companion.tables.access import EXAMPLE
from companion.tables.checking import CheckTime, check_record
from companion.tables.groups import A_BREAK, GroupReport, Groups
from companion.tables.submit import IMPORT

RECORDS = Path(__file__).parents[1] / "example"
NAME = "Example: Saturday"
MOST_EVENINGS = 1_000
"""Maximum number of evenings in an upload. Each is written separately."""


def export_group(groups: Groups, access: TableAccess) -> Iterator[bytes]:
    """Yield a group's file in parts, with pauses in which other requests run.

    Only a host gets the hidden evenings.
    """
    group = groups.store.group(access.info.id)
    rows: list[FileRow] = []
    numbers: list[int] = []
    for row in group.rows:
        entry = row.entry
        if isinstance(entry, GroupPaid):
            # A payment without a unit, made in chips, would be read as one of an older file.
            rows.append(with_unit(entry, None))
        elif isinstance(entry, EveningsValued):
            rows.append(entry.worth)  # the evenings have it beside their records
        elif isinstance(entry, PersonMerged | WorthSet | SeasonEntry):
            rows.append(entry)
        else:
            continue
        numbers.append(row.number)
    records = _records(groups, access, group, numbers)
    return lines(group.name, access.info.opened_at, rows, records)


def _records(
    groups: Groups, access: TableAccess, group: Group, rows: Sequence[int]
) -> Iterator[tuple[bytes, bool, WorthSet | None, int]]:
    """Yield the evenings as `lines` takes them; `rows` are the numbers of the rows in the file."""
    for info in reversed(groups.evenings(access, group)):
        number, is_hidden = info.id, group.evenings[info.id] is not None
        if not is_hidden or policy.can_host(access):
            record = dumps(info.record(groups.tables.evenings.log.read(number)))
            rows_before = bisect(rows, group.added[number])
            yield record, is_hidden, group.worths.get(number), rows_before
            time.sleep(A_BREAK)


def export_everything(groups: Groups, device: str) -> Iterator[bytes]:
    """Yield all evenings of a device, the oldest first, as the file of a group without a name."""
    log = groups.tables.evenings.log
    evenings = (
        (dumps(info.record(log.read(info.id))), False, UNSET, 0)
        for info in sorted(_evenings_of(groups, device), key=lambda one: (one.opened_at, one.id))
    )
    return lines("", f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", (), evenings)


def _evenings_of(groups: Groups, device: str) -> list[EveningInfo]:
    """Return the evenings of a device, those that it has hidden too."""
    store = groups.tables.access_store
    return [*store.evenings(device), *store.evenings(device, hidden=True)]


def _find(
    groups: Groups, record: Record, device: str, evenings: Iterable[EveningInfo]
) -> EveningInfo | None:
    """Return which of these evenings the device hosts and begins with the entries of a record, or None."""
    for info in evenings:
        if info.opened_at == record.opened_at:
            visit = groups.tables.access_store.device(device, info.id)
            with suppress(UnknownEvening):  # it has fewer entries
                seal = groups.tables.evenings.log.seal(info.id, len(record.entries))
                if visit and visit.is_host and seal == seal_of(map(encode, record.entries)):
                    return info
    return None


def readable(
    groups: Groups, access: TableAccess, report: GroupReport
) -> Iterator[tuple[Evening, EveningInfo]]:
    """Yield the evenings of a group's file that can be read, with their worth of a chip, and with pauses."""
    shown = report.evenings if policy.can_host(access) else report.shown
    for info in reversed(shown):
        if info.id in report.summaries:
            # It is not kept in memory, where it would displace an evening that is played.
            entries = groups.tables.evenings.log.read(info.id)
            evening = groups.tables.checks.offload(partial(open_log, entries))
            worth = report.group.worth_of(info.id, evening.state.worth)
            yield replace(evening, state=replace(evening.state, worth=worth)), info
            time.sleep(A_BREAK)


def import_evenings(
    groups: Groups,
    record: GroupRecord,
    device: str = "",
    entry_id: str = "",
    most_entries: int = sys.maxsize,
) -> int:
    """Import the evenings of a file that are of no group; return how many the device did not have.

    Takes the arguments of `import_group`, and raises the same errors.
    """
    _check_file(groups, record, most_entries)
    entry_id = entry_id or secrets.token_urlsafe(9)
    mine, new = _evenings_of(groups, device), 0
    for place, one in enumerate(record.evenings):
        if not _find(groups, one.record, device, mine):
            written(groups, one.record, device, f"{entry_id}-{place}")
            new += 1
    return new


def import_group(
    groups: Groups,
    record: GroupRecord,
    device: str = "",
    entry_id: str = "",
    most_entries: int = sys.maxsize,
) -> EveningInfo:
    """Import a group with its evenings, and return it. The same `entry_id` returns the same group.

    Evenings that the device has in no group are not written again.
    `device` becomes the host; if it is empty, the first device that claims the group does. If there are
    more than `most_entries` or the check takes too long, raises `RecordError`; if the rules refuse an
    entry, `RecordRefused`. Then nothing is imported. Raises `UnknownEvening` if the device was removed
    from the group.
    """
    _check_file(groups, record, most_entries)
    entry_id = entry_id or secrets.token_urlsafe(9)
    imported: list[tuple[FileEvening, int]] = []
    mine = _evenings_of(groups, device)
    for place, member in enumerate(record.evenings):
        evening = _find(groups, member.record, device, mine)
        if not evening or groups.store.of_evening(evening.id):
            evening = written(groups, member.record, device, f"{entry_id}-{place}")
        # Only the evening's host can add it to a group.
        visit = groups.tables.access_store.device(device, evening.id) if device else None
        if not device or (visit and visit.is_host):
            imported.append((member, evening.id))
    id, entries = f"group-{entry_id}", list(_rows(record, imported))
    info = groups.store.start(record.name, _maker(device), id, entries, record.opened_at)
    return groups.hosted(device, info)


def _check_file(groups: Groups, record: GroupRecord, most_entries: int) -> None:
    lengths = [len(one.record.entries) for one in record.evenings]
    if sum(lengths) > most_entries:
        raise RecordError(TooManyTogether(most_entries))
    if max(lengths, default=0) > CAPACITY:
        raise RecordError(TooManyEntries(CAPACITY))
    records = [one.record for one in record.evenings]
    groups.tables.checks.run(lambda check_time: check(records, check_time))


def _rows(record: GroupRecord, imported: Sequence[tuple[FileEvening, int]]) -> Iterator[GroupEntry]:
    """Yield the rows of a group whose evenings have these numbers."""
    rows, done = record.rows_with_units, 0
    for member, number in sorted(imported, key=lambda one: one[0].rows_before):
        yield from rows[done : member.rows_before]
        done = member.rows_before
        worth = record.worth if member.worth is UNSET else member.worth
        yield adding(number, worth or None)
        if member.is_hidden:
            yield EveningHidden(number)
    yield from rows[done:]


def check(records: Sequence[Record], check_time: CheckTime) -> None:
    """Raise `RecordRefused` if the rules refuse an entry of these evenings."""
    for place, one in enumerate(records, 1):
        check_record(one, check_time, place)


def written(groups: Groups, record: Record, device: str, entry_id: str) -> EveningInfo:
    """Write an evening, which the device hosts. The same `entry_id` writes it once."""
    evening = groups.tables.evenings.log.open_record(record, _maker(device), entry_id)
    if device:
        # When the form is sent again, the evening may have another host.
        with suppress(UnknownEvening):
            groups.tables.settings.hosted(device, evening)
    time.sleep(A_BREAK)
    return evening


def _maker(device: str) -> str:
    return f"{IMPORT} {device}" if device else IMPORT


def example(groups: Groups) -> str:
    """Return the watch key of the example group, made on the first call. Raises `StoreError`."""
    known = groups.access_store.evenings(EXAMPLE, limit=1)
    info = known[0] if known else groups.start(NAME, EXAMPLE, EXAMPLE)
    access = groups.open_group(info.key, EXAMPLE)
    records = sorted(RECORDS.glob("*.json"))
    if len(groups.evenings(access)) < len(records):
        for file in records:
            record = loads(file.read_bytes())
            made = groups.tables.import_record(record, EXAMPLE, f"{EXAMPLE}-{file.stem}")
            groups.add(access, groups.tables.open_table(made.key, EXAMPLE))
    return groups.links(access).watch
