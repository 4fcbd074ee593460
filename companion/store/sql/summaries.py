"""What was worked out of evenings."""

from collections.abc import Collection, Mapping
from typing import Any

from companion.store.protocols import Derived
from companion.store.sql.database import SQLConnection, listing


class SQLSummaries:
    """The summaries of the evenings in one database (`SummaryStore`)."""

    def __init__(self, connection: SQLConnection) -> None:
        self._connection = connection

    def positions(self, group: int) -> dict[int, tuple[int, tuple[int, int] | None]]:
        """Return for each evening of a group where its log ends, and what is kept of it.

        That is the position and the version of the summary; None if there is none.
        """
        return self._positions(
            "select member.evening, "
            "(select max(seq) from entry where evening = member.evening), position, version "
            "from member left join summary on summary.evening = member.evening "
            'where "group" = :group',
            {"group": group},
        )

    def positions_of(
        self, evenings: Collection[int]
    ) -> dict[int, tuple[int, tuple[int, int] | None]]:
        """Return the same of some evenings, by number."""
        return self._positions(
            "select id, (select max(seq) from entry where evening = id), position, version "
            "from evening left join summary on summary.evening = id "
            f"where id in ({self._connection.listed})",
            {"numbers": listing(evenings)},
        )

    def _positions(
        self, sql: str, values: dict[str, Any]
    ) -> dict[int, tuple[int, tuple[int, int] | None]]:
        return {
            evening: (end or 0, None if position is None else (position, version))
            for evening, end, position, version in self._connection.rows(sql, values)
        }

    def summaries(self, evenings: Collection[int]) -> dict[int, Derived]:
        """Return the summaries that are kept of evenings, by number."""
        rows = self._connection.rows(
            "select evening, position, version, body from summary "
            f"where evening in ({self._connection.listed})",
            {"numbers": listing(evenings)},
        )
        return {
            evening: Derived(position, version, body.encode())
            for evening, position, version, body in rows
        }

    def keep(self, summaries: Mapping[int, Derived]) -> None:
        """Keep the summaries of evenings, by number, in place of those before."""
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
