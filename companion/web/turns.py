"""Who begins next: one request each turn of the loop, the addresses one after another.

Who asks for much at once then waits behind themselves. Others wait for one of their requests, not
for all of them.
"""

import threading
from collections import deque
from collections.abc import Callable

Later = Callable[[Callable[[], None]], object]
"""Does something in the next turn of the loop, after a look at what else has come."""


class Turns:
    """The requests that wait to begin. What has begun is not held up any more."""

    def __init__(self, later: Later | None = None) -> None:
        """Without `later` there is no loop, and a request begins at once."""
        self._later = later
        self._is_turning = False
        self._waiting: dict[str, deque[threading.Event]] = {}
        """By address, in the order of their turns. None is empty."""

    def wait(self, address: str) -> None:
        """Wait until a request of an address may begin."""
        if self._later is None:
            return
        begin = threading.Event()
        self._waiting.setdefault(address, deque()).append(begin)
        if not self._is_turning:
            self._is_turning = True
            self._later(self._turn)
        try:
            begin.wait()
        finally:
            if not begin.is_set():  # it was ended while it waited
                self._remove(address, begin)

    def _turn(self) -> None:
        """Let one begin. Turns go on as long as anyone waits."""
        self._is_turning = bool(self._waiting)
        if not self._waiting or self._later is None:
            return
        address = next(iter(self._waiting))
        queue = self._waiting.pop(address)
        begin = queue.popleft()
        if queue:
            self._waiting[address] = queue
        self._later(self._turn)
        begin.set()

    def _remove(self, address: str, begin: threading.Event) -> None:
        queue = self._waiting[address]
        queue.remove(begin)
        if not queue:
            del self._waiting[address]
