"""The protocol of a database for the queries in this folder.

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
    """A database. Threads may share it, and every method raises `StoreError` if it fails."""

    where: str
    """The name of the database for people, without a password."""
    for_update: str
    """The end of a query that locks its row until the transaction ends."""
    listed: str
    """The query for the numbers in a value of `listing`: `where id in ({listed})`."""

    def rows(self, sql: str, values: Values) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""

    def insert_next(self, sql: str, evening: int, values: Values) -> bool:
        """Insert an entry into a log; on disk when this returns.

        Return False if it is not the next entry, or if the log already has its entry_id.
        """

    def writing(
        self, evenings: Collection[int] = (), form: str = ""
    ) -> AbstractContextManager[Transaction]:
        """Write in a transaction, which is committed at the end, or rolled back after an error.

        Locks out other writers of these evenings, except their logs, and of the same `form`.
        """

    def reading(self) -> AbstractContextManager[Callable[[str], Iterable[tuple[Any, ...]]]]:
        """Yield a function that runs queries, all on one snapshot of the database."""

    def count_on(self, transaction: Transaction) -> None:
        """Continue the numbers of evenings after the highest that was inserted."""

    def delete_entries(self, transaction: Transaction, evening: int) -> None:
        """Delete the entries of an evening, which the triggers forbid otherwise."""

    def wait(self, seconds: float) -> Collection[int] | None:
        """Wait for other processes to write, at most this long; return the evenings they changed.

        None means any evening. Changes since the last call count too.
        """

    def faults(self) -> Iterator[AnyFact]:
        """Yield the faults of the database itself."""

    def check(self) -> None:
        """Check that the database can be read and written."""

    def tidy(self) -> None:
        """Move written data to its final place if nothing is being written.

        To be called every few seconds, from any thread.
        """

    def close(self) -> None:
        """Close the database."""


def listing(numbers: Collection[int]) -> str:
    """Return numbers as a single value of a query."""
    return json.dumps(list(numbers))


def at_most(limit: int) -> int:
    """Return the limit of a query; a negative one means no limit."""
    return limit if limit >= 0 else _ALL


def now() -> str:
    """Return the current time as the log writes it, in UTC."""
    return at(datetime.now(UTC))


def at(moment: datetime) -> str:
    """Return a time in UTC as the log writes it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
