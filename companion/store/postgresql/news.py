"""Notices about changed evenings between servers that share a database.

A transaction that sends a notice locks the whole database server until it is on disk. So a notice is
sent after the change, in its own transaction, which does not wait for the disk. Because a notice may
be lost, each server also checks every few seconds all evenings that somebody listens to.
"""

import logging
import secrets
import threading
from collections.abc import Callable, Collection, Iterable

import psycopg

CHANNEL = "companion"
LOOK_ANYWAY = 5.0
"""Seconds after which every evening is assumed to have changed, because a notice may be lost."""
AGAIN = 0.5
"""Seconds between attempts to connect."""
_LOGGER = logging.getLogger(__name__)


class News:
    """The evenings that other servers have changed."""

    def __init__(self, connect: Callable[[], psycopg.Connection]) -> None:
        self._connect = connect
        self._own = secrets.token_hex(8)
        """Identifies this process's notices."""
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._changed: set[int] | None = set()
        """None means any evening."""
        self._something_changed = threading.Event()
        self._listener: threading.Thread | None = None

    def close(self) -> None:
        self._closed.set()

    def notify(self, connection: psycopg.Connection, evenings: Collection[int]) -> None:
        """Tell the other servers that evenings have changed. Raises `psycopg.Error`."""
        notice = " ".join((self._own, *map(str, evenings)))
        connection.execute(
            "select set_config('synchronous_commit', 'off', true), pg_notify(%s, %s)",
            (CHANNEL, notice),
        )

    def wait(self, seconds: float) -> Collection[int] | None:
        with self._lock:
            if self._listener is None or not self._listener.is_alive():
                self._listener = threading.Thread(target=self._listen, daemon=True)
                self._listener.start()
        self._something_changed.wait(seconds)
        with self._lock:
            self._something_changed.clear()
            changed, self._changed = self._changed, set()
        return changed

    def _listen(self) -> None:
        has_failed = False
        while not self._closed.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"listen {CHANNEL}".encode())
                    has_failed = False
                    while not self._closed.is_set():
                        self._add(None)
                        for notice in connection.notifies(timeout=LOOK_ANYWAY):
                            server, *evenings = notice.payload.split()
                            if server != self._own:
                                self._add(map(int, evenings))
            except psycopg.Error as error:
                if not has_failed and not self._closed.is_set():
                    has_failed = True
                    _LOGGER.warning("no news: %s", str(error).partition("\n")[0])
                self._closed.wait(AGAIN)

    def _add(self, evenings: Iterable[int] | None) -> None:
        with self._lock:
            if evenings is None or self._changed is None:
                self._changed = None
            else:
                self._changed.update(evenings)
            self._something_changed.set()
