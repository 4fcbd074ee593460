"""What is asked of long evenings, files and figures: one at a time, the addresses by turns.

Next is the address for which least has been worked on, and of that mostly the shortest evening.
"""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar

from companion.evening.entries import MOST_ENTRIES
from companion.facts import Fact
from companion.store import Aside, at_once
from companion.store.repository import COSTLY, Turn
from companion.tables.checking import Busy

MOST_OF_ONE = 2 * MOST_ENTRIES
"""Entries of one evening that are worked on or wait for one address, each time it asks for it."""
MOST = 4 * MOST_ENTRIES
"""Those of all evenings."""
USUAL = 2_000
"""Entries of an evening that is no longer than people play in a night."""
OLDEST_EVERY = 4
"""One turn of an address in so many is that of whoever waits longest there, so that nobody is overtaken for ever."""

asking: ContextVar[str] = ContextVar("asking", default="")
"""The address that asks now, as it is counted."""


class OthersServed(Fact, frozen=True):
    """Too much waits that an address has asked of long evenings."""


class _Place:
    """The place of one who waits or is served."""

    def __init__(self, number: int, length: int, address: str) -> None:
        self.number = number
        self.length = length
        self.address = address
        self.overtaken = 0
        """Times that a later one of the same address has gone first."""
        self.turn = threading.Event()


class Readers:
    """Those who ask much of long evenings. Safe to share between threads and greenlets."""

    def __init__(self, aside: Aside = at_once) -> None:
        self._aside = aside
        self._lock = threading.Lock()
        self._served: _Place | None = None
        self._waiting: dict[str, list[_Place]] = {}
        """By address, in the order of coming; no list is empty. Nobody waits while nobody is served."""
        self._had: dict[str, int] = {}
        """Entries that have been worked on for an address, where that is more than `_least`."""
        self._least = 0
        """What had been worked on for the address that is served when its turn came."""

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
        mine = _Place(number, length, asking.get())
        with self._lock:
            if not patient:
                self._check_room(mine)
            self._waiting.setdefault(mine.address, []).append(mine)
            if self._served is None:
                self._serve_next()
        try:
            mine.turn.wait()
            yield self._aside
        finally:
            with self._lock:
                if self._served is mine:
                    self._serve_next()
                else:  # it was ended while it waited
                    self._remove(mine)

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        with self._lock:
            return sum(map(len, self._waiting.values()))

    def _serve_next(self) -> None:
        self._served = None
        if not self._waiting:
            self._had.clear()
            return
        address = min(self._waiting, key=self._rank)
        self._least = self._had.get(address, self._least)
        oldest, mine = self._waiting[address][0], self._shortest(address)
        if oldest.overtaken + 1 >= OLDEST_EVERY:
            mine = oldest
        elif mine is not oldest:
            oldest.overtaken += 1
        self._remove(mine)
        # Who comes again begins where the others are: nobody saves up turns.
        self._had = {one: had for one, had in self._had.items() if had > self._least}
        self._had[address] = self._least + mine.length
        self._served = mine
        mine.turn.set()

    def _rank(self, address: str) -> tuple[int, int]:
        return self._had.get(address, self._least), self._shortest(address).length

    def _shortest(self, address: str) -> _Place:
        return min(self._waiting[address], key=lambda place: place.length)

    def _remove(self, place: _Place) -> None:
        self._waiting[place.address].remove(place)
        if not self._waiting[place.address]:
            del self._waiting[place.address]

    def _check_room(self, mine: _Place) -> None:
        there = list(self._waiting.get(mine.address, ()))
        if self._served and self._served.address == mine.address:
            there.append(self._served)
        in_all = sum(place.length for place in there)
        of_one = sum(place.length for place in there if place.number == mine.number)
        if of_one and (of_one + mine.length > MOST_OF_ONE or in_all + mine.length > MOST):
            raise Busy(OthersServed())


def by_length(shorter: Readers, longer: Readers) -> Turn:
    """Return a turn that nobody who asks for a usual evening waits for because of a long one."""

    def turn(number: int, length: int, patient: bool = False) -> AbstractContextManager[Aside]:
        return (shorter if length <= USUAL else longer).turn(number, length, patient)

    return turn
