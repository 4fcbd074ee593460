"""Wakes the phones of an evening when its log moves.

Phones listen, each in a greenlet of its own that costs little while nothing happens. A process
knows its own entries at once. Of what others write to the same store the store has news, which are
waited for while anybody listens.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Collection, Hashable, Mapping
from types import TracebackType

from companion.store import News
from companion.tables.budgets import Limits

LOOK = 0.2
"""Seconds to wait for news of other processes, before anything else is seen to."""
PULSE = 15.0
"""Seconds after which all who listen are woken, so that a phone hears that its stream lives."""
MOST_COUNTED = 100_000
"""Evenings of which it is known at once how often it has rung for them."""
LONGEST_PAUSE = 5.0
"""Seconds before the news are asked for again while they fail: less than the pulse, which goes on."""
_LOGGER = logging.getLogger(__name__)


class TooMany(Exception):
    """One address listens too often."""


class Listener:
    """One phone that listens to one evening, from when it is entered as a context until it is left.

    Before that it holds no place: a stream that is announced and never read takes none.
    """

    def __init__(self, bell: "Bell", evening: int, address: str) -> None:
        self._bell = bell
        self._woken = threading.Event()
        self._rights = bell.rights_rung(evening)
        self.evening = evening
        self.address = address

    def attend(self) -> None:
        """Begin to look: what happens from now on will wake."""
        self._woken = self._bell.next_ring(self.evening)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until something happens, or the pulse, and return whether it did in this time."""
        return self._woken.wait(seconds)

    def rights_moved(self) -> bool:
        """Return whether links or rights may have changed since this was last asked."""
        before, self._rights = self._rights, self._bell.rights_rung(self.evening)
        return before != self._rights

    @property
    def is_over(self) -> bool:
        """Whether the server stops."""
        return self._bell.is_closed

    def __enter__(self) -> "Listener":
        self._bell.admit(self)
        self.attend()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bell.leave(self)


class Rings:
    """How often it has rung for each evening: a number that is another one after each ring.

    All are forgotten from time to time. None that was told before comes back by that.
    """

    def __init__(self) -> None:
        self._least = 0
        self._numbers: dict[int, int] = {}

    def add(self, evening: int) -> None:
        """Count one more."""
        number = self.of(evening) + 1
        if len(self._numbers) >= MOST_COUNTED:
            self._least = max(self._numbers.values())
            self._numbers.clear()
        self._numbers[evening] = max(number, self._least + 1)

    def of(self, evening: int) -> int:
        """Return the number of an evening."""
        return self._numbers.get(evening, self._least)


class Bell:
    """Rings for those who listen to an evening."""

    def __init__(self, news: News, most: int = Limits().streams) -> None:
        """`news` tells what other processes have written; `most` may listen from one address."""
        self.is_closed = False
        self._most = most
        self._news = news
        # All who wait for an evening wait for one event, which is used once: with one each, a ring
        # at a table of a thousand phones costs the phone that tapped a thousand calls.
        self._next: dict[int, threading.Event] = {}
        self._listeners: Counter[int] = Counter()
        self._addresses: Counter[str] = Counter()
        self._rung = Rings()
        self._rights_rung = Rings()
        self._watcher: threading.Thread | None = None
        self._lock = threading.Lock()

    def ring(self, evening: int, rights: bool = False) -> None:
        """Wake all who listen to an evening: its log has moved, or the rights have."""
        self._rung.add(evening)
        if rights:
            self._rights_rung.add(evening)
        self._wake(evening)

    def _wake(self, evening: int) -> None:
        if waiting := self._next.pop(evening, None):
            waiting.set()

    def next_ring(self, evening: int) -> threading.Event:
        """Return what is set when it rings next for an evening."""
        return self._next.setdefault(evening, threading.Event())

    def rung(self, evening: int) -> int:
        """Return how often it has rung for an evening: unless that changes, nothing moves."""
        return self._rung.of(evening)

    def rights_rung(self, evening: int) -> int:
        """Return how often it has rung for the rights of an evening."""
        return self._rights_rung.of(evening)

    def listen(self, evening: int, address: str) -> Listener:
        """Return a new listener. Raises `TooMany` if its address has too many."""
        if self._addresses[address] >= self._most:
            raise TooMany
        return Listener(self, evening, address)

    @property
    def listening(self) -> int:
        """How many listen now."""
        return self._listeners.total()

    def admit(self, listener: Listener) -> None:
        """Give a listener its place, and look out for what other processes do. Raises `TooMany`."""
        with self._lock:
            # Those of a burst may all have been allowed to listen before the first did.
            if self._addresses[listener.address] >= self._most:
                raise TooMany
            self._addresses[listener.address] += 1
            self._listeners[listener.evening] += 1
            if self._watcher is None or not self._watcher.is_alive():
                self._watcher = threading.Thread(target=self._look_out, daemon=True)
                self._watcher.start()

    def leave(self, listener: Listener) -> None:
        """Forget a listener."""
        with self._lock:
            self._listeners[listener.evening] -= 1
            if not self._listeners[listener.evening]:
                del self._listeners[listener.evening]
                self._next.pop(listener.evening, None)
            self._addresses[listener.address] -= 1
            if not self._addresses[listener.address]:
                del self._addresses[listener.address]

    def close(self) -> None:
        """Wake everybody for the last time: the server stops."""
        self.is_closed = True
        for evening in tuple(self._listeners):
            self.ring(evening)

    def _look_out(self) -> None:
        """Ring for what other processes do, and for the pulse, until nobody listens."""
        known: dict[int, tuple[int, Hashable]] = {}
        pulse_at = time.monotonic() + PULSE
        pause = 0.0
        while not self.is_closed:
            time.sleep(pause)
            with self._lock:
                if not self._listeners:
                    self._watcher = None
                    return
            if time.monotonic() >= pulse_at:
                pulse_at = time.monotonic() + PULSE
                for evening in tuple(self._listeners):
                    self._wake(evening)
            try:
                told = self._news.wait(LOOK)
                known = self._ring_for_others(known, tuple(self._listeners), told)
                pause = 0.0
            # Whatever it is: phones that are never told again would look as if all were well.
            except Exception as error:
                if not pause:
                    _LOGGER.warning("no news: %r", error)
                known, pause = {}, min(2 * pause or LOOK, LONGEST_PAUSE)

    def _ring_for_others(
        self,
        known: Mapping[int, tuple[int, Hashable]],
        evenings: tuple[int, ...],
        told: Collection[int] | None,
    ) -> dict[int, tuple[int, Hashable]]:
        """Ring for evenings that differ from what was known, and return what is known now.

        Only those are looked at of which it was told, all if that is None, and those that are new.
        """
        now = {evening: known[evening] for evening in evenings if evening in known}
        looked_at = [one for one in evenings if told is None or one in told or one not in known]
        if not looked_at:
            return now
        for evening, (end, rights) in self._news.marks(looked_at).items():
            before = known.get(evening)
            # Of one that is new here nobody knows what its phones have seen.
            if before != (end, rights):
                self.ring(evening, rights=before is None or before[1] != rights)
            now[evening] = end, rights
        return now
