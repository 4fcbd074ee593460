"""What is asked of long evenings, files and figures: one at a time, the shortest evening first."""

import threading
from bisect import insort
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from companion.evening.entries import MOST_ENTRIES
from companion.rules.ids import Fact
from companion.store import Aside, at_once
from companion.store.repository import COSTLY
from companion.tables.checking import Busy

MOST_OF_ONE = 2 * MOST_ENTRIES
"""Entries of one evening that are worked on or wait, each time it is asked for."""
MOST = 4 * MOST_ENTRIES
"""Those of all evenings."""

Place = tuple[int, int, int]
"""The length of an evening, the place in the order of coming, and the number of the evening."""


class OthersServed(Fact, frozen=True):
    """Too much waits that was asked of long evenings."""


class Readers:
    """Those who ask much of long evenings. Safe to share between threads and greenlets."""

    def __init__(self, aside: Aside = at_once) -> None:
        self._aside = aside
        self._coming = count()
        self._moved_on = threading.Condition()
        self._served: Place | None = None
        self._waiting: list[Place] = []

    @contextmanager
    def turn(self, number: int, length: int) -> Iterator[Aside]:
        """Wait for the turn of whoever asks for an evening, and yield what does the work.

        A short evening has its turn at once. Raises `Busy` if too much is waiting; an evening that
        nobody else asks for is always let in, so that others cannot shut it out.
        """
        if length <= COSTLY:
            yield at_once
            return
        mine = length, next(self._coming), number
        with self._moved_on:
            self._check_room(number, length)
            insort(self._waiting, mine)
            try:
                self._moved_on.wait_for(lambda: not self._served and self._waiting[0] == mine)
                self._served = mine
            finally:
                self._waiting.remove(mine)
                self._moved_on.notify_all()
        try:
            yield self._aside
        finally:
            with self._moved_on:
                self._served = None
                self._moved_on.notify_all()

    def _check_room(self, number: int, length: int) -> None:
        there = [*self._waiting, self._served] if self._served else self._waiting
        of_one = sum(place[0] for place in there if place[2] == number)
        in_all = sum(place[0] for place in there)
        if of_one and (of_one + length > MOST_OF_ONE or in_all + length > MOST):
            raise Busy(OthersServed())
