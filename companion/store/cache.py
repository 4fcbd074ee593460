"""Folded evenings in memory, the least recently used of which are let go."""

import threading
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from companion.rules.actions import Entry

MOST_ENTRIES = 200_000
"""Entries of all evenings in memory; less than 100 MB."""

E_contra = TypeVar("E_contra", bound=Entry, contravariant=True)
F = TypeVar("F", bound="Folded")  # type: ignore[type-arg]


class Folded(Protocol[E_contra]):
    """What entries are folded into."""

    @property
    def length(self) -> int:
        """Entries folded, in force or not."""

    def enter(self: F, entry: E_contra) -> F:
        """Return the same after one more entry. Raises `EntryError`."""


class CachedEvening(Struct, Generic[F], frozen=True):
    """A folded evening, and which device made each of its entries."""

    evening: F
    devices: tuple[str, ...]


class EveningCache(Generic[F]):
    """Evenings by number. Safe to share between threads and greenlets."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._evenings: dict[int, CachedEvening[F]] = {}
        """The one used last stands last."""
        self._entries = 0

    def get(self, number: int) -> CachedEvening[F] | None:
        """Return an evening, if it is in memory."""
        return self._evenings.get(number)

    def put(self, number: int, cached: CachedEvening[F]) -> None:
        """Keep an evening as the one used last."""
        with self._lock:
            self._drop(number)
            self._evenings[number] = cached
            self._entries += len(cached.devices)
            while self._entries > MOST_ENTRIES and len(self._evenings) > 1:
                self._drop(next(iter(self._evenings)))

    def clear(self) -> None:
        """Forget all evenings."""
        with self._lock:
            self._evenings.clear()
            self._entries = 0

    def __len__(self) -> int:
        return len(self._evenings)

    def _drop(self, number: int) -> None:
        if dropped := self._evenings.pop(number, None):
            self._entries -= len(dropped.devices)
