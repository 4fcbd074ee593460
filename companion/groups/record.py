"""The file of a group: its rows and the records of its evenings. docs/formats.md describes it.

It is JSON in UTF-8 with one row a line, and contains no links.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from companion.errors import EntryError
from companion.evening import record as evening_record
from companion.evening.entries import WorthSet, encode, not_in_format
from companion.evening.payments import check_worth
from companion.evening.record import (
    MOST_FAULTS,
    FaultyEntry,
    FileHead,
    Record,
    RecordError,
    SealsBroken,
    TooManyEntries,
    UnreadableHead,
    check_newer,
    has_format,
    read_file,
    time_fault,
)
from companion.facts import AnyFact, Fact, Limit
from companion.groups.entries import (
    GroupPaid,
    PersonMerged,
    SeasonEntry,
    decoded,
    with_unit,
)
from companion.groups.figures import MOST_PEOPLE
from companion.groups.group import (
    MOST_EVENINGS,
    MOST_MERGED,
    MOST_PAID,
    MOST_ROWS,
    TooManyMerged,
    TooManyPaid,
    check_entry,
    check_name,
)
from companion.version import MADE_BY

FORMAT = "companion-group"
VERSION = 2
LARGEST = 64 * 1024 * 1024
"""Maximum size of a file, in bytes: enough for a thousand evenings, played card by card."""

FileRow = PersonMerged | WorthSet | GroupPaid | SeasonEntry
"""A row of the file. The name is in the head, and hidden evenings are marked."""


class FaultyEvening(Fact, frozen=True):
    number: int
    """Place in the file, from 1."""
    why: AnyFact


class TooManyEvenings(Fact, frozen=True):
    most: int


class TooManyTogether(Fact, frozen=True):
    """The evenings of an upload have too many entries together."""

    most: Limit


class TooManySpellings(Fact, frozen=True):
    """The payments of the file name too many people."""

    most: Limit


class FileEvening(Struct, frozen=True):
    record: Record
    is_hidden: bool
    worth: WorthSet | UnsetType | None = UNSET
    """What the group says that a chip is worth; UNSET in a file from before evenings had their own."""
    rows_before: int = 0
    """Number of the file's rows that were entered before the evening was added."""


class GroupRecord(Struct, frozen=True):
    name: str
    """Empty if the evenings are of no group."""
    opened_at: str
    rows: tuple[FileRow, ...]
    evenings: tuple[FileEvening, ...]

    @property
    def worth(self) -> WorthSet | None:
        """The worth of a chip that the file ends with."""
        return next((one for one in reversed(self.rows) if isinstance(one, WorthSet)), None)

    @property
    def rows_with_units(self) -> tuple[FileRow, ...]:
        """The rows, with the units of payments from before they had any."""
        return tuple(
            with_unit(one, self.worth) if isinstance(one, GroupPaid) else one for one in self.rows
        )

    def broken_seals(self) -> SealsBroken | None:
        """Return the names of the evenings that do not match their seals, or None."""
        broken = [one.record.name for one in self.evenings if not one.record.seals.hold]
        return SealsBroken(tuple(broken)) if broken else None


class _Evening(Struct, frozen=True, forbid_unknown_fields=True):
    record: msgspec.Raw
    hidden: bool = False
    worth: WorthSet | UnsetType | None = UNSET
    rows_before: Annotated[int, Meta(ge=0)] = 0


class _File(FileHead, frozen=True, kw_only=True):
    rows: msgspec.Raw
    evenings: tuple[_Evening, ...]


_rows_decoder: msgspec.json.Decoder[tuple[msgspec.Raw, ...]] = msgspec.json.Decoder(
    tuple[msgspec.Raw, ...]
)
_row_decoder: msgspec.json.Decoder[FileRow] = msgspec.json.Decoder(FileRow)


def is_group(data: bytes) -> bool:
    """Return whether a file claims to be a group."""
    return has_format(data, FORMAT)


def loads(
    data: bytes,
    most: int = LARGEST,
    check_time: Callable[[int], None] = lambda number: None,
    most_evenings: int = MOST_EVENINGS,
) -> GroupRecord:
    """Return the group in `data`, which may have at most `most` bytes and `most_evenings` evenings.

    `check_time` is called with the number of each row, and can stop the reading by raising. Raises
    `RecordError` with the first `MOST_FAULTS` faults. The rules of the games are not checked.
    """
    file = read_file(data, most, FORMAT, VERSION, _File)
    raw_rows = _raw_rows(file.rows)
    if len(file.evenings) > most_evenings:
        raise RecordError(TooManyEvenings(most_evenings))
    faults: list[AnyFact] = [fault for fault in (time_fault(file.opened_at),) if fault]
    try:
        if file.name or raw_rows:
            check_name(file.name)
    except EntryError as error:
        faults.append(error.fact)
    rows = []
    for number, raw in enumerate(raw_rows, 1):
        check_time(number)
        try:
            row = decoded(_row_decoder, raw)
            check_entry(row)
            rows.append(row)
        except EntryError as error:
            check_newer(file.made_by, error.fact)
            faults.append(FaultyEntry(number, error.fact))
            if len(faults) >= MOST_FAULTS:
                break
    _check_numbers(rows, faults)
    evenings = _evenings(file, faults)
    if faults:
        raise RecordError(*faults)
    return GroupRecord(file.name, file.opened_at, tuple(rows), tuple(evenings))


def _evenings(file: _File, faults: list[AnyFact]) -> list[FileEvening]:
    """Return the evenings of a file, and add what is wrong with them to `faults`."""
    evenings: list[FileEvening] = []
    for number, one in enumerate(file.evenings, 1):
        if len(faults) >= MOST_FAULTS:
            break
        try:
            record = evening_record.loads(bytes(one.record))
            if one.worth:
                check_worth(one.worth)
            evenings.append(FileEvening(record, one.hidden, one.worth, one.rows_before))
        except RecordError as error:
            faults += [FaultyEvening(number, why) for why in error.faults]
        except EntryError as error:
            faults.append(FaultyEvening(number, error.fact))
    return evenings


def _raw_rows(raw: msgspec.Raw) -> tuple[msgspec.Raw, ...]:
    # Millions of tiny rows would take fifty times their size in memory.
    if memoryview(raw).nbytes > evening_record.LARGEST:
        raise RecordError(TooManyEntries(MOST_ROWS))
    try:
        rows = _rows_decoder.decode(raw)
    except msgspec.DecodeError as error:
        raise RecordError(UnreadableHead(not_in_format(error))) from None
    if len(rows) > MOST_ROWS:
        raise RecordError(TooManyEntries(MOST_ROWS))
    return rows


def _check_numbers(rows: Sequence[FileRow], faults: list[AnyFact]) -> None:
    payments = [one for one in rows if isinstance(one, GroupPaid)]
    if len(payments) > MOST_PAID:
        faults.append(TooManyPaid(MOST_PAID))
    if sum(isinstance(one, PersonMerged) for one in rows) > MOST_MERGED:
        faults.append(TooManyMerged(MOST_MERGED))
    # Each spelling is looked up whenever the payments are added up.
    if len({name for one in payments for name in (one.source, one.target)}) > MOST_PEOPLE:
        faults.append(TooManySpellings(MOST_PEOPLE))


def lines(
    name: str,
    opened_at: str,
    rows: Iterable[FileRow],
    evenings: Iterable[tuple[bytes, bool, WorthSet | UnsetType | None, int]],
) -> Iterator[bytes]:
    """Yield the file of a group in pieces, because it may be large.

    `evenings` are a record file each, whether the evening is hidden, what the group says that a chip is
    worth in it, and the number of rows before it.
    """
    fields = {
        "format": FORMAT,
        "version": VERSION,
        "name": name,
        "opened_at": opened_at,
        "made_by": MADE_BY,
    }
    yield msgspec.json.encode(fields)[:-1] + b',"rows":[\n'
    yield b",\n".join(b" " + encode(row) for row in rows) + b'\n],"evenings":['
    between = b"\n"
    for record, is_hidden, worth, rows_before in evenings:
        yield between + (b'{"hidden":true,"record":' if is_hidden else b'{"record":')
        yield record.rstrip()
        if worth is not UNSET:
            yield b',"worth":' + msgspec.json.encode(worth)
        if rows_before:
            yield b',"rows_before":%d' % rows_before
        yield b"}"
        between = b",\n"
    yield b"\n]}\n"
