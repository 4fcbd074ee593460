"""Which evening a reference in a group's log is, in SQLite."""

import json
from collections.abc import Collection

from companion.store.errors import Conflict
from companion.store.protocols import EveningInfo, Membership
from companion.store.sqlite.connection import Connection


class SQLiteMembers:
    """The evenings of the groups in one database (`MemberStore`)."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def membership(self, evening: int) -> Membership | None:
        """Return the group that an evening was put in last, if any."""
        sql = 'select "group", reference from member where evening = ?'
        rows = self._connection.rows(sql, (evening,))
        return Membership(*rows[0]) if rows else None

    def assign(self, evening: int, to: Membership, instead_of: Membership | None) -> None:
        """Put an evening in a group. Raises `Conflict` if `instead_of` is not what it was in."""
        with self._connection.writing():
            if self.membership(evening) != instead_of:
                raise Conflict
            self._connection.db.execute(
                'insert into member (evening, "group", reference) values (?, ?, ?) '
                'on conflict (evening) do update set "group" = excluded."group", '
                "reference = excluded.reference",
                (evening, to.group, to.reference),
            )

    def members(self, group: int) -> dict[str, int]:
        """Return a group's evenings by their references, the newest evening first."""
        return dict(
            self._connection.rows(
                "select reference, id from member join evening on id = evening "
                'where "group" = ? order by opened_at desc, id desc',
                (group,),
            )
        )

    def links(self, evenings: Collection[int]) -> dict[int, tuple[EveningInfo, EveningInfo]]:
        """Return evenings by number, each as its link to record opens it and as its link to watch."""
        rows = self._connection.rows(
            "select id, key, watch, name, opened_at from evening "
            "where id in (select value from json_each(?)) and deleted_at is null",
            (json.dumps(list(evenings)),),
        )
        return {
            number: (
                EveningInfo(number, key, name, opened_at),
                EveningInfo(number, watch, name, opened_at, watches=True),
            )
            for number, key, watch, name, opened_at in rows
        }

    def names(self, group: int) -> dict[int, tuple[str, str]]:
        """Return what a group's evenings are called and when they were opened, by number."""
        rows = self._connection.rows(
            'select id, name, opened_at from member join evening on id = evening where "group" = ?',
            (group,),
        )
        return {number: (name, opened_at) for number, name, opened_at in rows}
