"""Work that takes long, done where it keeps nobody else waiting: in a thread beside the loop.

It is pure. A lock of the loop that such a thread waits for may never be given to it, so the store
refuses to be asked there.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Protocol, TypeVar

T = TypeVar("T")

_is_aside: ContextVar[bool] = ContextVar("is_aside", default=False)


class Aside(Protocol):
    """Does pure work that takes long, where it keeps nobody else waiting."""

    def __call__(self, work: Callable[[], T]) -> T:
        """Return what the work returns, or raise what it raises."""


def pure(work: Callable[[], T]) -> T:
    """Do work as it is done aside: `check_not_aside` raises within it."""
    before = _is_aside.set(True)
    try:
        return work()
    finally:
        _is_aside.reset(before)


def at_once(work: Callable[[], T]) -> T:
    """Do the work here and now (`Aside`)."""
    return pure(work)


def check_not_aside() -> None:
    """Raise `AssertionError` where only pure work is done."""
    if _is_aside.get():
        raise AssertionError("what is done aside asks nothing of the store")
