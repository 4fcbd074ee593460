"""The interface between the queries in this folder and a database.

The queries use named values (`:key`) and only the SQL that SQLite and PostgreSQL have in common.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any, Protocol

from companion.facts import AnyFact

Values = dict[str, Any]
_ALL = 2**62


class Rows(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """The number of changed rows."""

    def fetchall(self) -> list[Any]:
        """Return the selected rows."""


class Transaction(Protocol):
    """Statements that take effect together."""

    def execute(self, sql: str, values: Values = ..., /) -> Rows:
        """Execute a statement."""

    def executemany(self, sql: str, values: Sequence[Values], /) -> object:
        """Execute a statement once for each set of values."""


class SQLConnection(Protocol):
    """A database. Threads may share it. Every method raises `StoreError` if the database fails."""

    where: str
    """The database's name in messages, without a password."""
    for_update: str
    """The end of a query that locks its row until the transaction ends."""
    listed: str
    """The query for the numbers in a value of `listing`: `where id in ({listed})`."""

    def rows(self, sql: str, values: Values) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""

    def insert_next(self, sql: str, evening: int, values: Values) -> bool:
        """Insert an entry into a log. It is on disk when this returns.

        Return False if it is not the next entry, or if the log already has its `entry_id`.
        """

    def writing(
        self, evenings: Collection[int] = (), form: str = ""
    ) -> AbstractContextManager[Transaction]:
        """Begin a transaction, which is committed at the end or rolled back after an error.

        Other writers of these evenings (but not of their logs) and of the same `form` have to wait.
        """

    def reading(self) -> AbstractContextManager[Callable[[str], Iterable[tuple[Any, ...]]]]:
        """Yield a function that runs queries, all on the same snapshot of the database."""

    def count_on(self, transaction: Transaction) -> None:
        """Make the next new evening's number follow the highest one that was inserted."""

    def delete_entries(self, transaction: Transaction, evening: int) -> None:
        """Delete an evening's entries, which triggers otherwise prevent."""

    def wait(self, seconds: float) -> Collection[int] | None:
        """Wait up to `seconds` for other processes to write; return the evenings they have changed.

        None means any evening. Includes changes since the last call.
        """

    def faults(self) -> Iterator[AnyFact]:
        """Yield the faults of the database itself."""

    def check(self) -> None:
        """Check that the database can be read and written; if not, raise `StoreError`."""

    def tidy(self) -> None:
        """Do maintenance if nothing is being written.

        Call this every few seconds, from any thread.
        """

    def close(self) -> None:
        """Close the database."""


def listing(numbers: Collection[int]) -> str:
    """Return numbers as a single value for a query (`SQLConnection.listed`)."""
    return json.dumps(list(numbers))


def at_most(limit: int) -> int:
    """Return a limit for SQL; a negative `limit` means none."""
    return limit if limit >= 0 else _ALL


def now() -> str:
    """Return the current time in the log's format, in UTC."""
    return at(datetime.now(UTC))


def at(moment: datetime) -> str:
    """Return a UTC time in the log's format."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
