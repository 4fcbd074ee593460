"""The evenings, or the groups, of a database: finding them by their links and numbers."""

from companion.store.errors import UnknownEvening
from companion.store.protocols import EveningInfo, Sort
from companion.store.sql.database import SQLConnection, at_most


class SQLDirectory:
    """What is there of one sort (`Directory`)."""

    def __init__(self, connection: SQLConnection, sort: Sort) -> None:
        self.connection = connection
        self.sort = sort

    def find(self, key: str) -> EveningInfo:
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
        rows = self.connection.rows(
            "select id, key, name, opened_at from evening "
            "where id = :number and sort = :sort and deleted_at is null",
            {"number": number, "sort": self.sort},
        )
        if not rows:
            raise UnknownEvening(number)
        return EveningInfo(*rows[0])

    def evenings(self, limit: int = -1, offset: int = 0) -> list[EveningInfo]:
        return [
            EveningInfo(*row)
            for row in self.connection.rows(
                "select id, key, name, opened_at from evening where sort = :sort and deleted_at is null "
                "order by opened_at desc, id desc limit :limit offset :offset",
                {"sort": self.sort, "limit": at_most(limit), "offset": offset},
            )
        ]
