"""What is asked of long evenings, files and figures: one at a time, mostly the shortest evening first."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count

from companion.evening.entries import MOST_ENTRIES
from companion.rules.ids import Fact
from companion.store import Aside, at_once
from companion.store.repository import COSTLY
from companion.tables.checking import Busy

MOST_OF_ONE = 2 * MOST_ENTRIES
"""Entries of one evening that are worked on or wait for one address, each time it asks for it."""
MOST = 4 * MOST_ENTRIES
"""Those of all evenings."""
OLDEST_EVERY = 4
"""One turn in so many is that of whoever has waited longest, so that nobody is overtaken for ever."""

asking: ContextVar[str] = ContextVar("asking", default="")
"""The address that asks now, as it is counted."""

is_served: ContextVar[bool] = ContextVar("is_served", default=False)
"""Whether whoever asks has something now for which others wait in turn."""

Place = tuple[int, int, int, str]
"""The length of an evening, the place in the order of coming, the number of the evening, and who asks."""


class OthersServed(Fact, frozen=True):
    """Too much waits that an address has asked of long evenings."""


class Readers:
    """Those who ask much of long evenings. Safe to share between threads and greenlets."""

    def __init__(self, aside: Aside = at_once) -> None:
        self._aside = aside
        self._coming = count()
        self._moved_on = threading.Condition()
        self._turns = 0
        self._served: Place | None = None
        self._waiting: list[Place] = []
        """In the order of coming. Nobody waits while nobody is served."""

    @contextmanager
    def turn(self, number: int, length: int, patient: bool = False) -> Iterator[Aside]:
        """Wait for the turn of whoever asks for an evening, and yield what does the work.

        A short evening has its turn at once. Raises `Busy` if too much is waiting for the address
        that asks, so that others cannot shut it out; an evening for which it is not waiting yet is
        always let in, and so is whoever is `patient`, with a file of which a part is sent already.
        """
        if length <= COSTLY:
            yield at_once
            return
        mine = length, next(self._coming), number, asking.get()
        with self._moved_on:
            if not patient:
                self._check_room(mine)
            self._waiting.append(mine)
            if self._served is None:
                self._serve_next()
        try:
            with self._moved_on:
                self._moved_on.wait_for(lambda: self._served == mine)
            before = is_served.set(True)
            try:
                yield self._aside
            finally:
                is_served.reset(before)
        finally:
            with self._moved_on:
                if self._served == mine:
                    self._serve_next()
                else:  # it was ended while it waited
                    self._waiting.remove(mine)

    def _serve_next(self) -> None:
        self._served = None
        if self._waiting:
            self._turns += 1
            is_oldest = self._turns % OLDEST_EVERY == 0
            self._served = self._waiting[0] if is_oldest else min(self._waiting)
            self._waiting.remove(self._served)
            self._moved_on.notify_all()

    def _check_room(self, mine: Place) -> None:
        length, _, number, address = mine
        there = [*self._waiting, self._served] if self._served else self._waiting
        of_one = sum(place[0] for place in there if place[2:] == (number, address))
        in_all = sum(place[0] for place in there if place[3] == address)
        if of_one and (of_one + length > MOST_OF_ONE or in_all + length > MOST):
            raise Busy(OthersServed())
