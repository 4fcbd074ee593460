"""Who begins next: one request each turn of the loop, the addresses one after another.

Who asks for much at once then waits behind themselves. Others wait for one of their requests, not
for all of them.
"""

from collections import deque
from collections.abc import Callable
from typing import Protocol


class Waiter(Protocol):
    """One who waits. gevent has it."""

    def get(self) -> object:
        """Wait until it is switched to."""

    def switch(self, value: object, /) -> None:
        """Go on with it, here and now."""


class Loop(Protocol):
    """What turns: it looks what has come, works on that, and looks again."""

    def soon(self, do: Callable[[], None], /) -> object:
        """Do something before the loop looks again."""

    def later(self, do: Callable[[], None], /) -> object:
        """Do something after the loop has looked again."""

    def waiter(self) -> Waiter:
        """Return a new waiter."""


class Turns:
    """The requests that wait to begin. What has begun is not held up any more."""

    def __init__(self, loop: Loop | None = None) -> None:
        """Without a loop a request begins at once."""
        self._loop = loop
        self._is_turning = False
        self._waiting: dict[str, deque[Waiter]] = {}
        """By address, in the order of their turns. None is empty."""

    def wait(self, address: str) -> None:
        """Wait until a request of an address may begin."""
        if self._loop is None:
            return
        waiter = self._loop.waiter()
        self._waiting.setdefault(address, deque()).append(waiter)
        if not self._is_turning:
            self._is_turning = True
            self._loop.soon(self._turn)
        try:
            waiter.get()
        except BaseException:  # it was ended while it waited
            self._remove(address, waiter)
            raise

    def _turn(self) -> None:
        """Let one begin. Turns end when nobody waits."""
        self._is_turning = bool(self._waiting)
        if not self._waiting or self._loop is None:
            return
        address = next(iter(self._waiting))
        queue = self._waiting.pop(address)
        waiter = queue.popleft()
        if queue:
            self._waiting[address] = queue
        self._loop.later(self._turn)
        waiter.switch(None)

    def _remove(self, address: str, waiter: Waiter) -> None:
        queue = self._waiting[address]
        queue.remove(waiter)
        if not queue:
            del self._waiting[address]
