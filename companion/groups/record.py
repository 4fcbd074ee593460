"""The file of a group: its log and the records of its evenings. Format version 1.

JSON in UTF-8, one entry a line. No link stands in it: who has the file can open nothing by it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec
from msgspec import Struct

from companion.errors import EntryError
from companion.evening import record as evening_record
from companion.evening.entries import VERSION, encode, not_in_format
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
from companion.groups.entries import GroupEntry, Reference, decode
from companion.groups.figures import MOST_PEOPLE
from companion.groups.group import MOST_ENTRIES, MOST_EVENINGS, Group

FORMAT = "companion-group"
LARGEST = 64 * 1024 * 1024
"""Bytes; a thousand evenings with every piece."""


class NotAGroup(Fact, frozen=True):
    """The file is of another format than the group's."""

    format: str


class FaultyEvening(Fact, frozen=True):
    """An evening of a group's file cannot be read."""

    number: int
    """Its place in the file, from 1."""
    why: AnyFact


class NoEntries(Fact, frozen=True):
    """The log of a group has not even its opening."""


class EveningTwice(Fact, frozen=True):
    """Two evenings of a file have the same reference."""

    number: int
    """The place of the second one, from 1."""


class NotAMember(Fact, frozen=True):
    """An evening of a file is not in the group, as the group's log says."""

    number: int
    """Its place in the file, from 1."""


class TooManyEvenings(Fact, frozen=True):
    """The file has more evenings than are taken at once."""

    most: int


class TooManySpellings(Fact, frozen=True):
    """The payments of a group spell people in more ways than a group counts people."""

    most: int


class GroupRecord(Struct, frozen=True):
    """A group file's content."""

    name: str
    """As the file says; the log decides."""
    opened_at: str
    entries: tuple[GroupEntry, ...]
    evenings: Mapping[str, Record]
    """The evenings by the references of the group's log."""
    seal: str | None = None
    """Of the group's log, as the file says; None if it says nothing."""

    def broken_seals(self) -> SealsBroken | None:
        """Return which logs are not those that the file was written with, or None."""
        group = Seals(self.seal, shown(seal_of(map(encode, self.entries))))
        broken = [] if group.hold else [self.name]
        broken += [one.name for one in self.evenings.values() if not one.seals.hold]
        return SealsBroken(tuple(broken)) if broken else None


class _Kind(Struct, frozen=True):
    format: str
    version: int


class _Evening(Struct, frozen=True, forbid_unknown_fields=True):
    reference: Reference
    record: msgspec.Raw


class _File(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    format: str
    version: int
    name: str
    opened_at: Moment
    seal: Seal | None = None
    entries: tuple[msgspec.Raw, ...]
    evenings: tuple[_Evening, ...]


def is_group(data: bytes) -> bool:
    """Return whether a file says of itself that it is a group's."""
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
    """Return the group that `data`, of `most` bytes and `most_evenings` at most, holds.

    `spend` is called with the number of each of its entries, and stops it by raising.

    Raises `RecordError`: too large, no group's file, a newer version, or entries or evenings that
    are not in the format, or that a group refuses (the first `MOST_FAULTS` named). Whether the rules
    of the games allow the entries of the evenings is not asked here.
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
    try:
        file = msgspec.json.decode(data, type=_File)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(UnreadableHead(not_in_format(error))) from None
    if len(file.entries) > MOST_ENTRIES:
        raise RecordError(TooManyEntries(MOST_ENTRIES))
    if len(file.evenings) > most_evenings:
        raise RecordError(TooManyEvenings(most_evenings))
    faults: list[AnyFact] = [fault for fault in (time_fault(file.opened_at),) if fault]
    entries, group = _entries(file, faults, spend)
    evenings = _evenings(file, faults)
    for number, one in enumerate(file.evenings, 1):
        if not faults and one.reference not in group.evenings:
            faults.append(NotAMember(number))
    if faults:
        raise RecordError(*faults)
    return GroupRecord(file.name, file.opened_at, tuple(entries), evenings, file.seal)


def _entries(
    file: _File, faults: list[AnyFact], spend: Callable[[int], None]
) -> tuple[list[GroupEntry], Group]:
    """Return the entries of a file and their group; what is wrong with them goes to `faults`."""
    group, entries = Group(), []
    for number, raw in enumerate(file.entries, 1):
        spend(number)
        try:
            entry = decode(raw)
            group = group.enter(entry)
            entries.append(entry)
        except EntryError as error:
            # What follows an entry that is refused would be refused for that.
            faults.append(FaultyEntry(number, error.fact))
            break
    if not file.entries:
        faults.append(NoEntries())
    # Each of them has to be looked up whenever the payments are added up.
    spellings = {name for one in group.payments for name in (one.source, one.target)}
    if len(spellings) > MOST_PEOPLE:
        faults.append(TooManySpellings(MOST_PEOPLE))
    return entries, group


def _evenings(file: _File, faults: list[AnyFact]) -> dict[str, Record]:
    """Return the evenings of a file, in the same way."""
    evenings: dict[str, Record] = {}
    for number, one in enumerate(file.evenings, 1):
        if len(faults) >= MOST_FAULTS:
            break
        if one.reference in evenings:
            faults.append(EveningTwice(number))
        try:
            evenings[one.reference] = evening_record.loads(bytes(one.record))
        except RecordError as error:
            faults += [FaultyEvening(number, why) for why in error.faults]
    return evenings


def head(name: str, opened_at: str, entries: Iterable[GroupEntry]) -> bytes:
    """Return the beginning of a group's file, with the log of the group."""
    bodies = [encode(entry) for entry in entries]
    fields = {
        "format": FORMAT,
        "version": VERSION,
        "name": name,
        "opened_at": opened_at,
        "seal": shown(seal_of(bodies)),
    }
    log = b",\n".join(b" " + body for body in bodies)
    return msgspec.json.encode(fields)[:-1] + b',"entries":[\n' + log + b"\n]"


def lines(beginning: bytes, evenings: Iterable[tuple[str, bytes]]) -> Iterator[bytes]:
    """Yield the file of a group, piece by piece: it may be too large to be made at once.

    `beginning` is its `head`. `evenings` are record files, each with the reference by which the log
    names the evening.
    """
    yield beginning + b',"evenings":['
    between = b"\n"
    for reference, record in evenings:
        yield between + b'{"reference":' + msgspec.json.encode(reference) + b',"record":'
        yield record.rstrip() + b"}"
        between = b",\n"
    yield b"\n]}\n"
