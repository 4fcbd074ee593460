"""The record file: an evening as people take it away. Format version 1.

JSON in UTF-8, one entry a line, so that two records can be compared line by line.
"""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from companion.errors import MalformedEntry
from companion.evening import names
from companion.evening.entries import VERSION, AnyEntry, decode, encode
from companion.rules.ids import Fact

FORMAT = "companion-evening"
LARGEST = 8 * 1024 * 1024
"""Bytes; some hundred times the longest evening anybody has played."""
LONGEST_NAME = 80
MOST_ENTRIES = 50_000
"""Two thousand deals with every piece; more would keep a server busy for long."""

Moment = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$")]
"""UTC, like 2026-11-20T19:30:00Z."""


class RecordError(Exception):
    """The file is no record that this companion can read. `faults` says why."""

    def __init__(self, *faults: Fact | str) -> None:
        super().__init__(*faults)
        self.faults = faults


class FaultyEntry(Fact, frozen=True):
    """An entry of a record makes no sense by itself."""

    number: int
    why: Fact | str


class Record(Struct, frozen=True):
    """A record file's content."""

    name: str
    opened_at: str
    """UTC, like 2026-11-20T19:30:00Z."""
    entries: tuple[AnyEntry, ...]


class _Kind(Struct, frozen=True):
    """As much of a file as tells whether the rest can be read."""

    format: str
    version: int


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    version: int
    name: str
    opened_at: Moment
    entries: tuple[msgspec.Raw, ...]


def loads(data: bytes) -> Record:
    """Return the record that `data` holds.

    Raises `RecordError`: too large, no JSON, no record, a newer version, or entries that are not
    in the format (each one named). Whether the rules allow the entries is not asked here.
    """
    if len(data) > LARGEST:
        raise RecordError(
            f"The file is too large: a record has at most {LARGEST:,} bytes. "
            "A long evening has a few hundred thousand."
        )
    try:
        kind = msgspec.json.decode(data, type=_Kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(
            f"This is not a record of an evening ({error}). "
            'A record is a JSON file that begins with {"format": "companion-evening", …}.'
        ) from None
    if kind.format != FORMAT:
        raise RecordError(f"This is a file of the format {kind.format[:40]!r}, not {FORMAT!r}.")
    if kind.version > VERSION:
        raise RecordError(
            f"The record has version {kind.version}, and this companion reads up to {VERSION}. "
            "Use a newer companion."
        )
    if kind.version < 1:
        raise RecordError(f"There is no version {kind.version} of the record format.")
    try:
        file = msgspec.json.decode(data, type=_File)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"The record's head cannot be read: {error}.") from None
    faults: list[Fact | str] = [
        fault for fault in (name_fault(file.name), _time_fault(file.opened_at)) if fault
    ]
    if len(file.entries) > MOST_ENTRIES:
        faults.append(f"A record has at most {MOST_ENTRIES:,} entries.")
        raise RecordError(*faults)
    entries = []
    for number, raw in enumerate(file.entries, 1):
        try:
            entries.append(decode(raw))
        except MalformedEntry as error:
            faults.append(FaultyEntry(number, error.fact))
    if faults:
        raise RecordError(*faults)
    return Record(file.name, file.opened_at, tuple(entries))


def dumps(record: Record) -> bytes:
    """Return the record as a file's content, ending in a newline."""
    head = msgspec.json.encode(
        {
            "format": FORMAT,
            "version": VERSION,
            "name": record.name,
            "opened_at": record.opened_at,
        }
    )
    lines = b",\n".join(b" " + encode(entry) for entry in record.entries)
    return head[:-1] + b',"entries":[\n' + lines + b"\n]}\n"


def _time_fault(moment: str) -> str | None:
    try:
        datetime.fromisoformat(moment)
    except ValueError:
        return f"{moment!r} is no time. Write opened_at like 2026-11-20T19:30:00Z."
    return None


def name_fault(name: str) -> str | None:
    """Return in a sentence what is wrong with an evening's name, or None."""
    if len(name) > LONGEST_NAME:
        return f"An evening's name has at most {LONGEST_NAME} characters; this one {len(name)}."
    if name != names.tidy(name) or not name or names.has_control(name):
        return "An evening's name is not empty and has no needless spaces or line breaks."
    return None
