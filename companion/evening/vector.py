"""A persistent vector: an immutable sequence that grows at its end without being copied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar, final, overload

Item = TypeVar("Item", covariant=True)
_BLOCK = 16
"""Items in a block. Growing copies half a block on average, and every block is shared."""


@final
class Vector(Sequence[Item]):
    """An immutable sequence, as a tuple is. `append` costs the same however long it is.

    What is appended to keeps its own length and shares its items with what comes of it: an evening
    keeps a state for every deal, each with all the deals before it.
    """

    __slots__ = ("_blocks", "_full", "_last")

    _blocks: Vector[tuple[Item, ...]] | None
    """The full blocks, in a vector of their own; None if there is none."""
    _full: int
    """The number of items in them."""
    _last: tuple[Item, ...]
    """What does not fill a block yet."""

    def __init__(self, items: Iterable[Item] = ()) -> None:
        every = tuple(items)
        full = len(every) - len(every) % _BLOCK
        blocks = [every[place : place + _BLOCK] for place in range(0, full, _BLOCK)]
        self._blocks = Vector(blocks) if blocks else None
        self._full = full
        self._last = every[full:]

    def append(self, item: Item) -> Vector[Item]:  # type: ignore[misc]
        """Return the sequence with one more item at its end."""
        last = (*self._last, item)
        if len(last) < _BLOCK:
            return _joined(self._blocks, self._full, last)
        return _joined((self._blocks or Vector()).append(last), self._full + _BLOCK, ())

    def first(self, number: int) -> Vector[Item]:
        """Return the sequence of the first `number` items, or of all if there are fewer."""
        blocks, full = self._blocks, self._full
        if number >= full or not blocks:
            return _joined(blocks, full, self._last[: max(number - full, 0)])
        whole, rest = divmod(max(number, 0), _BLOCK)
        return _joined(blocks.first(whole), whole * _BLOCK, blocks[whole][:rest])

    def __len__(self) -> int:
        return self._full + len(self._last)

    def __iter__(self) -> Iterator[Item]:
        if self._blocks:
            return chain(chain.from_iterable(self._blocks), self._last)
        return iter(self._last)

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> Vector[Item]: ...
    def __getitem__(self, place: int | slice) -> Item | Vector[Item]:
        if isinstance(place, slice):
            return Vector(tuple(self)[place])
        full = self._full
        at = place + full + len(self._last) if place < 0 else place
        if at >= full:
            return self._last[at - full]
        if at < 0 or self._blocks is None:
            raise IndexError(place)
        return self._blocks[at // _BLOCK][at % _BLOCK]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Vector):
            return NotImplemented
        return len(self) == len(other) and all(
            one is two or one == two for one, two in zip(self, other, strict=True)
        )

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<Vector of {len(self)}>"


def _joined(
    blocks: Vector[tuple[Item, ...]] | None, full: int, last: tuple[Item, ...]
) -> Vector[Item]:
    vector: Vector[Item] = Vector.__new__(Vector)
    vector._blocks, vector._full, vector._last = blocks, full, last
    return vector
