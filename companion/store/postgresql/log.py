"""The evenings of a database on a server."""

from collections.abc import Iterator

from companion.facts import AnyFact
from companion.store.postgresql import integrity
from companion.store.postgresql.connection import Connection
from companion.store.sql.log import SQLLog


class PostgreSQLLog(SQLLog):
    """The evenings of one database (`EveningLog`), to which it connects."""

    connection: Connection

    def __init__(self, address: str, prepared: bool = False) -> None:
        """Open the database at `address`, made and upgraded unless it is `prepared`.

        Raises `StoreError`.
        """
        super().__init__(Connection(address, prepared))

    def close(self) -> None:
        """Close the connections."""
        self.connection.close()

    def check(self) -> None:
        """Raise `StoreError` if the log cannot be read and written."""
        self.connection.check()

    def faults(self) -> Iterator[tuple[int | None, AnyFact]]:
        """Yield what is wrong in the database, each with the evening or group that it concerns."""
        return integrity.faults(self.connection)

    def tidy(self) -> None:
        """Do nothing: PostgreSQL tidies by itself."""
