"""What a database has to do for the queries of this folder.

They are written once, with named values (`:key`), in what SQLite and PostgreSQL both understand.
"""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any, Protocol

Values = dict[str, Any]
_ALL = 2**62


class Rows(Protocol):
    """What a statement has found, or how many rows it has changed."""

    @property
    def rowcount(self) -> int:
        """How many rows it has changed."""

    def fetchall(self) -> list[Any]:
        """Return the rows it has found."""


class Transaction(Protocol):
    """Statements that take effect together."""

    def execute(self, sql: str, values: Values = ..., /) -> Rows:
        """Execute a statement."""

    def executemany(self, sql: str, values: Sequence[Values], /) -> object:
        """Execute a statement with one set of values after the other."""


class SQLConnection(Protocol):
    """A connection to a database, safe to share between threads. Every method raises `StoreError` if it cannot."""

    where: str
    """Which database it is, for people. No password stands in it."""
    for_update: str
    """What ends a query that locks the row it finds, until the transaction ends."""
    listed: str
    """What stands for the numbers in a value that `listing` makes: `where id in ({listed})`."""

    def rows(self, sql: str, values: Values) -> list[tuple[Any, ...]]:
        """Return what a query finds."""

    def insert_next(self, sql: str, evening: int, values: Values) -> bool:
        """Insert an entry into a log, on disk when this returns.

        Return False if it is not the next one, or its entry_id is there already.
        """

    def writing(
        self, evenings: Collection[int] = (), form: str = ""
    ) -> AbstractContextManager[Transaction]:
        """Write in a transaction: committed at the end, or rolled back whole.

        Until then nobody else writes beside the logs of these evenings, nor with the same `form`.
        """

    def reading(self) -> AbstractContextManager[Callable[[str], Iterable[tuple[Any, ...]]]]:
        """Read much, all of it as it is at one moment: call what this gives with a query."""

    def count_on(self, transaction: Transaction) -> None:
        """Let new evenings have higher numbers than those that were inserted with theirs."""

    def delete_entries(self, transaction: Transaction, evening: int) -> None:
        """Delete the entries of an evening, which the log forbids otherwise."""


def listing(numbers: Collection[int]) -> str:
    """Return numbers as one value of a query."""
    return json.dumps(list(numbers))


def at_most(limit: int) -> int:
    """Return how many rows a query may find at most: all, if `limit` is negative."""
    return limit if limit >= 0 else _ALL


def now() -> str:
    """Return the time in UTC as the log writes it."""
    return at(datetime.now(UTC))


def at(moment: datetime) -> str:
    """Return a moment in UTC as the log writes it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
