"""Whether the log can be read and written."""

import math
import threading
import time
from collections.abc import Callable

from companion.store import EveningLog

GOOD_FOR = 5.0
"""Seconds for which what was found well is not tried again: it is a write, and anybody may ask."""


class Health:
    """Tries the log of a store, when it is asked."""

    def __init__(self, log: EveningLog, clock: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._clock = clock
        self._good_until = -math.inf
        self._lock = threading.Lock()

    def check(self) -> None:
        """Raise `StoreError` if the log cannot be read and written."""
        with self._lock:
            if self._clock() >= self._good_until:
                self._log.check()
                self._good_until = self._clock() + GOOD_FOR
