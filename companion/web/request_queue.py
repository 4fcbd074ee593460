"""Start requests in turn, one per iteration of the event loop, so that addresses share the time.

The next turn is that of the address whose requests have taken the least time. So a burst delays only
its own address, and a tap does not wait for the large pages that many other addresses load, but for the
one that is being made.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from time import perf_counter
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


class RequestQueue:
    """A WSGI app that starts requests in turn. Once started, a request is not delayed further."""

    def __init__(
        self,
        app: WSGIApplication,
        loop: Loop | None = None,
        most: int = MOST,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        """Without a loop, start each request at once."""
        self._app = app
        self._loop = loop
        self._most = most
        self._clock = clock
        self._is_turning = False
        self._counts: Counter[str] = Counter()
        self._waiting: dict[str, deque[Waiter]] = {}
        """The queue of each address with waiting requests."""
        self._taken: dict[str, float] = {}
        """The seconds that each address has taken since the loop was last idle, or its start."""
        self._least = 0.0
        """The least that an address begins with: what the one with the last turn had taken before it."""

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
        # Time that an address did not use is lost, so that it cannot be saved up for a burst.
        self._taken[address] = max(self._taken.get(address, 0.0), self._least)
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
            self._taken.clear()
            self._least = 0.0
            return
        address = min(self._waiting, key=self._taken.__getitem__)
        self._least = max(self._least, self._taken[address])
        waiter = self._waiting[address][0]
        self._remove(address, waiter)
        self._loop.later(self._turn)
        began = self._clock()
        waiter.switch(None)  # returns when the request waits for something, or has been answered
        took = self._clock() - began
        self._taken[address] += took
        # New addresses start with a little more as time goes by, or a stream of them would starve an old one.
        self._least += took / 20

    def _remove(self, address: str, waiter: Waiter) -> None:
        queue = self._waiting[address]
        queue.remove(waiter)
        if not queue:
            del self._waiting[address]
