"""Links, spoken codes and devices: access to an evening, and its rights."""

import secrets
from collections.abc import Callable
from typing import Any, Literal

from companion.store.errors import UnknownEvening
from companion.store.keys import link_key
from companion.store.sql.database import at_most, now
from companion.store.sql.directory import Directory
from companion.store.types import (
    CODE_LENGTH,
    LETTERS,
    MOST_LISTED,
    MOST_MISSES,
    Device,
    EveningInfo,
    RecordingMode,
    Sort,
    TableAccess,
    TableSettings,
)

Select = Callable[[str, dict[str, Any]], list[tuple[Any, ...]]]

MOST_VISITED = 2000
"""Most evenings in the list of a device: twenty years with two a week."""


def open_link(select: Select, sort: Sort, key: str, device: str) -> TableAccess:
    """Return the access that a link's key gives a device. Raises `UnknownEvening`."""
    rows = select(
        "select id, evening.name, opened_at, watch = :key, records, second_look, "
        "coalesce(visit.name, ''), coalesce(seat, ''), coalesce(role = 'host', false), "
        "coalesce(visit.key = :key, false) "
        "from evening left join visit on visit.evening = id and device = :device "
        "where sort = :sort and (evening.key = :key or (watch = :key and watch <> ''))",
        {"key": key, "device": device, "sort": sort},
    )
    if not rows:
        raise UnknownEvening(key)
    number, name, opened_at, watches, records, second_look, called, seat, host, known = rows[0]
    return TableAccess(
        info=EveningInfo(number, key, name, opened_at, bool(watches)),
        device=device,
        name=called,
        seat=seat,
        is_host=bool(host),
        records=records,
        second_look=bool(second_look),
        is_known=bool(known),
    )


class AccessStore:
    """The links, codes and devices of the evenings, or of the groups, in one database.

    Every method raises `StoreError` if that fails.
    """

    def __init__(self, directory: Directory) -> None:
        self._sort = directory.sort
        self._connection = directory.connection

    def open(self, key: str, device: str) -> TableAccess:
        """Return the access that a link's key gives a device. Raises `UnknownEvening`."""
        return open_link(self._connection.rows, self._sort, key, device)

    def rules(self, evening: int) -> TableSettings:
        """Return the settings of an evening. Raises `UnknownEvening`."""
        rows = self._connection.rows(
            "select key, watch, records, second_look from evening where id = :evening",
            {"evening": evening},
        )
        if not rows:
            raise UnknownEvening(evening)
        key, watch, records, second_look = rows[0]
        return TableSettings(key, watch, records, bool(second_look))

    def set_rules(self, evening: int, records: RecordingMode, second_look: bool) -> None:
        """Set who records, and whether a costly settlement must be confirmed."""
        self._write(
            "update evening set records = :records, second_look = :second_look where id = :evening",
            {"records": records, "second_look": int(second_look), "evening": evening},
        )

    def replace(self, evening: int, link: Literal["record", "watch"]) -> str:
        """Return a new key for a link; the old key and the spoken code no longer open the evening."""
        column = {"record": "key", "watch": "watch"}[link]
        key = link_key()
        with self._connection.writing([evening]) as db:
            values = {"key": key, "evening": evening}
            db.execute(f"update evening set {column} = :key where id = :evening", values)
            # The code leads to the old link.
            db.execute("delete from code where evening = :evening", values)
        return key

    def rename(self, evening: int, name: str) -> None:
        """Rename an evening or a group."""
        self._write(
            "update evening set name = :name where id = :evening",
            {"name": name, "evening": evening},
        )

    def _write(self, sql: str, values: dict[str, Any]) -> int:
        """Execute a statement for an evening, and return the number of changed rows."""
        with self._connection.writing([values["evening"]]) as db:
            return db.execute(sql, values).rowcount

    # Devices

    def visit(self, device: str, info: EveningInfo, host: bool = False) -> None:
        """Record a visit of a device by the key of `info`. A host remains the host."""
        self._write(
            "insert into visit (device, evening, role, seen_at, key) "
            "values (:device, :evening, :role, :now, :key) "
            "on conflict (device, evening) do update set key = excluded.key, "
            "role = case when excluded.role = 'host' then 'host' else visit.role end",
            {
                "device": device,
                "evening": info.id,
                "role": "host" if host else "guest",
                "now": now(),
                "key": info.key,
            },
        )

    def is_hosted(self, evening: int) -> bool:
        """Return whether an evening has a host; an imported one has none."""
        sql = "select 1 from visit where evening = :evening and role = 'host' limit 1"
        return bool(self._connection.rows(sql, {"evening": evening}))

    def claim(self, device: str, evening: int) -> bool:
        """Make a device that can record the host, unless there is one; return whether it worked."""
        changed = self._write(
            "update visit set role = 'host' where evening = :evening and device = :device "
            "and not exists (select 1 from visit where evening = :evening and role = 'host') "
            "and key = (select key from evening where id = :evening)",
            {"evening": evening, "device": device},
        )
        return changed == 1

    def hand_over(self, evening: int, to: str) -> None:
        """Make a device the only host."""
        with self._connection.writing([evening]) as db:
            values = {"device": to, "evening": evening}
            # Two statements, so that each can use an index.
            for sql in (
                "update visit set role = 'guest' where evening = :evening and role = 'host'",
                "update visit set role = 'host' where evening = :evening and device = :device",
            ):
                db.execute(sql, values)

    def name(self, device: str, evening: int, name: str, seat: str) -> None:
        """Set the name and the seat of a device; another device loses the seat."""
        values = {"evening": evening, "device": device, "name": name, "seat": seat}
        with self._connection.writing([evening]) as db:
            if seat:
                # The other device keeps the seat's name for its entries.
                db.execute(
                    "update visit set name = case when name = '' then seat else name end, "
                    "seat = '' where evening = :evening and seat = :seat and seat <> '' "
                    "and device <> :device",
                    values,
                )
            db.execute(
                "update visit set name = :name, seat = :seat "
                "where device = :device and evening = :evening",
                values,
            )

    def devices(self, evening: int, limit: int = -1, offset: int = 0) -> list[Device]:
        """Return the devices with a valid link: the host, those with a seat, then the newest.

        Only the newest `MOST_LISTED` of the others are considered.
        """
        return self._listed(
            f"select * from ({_devices_of(_NEWEST)}) as found "
            "order by role = 'host' desc, seat <> '' desc, "
            "seen_at desc, place desc limit :limit offset :offset",
            {
                "evening": evening,
                "most_listed": MOST_LISTED,
                "limit": at_most(limit),
                "offset": offset,
            },
        )

    def number_of_devices(self, evening: int) -> int:
        """Return the length of the list of devices."""
        sql = f"select count(*) from ({_devices_of(_NEWEST)}) as found"
        return int(
            self._connection.rows(sql, {"evening": evening, "most_listed": MOST_LISTED})[0][0]
        )

    def with_seats(self, evening: int) -> list[Device]:
        """Return the devices with a seat and a valid link."""
        return self._listed(_devices_of(_SEATED), {"evening": evening})

    def present(self, device: str, evening: int) -> Device | None:
        """Return a device if its link is still valid."""
        found = self._listed(_devices_of(_ONE), {"evening": evening, "device": device})
        return found[0] if found else None

    def _listed(self, sql: str, values: dict[str, Any]) -> list[Device]:
        return [
            Device(device, name, seat, role == "host", seen_at, bool(watches))
            for device, name, seat, role, seen_at, watches, _ in self._connection.rows(sql, values)
        ]

    def device(self, device: str, evening: int) -> Device | None:
        """Return a device that has opened the evening, even if its link is no longer valid."""
        rows = self._connection.rows(
            "select name, seat, role, seen_at from visit where device = :device and evening = :evening",
            {"device": device, "evening": evening},
        )
        if not rows:
            return None
        name, seat, role, seen_at = rows[0]
        return Device(device, name, seat, role == "host", seen_at)

    def evenings(self, device: str, limit: int = -1, offset: int = 0) -> list[EveningInfo]:
        """Return the evenings that a device can open, newest first, each with its key."""
        newest = (
            "select * from visit where device = :device order by evening desc limit :most_visited"
        )
        return self._opened(
            f"select * from ({_opened_of(f'({newest}) as visit')}) as found "
            "order by opened_at desc, id desc limit :limit offset :offset",
            {
                "device": device,
                "most_visited": MOST_VISITED,
                "limit": at_most(limit),
                "offset": offset,
            },
        )

    def known(self, device: str, evening: int) -> EveningInfo | None:
        """Return an evening if the device can open it."""
        found = self._opened(
            f"select * from ({_opened_of('visit')}) as found where id = :evening",
            {"device": device, "evening": evening},
        )
        return found[0] if found else None

    def _opened(self, sql: str, values: dict[str, Any]) -> list[EveningInfo]:
        rows = self._connection.rows(sql, {"sort": self._sort, **values})
        return [
            EveningInfo(number, key, name, opened_at, watches=bool(watches))
            for number, key, name, opened_at, watches in rows
        ]

    # Codes

    def code(self, evening: int) -> str | None:
        """Return the spoken code of an evening, if it has a valid one."""
        rows = self._connection.rows(
            f"select letters from code where evening = :evening and made_after > ({_TOO_OLD})",
            {"evening": evening, "most": MOST_MISSES},
        )
        return rows[0][0] if rows else None

    def new_code(self, info: EveningInfo) -> str:
        """Return a new spoken code for an evening.

        Raises `UnknownEvening` if the link of `info` has been replaced.
        """
        values = {"evening": info.id, "key": info.key, "most": MOST_MISSES}
        opens = "select 1 from evening where id = :evening and :key in (key, watch)"
        with self._connection.writing([info.id], form="code") as db:
            if not db.execute(opens, values).fetchall():
                raise UnknownEvening(info.key)
            db.execute("delete from code where evening = :evening", values)
            while True:
                letters = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
                values["letters"] = letters
                db.execute(
                    f"delete from code where letters = :letters and made_after <= ({_TOO_OLD})",
                    values,
                )
                made = db.execute(
                    "insert into code (evening, letters, made_after) "
                    "select :evening, :letters, number from wrong_codes where true "
                    "on conflict (letters) do nothing",
                    values,
                )
                if made.rowcount:
                    return letters

    def end_code(self, evening: int) -> None:
        """Delete the spoken code of an evening."""
        self._write("delete from code where evening = :evening", {"evening": evening})

    def open_by_code(self, letters: str) -> EveningInfo | None:
        """Return the evening of a code. A wrong code counts against every code."""
        rows = self._connection.rows(
            "select id, evening.key, evening.name, opened_at from code join evening on id = evening "
            f"where letters = :letters and made_after > ({_TOO_OLD}) "
            "and sort = :sort and deleted_at is null",
            {"letters": letters, "most": MOST_MISSES, "sort": self._sort},
        )
        if rows:
            return EveningInfo(*rows[0])
        with self._connection.writing(form="code") as db:
            db.execute("update wrong_codes set number = number + 1")
        return None


_TOO_OLD = "select number - :most from wrong_codes"
"""The count of wrong codes up to which a code has expired."""


def _opened_of(visits: str) -> str:
    """Return a query for the evenings of these visits that the device can still open."""
    return (
        "select id, case when role = 'host' then evening.key else visit.key end as key, "
        "evening.name, opened_at, role <> 'host' and visit.key = watch as watches "
        f"from {visits} join evening on id = evening "
        "where device = :device and sort = :sort "
        "and (role = 'host' or visit.key in (evening.key, watch))"
    )


_VISITS = (
    "select device, evening, name, seat, role, seen_at, key, rowid as place "
    "from visit where evening = :evening"
)
_ONE = f"select * from ({_VISITS}) as visited where device = :device"
_SEATED = f"select * from ({_VISITS}) as visited where seat <> ''"
_NEWEST = (
    f"select * from ({_VISITS}) as visited where role = 'host' or seat <> '' union "
    f"select * from (select * from ({_VISITS}) as visited order by place desc limit :most_listed) "
    "as newest"
)
"""The host, the devices with a seat, and the newest others."""


def _devices_of(visits: str) -> str:
    """Return a query for the devices of these visits whose link is still valid, and the host."""
    return (
        "select device, those.name, seat, role, seen_at, those.key = watch, place "
        f"from ({visits}) as those join evening on id = evening "
        "where role = 'host' or those.key in (evening.key, watch)"
    )
