"""What was worked out of evenings."""

from collections.abc import Collection, Mapping

from companion.store.protocols import Derived
from companion.store.sql.database import SQLConnection, listing


class SQLSummaries:
    """The summaries of the evenings in one database (`SummaryStore`)."""

    def __init__(self, connection: SQLConnection) -> None:
        self._connection = connection

    def read(self, evenings: Collection[int]) -> dict[int, tuple[int, Derived | None]]:
        rows = self._connection.rows(
            "select id, (select coalesce(max(seq), 0) from entry where evening = id), "
            "position, version, body from evening left join summary on summary.evening = id "
            f"where id in ({self._connection.listed}) and deleted_at is null",
            {"numbers": listing(evenings)},
        )
        return {
            evening: (end, Derived(position, version, body.encode()) if body else None)
            for evening, end, position, version, body in rows
        }

    def keep(self, summaries: Mapping[int, Derived]) -> None:
        values = [
            {
                "evening": evening,
                "position": one.position,
                "version": one.version,
                "body": one.body.decode(),
            }
            for evening, one in sorted(summaries.items())
        ]
        with self._connection.writing(form="summary") as db:
            db.executemany(
                "insert into summary (evening, position, version, body) "
                "values (:evening, :position, :version, :body) "
                "on conflict (evening) do update set position = excluded.position, "
                "version = excluded.version, body = excluded.body",
                values,
            )
