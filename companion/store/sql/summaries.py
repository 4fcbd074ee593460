"""Kept summaries of evenings."""

from collections.abc import Collection, Mapping

from msgspec.structs import asdict

from companion.store.sql.database import SQLConnection, listing
from companion.store.types import Derived


class SummaryStore:
    """The summaries in one database, which can be made again at any time.

    Every method raises `StoreError` if that fails.
    """

    def __init__(self, connection: SQLConnection) -> None:
        self._connection = connection

    def read(self, evenings: Collection[int]) -> dict[int, tuple[int, Derived | None]]:
        """Return the length of each evening's log, and its kept summary."""
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
        """Keep summaries by evening, replacing those kept before."""
        values = [
            {**asdict(one), "body": one.body.decode(), "evening": evening}
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
