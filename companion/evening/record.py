"""The record file: an evening as people take it away. Format version 1.

JSON in UTF-8, one entry a line, so that two records can be compared line by line.
"""

from codecs import BOM_UTF8
from contextlib import suppress
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from companion.errors import MalformedEntry
from companion.evening import names
from companion.evening.entries import (
    MOST_ENTRIES,
    VERSION,
    AnyEntry,
    NotInFormat,
    decode,
    encode,
    not_in_format,
)
from companion.evening.game_facts import EveningFact
from companion.evening.seal import PATTERN, Seals, seal_of, shown
from companion.facts import AnyFact, Fact

FORMAT = "companion-evening"
LARGEST = 8 * 1024 * 1024
"""Bytes; some hundred times the longest evening anybody has played."""
MOST_FAULTS = 100
"""Faults of a file that are told: enough to see what is wrong with it."""
LONGEST_NAME = 80
YEARS = range(1970, 9999)
"""In which an evening can have been opened: every clock on earth has these days."""

Moment = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$")]
"""UTC, like 2026-11-20T19:30:00Z."""
Seal = Annotated[str, Meta(pattern=PATTERN)]
"""As people read it, like K7QF 2M9X."""


class RecordTooLarge(Fact, frozen=True):
    most: int


class NotARecord(Fact, frozen=True):
    why: NotInFormat


class OtherFormat(Fact, frozen=True):
    format: str


class NewerVersion(Fact, frozen=True):
    version: int
    newest: int


class NoSuchVersion(Fact, frozen=True):
    version: int


class UnreadableHead(Fact, frozen=True):
    why: NotInFormat


class NoSuchTime(Fact, frozen=True):
    moment: str


class TooManyEntries(Fact, frozen=True):
    most: int


class TooLongToCheck(Fact, frozen=True):
    entry: int
    """The entry at which the check stopped."""


class EveningNameTooLong(Fact, frozen=True):
    most: int
    number: int


class FaultyEntry(Fact, frozen=True):
    number: int
    why: AnyFact


class SealsBroken(Fact, frozen=True):
    names: tuple[str, ...]
    """Names of the evenings; the group's name for its own log."""


class RecordError(Exception):
    """The file is no record that this companion can read. `faults` says why."""

    def __init__(self, *faults: AnyFact) -> None:
        super().__init__(*faults)
        self.faults = faults


class Record(Struct, frozen=True):
    """A record file's content."""

    name: str
    opened_at: str
    """UTC, like 2026-11-20T19:30:00Z."""
    entries: tuple[AnyEntry, ...]
    seal: str | None = None
    """As its file says, whatever the entries are now; None if it says nothing."""

    @property
    def seals(self) -> Seals:
        """The seal that the file says, and the one that the entries come to."""
        return Seals(self.seal, shown(seal_of(map(encode, self.entries))))

    def broken_seals(self) -> SealsBroken | None:
        """Return `SealsBroken` if the entries have changed since the file was written, else None."""
        return None if self.seals.hold else SealsBroken((self.name,))


class _Kind(Struct, frozen=True):
    """As much of a file as tells whether the rest can be read."""

    format: str
    version: int


class _File(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    format: str
    version: int
    name: str
    opened_at: Moment
    seal: Seal | None = None
    entries: tuple[msgspec.Raw, ...]


def loads(data: bytes, most: int = LARGEST) -> Record:
    """Return the record that `data` holds.

    Raises `RecordError`: more than `most` bytes, no JSON, no record, a newer version, or entries that are not
    in the format (the first `MOST_FAULTS` named). Whether the rules allow the entries is not asked here.
    """
    if len(data) > (most := min(most, LARGEST)):
        raise RecordError(RecordTooLarge(most))
    data = without_mark(data)
    try:
        kind = msgspec.json.decode(data, type=_Kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(NotARecord(not_in_format(error))) from None
    if kind.format != FORMAT:
        raise RecordError(OtherFormat(kind.format))
    if kind.version > VERSION:
        raise RecordError(NewerVersion(kind.version, VERSION))
    if kind.version < 1:
        raise RecordError(NoSuchVersion(kind.version))
    try:
        file = msgspec.json.decode(data, type=_File)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(UnreadableHead(not_in_format(error))) from None
    faults: list[AnyFact] = [
        fault for fault in (name_fault(file.name), time_fault(file.opened_at)) if fault
    ]
    if len(file.entries) > MOST_ENTRIES:
        raise RecordError(*faults, TooManyEntries(MOST_ENTRIES))
    entries = []
    for number, raw in enumerate(file.entries, 1):
        if len(faults) >= MOST_FAULTS:
            break
        try:
            entries.append(decode(raw))
        except MalformedEntry as error:
            faults.append(FaultyEntry(number, error.fact))
    if faults:
        raise RecordError(*faults)
    return Record(file.name, file.opened_at, tuple(entries), file.seal)


def without_mark(data: bytes) -> bytes:
    """Return a file without the mark of UTF-8 at its start, which some editors write (not JSON's)."""
    return data.removeprefix(BOM_UTF8)


def dumps(record: Record) -> bytes:
    """Return the record as a file's content, ending in a newline, sealed as its entries are."""
    bodies = [encode(entry) for entry in record.entries]
    head = msgspec.json.encode(
        {
            "format": FORMAT,
            "version": VERSION,
            "name": record.name,
            "opened_at": record.opened_at,
            "seal": shown(seal_of(bodies)),
        }
    )
    lines = b",\n".join(b" " + body for body in bodies)
    return head[:-1] + b',"entries":[\n' + lines + b"\n]}\n"


def time_fault(moment: str) -> NoSuchTime | None:
    """Return what is wrong with a time in the right form, or None."""
    with suppress(ValueError):
        if datetime.fromisoformat(moment).year in YEARS:
            return None
    return NoSuchTime(moment)


def name_fault(name: str) -> EveningNameTooLong | EveningFact | None:
    """Return what is wrong with an evening's name, or None."""
    if len(name) > LONGEST_NAME:
        return EveningNameTooLong(LONGEST_NAME, len(name))
    if name != names.tidy(name) or not name or names.has_control(name):
        return EveningFact.EVENING_NAME_UNTIDY
    return None
