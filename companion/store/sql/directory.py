"""Finding evenings or groups by their links and numbers."""

from companion.store.errors import UnknownEvening
from companion.store.keys import link_key
from companion.store.sql.database import SQLConnection, Transaction, at_most, now
from companion.store.types import EveningInfo, Sort


class Directory:
    """The evenings, or the groups, of a database."""

    def __init__(self, connection: SQLConnection, sort: Sort) -> None:
        self.connection = connection
        self.sort = sort

    def find(self, key: str) -> EveningInfo:
        """Return the evening that a link's key opens. Raises `UnknownEvening`."""
        rows = self.connection.rows(
            "select id, name, opened_at, watch = :key from evening "
            "where sort = :sort and (key = :key or (watch = :key and watch <> ''))",
            {"key": key, "sort": self.sort},
        )
        if not rows:
            raise UnknownEvening(key)
        number, name, opened_at, watches = rows[0]
        return EveningInfo(number, key, name, opened_at, bool(watches))

    def evening(self, number: int) -> EveningInfo:
        """Return an evening with its key to record. Raises `UnknownEvening`."""
        rows = self.connection.rows(
            "select id, key, name, opened_at from evening "
            "where id = :number and sort = :sort and deleted_at is null",
            {"number": number, "sort": self.sort},
        )
        if not rows:
            raise UnknownEvening(number)
        return EveningInfo(*rows[0])

    def evenings(self, limit: int = -1, offset: int = 0) -> list[EveningInfo]:
        """Return the evenings, newest first, each with its key to record.

        Skip the first `offset`. A negative `limit` means no limit.
        """
        return [
            EveningInfo(*row)
            for row in self.connection.rows(
                "select id, key, name, opened_at from evening where sort = :sort and deleted_at is null "
                "order by opened_at desc, id desc limit :limit offset :offset",
                {"sort": self.sort, "limit": at_most(limit), "offset": offset},
            )
        ]

    def insert(self, db: Transaction, name: str, opened_at: str | None) -> EveningInfo:
        """Insert a row for a new evening, with new links. `opened_at` defaults to now."""
        values = {
            "sort": self.sort,
            "key": link_key(),
            "watch": link_key(),
            "name": name,
            "at": opened_at or now(),
        }
        db.execute(
            "insert into evening (sort, key, watch, name, opened_at) "
            "values (:sort, :key, :watch, :name, :at)",
            values,
        )
        found = db.execute(
            "select id, key, name, opened_at from evening where key = :key", values
        ).fetchall()
        return EveningInfo(*found[0])
