"""Opening and finding evenings or groups. A group is also a row of the table `evening`."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from companion.store.errors import UnknownEvening
from companion.store.keys import link_key
from companion.store.sql.database import SQLConnection, Transaction, Values, at_most, now
from companion.store.types import FAR, EveningInfo, LinkKind, TableAccess

Select = Callable[[str, Values], list[tuple[Any, ...]]]
INFO = "id,key,name,opened_at,zone,place"
"""The columns of an `EveningInfo`."""


def open_link(select: Select, kind: LinkKind, key: str, device: str) -> TableAccess:
    """Return the access that a link's key gives a device. Raises `UnknownEvening`."""
    rows = select(
        "select id, evening.name, opened_at, zone, place, watch, records, second_look, "
        "coalesce(visit.name, ''), coalesce(seat, ''), coalesce(role = 'host', false), "
        "coalesce(visit.key = :key, false), coalesce(part, ''), studies "
        "from evening left join visit on visit.evening = id and device = :device "
        "where sort = :kind and (evening.key = :key or (watch = :key and watch <> ''))",
        {"key": key, "device": device, "kind": kind},
    )
    if not rows:
        raise UnknownEvening(key)
    number, name, opened_at, zone, place, watch, *more = rows[0]
    records, second_look, called, seat, host, known, role, studies = more
    return TableAccess(
        info=EveningInfo(number, key, name, opened_at, zone, place, watch == key),
        device=device,
        name=called,
        seat=seat,
        is_host=bool(host),
        records=records,
        second_look=bool(second_look),
        is_known=bool(known),
        role=role,
        studies=bool(studies),
        watch_key=watch,
    )


def erase(db: Transaction, number: int, tables: Collection[str]) -> None:
    """Delete the name and links of an evening or group, and its rows in `tables`.

    The row itself stays, because a running server may know the evening by its number. It changes
    first, so that nothing is appended during the deletion.
    """
    values = {"key": link_key(), "now": now(), "evening": number}
    db.execute(
        "update evening set key = :key, watch = '', name = '', deleted_at = :now where id = :evening",
        values,
    )
    for table in tables:
        db.execute(f"delete from {table} where evening = :evening", values)


class LinkTable:
    """The evenings, or the groups, in a database.

    Every method raises `StoreError` if the database fails.
    """

    kind: LinkKind
    first: str
    """Query for the evening that `device` opened with form `form_id`."""
    insert: str
    """Statement that inserts an entry of an evening, or a row of a group."""

    def __init__(self, connection: SQLConnection) -> None:
        self.connection = connection

    def find(self, key: str) -> EveningInfo:
        """Return the evening that a link's key opens. Raises `UnknownEvening`."""
        return open_link(self.connection.rows, self.kind, key, device="").info

    def evening(self, number: int) -> EveningInfo:
        """Return an evening with its record key. Raises `UnknownEvening`."""
        rows = self.connection.rows(
            f"select {INFO} from evening where id = :number and sort = :kind and deleted_at is null",
            {"number": number, "kind": self.kind},
        )
        if not rows:
            raise UnknownEvening(number)
        return EveningInfo(*rows[0])

    def evenings(self, limit: int = -1, offset: int = 0, before: str = FAR) -> list[EveningInfo]:
        """Return the evenings after the first `offset`, newest first, each with its record key.

        They were opened `before` a UTC time. A negative `limit` means no limit.
        """
        rows = self.connection.rows(
            f"select {INFO} from evening where sort = :kind and deleted_at is null "
            "and opened_at < :before order by opened_at desc, id desc limit :limit offset :offset",
            {"kind": self.kind, "limit": at_most(limit), "offset": offset, "before": before},
        )
        return [EveningInfo(*row) for row in rows]

    def number(self) -> int:
        """Return the number of evenings."""
        rows = self.connection.rows(
            "select count(*) from evening where sort = :kind and deleted_at is null",
            {"kind": self.kind},
        )
        return int(rows[0][0])

    def _open(
        self,
        name: str,
        device: str,
        form_id: str,
        opened_at: str | None,
        rows: Callable[[Transaction, EveningInfo], Sequence[Values]],
        zone: str = "",
        place: str = "",
    ) -> EveningInfo:
        """Open a new evening with new links and the values from `rows`, all or nothing.

        The same form from the same device returns the evening that it opened before. `opened_at`
        defaults to the current time.
        """
        values = {
            "kind": self.kind,
            "key": link_key(),
            "watch": link_key(),
            "name": name,
            "at": opened_at or now(),
            "zone": zone,
            "place": place,
            "device": device,
            "form_id": form_id,
        }
        with self.connection.writing(form=f"{device} {form_id}") as db:
            if opened_before := db.execute(self.first, values).fetchall():
                return EveningInfo(*opened_before[0])
            db.execute(
                "insert into evening (sort, key, watch, name, opened_at, zone, place) "
                "values (:kind, :key, :watch, :name, :at, :zone, :place)",
                values,
            )
            (row,) = db.execute(f"select {INFO} from evening where key = :key", values).fetchall()
            info = EveningInfo(*row)
            db.executemany(self.insert, rows(db, info))
        return info
