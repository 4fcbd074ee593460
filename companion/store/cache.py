"""An LRU cache of folded evenings."""

import threading

from msgspec import Struct

from companion.evening import Evening

MOST_ENTRIES = 200_000
"""Most entries in memory; less than 100 MB."""


class CachedEvening(Struct, frozen=True):
    """A folded evening, and the device of each entry."""

    evening: Evening
    devices: tuple[str, ...]


class EveningCache:
    """Evenings by number. Safe to share between threads and greenlets."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._evenings: dict[int, CachedEvening] = {}
        """Least recently used first."""
        self._entries = 0

    def get(self, number: int) -> CachedEvening | None:
        return self._evenings.get(number)

    def put(self, number: int, cached: CachedEvening) -> None:
        """Keep an evening as the most recently used one."""
        with self._lock:
            self._drop(number)
            self._evenings[number] = cached
            self._entries += len(cached.devices)
            while self._entries > MOST_ENTRIES and len(self._evenings) > 1:
                self._drop(next(iter(self._evenings)))

    def clear(self) -> None:
        with self._lock:
            self._evenings.clear()
            self._entries = 0

    def __len__(self) -> int:
        return len(self._evenings)

    def _drop(self, number: int) -> None:
        if dropped := self._evenings.pop(number, None):
            self._entries -= len(dropped.devices)
