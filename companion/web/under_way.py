"""Requests under way: so many of one address, and its next begins after one of each other's.

Some wait inside the server, for their turn or for the lock of an evening, and it is not told when
the phone hangs up meanwhile. Each holds one of the connections that the server has for all.
"""

from collections import Counter
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from companion.tables import Limits
from companion.tables.budgets import network
from companion.web.refusals import Refusals
from companion.web.turns import Turns

STREAMS = ("text/event-stream", "application/x-ndjson")
"""What goes on for as long as somebody listens. Streams have a budget of their own."""


class _Parts:
    """The parts of an answer, each counted while it is made."""

    def __init__(self, parts: Iterable[bytes], counted: AbstractContextManager[object]) -> None:
        self._all = parts
        self._parts = iter(parts)
        self._counted = counted

    def __iter__(self) -> "_Parts":
        return self

    def __next__(self) -> bytes:
        with self._counted:
            return next(self._parts)

    def close(self) -> None:
        if close := getattr(self._all, "close", None):
            close()


class _Count:
    """Counts one more request of a network while it is entered."""

    def __init__(self, counts: Counter[str], network: str) -> None:
        self._counts = counts
        self._network = network

    def __enter__(self) -> None:
        self._counts[self._network] += 1

    def __exit__(self, *_: object) -> None:
        self._counts[self._network] -= 1
        if not self._counts[self._network]:
            del self._counts[self._network]


class UnderWay:
    """A WSGI app that works on so many requests of one address at once.

    What is being sent is no work; `ReadAnswers` bounds that.
    """

    def __init__(
        self,
        app: WSGIApplication,
        refusals: Refusals,
        turns: Turns,
        most: int = Limits().requests,
    ) -> None:
        """`refusals` answers what exceeds `most`; the others begin in their `turns`."""
        self._app = app
        self._refusals = refusals
        self._most = most
        self._counts: Counter[str] = Counter()
        self._turns = turns

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        place = network(environ.get("REMOTE_ADDR", ""))
        if self._counts[place] >= self._most:
            return self._refusals.answer(429, environ, start_response)
        count = _Count(self._counts, place)
        kinds: list[str] = []

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            kinds[:] = [kind for name, kind in headers if name.lower() == "content-type"]
            return start_response(status, headers, *error)

        with count:
            self._turns.wait(place)
            parts = self._app(environ, start)
        is_stream = any(kind.startswith(STREAMS) for kind in kinds)
        return parts if is_stream else _Parts(parts, count)
