"""Whose request begins next: one each time the loop turns, the addresses one after another.

A burst from one address waits behind itself, and others wait for one of its requests at a time.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Protocol
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from companion.tables.budgets import network

MOST = 200
"""Unanswered requests of one address, in each process. Each holds one of its connections."""
_TOO_MANY = b"Too much is being asked from your network at once. Wait a moment, then try again.\n"


class Waiter(Protocol):
    """One that waits. gevent has it."""

    def get(self) -> object:
        """Wait until it is switched to."""

    def switch(self, value: object, /) -> None:
        """Go on with it, here and now."""


class Loop(Protocol):
    """The server's event loop."""

    def soon(self, do: Callable[[], None], /) -> object:
        """Do something before the loop looks for input again."""

    def later(self, do: Callable[[], None], /) -> object:
        """Do something after the loop has looked for input again."""

    def waiter(self) -> Waiter:
        """Return a new waiter."""

    def limit(self, seconds: float, error: BaseException, /) -> AbstractContextManager[object]:
        """Raise an error in a block that waits for longer."""


class Turns:
    """A WSGI app whose requests begin in turns. A request that has begun is not held up any more."""

    def __init__(self, app: WSGIApplication, loop: Loop | None = None, most: int = MOST) -> None:
        """Without a loop a request begins at once."""
        self._app = app
        self._loop = loop
        self._most = most
        self._is_turning = False
        self._counts: Counter[str] = Counter()
        self._waiting: dict[str, deque[Waiter]] = {}
        """By address, in the order of their turns. None is empty."""

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        address = network(environ.get("REMOTE_ADDR", ""))
        if self._counts[address] >= self._most:
            headers = [("Content-Type", "text/plain"), ("Retry-After", "20")]
            headers += [("HX-Retarget", "#problem"), ("HX-Reswap", "innerHTML")]
            start_response("429 Too Many Requests", headers)
            return [_TOO_MANY]
        self._counts[address] += 1
        try:
            self._wait(address)
            return self._app(environ, start_response)
        finally:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]

    def _wait(self, address: str) -> None:
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
