"""Reads the log of a group, found in files of version 1 and in old databases.

An undo named the newest entry in force, and evenings had references.
"""

from collections.abc import Callable, Iterable
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from companion.errors import EntryError, RuleViolation, StaleEntry
from companion.evening.entries import Undone, WorthSet, encode
from companion.evening.game_facts import EveningFact
from companion.evening.record import FaultyEntry, RecordError
from companion.evening.seal import START, link
from companion.groups.entries import GroupOpened, GroupPaid, PersonMerged, Renamed, decoded
from companion.groups.group import GroupFact, check_entry
from companion.ids import Rule
from companion.rules.actions import Entry

Reference = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,43}$(?!\n)")]


class EveningAdded(Entry, frozen=True, tag="evening-added"):
    evening: Reference


class EveningHidden(Entry, frozen=True, tag="evening-hidden"):
    evening: Reference


class EveningShown(Entry, frozen=True, tag="evening-shown"):
    evening: Reference


LogFact = (
    GroupOpened
    | Renamed
    | EveningAdded
    | EveningHidden
    | EveningShown
    | PersonMerged
    | WorthSet
    | GroupPaid
)
LogEntry = LogFact | Undone

_decoder: msgspec.json.Decoder[LogEntry] = msgspec.json.Decoder(LogEntry)


class LogRow(Struct):
    """An entry of the log, and whether it is still in force."""

    number: int
    """Its number in the log, from 1."""
    entry: LogFact
    stands: bool = True


def read(
    bodies: Iterable[bytes | str | msgspec.Raw], spend: Callable[[int], None] = lambda number: None
) -> tuple[list[LogRow], bytes]:
    """Return the rows of a log, in its order, and its seal.

    Undos and `EveningShown`, which takes back the row that hides its evening, are left out. `spend` is
    called with the number of each entry. Raises `RecordError` with a `FaultyEntry`.
    """
    found: list[LogRow] = []
    standing: list[LogRow] = []
    seal = START
    for number, body in enumerate(bodies, 1):
        spend(number)
        try:
            entry = decoded(_decoder, body)
            _enter(found, standing, number, entry)
        except EntryError as error:
            raise RecordError(FaultyEntry(number, error.fact)) from error
        seal = link(seal, encode(entry))
    hiding: dict[str, LogRow] = {}
    for row in standing:
        if isinstance(row.entry, EveningHidden):
            row.stands = row.entry.evening not in hiding
            hiding.setdefault(row.entry.evening, row)
        elif isinstance(row.entry, EveningShown) and row.entry.evening in hiding:
            hiding.pop(row.entry.evening).stands = False
    return [row for row in found if not isinstance(row.entry, EveningShown)], seal


def _enter(found: list[LogRow], standing: list[LogRow], number: int, entry: LogEntry) -> None:
    if isinstance(entry, Undone):
        # The opening is never undone.
        if len(standing) < 2 or standing[-1].number != entry.entry:
            raise StaleEntry(EveningFact.NOTHING_TO_UNDO)
        standing.pop().stands = False
        return
    if isinstance(entry, GroupOpened) == bool(standing):
        raise RuleViolation(Rule.WRONG_PHASE, GroupFact.NOT_OPENED)
    if not isinstance(entry, EveningAdded | EveningHidden | EveningShown):
        check_entry(entry)
    row = LogRow(number, entry)
    found.append(row)
    standing.append(row)
