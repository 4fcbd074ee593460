"""Which evening a reference in a group's log is."""

from collections.abc import Collection, Sequence

from companion.store.errors import Conflict
from companion.store.protocols import EveningInfo, Membership
from companion.store.sql.database import SQLConnection, listing


class SQLMembers:
    """The evenings of the groups in one database (`MemberStore`)."""

    def __init__(self, connection: SQLConnection) -> None:
        self._connection = connection

    def membership(self, evening: int) -> Membership | None:
        """Return the group that an evening was put in last, if any."""
        rows = self._connection.rows(_MEMBERSHIP, {"evening": evening})
        return _membership(rows)

    def assign(self, evening: int, to: Membership, instead_of: Membership | None) -> None:
        """Put an evening in a group. Raises `Conflict` if `instead_of` is not what it was in."""
        with self._connection.writing([evening]) as db:
            if _membership(db.execute(_MEMBERSHIP, {"evening": evening}).fetchall()) != instead_of:
                raise Conflict
            db.execute(
                'insert into member (evening, "group", reference) '
                "values (:evening, :group, :reference) "
                'on conflict (evening) do update set "group" = excluded."group", '
                "reference = excluded.reference",
                {"evening": evening, "group": to.group, "reference": to.reference},
            )

    def members(self, group: int) -> dict[str, int]:
        """Return a group's evenings by their references, the newest evening first."""
        return dict(
            self._connection.rows(
                "select reference, id from member join evening on id = evening "
                'where "group" = :group order by opened_at desc, id desc',
                {"group": group},
            )
        )

    def links(self, evenings: Collection[int]) -> dict[int, tuple[EveningInfo, EveningInfo]]:
        """Return evenings by number, each as its link to record opens it and as its link to watch."""
        rows = self._connection.rows(
            "select id, key, watch, name, opened_at from evening "
            f"where id in ({self._connection.listed}) and deleted_at is null",
            {"numbers": listing(evenings)},
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
            "select id, name, opened_at from member join evening on id = evening "
            'where "group" = :group',
            {"group": group},
        )
        return {number: (name, opened_at) for number, name, opened_at in rows}


_MEMBERSHIP = 'select "group", reference from member where evening = :evening'


def _membership(rows: Sequence[tuple[int, str]]) -> Membership | None:
    return Membership(*rows[0]) if rows else None
