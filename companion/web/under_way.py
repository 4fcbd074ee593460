"""Requests under way: so many of one address, however long the server takes for them.

Some wait inside the server, for their turn or for the lock of an evening, and it is not told when
the phone hangs up meanwhile. Each holds one of the connections that the server has for all.
"""

from collections import Counter
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, request
from werkzeug.exceptions import TooManyRequests

from companion.tables import Limits
from companion.tables.budgets import network
from companion.tables.readers import asking

STREAMS = ("text/event-stream", "application/x-ndjson")
"""What goes on for as long as somebody listens. Streams have a budget of their own."""
PAUSE = 20
"""Seconds after which to try again."""
_TOO_MANY = "companion.too_many"


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

    def __init__(self, app: WSGIApplication, most: int = Limits().requests) -> None:
        """What exceeds `most` is marked, and the app refuses it (`init_app`)."""
        self._app = app
        self._most = most
        self._counts: Counter[str] = Counter()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        place = network(environ.get("REMOTE_ADDR", ""))
        count = _Count(self._counts, place)
        kinds: list[str] = []

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            kinds[:] = [kind for name, kind in headers if name.lower() == "content-type"]
            return start_response(status, headers, *error)

        asking.set(place)
        environ[_TOO_MANY] = self._counts[place] >= self._most
        with count:
            parts = self._app(environ, start)
        is_stream = any(kind.startswith(STREAMS) for kind in kinds)
        return parts if is_stream else _Parts(parts, count)


def init_app(app: Flask) -> None:
    """Refuse what is marked, before anything is done for it."""

    @app.before_request
    def refuse() -> None:
        if request.environ.get(_TOO_MANY):
            raise TooManyRequests(retry_after=PAUSE)
