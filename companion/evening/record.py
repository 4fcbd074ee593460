"""The record file: an evening in JSON, format version 1, one entry a line."""

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from companion.errors import MalformedEntry
from companion.evening import names
from companion.evening.entries import (
    MOST_ENTRIES,
    VERSION,
    AnyEntry,
    FormatFault,
    GameStarted,
    NotInFormat,
    decode,
    encode,
    not_in_format,
)
from companion.evening.game_facts import EveningFact
from companion.evening.seal import PATTERN, Seals, seal_of, shown
from companion.evening.starting import UnknownEdition, UnknownGame, UnknownPreset, read_start
from companion.facts import AnyFact, Fact, Limit, Typed
from companion.rules.house import HouseRuleFaults
from companion.version import MADE_BY, newer_version

F = TypeVar("F")
FORMAT = "companion-evening"
LARGEST = 8 * 1024 * 1024
"""Maximum size of a record, in bytes: about a hundred times the longest known evening."""
MOST_FAULTS = 100
"""Report at most this many faults of a file."""
LONGEST_NAME = 80
YEARS = range(1970, 9999)
"""Years in which an evening can be opened: every time zone has their days."""

Moment = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$")]
"""UTC, like 2026-11-20T19:30:00Z."""
Zone = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_+/-]{0,60}$")]
"""The IANA name of a time zone, like Europe/Zurich; a reader that does not know it uses its own."""
Seal = Annotated[str, Meta(pattern=PATTERN)]
"""A seal as displayed, like K7QF 2M9X."""


class RecordTooLarge(Fact, frozen=True):
    most: int


class NotARecord(Fact, frozen=True):
    why: NotInFormat


class OtherFormat(Fact, frozen=True):
    format: Typed
    ours: str


class NewerVersion(Fact, frozen=True):
    version: int
    newest: int


class NeedsNewer(Fact, frozen=True):
    """A newer companion made the file, and this one cannot read all of it."""

    version: str
    why: AnyFact


class NoSuchVersion(Fact, frozen=True):
    version: int


class UnreadableHead(Fact, frozen=True):
    why: NotInFormat


class NoSuchTime(Fact, frozen=True):
    moment: str


class TooManyEntries(Fact, frozen=True):
    most: Limit


class TooLongToCheck(Fact, frozen=True):
    entry: int
    """Number of the entry at which the check stopped."""


class EveningNameTooLong(Fact, frozen=True):
    most: int
    number: int


class FaultyEntry(Fact, frozen=True):
    number: int
    why: AnyFact


class SealsBroken(Fact, frozen=True):
    names: tuple[str, ...]
    """Names of the evenings, or of the group for its own log."""


_UNKNOWN = (FormatFault.UNKNOWN_FIELD, FormatFault.UNKNOWN_KIND)
_UNKNOWN_FACTS = (NewerVersion, UnknownGame, UnknownEdition, UnknownPreset, HouseRuleFaults)
"""Faults that a newer companion may know better."""


class RecordError(Exception):
    """Raised for a file that is not a readable record. Its `faults` are facts, for `say`."""

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
    """The seal in the file, which need not match the entries; None if it has none."""
    zone: str = ""
    """The IANA name of the time zone in which the evening was opened; "" if it is not known."""
    place: str = ""
    """Where the evening was; "" if nobody has said."""

    @property
    def seals(self) -> Seals:
        """The seal in the file and the seal of the entries."""
        return Seals(self.seal, shown(seal_of(map(encode, self.entries))))

    def broken_seals(self) -> SealsBroken | None:
        """Return `SealsBroken` if the entries do not match the seal in the file, else None."""
        return None if self.seals.hold else SealsBroken((self.name,))


class FileKind(Struct, frozen=True):
    """The fields of a file that are read first."""

    format: str
    version: int
    made_by: str | None = None


class FileHead(FileKind, frozen=True, forbid_unknown_fields=True, kw_only=True):
    name: str
    opened_at: Moment


class _File(FileHead, frozen=True, kw_only=True):
    zone: Zone = ""
    place: str = ""
    seal: Seal | None = None
    entries: tuple[msgspec.Raw, ...]


class RecordFile(Struct, forbid_unknown_fields=True, kw_only=True):
    """An evening as a file: its entries, in order."""

    format: Literal["companion-evening"]
    version: Literal[1]
    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    opened_at: Moment
    made_by: str | None = None
    """The program and its version, like loo-companion 0.1.0."""
    zone: Zone = ""
    """The time zone in which it was opened, like Europe/Zurich."""
    place: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    """Where it was, as the host has typed it."""
    seal: Seal | None = None
    entries: Annotated[tuple[AnyEntry, ...], Meta(max_length=MOST_ENTRIES)]


def loads(data: bytes | str, most: int = LARGEST) -> Record:
    """Return the record in `data`, without asking the rules about its entries.

    Raises `RecordError` if it has more than `most` bytes, is not JSON, not a record, of a newer
    version, or has malformed entries (the first `MOST_FAULTS` are listed). If a newer companion made
    it, a game or house rule that is unknown here counts as malformed.
    """
    if isinstance(data, str):
        data = data.encode(errors="surrogatepass")
    file = read_file(data, min(most, LARGEST), FORMAT, VERSION, _File)
    of_head = name_fault(file.name), place_fault(file.place), time_fault(file.opened_at)
    faults: list[AnyFact] = [fault for fault in of_head if fault]
    if len(file.entries) > MOST_ENTRIES:
        raise RecordError(*faults, TooManyEntries(MOST_ENTRIES))
    entries = []
    newer = newer_version(file.made_by)
    for number, raw in enumerate(file.entries, 1):
        if len(faults) >= MOST_FAULTS:
            break
        try:
            entry = decode(raw)
            if newer and isinstance(entry, GameStarted):
                read_start(entry)
            entries.append(entry)
        except MalformedEntry as error:
            check_newer(file.made_by, error.fact)
            faults.append(FaultyEntry(number, error.fact))
    if faults:
        raise RecordError(*faults)
    return Record(file.name, file.opened_at, tuple(entries), file.seal, file.zone, file.place)


def read_file(data: bytes, most: int, format: str, version: int, structure: type[F]) -> F:
    """Return the content of a file in this `version` of its `format`.

    Raises `RecordError` if the file has more than `most` bytes or cannot be read.
    """
    if len(data) > most:
        raise RecordError(RecordTooLarge(most))
    kind = _decoded(data, FileKind, NotARecord)
    if kind.format != format:
        raise RecordError(OtherFormat(kind.format, format))
    if kind.version < 1:
        raise RecordError(NoSuchVersion(kind.version))
    if kind.version < version:
        raise RecordError(EveningFact.BEFORE_RELEASE)
    try:
        if kind.version > version:
            raise RecordError(NewerVersion(kind.version, version))
        return _decoded(data, structure, UnreadableHead)
    except RecordError as error:
        check_newer(kind.made_by, error.faults[0])
        raise


def check_newer(made_by: str | None, why: AnyFact) -> None:
    """Raise `RecordError` with `NeedsNewer` if a newer companion made a file, and `why` is unknown here."""
    inner = why.why if isinstance(why, UnreadableHead) else why
    is_unknown = isinstance(inner, NotInFormat) and inner.fault in _UNKNOWN
    newer = newer_version(made_by)
    if newer and (is_unknown or isinstance(inner, _UNKNOWN_FACTS)):
        raise RecordError(NeedsNewer(newer, inner))


def has_format(data: bytes, format: str) -> bool:
    """Return whether a file claims to have a format."""
    with suppress(RecordError):
        return _decoded(data, FileKind, NotARecord).format == format
    return False


def _utf_8(data: bytes) -> bytes:
    """Return a file without its byte order mark. Windows PowerShell writes UTF-16."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16").encode()
    return data.removeprefix(BOM_UTF8)


def _decoded(data: bytes, kind: type[F], fault: Callable[[NotInFormat], Fact]) -> F:
    try:
        return msgspec.json.decode(_utf_8(data), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(fault(not_in_format(error))) from None


def dumps(record: Record) -> bytes:
    """Return the record as a file's content, with the seal of its entries."""
    bodies = [encode(entry) for entry in record.entries]
    head = msgspec.json.encode(
        {
            "format": FORMAT,
            "version": VERSION,
            "name": record.name,
            "opened_at": record.opened_at,
            **({"zone": record.zone} if record.zone else {}),
            **({"place": record.place} if record.place else {}),
            "made_by": MADE_BY,
            "seal": shown(seal_of(bodies)),
        }
    )
    lines = b",\n".join(b" " + body for body in bodies)
    return head[:-1] + b',"entries":[\n' + lines + b"\n]}\n"


def time_fault(moment: str) -> NoSuchTime | None:
    """Return the fault of a well-formed time, or None."""
    with suppress(ValueError):
        if datetime.fromisoformat(moment).year in YEARS:
            return None
    return NoSuchTime(moment)


def name_fault(name: str) -> EveningNameTooLong | EveningFact | None:
    """Return the fault of an evening's name, or None."""
    if len(name) > LONGEST_NAME:
        return EveningNameTooLong(LONGEST_NAME, len(name))
    if name != names.tidy(name) or not name or names.has_control(name):
        return EveningFact.EVENING_NAME_UNTIDY
    return None


def place_fault(place: str) -> EveningFact | None:
    """Return the fault of an evening's place, which may be empty, or None."""
    fits = len(place) <= LONGEST_NAME and place == names.tidy(place)
    return None if fits and not names.has_control(place) else EveningFact.UNUSABLE_PLACE
