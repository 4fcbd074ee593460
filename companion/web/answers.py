"""Answers are read in time, or ended: who asks and never reads holds a connection all the while.

The system takes a small answer at once. What it has no room for waits until the phone has read
some, and the server has only so many connections.
"""

import socket
import struct
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from companion.tables import Limits
from companion.tables.budgets import network
from companion.web import bodies

LARGE = 500_000
"""Bytes in memory: for each so many an answer counts as one."""
MOST_BYTES = 200_000_000
"""Of answers to all addresses."""
_AT_ONCE = struct.pack("ii", 1, 0)
"""Close a connection without sending what waits: who does not read would never see its end."""


class Answer:
    """An answer, part by part. A stream that waits for news keeps nobody waiting."""

    def __init__(
        self,
        parts: Iterable[bytes],
        leaving: "dict[Answer, None]",
        connection: socket.socket | None,
        address: str,
    ) -> None:
        """`leaving` holds the answers of which a part is being sent."""
        self.network = network(address)
        self._all = parts
        self._parts: Iterator[bytes] = iter(parts)
        self._leaving = leaving
        self._socket = connection
        self._patience: float = bodies.PATIENCE
        self._began = 0.0
        self.size = 0
        """Bytes of the part that is being sent."""

    def __iter__(self) -> "Answer":
        return self

    def __next__(self) -> bytes:
        """Return the next part. The time until the one after is asked for, it is being sent."""
        self._sent()
        part = next(self._parts)
        self._patience += len(part) / bodies.SLOWEST
        self.size = len(part)
        self._began = time.monotonic()
        self._leaving[self] = None
        return part

    def close(self) -> None:
        """Note that all is sent, or nobody reads it any more."""
        self._sent()
        if close := getattr(self._all, "close", None):
            close()

    def _sent(self) -> None:
        if self in self._leaving:
            del self._leaving[self]
            self._patience -= time.monotonic() - self._began

    def is_late(self) -> bool:
        """Return whether its phone has kept it waiting for too long, all parts together."""
        return time.monotonic() - self._began > self._patience

    def end(self) -> None:
        """End its connection, which wakes who waits to send."""
        if self._socket is not None:
            # Of a second number for it: gevent calls the shutdown of what is waited for a fault.
            with suppress(OSError), self._socket.dup() as same:  # or the phone has gone
                same.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
                same.shutdown(socket.SHUT_RDWR)


class ReadAnswers:
    """A WSGI app whose answers are read."""

    def __init__(self, app: WSGIApplication, most: int = Limits().leaving) -> None:
        """`most` answers to one address wait to be read at once."""
        self._app = app
        self._most = most
        self._leaving: dict[Answer, None] = {}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        parts = self._app(environ, start_response)
        connection = environ.get("gunicorn.socket")
        return Answer(parts, self._leaving, connection, environ.get("REMOTE_ADDR", ""))

    def end_unread(self) -> None:
        """End the answers that are late, and the newest where an address has too many or too much.

        One alone is never too much. If all together have too much, who has most comes first. To be
        called every second: what is read at once is never among them.
        """
        count: Counter[str] = Counter()
        held: Counter[str] = Counter()
        waiting = []
        for answer in tuple(self._leaving):
            weight, before = max(answer.size // LARGE, 1), count[answer.network]
            if answer.is_late() or (before and before + weight > self._most):
                answer.end()
                continue
            count[answer.network] += weight
            held[answer.network] += answer.size
            waiting.append(answer)
        while held.total() > MOST_BYTES:
            ((most, _),) = held.most_common(1)
            newest = next(answer for answer in reversed(waiting) if answer.network == most)
            held[most] -= newest.size
            waiting.remove(newest)
            newest.end()
