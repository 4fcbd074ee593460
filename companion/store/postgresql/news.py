"""What the servers on one database tell each other: of which evenings something was written.

A transaction that notifies holds a lock of the whole server until it is on disk, so those that
write entries do not. Each process says afterwards, on a connection apart, which evenings moved; what
moves while it does so is told next, together. What is lost on the way is found by looking.
"""

import logging
import secrets
import threading
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

import psycopg

from companion.store.sql.marks import marks

if TYPE_CHECKING:
    from companion.store.postgresql.connection import Connection

CHANNEL = "companion"
A_BREAK = 0.002
"""Seconds after telling, in which more gathers."""
AT_ONCE = 300
"""Evenings told of at once: what is told can hold 8,000 bytes."""
LOOK_ANYWAY = 5.0
"""Seconds after which everything may have moved, whatever was heard."""
AT_THE_END = 2.0
"""Seconds to tell what is still to be told."""
AGAIN = 0.5
"""Seconds before connecting again."""
_LOGGER = logging.getLogger(__name__)


class News:
    """What other processes have written (`companion.store.protocols.News`)."""

    def __init__(self, connection: "Connection") -> None:
        self._connection = connection
        # By it a process knows what it has told itself.
        self._own = secrets.token_hex(8)
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._to_tell: set[int] = set()
        self._teller: threading.Thread | None = None
        self._something_to_tell = threading.Event()
        self._told: set[int] | None = set()
        self._listener: threading.Thread | None = None
        self._something_told = threading.Event()

    def close(self) -> None:
        """Tell what is still to be told, and listen no more."""
        self._closed.set()
        self._something_to_tell.set()
        if self._teller:
            self._teller.join(AT_THE_END)

    # Telling

    def tell(self, evenings: Collection[int]) -> None:
        """Let other processes know soon that something was written to evenings."""
        if not evenings:
            return
        with self._lock:
            self._to_tell.update(evenings)
            if self._teller is None:
                self._teller = threading.Thread(target=self._tell, daemon=True)
                self._teller.start()
        self._something_to_tell.set()

    def _tell(self) -> None:
        """Tell others whenever there is something, until this is closed."""
        while not self._closed.is_set():
            self._something_to_tell.wait()
            self._something_to_tell.clear()
            try:
                with self._connection.connect() as connection:
                    self._tell_on(connection)
            except psycopg.Error:
                self._something_to_tell.set()
                self._closed.wait(AGAIN)

    def _tell_on(self, connection: psycopg.Connection) -> None:
        while True:
            with self._lock:
                evenings, self._to_tell = sorted(self._to_tell), set()
            for begun in range(0, len(evenings), AT_ONCE):
                some = " ".join(map(str, evenings[begun : begun + AT_ONCE]))
                try:
                    # Nothing of it needs to be on disk, so the lock is held for a moment only.
                    connection.execute(
                        "select set_config('synchronous_commit', 'off', true), pg_notify(%s, %s)",
                        (CHANNEL, f"{self._own} {some}"),
                    )
                except psycopg.Error:  # it is told on the next connection
                    with self._lock:
                        self._to_tell.update(evenings[begun:])
                    raise
            if self._closed.is_set():
                return
            self._closed.wait(A_BREAK)
            self._something_to_tell.wait()
            self._something_to_tell.clear()

    # Hearing

    def wait(self, seconds: float) -> Collection[int] | None:
        with self._lock:
            if self._listener is None or not self._listener.is_alive():
                self._listener = threading.Thread(target=self._listen, daemon=True)
                self._listener.start()
        self._something_told.wait(seconds)
        with self._lock:
            self._something_told.clear()
            told, self._told = self._told, set()
        return told

    def marks(self, evenings: Collection[int]) -> dict[int, tuple[int, tuple[Any, ...]]]:
        """Return for evenings where their logs end, and what decides who may do what."""
        return marks(self._connection, evenings)

    def _listen(self) -> None:
        """Hear what others tell, until this is closed."""
        complained = False
        while not self._closed.is_set():
            try:
                with self._connection.connect() as connection:
                    connection.execute(f"listen {CHANNEL}".encode())
                    complained = False
                    self._hear(None)
                    while not self._closed.is_set():
                        for one in connection.notifies(timeout=LOOK_ANYWAY):
                            self._take(one.payload)
                        self._hear(None)
            except psycopg.Error as error:
                if not complained and not self._closed.is_set():
                    complained = True
                    _LOGGER.warning("no news: %s", str(error).partition("\n")[0])
                self._closed.wait(AGAIN)

    def _take(self, told: str) -> None:
        teller, *evenings = told.split()
        if teller != self._own:
            self._hear(map(int, evenings))

    def _hear(self, evenings: Iterable[int] | None) -> None:
        with self._lock:
            if evenings is None or self._told is None:
                self._told = None
            else:
                self._told.update(evenings)
            self._something_told.set()
