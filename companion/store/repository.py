"""Evenings and groups kept folded in memory beside the log position they stand for.

There is one path for every way in: read, fold, check, append. The log is the truth; what is kept
here can vanish at any time.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from companion.errors import EntryError
from companion.evening import AnyEntry, Evening
from companion.groups import Group, GroupEntry
from companion.rules.actions import Entry
from companion.store.errors import Conflict, StoreError, UnreadableEvening
from companion.store.protocols import EntryLog, EveningLog, GroupLog

KEPT = 500
"""Evenings kept in memory; one that was not used for long is folded again when asked for."""

Moved = Callable[[int], None]
E = TypeVar("E", bound=Entry)
E_contra = TypeVar("E_contra", bound=Entry, contravariant=True)
F = TypeVar("F", bound="Folded")  # type: ignore[type-arg]


class Folded(Protocol[E_contra]):
    """What entries are folded into."""

    @property
    def length(self) -> int:
        """Entries folded, standing or not."""

    def enter(self: F, entry: E_contra) -> F:
        """Return the same after one more entry. Raises `EntryError`."""


class Kept(Generic[F]):
    """An evening in memory, and which device made each of its entries."""

    def __init__(self, evening: F) -> None:
        self.evening = evening
        self.devices: list[str] = []


class Repository(Generic[F, E]):
    """The evenings, or the groups, of one log."""

    def __init__(self, log: EntryLog[E], empty: F, moved: Moved) -> None:
        """`empty` is what the first entry is folded into."""
        self._empty = empty
        self._log = log
        self._moved = moved
        self._kept: OrderedDict[int, Kept[F]] = OrderedDict()
        self._lock = threading.RLock()

    def evening(self, number: int) -> F:
        """Return an evening as it stands in the log now. Raises `StoreError`."""
        with self._lock:
            return self._read(number).evening

    def at(self, number: int, position: int) -> F:
        """Return an evening as it stood at a position, if that is kept; else as it stands now.

        It spares `append` a second look at the log: what was not true any more is refused there.
        """
        with self._lock:
            kept = self._kept.get(number)
            return (
                kept.evening if kept and kept.evening.length == position else self.evening(number)
            )

    def kept(self, number: int, position: int) -> F | None:
        """Return an evening as it stood at a position, if that is in memory; nothing is read."""
        with self._lock:
            found = self._kept.get(number)
            return found.evening if found and found.evening.length == position else None

    def device_of(self, number: int, seq: int) -> str:
        """Return the device that made an entry of an evening; "" if there is no such entry."""
        with self._lock:
            kept = self._kept.get(number)
            if kept is None or seq > len(kept.devices):
                kept = self._read(number)
            return kept.devices[seq - 1] if 0 < seq <= len(kept.devices) else ""

    def device_count(self, number: int) -> int:
        """Return how many devices have made entries of an evening."""
        with self._lock:
            return len(set(self._read(number).devices))

    def append(self, number: int, entry: E, after: int, entry_id: str, device: str) -> F:
        """Check an entry, append it, and return the evening after it.

        `after` is the position the person saw, `entry_id` made by the form. The same entry_id again
        writes nothing and returns the evening as it stands. Raises `Conflict`, `ReusedId`, `EntryError`
        or `StoreError`; nothing is written then.
        """
        with self._lock:
            # What is kept at that position is not read again: the log takes nothing that is behind.
            kept = self._kept.get(number)
            if kept is None or kept.evening.length != after:
                kept = self._read(number)
            self._kept.move_to_end(number)
            try:
                if after != kept.evening.length:
                    raise Conflict
                longer = kept.evening.enter(entry)
            except (Conflict, EntryError):
                evening = self._read(number).evening
                # Nothing is wrong with an entry that is in the log already.
                if self._log.seq_of(number, entry_id, entry) is not None:
                    return evening
                if after != evening.length:
                    raise Conflict from None
                raise
            seq = self._log.append(number, after, entry, entry_id, device)
            if seq != longer.length:
                # Another process has taken the same form in the meantime.
                return self.evening(number)
            kept.evening = longer
            kept.devices.append(device)
        self._moved(number)
        return longer

    def _read(self, number: int) -> Kept[F]:
        """Return what is kept of an evening, with what the log has beyond it folded in."""
        kept = self._kept.get(number) or Kept(self._empty)
        new = self._log.entries_with_devices(number, after=kept.evening.length)
        evening = kept.evening
        for entry, _ in new:
            try:
                evening = evening.enter(entry)
            except EntryError as error:
                raise StoreError(UnreadableEvening(error.rule, evening.length + 1)) from error
        kept.evening = evening
        kept.devices += [device for _, device in new]
        self._kept[number] = kept
        self._kept.move_to_end(number)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return kept


class EveningRepository(Repository[Evening, AnyEntry]):
    """The evenings of one log."""

    def __init__(self, log: EveningLog, moved: Moved = lambda evening: None) -> None:
        """`moved` is called with the number of an evening whenever its log has moved on."""
        super().__init__(log, Evening(), moved)
        self.log = log


class GroupRepository(Repository[Group, GroupEntry]):
    """The groups of one log."""

    def __init__(self, log: GroupLog, moved: Moved = lambda group: None) -> None:
        """`moved` is called with the number of a group whenever its log has moved on."""
        super().__init__(log, Group(), moved)
        self.log = log
