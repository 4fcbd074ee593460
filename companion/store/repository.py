"""The cache of folded evenings, and the steps of adding an entry: read, fold, check, append."""

import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from msgspec import Struct

from companion.errors import EntryError
from companion.evening import AnyEntry, Evening
from companion.evening.history import EveningBuilder, open_log
from companion.store.errors import Conflict, StoreError, UnreadableEvening
from companion.store.lock import Locks
from companion.store.sql.log import EveningLog

MOST_ENTRIES = 200_000
"""Maximum number of entries in memory, which take less than 100 MB."""


class CachedEvening(Struct, frozen=True):
    """A folded evening, and the device of each entry."""

    evening: Evening
    devices: tuple[str, ...]


class EveningRepository:
    """The evenings of one log. Threads and greenlets may share it."""

    def __init__(
        self, log: EveningLog, moved: Callable[[int], None] = lambda evening: None
    ) -> None:
        """`moved` is called with an evening's number when this process has added to its log."""
        self.log = log
        self._moved = moved
        self._cache: dict[int, CachedEvening] = {}
        """The evenings in memory, least recently used first."""
        self._entries = 0
        """Number of entries in `_cache`."""
        self._counting = threading.Lock()
        # A request that waits for the database holds its evening's lock, but not those of others.
        self._locks = Locks()

    def evening(self, number: int) -> Evening:
        """Return an evening. Raises `StoreError`."""
        with self.holding(number):
            return self._read(number).evening

    def at(self, number: int, position: int) -> Evening:
        """Return the evening at a position if it is in memory, otherwise the current evening."""
        return self.cached(number, position) or self.evening(number)

    def cached(self, number: int, position: int) -> Evening | None:
        """Return the evening at a position if it is in memory, without reading the log."""
        cached = self._cache.get(number)
        return cached.evening if cached and cached.evening.length == position else None

    def device_of(self, number: int, seq: int) -> str:
        """Return the device that made an entry, or "" if there is no such entry."""
        cached = self._cache.get(number)
        if cached is None or seq > len(cached.devices):
            with self.holding(number):
                cached = self._read(number)
        return cached.devices[seq - 1] if 0 < seq <= len(cached.devices) else ""

    def append(
        self,
        number: int,
        entry: AnyEntry,
        after: int,
        entry_id: str,
        device: str,
        allow: Callable[[Evening], None] = lambda evening: None,
    ) -> Evening:
        """Check an entry, append it, and return the evening after it.

        `after` is the position that the device has seen. Sending the same `entry_id` again writes
        nothing. `allow` is called with the evening before the entry, and may raise any exception.
        Raises `Conflict`, `ReusedId`, `EntryError` or `StoreError`, and then writes nothing.
        """
        with self.holding(number):
            # Do not look for new entries first: if the log has grown, it refuses this entry.
            cached = self._cache.get(number)
            if cached is None or cached.evening.length != after:
                cached = self._read(number)
            try:
                allow(cached.evening)
                if after != cached.evening.length:
                    raise Conflict
                builder = EveningBuilder(cached.evening)
                builder.enter(entry)
            except (Conflict, EntryError):
                # Another process may have written this entry or another one.
                now = self._read(number).evening
                if self.log.seq_of(number, entry_id, entry) is not None:
                    return now
                if after != now.length:
                    raise Conflict from None
                raise
            if not self.log.add(number, after, entry, entry_id, device):
                return self.evening(number)
            evening = builder.evening()
            self._keep(number, CachedEvening(evening, (*cached.devices, sys.intern(device))))
            self._moved(number)
        return evening

    def holding(self, number: int) -> AbstractContextManager[bool]:
        """Hold an evening's lock."""
        return self._locks.of(number)

    def _keep(self, number: int, cached: CachedEvening) -> None:
        """Put an evening at the end of the cache, and drop others if the cache is full."""
        with self._counting:
            self._drop(number)
            self._cache[number] = cached
            self._entries += len(cached.devices)
            while self._entries > MOST_ENTRIES and len(self._cache) > 1:
                self._drop(next(iter(self._cache)))

    def _drop(self, number: int) -> None:
        if dropped := self._cache.pop(number, None):
            self._entries -= len(dropped.devices)

    def _read(self, number: int) -> CachedEvening:
        """Read the new entries of an evening, and return it."""
        cached = self._cache.get(number) or CachedEvening(Evening(), ())
        length = cached.evening.length
        new = self.log.entries_with_devices(number, length)
        if new:
            entries = [entry for entry, _ in new]
            evening = _extended(cached.evening, entries) if length else self._opened(entries)
            devices = (*cached.devices, *(sys.intern(device) for _, device in new))
            cached = CachedEvening(evening, devices)
        self._keep(number, cached)
        return cached

    def _opened(self, entries: Sequence[AnyEntry]) -> Evening:
        try:
            return open_log(entries)
        except EntryError:
            # Fold one by one to find the number of the faulty entry.
            return _extended(Evening(), entries)


def _extended(evening: Evening, new: Sequence[AnyEntry]) -> Evening:
    builder = EveningBuilder(evening)
    for entry in new:
        try:
            builder.enter(entry)
        except EntryError as error:
            raise StoreError(UnreadableEvening(error.rule, builder.length + 1)) from error
    return builder.evening()
