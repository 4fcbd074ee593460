"""The file of a group: its rows and the records of its evenings. docs/formats.md describes it.

It is JSON in UTF-8 with one row a line, and contains no links. Version 1, which had the group's log
instead of rows, stays readable.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec
from msgspec import Struct

from companion.errors import EntryError
from companion.evening import record as evening_record
from companion.evening.entries import Paid, WorthSet, encode, not_in_format
from companion.evening.record import (
    MOST_FAULTS,
    FaultyEntry,
    Moment,
    NewerVersion,
    NoSuchVersion,
    NotARecord,
    Record,
    RecordError,
    RecordTooLarge,
    Seal,
    SealsBroken,
    TooManyEntries,
    UnreadableHead,
    time_fault,
    without_mark,
)
from companion.evening.seal import Seals, seal_of, shown
from companion.facts import AnyFact, Fact
from companion.groups import version_1
from companion.groups.entries import GroupOpened, PersonMerged, Renamed, decoded
from companion.groups.figures import MOST_PEOPLE
from companion.groups.group import (
    MOST_EVENINGS,
    MOST_MERGED,
    MOST_PAID,
    MOST_ROWS,
    GroupFact,
    TooManyMerged,
    TooManyPaid,
    check_entry,
    check_name,
)

F = TypeVar("F")
FORMAT = "companion-group"
VERSION = 2
LARGEST = 64 * 1024 * 1024
"""Bytes: a thousand evenings with every piece played."""

FileRow = PersonMerged | WorthSet | Paid
"""A row of the file. The name is in the head, and hidden evenings are marked."""


class NotAGroup(Fact, frozen=True):
    format: str


class FaultyEvening(Fact, frozen=True):
    number: int
    """Place in the file, from 1."""
    why: AnyFact


class EveningTwice(Fact, frozen=True):
    """Two evenings of a file have the same reference."""

    number: int
    """Place of the second one, from 1."""


class NotAMember(Fact, frozen=True):
    """An evening of the file is not in the group's log."""

    number: int
    """Place in the file, from 1."""


class TooManyEvenings(Fact, frozen=True):
    most: int


class TooManySpellings(Fact, frozen=True):
    """The payments of the file name too many people."""

    most: int


class FileEvening(Struct, frozen=True):
    record: Record
    is_hidden: bool


class GroupRecord(Struct, frozen=True):
    name: str
    opened_at: str
    rows: tuple[FileRow, ...]
    evenings: tuple[FileEvening, ...]
    seals: Seals | None = None
    """Of the log in a file of version 1."""

    def broken_seals(self) -> SealsBroken | None:
        """Return the names of the logs that do not match their seals, or None."""
        broken = [self.name] if self.seals and not self.seals.hold else []
        broken += [one.record.name for one in self.evenings if not one.record.seals.hold]
        return SealsBroken(tuple(broken)) if broken else None


class _Kind(Struct, frozen=True):
    format: str
    version: int


class _Head(_Kind, frozen=True, forbid_unknown_fields=True, kw_only=True):
    name: str
    opened_at: Moment


class _Evening1(Struct, frozen=True, forbid_unknown_fields=True):
    reference: version_1.Reference
    record: msgspec.Raw


class _File1(_Head, frozen=True, kw_only=True):
    seal: Seal | None = None
    entries: tuple[msgspec.Raw, ...]
    evenings: tuple[_Evening1, ...]


class _Evening(Struct, frozen=True, forbid_unknown_fields=True):
    record: msgspec.Raw
    hidden: bool = False


class _File(_Head, frozen=True, kw_only=True):
    rows: tuple[msgspec.Raw, ...]
    evenings: tuple[_Evening, ...]


_row_decoder: msgspec.json.Decoder[FileRow] = msgspec.json.Decoder(FileRow)


def is_group(data: bytes) -> bool:
    """Return whether a file claims to be a group."""
    try:
        return msgspec.json.decode(without_mark(data), type=_Kind).format == FORMAT
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def loads(
    data: bytes,
    most: int = LARGEST,
    spend: Callable[[int], None] = lambda number: None,
    most_evenings: int = MOST_EVENINGS,
) -> GroupRecord:
    """Return the group in `data`, which may have `most` bytes and `most_evenings`.

    `spend` is called with the number of each row, and can stop the reading by raising. Raises
    `RecordError` with the first `MOST_FAULTS` faults. The rules of the games are not checked.
    """
    if len(data) > most:
        raise RecordError(RecordTooLarge(most))
    data = without_mark(data)
    try:
        kind = msgspec.json.decode(data, type=_Kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(NotARecord(not_in_format(error))) from None
    if kind.format != FORMAT:
        raise RecordError(NotAGroup(kind.format))
    if kind.version > VERSION:
        raise RecordError(NewerVersion(kind.version, VERSION))
    if kind.version < 1:
        raise RecordError(NoSuchVersion(kind.version))
    file: _File1 | _File = _head(data, _File1) if kind.version == 1 else _head(data, _File)
    if len(file.entries if isinstance(file, _File1) else file.rows) > MOST_ROWS:
        raise RecordError(TooManyEntries(MOST_ROWS))
    if len(file.evenings) > most_evenings:
        raise RecordError(TooManyEvenings(most_evenings))
    faults: list[AnyFact] = [fault for fault in (time_fault(file.opened_at),) if fault]
    if isinstance(file, _File1):
        group = _of_version_1(file, faults, spend)
    else:
        group = _of_version_2(file, faults, spend)
    if faults:
        raise RecordError(*faults)
    return group


def _head(data: bytes, kind: type[F]) -> F:
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(UnreadableHead(not_in_format(error))) from None


def _of_version_2(file: _File, faults: list[AnyFact], spend: Callable[[int], None]) -> GroupRecord:
    """Return the group of a file, and add its faults to `faults`."""
    try:
        check_name(file.name)
    except EntryError as error:
        faults.append(error.fact)
    rows = []
    for number, raw in enumerate(file.rows, 1):
        spend(number)
        try:
            row = decoded(_row_decoder, raw)
            check_entry(row)
            rows.append(row)
        except EntryError as error:
            faults.append(FaultyEntry(number, error.fact))
            if len(faults) >= MOST_FAULTS:
                break
    _check_numbers(rows, faults)
    evenings = _evenings([(one.record, one.hidden) for one in file.evenings], faults)
    return GroupRecord(file.name, file.opened_at, tuple(rows), evenings)


def _of_version_1(file: _File1, faults: list[AnyFact], spend: Callable[[int], None]) -> GroupRecord:
    """Return the group of a file with a log, and add its faults to `faults`."""
    log: list[version_1.LogRow] = []
    entries: list[version_1.LogEntry] = []
    try:
        for number, raw in enumerate(file.entries, 1):
            spend(number)
            entries.append(version_1.decode(raw))
        log = version_1.rows(entries)
    except version_1.NoSuchLog as error:
        faults.append(FaultyEntry(error.number, error.fact))
    except EntryError as error:
        faults.append(FaultyEntry(len(entries) + 1, error.fact))
    if not file.entries:
        faults.append(GroupFact.NO_ENTRIES)
    standing = [row.entry for row in log if row.stands]
    names = [one.name for one in standing if isinstance(one, GroupOpened | Renamed)]
    rows = [one for one in standing if isinstance(one, PersonMerged | WorthSet | Paid)]
    _check_numbers(rows, faults)
    members = {one.evening for one in standing if isinstance(one, version_1.EveningAdded)}
    hidden = {one.evening for one in standing if isinstance(one, version_1.EveningHidden)}
    seen: set[str] = set()
    for number, one in enumerate(file.evenings, 1):
        if len(faults) >= MOST_FAULTS:
            break
        if one.reference in seen:
            faults.append(EveningTwice(number))
        elif not faults and one.reference not in members:
            faults.append(NotAMember(number))
        seen.add(one.reference)
    evenings = _evenings([(one.record, one.reference in hidden) for one in file.evenings], faults)
    seals = Seals(file.seal, shown(seal_of(map(encode, entries))))
    return GroupRecord(names[-1] if names else "", file.opened_at, tuple(rows), evenings, seals)


def _check_numbers(rows: Sequence[FileRow], faults: list[AnyFact]) -> None:
    payments = [one for one in rows if isinstance(one, Paid)]
    if len(payments) > MOST_PAID:
        faults.append(TooManyPaid(MOST_PAID))
    if sum(isinstance(one, PersonMerged) for one in rows) > MOST_MERGED:
        faults.append(TooManyMerged(MOST_MERGED))
    # Each spelling is looked up whenever the payments are added up.
    if len({name for one in payments for name in (one.source, one.target)}) > MOST_PEOPLE:
        faults.append(TooManySpellings(MOST_PEOPLE))


def _evenings(
    records: Iterable[tuple[msgspec.Raw, bool]], faults: list[AnyFact]
) -> tuple[FileEvening, ...]:
    evenings = []
    for number, (raw, is_hidden) in enumerate(records, 1):
        if len(faults) >= MOST_FAULTS:
            break
        try:
            evenings.append(FileEvening(evening_record.loads(bytes(raw)), is_hidden))
        except RecordError as error:
            faults += [FaultyEvening(number, why) for why in error.faults]
    return tuple(evenings)


def head(name: str, opened_at: str, rows: Iterable[FileRow]) -> bytes:
    """Return the beginning of a group's file, up to its rows."""
    fields = {"format": FORMAT, "version": VERSION, "name": name, "opened_at": opened_at}
    lines = b",\n".join(b" " + encode(row) for row in rows)
    return msgspec.json.encode(fields)[:-1] + b',"rows":[\n' + lines + b"\n]"


def lines(beginning: bytes, evenings: Iterable[tuple[bytes, bool]]) -> Iterator[bytes]:
    """Yield the file of a group in pieces, because it may be large.

    `beginning` is its `head`. `evenings` are record files, each with whether it is hidden.
    """
    yield beginning + b',"evenings":['
    between = b"\n"
    for record, is_hidden in evenings:
        yield between + (b'{"hidden":true,"record":' if is_hidden else b'{"record":')
        yield record.rstrip() + b"}"
        between = b",\n"
    yield b"\n]}\n"
