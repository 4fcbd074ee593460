"""Pages of long lists."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Page(Struct, Generic[T], frozen=True):
    """A page of a list."""

    rows: Sequence[T]
    found: int
    """Number of rows on all pages."""
    number: int
    pages: int


def page_of(rows: Sequence[T], number: int, size: int) -> Page[T]:
    """Return a page of a list, counted from 1; the nearest page if that number is out of range."""
    pages = max(-(-len(rows) // size), 1)
    number = min(max(number, 1), pages)
    return Page(rows[(number - 1) * size : number * size], len(rows), number, pages)
