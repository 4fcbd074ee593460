"""A database on a server."""

import logging
import math
import re
import secrets
import socket
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool, PoolTimeout

from companion.facts import AnyFact
from companion.store.errors import (
    DamagedDatabase,
    DatabaseKind,
    DatabaseTrouble,
    StoreError,
    StoreFact,
)
from companion.store.keys import LENGTH as SECRET_LENGTH
from companion.store.lock import Locks
from companion.store.postgresql import schema
from companion.store.postgresql.news import News
from companion.store.sql.database import Rows, Transaction, Values, at
from companion.store.sql.groups import set_units

T = TypeVar("T")
MOST_CONNECTIONS = 10
"""Maximum number of connections per process, besides the one that listens."""
PATIENCE = 2.5
"""Seconds to wait for a connection; a restarted database may be back by then."""
LOCK_PATIENCE = 5
"""Seconds to wait for a lock, first in this process, then again in the database."""
WRITTEN_AGAIN = timedelta(seconds=20)
"""How long the result of a write, successful or refused, is reused by `check`."""

_SESSION = f"""
    select set_config('statement_timeout', '10s', false),
      set_config('lock_timeout', '{LOCK_PATIENCE}s', false),
      set_config('idle_in_transaction_session_timeout', '60s', false),
      set_config('synchronous_commit', case current_setting('synchronous_commit')
        when 'off' then 'on' else current_setting('synchronous_commit') end, false)
"""
"""Makes every commit wait for the disk, and limits every other wait."""


# psycopg logs a warning for each lost connection and each retry; news.py logs the loss once.
logging.getLogger("psycopg").setLevel(logging.ERROR)


class Connection:
    """A database on a server (`SQLConnection`). Threads and greenlets may share it."""

    for_update = " for update"
    listed = "select value::bigint from json_array_elements_text(:numbers::json)"

    def __init__(self, address: str, prepared: bool = False) -> None:
        """Open the database at `address`; create or upgrade it unless it is `prepared`.

        A prepared database need not be reachable yet. Raises `StoreError`.
        """
        self._parameters = _parameters(address)
        self.where = _where(self._parameters)
        if not prepared:
            with _explained_at_first(self.where), self.connect() as connection:
                schema.upgrade(connection, self.where, lambda: set_units(_Transaction(connection)))
        self._pool = ConnectionPool(
            kwargs={"autocommit": True, **self._parameters},
            min_size=1,
            max_size=MOST_CONNECTIONS,
            open=True,
            configure=_configure,
            check=_check,
            timeout=PATIENCE,
            reconnect_timeout=PATIENCE,
        )
        self._news = News(self.connect)
        self._locks = Locks()
        self._refused = DatabaseTrouble("full", self.where), -math.inf

    def close(self) -> None:
        self._news.close()
        self._pool.close()

    def connect(self) -> psycopg.Connection:
        return psycopg.connect(autocommit=True, **self._parameters)

    def rows(self, sql: str, values: Values) -> list[tuple[Any, ...]]:
        query, values = _translated(sql), _storable(values)
        return self._twice(lambda connection: connection.execute(query, values).fetchall())

    def insert_next(self, sql: str, evening: int, values: Values) -> bool:
        query, values = _translated(sql), _storable(values)

        def insert(connection: psycopg.Connection) -> bool:
            try:
                connection.execute(query, values)
            except psycopg.errors.IntegrityConstraintViolation:  # the trigger `entry_next_seq`
                return False
            return True

        # If the entry was written before the connection broke, the trigger refuses the second attempt.
        is_next = self._twice(insert)
        self._notify((evening,))
        return is_next

    @contextmanager
    def writing(self, evenings: Collection[int] = (), form: str = "") -> Iterator[Transaction]:
        with (
            self._alone((*filter(None, [form]), *sorted(evenings))),
            self._using() as connection,
            connection.transaction(),
        ):
            if form:
                connection.execute("select pg_advisory_xact_lock(hashtextextended(%s, 0))", (form,))
            for evening in sorted(evenings):
                connection.execute("select pg_advisory_xact_lock(%s)", (evening,))
            yield _Transaction(connection)
        self._notify(evenings)

    def wait(self, seconds: float) -> Collection[int] | None:
        return self._news.wait(seconds)

    def _notify(self, evenings: Collection[int]) -> None:
        """Tell the other servers about a change. If the notice is lost, they find out later."""
        if evenings:
            with suppress(StoreError), self._using() as connection:
                self._news.notify(connection, evenings)

    @contextmanager
    def reading(self) -> Iterator[Callable[[str], Iterable[tuple[Any, ...]]]]:
        with _explained_at_first(self.where), self.connect() as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.read_only = True

            def select(sql: str) -> Iterator[tuple[Any, ...]]:
                with connection.cursor(name="companion") as cursor:
                    cursor.itersize = 1000
                    yield from cursor.execute(_translated(sql))

            with connection.transaction():
                yield select

    def count_on(self, transaction: Transaction) -> None:
        transaction.execute(
            "select setval(pg_get_serial_sequence('evening', 'id'), "
            "(select coalesce(max(id), 0) + 1 from evening), false)"
        )

    def delete_entries(self, transaction: Transaction, evening: int) -> None:
        values = {"evening": evening}
        transaction.execute(
            "select set_config('companion.deleting', :evening::bigint::text, true)", values
        )
        transaction.execute("delete from entry where evening = :evening", values)

    def shared_secret(self, name: str, own: bytes | None) -> bytes:
        """Return the secret that the servers share. If there is none yet, store `own` or a random one.

        Raises `StoreError`.
        """
        value = {"name": name, "value": own or secrets.token_bytes(SECRET_LENGTH)}
        with self._using() as connection:
            connection.execute(
                "insert into secret values (%(name)s, %(value)s) on conflict do nothing", value
            )
            select = "select value from secret where name = %(name)s"
            ((secret,),) = connection.execute(select, value).fetchall()
        return bytes(secret)

    def check(self) -> None:
        # On a full disk, this small write may succeed although an entry fails.
        fact, last = self._refused
        if time.monotonic() < last + WRITTEN_AGAIN.total_seconds():
            raise StoreError(fact)
        # Anyone can request this check, so write at most once per `WRITTEN_AGAIN`.
        moment = datetime.now(UTC)
        with self._using() as connection:
            connection.execute("select from entry limit 1")
            connection.execute(
                "insert into health values (1, %(now)s) on conflict (id) do update "
                "set checked_at = %(now)s where health.checked_at not between %(then)s and %(now)s",
                {"now": at(moment), "then": at(moment - WRITTEN_AGAIN)},
            )

    def faults(self) -> Iterator[AnyFact]:
        with self._using() as connection:
            yield from map(DamagedDatabase, schema.schema_drift(connection))

    def tidy(self) -> None:
        """Do nothing, because PostgreSQL tidies up by itself."""

    def _twice(self, work: Callable[[psycopg.Connection], T]) -> T:
        """Run `work`, which must be safe to repeat, and run it again if its connection broke."""
        try:
            with self._using() as connection:
                return work(connection)
        except StoreError as error:
            is_away = getattr(error.fact, "kind", "") == "away"
            if not is_away or isinstance(error.__cause__, PoolTimeout):
                raise
        with self._using() as connection:
            return work(connection)

    @contextmanager
    def _alone(self, names: Iterable[int | str]) -> Iterator[None]:
        """Hold a process-local lock for each name. Raises `StoreError` after `LOCK_PATIENCE`.

        A request that waits here does not occupy one of the few connections.
        """
        due = time.monotonic() + LOCK_PATIENCE
        with ExitStack() as held:
            for name in names:
                lock = self._locks.of(name)
                if not lock.acquire(timeout=max(0, due - time.monotonic())):
                    raise StoreError(DatabaseTrouble("busy", self.where))
                held.callback(lock.release)
            yield

    @contextmanager
    def _using(self) -> Iterator[psycopg.Connection]:
        try:
            with self._pool.connection() as connection:
                yield connection
        except psycopg.Error as error:
            fact = trouble(error, self.where)
            if fact.kind in ("full", "disk"):
                self._refused = fact, time.monotonic()
            raise StoreError(fact) from error


def pending(address: str) -> str | None:
    """Check the database at `address`. Return the first migration that it needs, "" if it is empty.

    Raises `StoreError`.
    """
    parameters = _parameters(address)
    where = _where(parameters)
    with _explained_at_first(where), psycopg.connect(**parameters) as connection:
        return schema.pending(connection, where)


@contextmanager
def _explained_at_first(where: str) -> Iterator[None]:
    """Turn an error into a `StoreError`. If the server is unreachable, say why."""
    try:
        yield
    except psycopg.Error as error:
        fact = trouble(error, where)
        if fact.kind == "away":
            first_line = (str(error).strip() or "?").splitlines()[0].rstrip(".")
            fact = DatabaseTrouble("unreachable", where, first_line)
        raise StoreError(fact) from error


class _Transaction:
    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, values: Values | None = None, /) -> Rows:
        return self._connection.execute(_translated(sql), _storable(values or {}))

    def executemany(self, sql: str, values: Sequence[Values], /) -> None:
        with self._connection.cursor() as cursor:
            cursor.executemany(_translated(sql), [_storable(one) for one in values])


@lru_cache(maxsize=256)
def _translated(sql: str) -> bytes:
    return re.sub(r"(?<!:):([a-z_]+)", r"%(\1)s", sql).encode()


def _storable(values: Values) -> Values:
    """Replace NUL characters, which PostgreSQL cannot store in text."""
    if not any(isinstance(one, str) and "\0" in one for one in values.values()):
        return values
    return {
        name: one.replace("\0", "\N{REPLACEMENT CHARACTER}") if isinstance(one, str) else one
        for name, one in values.items()
    }


def _parameters(address: str) -> dict[str, Any]:
    try:
        options = conninfo_to_dict(address)
    except psycopg.Error as error:
        raise StoreError(StoreFact.BAD_DATABASE_ADDRESS) from error
    # A dead connection is noticed in seconds, not hours.
    ours = {
        "application_name": f"companion on {socket.gethostname()}",
        "connect_timeout": "5",
        "keepalives_idle": "10",
        "keepalives_interval": "5",
        "keepalives_count": "3",
        "tcp_user_timeout": "15000",
    }
    return {**ours, **options, "client_encoding": "UTF8"}


def _where(parameters: dict[str, Any]) -> str:
    name = parameters.get("dbname") or parameters.get("user") or ""
    server = ":".join(str(parameters[one]) for one in ("host", "port") if parameters.get(one))
    return f"{server}/{name}"


def _configure(connection: psycopg.Connection) -> None:
    connection.execute(_SESSION)


def _check(connection: psycopg.Connection) -> None:
    """Raise `psycopg.OperationalError` if the server has closed a connection.

    This reads only what has already arrived, so it needs no round trip. It reads twice, because the
    server sends a reason before it closes the connection.
    """
    for _ in range(2):
        connection.pgconn.consume_input()


KINDS: dict[str, DatabaseKind] = {
    "08": "away",
    "57P": "away",
    "28": "password",
    "3D000": "no-database",
    "42501": "permission",
    "25006": "read-only",
    "53100": "full",
    "58": "disk",
    "40001": "busy",
    "40P01": "busy",
    "55P03": "busy",
    "57014": "busy",
    "53300": "too-many",
    "XX001": "damaged",
    "XX002": "damaged",
}
"""The kind of an error, by the beginning of its SQLSTATE code."""


_AT_CONNECTING: tuple[tuple[re.Pattern[str], DatabaseKind], ...] = (
    (re.compile("authentication failed|no password supplied|role .* does not exist"), "password"),
    (re.compile("database .* does not exist"), "no-database"),
    (re.compile("too many clients|connection slots"), "too-many"),
)
"""The kinds of errors before a session begins, which have a text but no code."""


def trouble(error: psycopg.Error, where: str) -> DatabaseTrouble:
    detail = (error.diag.message_primary or str(error)).strip()
    return DatabaseTrouble(_kind(error, detail), where, detail)


def _kind(error: psycopg.Error, detail: str) -> DatabaseKind:
    if error.sqlstate:
        kinds = (kind for code, kind in KINDS.items() if error.sqlstate.startswith(code))
        return next(kinds, "other")
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        # Without a code, the error is not from a session: the server is unreachable or was lost.
        return next((kind for words, kind in _AT_CONNECTING if words.search(detail)), "away")
    return "other"
