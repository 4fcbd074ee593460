"""Folded evenings, and the one way to add an entry: read, fold, check, append."""

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from companion.errors import EntryError
from companion.evening import AnyEntry, Evening
from companion.evening.history import open_log
from companion.groups import Group, GroupEntry
from companion.groups.group import open_log as open_group
from companion.rules.actions import Entry
from companion.store.cache import CachedEvening, EveningCache, F
from companion.store.errors import Conflict, StoreError, UnreadableEvening
from companion.store.protocols import EntryLog, EveningLog, GroupLog

Moved = Callable[[int], None]
E = TypeVar("E", bound=Entry)


class Repository(Generic[F, E]):
    """The evenings, or the groups, of one log. Safe to share between threads and greenlets."""

    def __init__(
        self, log: EntryLog[E], empty: F, open_log: Callable[[Sequence[E]], F], moved: Moved
    ) -> None:
        """`open_log` folds a whole log; `moved` is called with the number of one that has grown."""
        self._log = log
        self._empty = empty
        self._open_log = open_log
        self._moved = moved
        self._cache: EveningCache[F] = EveningCache()
        # Held for a moment only. A request that waits for the database holds the lock of one
        # evening, which lives as long as somebody has it or waits for it.
        self._lock = threading.Lock()
        self._locks: WeakValueDictionary[int, threading.RLock] = WeakValueDictionary()

    def evening(self, number: int) -> F:
        """Return an evening as its log is now. Raises `StoreError`."""
        with self.holding(number):
            return self._read(number).evening

    def at(self, number: int, position: int) -> F:
        """Return an evening at a position if that is in memory, else as its log is now."""
        return self.cached(number, position) or self.evening(number)

    def cached(self, number: int, position: int) -> F | None:
        """Return an evening at a position if that is in memory; nothing is read."""
        found = self._cache.get(number)
        return found.evening if found and found.evening.length == position else None

    def device_of(self, number: int, seq: int) -> str:
        """Return the device that made an entry of an evening; "" if there is no such entry."""
        cached = self._cache.get(number)
        if cached is None or seq > len(cached.devices):
            with self.holding(number):
                cached = self._read(number)
        return cached.devices[seq - 1] if 0 < seq <= len(cached.devices) else ""

    def device_count(self, number: int) -> int:
        """Return how many devices have made entries of an evening."""
        with self.holding(number):
            return len(set(self._read(number).devices))

    def append(
        self,
        number: int,
        entry: E,
        after: int,
        entry_id: str,
        device: str,
        allow: Callable[[F], None] = lambda evening: None,
    ) -> F:
        """Check an entry, append it, and return the evening after it.

        `after` is the position the person saw, `entry_id` made by the form. The same entry_id again
        writes nothing and returns the evening as it is. `allow` is called with the evening before
        the entry, and may raise what it likes. Raises `Conflict`, `ReusedId`, `EntryError` or
        `StoreError`; nothing is written then.
        """
        with self.holding(number):
            # At that position nothing is read: the log refuses what is behind.
            cached = self._cache.get(number)
            if cached is None or cached.evening.length != after:
                cached = self._read(number)
            try:
                allow(cached.evening)
                if after != cached.evening.length:
                    raise Conflict
                evening = cached.evening.enter(entry)
            except (Conflict, EntryError):
                # Another process may have written it, or something else.
                now = self._read(number).evening
                if self._log.seq_of(number, entry_id, entry) is not None:
                    return now
                if after != now.length:
                    raise Conflict from None
                raise
            if not self._log.add(number, after, entry, entry_id, device):
                return self.evening(number)
            devices = (*cached.devices, sys.intern(device))
            self._cache.put(number, CachedEvening(evening, devices))
            self._moved(number)
        return evening

    @contextmanager
    def holding(self, number: int) -> Iterator[None]:
        """Hold the lock of one evening."""
        with self._lock:
            lock = self._locks.get(number)
            if lock is None:
                lock = self._locks[number] = threading.RLock()
        with lock:
            yield

    def _read(self, number: int) -> CachedEvening[F]:
        """Return an evening with all that its log has now."""
        cached = self._cache.get(number) or CachedEvening(self._empty, ())
        length = cached.evening.length
        new = self._log.entries_with_devices(number, length)
        if new:
            entries = [entry for entry, _ in new]
            evening = _extended(cached.evening, entries) if length else self._opened(entries)
            devices = (*cached.devices, *(sys.intern(device) for _, device in new))
            cached = CachedEvening(evening, devices)
        self._cache.put(number, cached)
        return cached

    def _opened(self, entries: Sequence[E]) -> F:
        try:
            return self._open_log(entries)
        except EntryError:
            # One by one, so that the error names the entry.
            return _extended(self._empty, entries)


def _extended(evening: F, new: Sequence[Entry]) -> F:
    """Return an evening with more of its log. Raises `StoreError`."""
    for entry in new:
        try:
            evening = evening.enter(entry)
        except EntryError as error:
            raise StoreError(UnreadableEvening(error.rule, evening.length + 1)) from error
    return evening


class EveningRepository(Repository[Evening, AnyEntry]):
    """The evenings of one log."""

    def __init__(self, log: EveningLog, moved: Moved = lambda evening: None) -> None:
        """`moved` is called with the number of an evening whenever its log has moved on."""
        super().__init__(log, Evening(), open_log, moved)
        self.log = log


class GroupRepository(Repository[Group, GroupEntry]):
    """The groups of one log."""

    def __init__(self, log: GroupLog, moved: Moved = lambda group: None) -> None:
        """`moved` is called with the number of a group whenever its log has moved on."""
        super().__init__(log, Group(), open_group, moved)
        self.log = log
