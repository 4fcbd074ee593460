"""Start requests in turn, one per iteration of the event loop, round-robin by address.

A burst from one address delays only that address, because others wait for at most one of its
requests.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Protocol
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from companion.tables.budgets import network

MOST = 200
"""Maximum number of unanswered requests, each with a connection, per address and process."""
_TOO_MANY = b"Too much is being asked from your network at once. Wait a moment, then try again.\n"


class Waiter(Protocol):
    """A request that waits, as in `gevent.hub.Waiter`."""

    def get(self) -> object:
        """Wait until `switch` is called."""

    def switch(self, value: object, /) -> None:
        """Continue the waiting request now."""


class Loop(Protocol):
    """The server's event loop."""

    def soon(self, do: Callable[[], None], /) -> object:
        """Call a function before the loop next polls for input."""

    def later(self, do: Callable[[], None], /) -> object:
        """Call a function after the loop has next polled for input."""

    def waiter(self) -> Waiter: ...

    def limit(self, seconds: float, error: BaseException, /) -> AbstractContextManager[object]:
        """Return a context that raises `error` after `seconds`."""


class Turns:
    """A WSGI app that starts requests in turn. Once started, a request is not delayed further."""

    def __init__(self, app: WSGIApplication, loop: Loop | None = None, most: int = MOST) -> None:
        """Without a loop, start each request at once."""
        self._app = app
        self._loop = loop
        self._most = most
        self._is_turning = False
        self._counts: Counter[str] = Counter()
        self._waiting: dict[str, deque[Waiter]] = {}
        """The queue of each address with waiting requests, in the order of turns."""

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
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
        except BaseException:  # the request was aborted while waiting
            self._remove(address, waiter)
            raise

    def _turn(self) -> None:
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
