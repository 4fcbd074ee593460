"""Wakes the listeners of an evening when its log grows or its rights change.

A listener is an open page, waiting in its own greenlet. A notice wakes all listeners of one evening. A
process notifies at once of what it writes itself. What other processes write is noticed by a thread
that watches the store while there are listeners; it also wakes all of them at regular intervals
(the pulse).
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Collection, Hashable, Mapping

from companion.store import EveningLog
from companion.tables.budgets import Limits

LOOK = 0.2
"""Seconds to wait for other processes' writes before the pulse and the listeners are checked."""
PULSE = 15.0
"""Seconds between wake-ups of all listeners, which keep their streams alive."""
LONGEST_PAUSE = 5.0
"""Maximum seconds between attempts while the store fails; less than `PULSE`, to keep the pulse."""
_LOGGER = logging.getLogger(__name__)


class TooMany(Exception):
    """The address has too many listeners."""


class Listener:
    """An open page that listens to an evening while this context is entered.

    It counts against its address only then, so a stream that is never read costs nothing.
    """

    def __init__(self, notifier: "Notifier", evening: int, address: str) -> None:
        self._notifier = notifier
        self._woken = threading.Event()
        self._rights = notifier.rights_version(evening)
        self.evening = evening
        self.address = address

    def attend(self) -> None:
        """Let any notice from now on end the next `wait`."""
        self._woken = self._notifier.next_notice(self.evening)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for a notice or the pulse; return whether one came within `seconds`."""
        return self._woken.wait(seconds)

    def rights_moved(self) -> bool:
        """Return whether links or rights may have changed since the last call."""
        before, self._rights = self._rights, self._notifier.rights_version(self.evening)
        return before != self._rights

    @property
    def is_over(self) -> bool:
        return self._notifier.is_closed

    def __enter__(self) -> "Listener":
        self._notifier.admit(self)
        self.attend()
        return self

    def __exit__(self, *_error: object) -> None:
        self._notifier.leave(self)


class Notifier:
    """Wakes the listeners of each evening, and counts the evening's versions."""

    def __init__(self, log: EveningLog, most: int = Limits().streams) -> None:
        """`log` reports other processes' writes; `most` limits the listeners of one address."""
        self.is_closed = False
        self._most = most
        self._log = log
        # The listeners of an evening share one event, which is used once. With an event each, a tap at
        # a table of a thousand phones would wait for a thousand calls.
        self._next: dict[int, threading.Event] = {}
        self._listeners: Counter[int] = Counter()
        self._addresses: Counter[str] = Counter()
        self._versions: Counter[int] = Counter()
        self._rights_versions: Counter[int] = Counter()
        self._watcher: threading.Thread | None = None
        self._lock = threading.Lock()

    def notify(self, evening: int, rights: bool = False) -> None:
        """Wake an evening's listeners: its log has grown or, with `rights`, its rights have changed."""
        self._versions[evening] += 1
        if rights:
            self._rights_versions[evening] += 1
        self._wake(evening)

    def _wake(self, evening: int) -> None:
        if waiting := self._next.pop(evening, None):
            waiting.set()

    def next_notice(self, evening: int) -> threading.Event:
        """Return the event that the next notice for an evening sets."""
        if (notice := self._next.get(evening)) is None:
            notice = self._next.setdefault(evening, threading.Event())
        return notice

    def version(self, evening: int) -> int:
        """Return an evening's version; each notice increases it."""
        return self._versions[evening]

    def rights_version(self, evening: int) -> int:
        """Return the version of an evening's rights; each notice of rights increases it."""
        return self._rights_versions[evening]

    def listen(self, evening: int, address: str) -> Listener:
        """Return a new listener. Raises `TooMany` if its address has too many."""
        self._check_room(address)
        return Listener(self, evening, address)

    def admit(self, listener: Listener) -> None:
        """Count a listener, and start the watching thread if needed. Raises `TooMany`."""
        with self._lock:
            # In a burst, all requests may pass `listen` before the first is counted.
            self._check_room(listener.address)
            self._addresses[listener.address] += 1
            self._listeners[listener.evening] += 1
            if self._watcher is None or not self._watcher.is_alive():
                self._watcher = threading.Thread(target=self._look_out, daemon=True)
                self._watcher.start()

    def leave(self, listener: Listener) -> None:
        """Stop counting a listener."""
        with self._lock:
            # This deletes counts of 0.
            self._listeners -= Counter((listener.evening,))
            self._addresses -= Counter((listener.address,))
            if not self._listeners[listener.evening]:
                self._next.pop(listener.evening, None)

    def _check_room(self, address: str) -> None:
        if self._addresses[address] >= self._most:
            raise TooMany

    def close(self) -> None:
        """Wake all listeners for the last time, because the server stops."""
        self.is_closed = True
        for evening in tuple(self._listeners):
            self.notify(evening)

    def _look_out(self) -> None:
        """Notify after writes of other processes and at each pulse, until the last listener leaves."""
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
                reported = self._log.connection.wait(LOOK)
                known = self._notify_for_others(known, tuple(self._listeners), reported)
                pause = 0.0
            # Catch everything: if the thread died, the pages would silently stop updating.
            except Exception as error:
                if not pause:
                    _LOGGER.warning("no news: %r", error)
                known, pause = {}, min(2 * pause or LOOK, LONGEST_PAUSE)

    def _notify_for_others(
        self,
        known: Mapping[int, tuple[int, Hashable]],
        evenings: tuple[int, ...],
        reported: Collection[int] | None,
    ) -> dict[int, tuple[int, Hashable]]:
        """Notify of the evenings whose marks (`EveningLog.marks`) have changed; return the current marks.

        Checks new evenings and those in `reported`, or all if `reported` is None.
        """
        now = {evening: known[evening] for evening in evenings if evening in known}
        looked_at = [
            one for one in evenings if reported is None or one in reported or one not in known
        ]
        if not looked_at:
            return now
        for evening, (end, rights) in self._log.marks(looked_at).items():
            before = known.get(evening)
            # Notify of a new evening too: its phones may have read before the first check.
            if before != (end, rights):
                self.notify(evening, rights=before is None or before[1] != rights)
            now[evening] = end, rights
        return now
