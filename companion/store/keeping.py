"""Evenings, or groups, that are kept folded in memory: those used last, so many by their weight."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

from companion.rules.actions import Entry

KEPT = 200_000
"""What is kept, by weight: some 200,000 entries, less than 100 MB. Long evenings have as much again:
they make room for one another alone, so that a few of them push no table out of memory."""
LONG = 5_000
"""The weight of an evening that is longer than people play in a night."""

E_contra = TypeVar("E_contra", bound=Entry, contravariant=True)
F = TypeVar("F", bound="Folded")  # type: ignore[type-arg]


class Folded(Protocol[E_contra]):
    """What entries are folded into."""

    @property
    def length(self) -> int:
        """Entries folded, standing or not."""

    @property
    def weight(self) -> int:
        """About how much memory it takes."""

    def enter(self: F, entry: E_contra) -> F:
        """Return the same after one more entry. Raises `EntryError`."""


class Kept(Generic[F]):
    """An evening in memory, and which device made each of its entries."""

    def __init__(self, evening: F) -> None:
        self.evening = evening
        self.devices: list[str] = []
        self.weight = 0
        """What it weighed when it was put last."""


class Keeping(Generic[F]):
    """What is kept, by number."""

    def __init__(self) -> None:
        self._kept: dict[int, Kept[F]] = {}
        # Of the ordinary and of the long ones, those used last at the end, and what they weigh.
        self._used: tuple[OrderedDict[int, None], ...] = (OrderedDict(), OrderedDict())
        self._weights = [0, 0]

    def get(self, number: int) -> Kept[F] | None:
        """Return what is kept of an evening, if anything."""
        return self._kept.get(number)

    def put(self, number: int, kept: Kept[F]) -> None:
        """Keep an evening as the one used last, and let go of those of its kind beyond the bound."""
        self._forget(number)
        kept.weight = kept.evening.weight
        kind = kept.weight > LONG
        self._kept[number] = kept
        self._used[kind][number] = None
        self._weights[kind] += kept.weight
        while self._weights[kind] > KEPT and len(self._used[kind]) > 1:
            self._forget(next(iter(self._used[kind])))

    def clear(self) -> None:
        """Forget all."""
        for number in list(self._kept):
            self._forget(number)

    def __iter__(self) -> Iterator[int]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def weight(self) -> int:
        """What all of them weigh."""
        return sum(self._weights)

    def _forget(self, number: int) -> None:
        if kept := self._kept.pop(number, None):
            kind = kept.weight > LONG
            del self._used[kind][number]
            self._weights[kind] -= kept.weight
