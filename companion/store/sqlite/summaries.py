"""What was worked out of evenings, in SQLite."""

import json
from collections.abc import Collection, Mapping

from companion.store.protocols import Derived
from companion.store.sqlite.connection import Connection


class SQLiteSummaries:
    """The summaries of the evenings in one database (`SummaryStore`)."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def positions(self, group: int) -> dict[int, tuple[int, tuple[int, int] | None]]:
        """Return for each evening of a group where its log ends, and what is kept of it.

        That is the position and the version of the summary; None if there is none.
        """
        rows = self._connection.rows(
            "select member.evening, "
            "(select max(seq) from entry where evening = member.evening), position, version "
            "from member left join summary on summary.evening = member.evening "
            'where "group" = ?',
            (group,),
        )
        return {
            evening: (end or 0, None if position is None else (position, version))
            for evening, end, position, version in rows
        }

    def summaries(self, evenings: Collection[int]) -> dict[int, Derived]:
        """Return the summaries that are kept of evenings, by number."""
        rows = self._connection.rows(
            "select evening, position, version, body from summary "
            "where evening in (select value from json_each(?))",
            (json.dumps(list(evenings)),),
        )
        return {
            evening: Derived(position, version, body.encode())
            for evening, position, version, body in rows
        }

    def keep(self, summaries: Mapping[int, Derived]) -> None:
        """Keep the summaries of evenings, by number, in place of those before."""
        with self._connection.writing() as db:
            for evening, one in summaries.items():
                db.execute(
                    "insert into summary (evening, position, version, body) values (?, ?, ?, ?) "
                    "on conflict (evening) do update set position = excluded.position, "
                    "version = excluded.version, body = excluded.body",
                    (evening, one.position, one.version, one.body.decode()),
                )
