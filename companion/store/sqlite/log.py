"""The evenings of a database file."""

from collections.abc import Iterator
from pathlib import Path

from companion.facts import AnyFact
from companion.store.sql.log import SQLLog
from companion.store.sqlite import integrity
from companion.store.sqlite.connection import Connection
from companion.store.sqlite.files import FILE

__all__ = ["FILE", "SQLiteLog"]


class SQLiteLog(SQLLog):
    """The evenings of one database file (`EveningLog`), which it opens."""

    connection: Connection

    def __init__(self, folder: Path) -> None:
        """Open the database in `folder`, made and upgraded as need be. Raises `StoreError`."""
        super().__init__(Connection(folder))

    @property
    def path(self) -> Path:
        """The file."""
        return self.connection.path

    def close(self) -> None:
        """Close the database."""
        self.connection.close()

    def __enter__(self) -> "SQLiteLog":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def check(self) -> None:
        """Raise `StoreError` if the log cannot be read and written."""
        self.connection.check()

    def faults(self) -> Iterator[tuple[int | None, AnyFact]]:
        """Yield what is wrong in the database, each with the evening or group that it concerns."""
        return integrity.faults(self.connection)

    def tidy(self) -> None:
        """Move what was written to its final place, once nothing is being written."""
        self.connection.tidy()

    def backup(self, file: Path) -> None:
        """Write the whole database to a new file. Raises `StoreError`."""
        self.connection.backup(file)
