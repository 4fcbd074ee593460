"""Wakes the phones of an evening when its log moves.

Phones listen, each in a greenlet of its own that costs little while nothing happens. A process
knows its own entries at once. What another process on the same database says is noticed by looking
at the log several times a second, while anybody listens.
"""

import threading
import time
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping
from types import TracebackType

from companion.store import News

LOOK = 0.2
"""Seconds between two looks at what other processes have said."""
MOST = 100
"""Streams from one address; a table has one for each phone, and a few tabs."""


class TooMany(Exception):
    """One address listens too often."""


class Listener:
    """One phone that listens to one evening. To be used as a context, and closed so."""

    def __init__(self, bell: "Bell", evening: int, address: str) -> None:
        self._bell = bell
        self._woken = threading.Event()
        self.evening = evening
        self.address = address
        self.rights_moved = False
        """Whether links or rights may have changed since `attend`."""

    def attend(self) -> None:
        """Begin to look: what happens from now on will wake."""
        self._woken.clear()

    def wait(self, seconds: float) -> bool:
        """Wait until something happens, and return whether it did."""
        return self._woken.wait(seconds)

    def wake(self, rights: bool = False) -> None:
        """Wake whoever waits."""
        self.rights_moved = self.rights_moved or rights
        self._woken.set()

    @property
    def is_over(self) -> bool:
        """Whether the server stops."""
        return self._bell.is_closed

    def __enter__(self) -> "Listener":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bell.leave(self)


class Bell:
    """Rings for those who listen to an evening."""

    def __init__(self, news: News) -> None:
        """`news` tells what other processes have written."""
        self.is_closed = False
        self._news = news
        self._listeners: defaultdict[int, set[Listener]] = defaultdict(set)
        self._addresses: Counter[str] = Counter()
        self._rung: Counter[int] = Counter()
        self._looking = False
        self._lock = threading.Lock()

    def ring(self, evening: int, rights: bool = False) -> None:
        """Wake all who listen to an evening: its log has moved, or the rights have."""
        self._rung[evening] += 1
        for listener in tuple(self._listeners.get(evening, ())):
            listener.wake(rights)

    def rung(self, evening: int) -> int:
        """Return how often it has rung for an evening: unless that changes, nothing moves."""
        return self._rung[evening]

    def listen(self, evening: int, address: str) -> Listener:
        """Return a new listener. Raises `TooMany` if its address has too many."""
        listener = Listener(self, evening, address)
        with self._lock:
            if self._addresses[address] >= MOST:
                raise TooMany
            self._addresses[address] += 1
            self._listeners[evening].add(listener)
            if not self._looking:
                self._looking = True
                threading.Thread(target=self._look_out, daemon=True).start()
        return listener

    def leave(self, listener: Listener) -> None:
        """Forget a listener."""
        with self._lock:
            left = self._listeners[listener.evening]
            left.discard(listener)
            if not left:
                del self._listeners[listener.evening]
            self._addresses[listener.address] -= 1
            if not self._addresses[listener.address]:
                del self._addresses[listener.address]

    def close(self) -> None:
        """Wake everybody for the last time: the server stops."""
        self.is_closed = True
        for evening in tuple(self._listeners):
            self.ring(evening)

    def _look_out(self) -> None:
        """Ring for what other processes do, until nobody listens."""
        known: Mapping[int, tuple[int, Hashable]] = {}
        while not self.is_closed:
            time.sleep(LOOK)
            with self._lock:
                evenings = tuple(self._listeners)
                if not evenings:
                    self._looking = False
                    return
            if not self._news.moved_elsewhere() and known.keys() >= set(evenings):
                continue
            found = self._news.marks(evenings)
            for evening, (end, rights) in found.items():
                before = known.get(evening)
                # Of one that is new here nobody knows what its phones have seen.
                if before != (end, rights):
                    self.ring(evening, rights=before is None or before[1] != rights)
            known = found
