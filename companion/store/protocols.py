"""What a store has to do: the logs of evenings, groups, who may open what, and news of all.

A group has links, devices and news as an evening has, but rows instead of a log. What opens the one
sort is unknown to the other.

SQLite and PostgreSQL implement it, and have the queries in common. `tests/store/conformance.py` is
what every implementation has to pass.
"""

import time
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Literal, Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from companion.evening.entries import AnyEntry
from companion.facts import AnyFact
from companion.groups.entries import GroupEntry
from companion.groups.group import Group

Sort = Literal["evening", "group"]

RecordingMode = Literal["all", "own", "host"]
"""Who records: all who have the link, each for his own seat, or the host alone."""
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Of a code to say: none that looks like another, or like a digit."""
CODE_LENGTH = 6
MOST_LISTED = 1000
"""Devices of an evening that are listed beside the host and those with a seat: the newest."""
MOST_MISSES = 100
"""Wrong codes tried anywhere on the server before a new code is needed."""


class EveningInfo(Struct, frozen=True):
    """An evening, or a group, as somebody sees it from outside."""

    id: int
    key: str
    """The key of the link by which it was opened."""
    name: str
    opened_at: str
    """UTC, like 2026-11-20T19:30:00Z."""
    watches: bool = False
    """Whether that link can only watch."""


class Device(Struct, frozen=True):
    """A device that has opened an evening."""

    id: str
    name: str
    """What it calls itself; "" if nothing."""
    seat: str
    """The player whose phone it is; "" if nobody's."""
    is_host: bool
    seen_at: str
    """When it came in first."""
    watches: bool = False
    """Whether it came in by the link to watch."""


class TableAccess(Struct, frozen=True):
    """An evening as one device has opened it, with whose it is and what the host has set."""

    info: EveningInfo
    device: str
    name: str
    seat: str
    is_host: bool
    records: RecordingMode
    second_look: bool
    is_known: bool
    """Whether the device has come in by this link before."""
    is_server_host: bool = False
    read_at: float = field(default_factory=time.monotonic)
    """When that was so, by a clock that is never set: rights can be taken away."""

    @property
    def watches(self) -> bool:
        """Whether the link by which it came can only watch."""
        return self.info.watches and not self.is_host

    def as_host(self) -> "TableAccess":
        """Return the same, with the rights of one who hosts every evening of the server."""
        return replace(self, is_host=True, is_server_host=True)


class TableSettings(Struct, frozen=True):
    """What the host has set for an evening, and the keys of its links."""

    record_key: str
    watch_key: str
    records: RecordingMode
    second_look: bool


class Directory(Protocol):
    """The evenings, or the groups, of a store. Every method raises `StoreError` if it cannot."""

    def find(self, key: str) -> EveningInfo:
        """Return the evening that a link's key opens. Raises `UnknownEvening`."""

    def evening(self, number: int) -> EveningInfo:
        """Return an evening by its number, with its key to record. Raises `UnknownEvening`."""

    def evenings(self, limit: int = -1, offset: int = 0) -> list[EveningInfo]:
        """Return all evenings, the newest first, each with its key to record.

        `limit` is how many at most (all, if negative), after leaving out the first `offset`.
        """


class EveningLog(Directory, Protocol):
    """The entries of all evenings: appended, read, never changed; and the store as a whole.

    Safe to share between threads. Every method raises `StoreError` if the store cannot.
    """

    def open_evening(
        self,
        name: str,
        entries: Sequence[AnyEntry],
        device: str,
        entry_id: str | None = None,
        opened_at: str | None = None,
    ) -> EveningInfo:
        """Make a new evening that begins with `entries`, all or nothing, and return it.

        The same `entry_id` from the same device makes nothing new: the evening it made is returned.
        `opened_at` is now, if it is not given.
        """

    def append(self, evening: int, after: int, entry: AnyEntry, entry_id: str, device: str) -> int:
        """Append one entry as `add` does, and return its seq, whenever it was made."""

    def add(self, evening: int, after: int, entry: AnyEntry, entry_id: str, device: str) -> bool:
        """Append one entry after position `after`; return whether this has made it.

        An entry_id that is in the log already writes nothing. Raises `ReusedId` if that was a
        different entry, `Conflict` if the log's end is not `after`.
        """

    def seq_of(self, evening: int, entry_id: str, entry: AnyEntry) -> int | None:
        """Return the seq of an entry that is in the log already. Raises `ReusedId`."""

    def has_entry(self, evening: int, entry_id: str) -> bool:
        """Return whether an entry with this id is in the log."""

    def length(self, evening: int) -> int:
        """Return how many entries an evening has; 0 if it is not there."""

    def read(self, evening: int, after: int = 0) -> list[AnyEntry]:
        """Return the entries of an evening that follow position `after`, in order."""

    def entries_with_devices(
        self, evening: int, after: int = 0, limit: int = -1
    ) -> list[tuple[AnyEntry, str]]:
        """Return the entries that follow position `after`, each with the device that made it."""

    def seal(self, evening: int, position: int) -> bytes:
        """Return the seal of the entries up to a position. Raises `UnknownEvening`."""

    def close(self) -> None:
        """Close the store."""

    def check(self) -> None:
        """Return if the log can be read and written."""

    def faults(self) -> Iterator[tuple[int | None, AnyFact]]:
        """Yield what is wrong in the store, each with the evening or group that it concerns, if any.

        What their entries say is not asked here.
        """

    def tidy(self) -> None:
        """Do what is best done while nothing happens. Called every few seconds, from any thread."""

    def delete(self, evening: int) -> None:
        """Delete an evening for good, with its links; its number is not given to another one.

        Only for the server's administrator: a player can hide an evening, and no more.
        """


class GroupChanges(Protocol):
    """A group while its lock is held."""

    access: TableAccess
    """The rights of the device that changes it, as they are now."""

    @property
    def group(self) -> Group:
        """The group as it is now."""

    def made_by(self, form_id: str) -> GroupEntry | None:
        """Return what a form has made already, if anything."""

    def member_of(self, evening: int) -> int | None:
        """Return the number of the group that an evening is in, if any."""

    def add(self, entry: GroupEntry, form_id: str) -> None:
        """Add a row. Raises `RuleViolation` if there is no room."""

    def take_back(self, number: int) -> None:
        """Take a row back, for good."""


class GroupStore(Directory, Protocol):
    """The groups: rows that are added and taken back, each by itself.

    Every method raises `StoreError` if the store cannot.
    """

    def start(
        self,
        name: str,
        device: str,
        form_id: str,
        entries: Sequence[GroupEntry] = (),
        opened_at: str | None = None,
    ) -> EveningInfo:
        """Start a group that begins with these entries, all or nothing, and return it.

        The same form from the same device starts nothing new. An evening that is in another group
        stays there.
        """

    def group(self, number: int) -> Group:
        """Return a group as it is now."""

    def of_evening(self, evening: int) -> int | None:
        """Return the number of the group that an evening is in, if any."""

    def changing(self, access: TableAccess, *evenings: int) -> AbstractContextManager[GroupChanges]:
        """Hold the lock of a group: what is checked within is still so when it is written.

        Of `evenings` nothing else is written either. All is written at the end, or nothing. Raises
        `UnknownEvening` if the device cannot open the group any more.
        """

    def links(self, evenings: Collection[int]) -> dict[int, tuple[EveningInfo, EveningInfo]]:
        """Return evenings by number, each as its link to record opens it and as its link to watch.

        The newest come first.
        """


class Derived(Struct, frozen=True):
    """What follows from an evening's log up to a position, as some version of the companion says it."""

    position: int
    version: int
    body: bytes
    """JSON."""


class SummaryStore(Protocol):
    """What was worked out of evenings, kept so that it need not be worked out again.

    It can be lost at any time, and stands for nothing but the position it names. Every method
    raises `StoreError` if the store cannot.
    """

    def read(self, evenings: Collection[int]) -> dict[int, tuple[int, Derived | None]]:
        """Return for evenings where their logs end, and the summary that is kept, if any."""

    def keep(self, summaries: Mapping[int, Derived]) -> None:
        """Keep the summaries of evenings, by number, in place of those before."""


class Expense(Struct, frozen=True):
    """Something that somebody asks for, and how often they may in a time."""

    kind: str
    who: str
    most: int
    seconds: int
    """How long the time is, from the first that is counted."""


class BudgetStore(Protocol):
    """What is counted for those who ask. Every method raises `StoreError` if the store cannot."""

    def spend(self, expense: Expense, now: int) -> int:
        """Count an expense if its budget has room for it; return the seconds to wait, or 0.

        `now` is in seconds since 1970. What was counted in a time that is over is forgotten.
        """

    def give_back(self, expense: Expense) -> None:
        """Take back what was counted, unless that is forgotten already."""


class News(Protocol):
    """What tells a process of what others have written."""

    def wait(self, seconds: float) -> Collection[int] | None:
        """Wait until others may have written, at most so long, and return to which evenings.

        None stands for any of them. What was written since this was last asked counts too.
        """

    def marks(self, evenings: Collection[int]) -> Mapping[int, tuple[int, Hashable]]:
        """Return for evenings where their logs end, and a value that changes with the rights."""


class AccessStore(Protocol):
    """Who may come in, and as what: links, spoken codes, and the devices at a table.

    It is small and mutable, beside the log. Every method raises `StoreError` if the store cannot.
    """

    def open(self, key: str, device: str) -> TableAccess:
        """Return the evening that a link's key opens for a device. Raises `UnknownEvening`."""

    def rules(self, evening: int) -> TableSettings:
        """Return what is set for an evening. Raises `UnknownEvening`."""

    def set_rules(self, evening: int, records: RecordingMode, second_look: bool) -> None:
        """Set who records, and whether a costly settlement wants a second look."""

    def rename(self, evening: int, name: str) -> None:
        """Call an evening otherwise."""

    def replace(self, evening: int, link: Literal["record", "watch"]) -> str:
        """Make a new key for one of the links and return it; the old one opens nothing now.

        The evening's code is taken back with it.
        """

    def visit(self, device: str, info: EveningInfo, host: bool = False) -> None:
        """Note that a device has come in by the key of `info`; a host stays host."""

    def is_hosted(self, evening: int) -> bool:
        """Return whether an evening has a host; one imported on the command line has none."""

    def claim(self, device: str, evening: int) -> bool:
        """Make a device that has come in the host, unless there is one; return whether it is now."""

    def hand_over(self, evening: int, to: str) -> None:
        """Make a device the host, and nobody else."""

    def name(self, device: str, evening: int, name: str, seat: str) -> None:
        """Say what a device is called and whose phone it is; a seat is one device's only."""

    def devices(self, evening: int, limit: int = -1, offset: int = 0) -> list[Device]:
        """Return the devices that have come in and whose link still opens.

        The host comes first, then those with a seat, then the others, the newest first; of these
        only so many are looked at, however many have come in.
        """

    def number_of_devices(self, evening: int) -> int:
        """Return how many these are."""

    def with_seats(self, evening: int) -> list[Device]:
        """Return the devices that have a seat and whose link still opens."""

    def present(self, device: str, evening: int) -> Device | None:
        """Return a device if it has come in and its link still opens, else None."""

    def device(self, device: str, evening: int) -> Device | None:
        """Return one device at an evening, or None if it has never come in."""

    def evenings(self, device: str, limit: int = -1, offset: int = 0) -> list[EveningInfo]:
        """Return the evenings that a device can still open, the newest first, with its key."""

    def known(self, device: str, evening: int) -> EveningInfo | None:
        """Return one of these evenings, or None if the device cannot open it."""

    def code(self, evening: int) -> str | None:
        """Return the letters that can be said for an evening, if it has a code that is good."""

    def new_code(self, info: EveningInfo) -> str:
        """Give an evening a fresh code and return it.

        Raises `UnknownEvening` if the link by which it was opened has been replaced since.
        """

    def end_code(self, evening: int) -> None:
        """Take an evening's code back."""

    def open_by_code(self, letters: str) -> EveningInfo | None:
        """Return the evening that a code opens.

        A wrong one counts against every code, for it could have been meant for any of them.
        """
