"""Who may come in, and as what: a small mutable table beside the log."""

import secrets
from collections.abc import Callable
from typing import Any, Literal

from companion.store.errors import UnknownEvening
from companion.store.keys import link_key
from companion.store.protocols import (
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
from companion.store.sql.database import at_most, now
from companion.store.sql.directory import SQLDirectory

Select = Callable[[str, dict[str, Any]], list[tuple[Any, ...]]]

MOST_VISITED = 2000
"""Evenings of one device that its lists are made from: two a week for ten years are half of that."""


def open_link(select: Select, sort: Sort, key: str, device: str) -> TableAccess:
    """Return what a link's key opens for a device, asked by `select`. Raises `UnknownEvening`."""
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


class SQLAccess:
    """The links, codes and devices of the evenings or the groups in one log (`AccessStore`)."""

    def __init__(self, directory: SQLDirectory) -> None:
        self._sort = directory.sort
        self._connection = directory.connection

    def open(self, key: str, device: str) -> TableAccess:
        return open_link(self._connection.rows, self._sort, key, device)

    def rules(self, evening: int) -> TableSettings:
        rows = self._connection.rows(
            "select key, watch, records, second_look from evening where id = :evening",
            {"evening": evening},
        )
        if not rows:
            raise UnknownEvening(evening)
        key, watch, records, second_look = rows[0]
        return TableSettings(key, watch, records, bool(second_look))

    def set_rules(self, evening: int, records: RecordingMode, second_look: bool) -> None:
        with self._connection.writing([evening]) as db:
            db.execute(
                "update evening set records = :records, second_look = :second_look "
                "where id = :evening",
                {"records": records, "second_look": int(second_look), "evening": evening},
            )

    def replace(self, evening: int, link: Literal["record", "watch"]) -> str:
        column = {"record": "key", "watch": "watch"}[link]
        key = link_key()
        with self._connection.writing([evening]) as db:
            values = {"key": key, "evening": evening}
            db.execute(f"update evening set {column} = :key where id = :evening", values)
            # A code that was given out before must not let anybody in.
            db.execute("delete from code where evening = :evening", values)
        return key

    def rename(self, evening: int, name: str) -> None:
        """Call an evening or a group otherwise."""
        with self._connection.writing([evening]) as db:
            values = {"name": name, "evening": evening}
            db.execute("update evening set name = :name where id = :evening", values)

    # Devices

    def visit(self, device: str, info: EveningInfo, host: bool = False) -> None:
        values = {
            "device": device,
            "evening": info.id,
            "role": "host" if host else "guest",
            "now": now(),
            "key": info.key,
        }
        with self._connection.writing([info.id]) as db:
            db.execute(
                "insert into visit (device, evening, role, seen_at, key) "
                "values (:device, :evening, :role, :now, :key) "
                "on conflict (device, evening) do update set key = excluded.key, "
                "role = case when excluded.role = 'host' then 'host' else visit.role end",
                values,
            )

    def is_hosted(self, evening: int) -> bool:
        """Return whether an evening has a host."""
        sql = "select 1 from visit where evening = :evening and role = 'host' limit 1"
        return bool(self._connection.rows(sql, {"evening": evening}))

    def claim(self, device: str, evening: int) -> bool:
        """Make a device that has come in to record the host, unless there is one; return whether it is now."""
        with self._connection.writing([evening]) as db:
            done = db.execute(
                "update visit set role = 'host' where evening = :evening and device = :device "
                "and not exists (select 1 from visit where evening = :evening and role = 'host') "
                "and key = (select key from evening where id = :evening)",
                {"evening": evening, "device": device},
            )
            return done.rowcount == 1

    def hand_over(self, evening: int, to: str) -> None:
        with self._connection.writing([evening]) as db:
            values = {"device": to, "evening": evening}
            db.execute(
                "update visit set role = 'guest' where evening = :evening and role = 'host'", values
            )
            db.execute(
                "update visit set role = 'host' where evening = :evening and device = :device",
                values,
            )

    def name(self, device: str, evening: int, name: str, seat: str) -> None:
        values = {"evening": evening, "device": device, "name": name, "seat": seat}
        with self._connection.writing([evening]) as db:
            if seat:
                # What the phone before has entered stays under the name it had.
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
        sql = f"select count(*) from ({_devices_of(_NEWEST)}) as found"
        values = {"evening": evening, "most_listed": MOST_LISTED}
        number: int = self._connection.rows(sql, values)[0][0]
        return number

    def with_seats(self, evening: int) -> list[Device]:
        return self._listed(_devices_of(_SEATED), {"evening": evening})

    def present(self, device: str, evening: int) -> Device | None:
        found = self._listed(_devices_of(_ONE), {"evening": evening, "device": device})
        return found[0] if found else None

    def _listed(self, sql: str, values: dict[str, Any]) -> list[Device]:
        return [
            Device(device, name, seat, role == "host", seen_at, bool(watches))
            for device, name, seat, role, seen_at, watches, _ in self._connection.rows(sql, values)
        ]

    def device(self, device: str, evening: int) -> Device | None:
        rows = self._connection.rows(
            "select name, seat, role, seen_at from visit where device = :device and evening = :evening",
            {"device": device, "evening": evening},
        )
        if not rows:
            return None
        name, seat, role, seen_at = rows[0]
        return Device(device, name, seat, role == "host", seen_at)

    def evenings(self, device: str, limit: int = -1, offset: int = 0) -> list[EveningInfo]:
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
        rows = self._connection.rows(
            f"select letters from code where evening = :evening and made_after > ({_TOO_OLD})",
            {"evening": evening, "most": MOST_MISSES},
        )
        return rows[0][0] if rows else None

    def new_code(self, info: EveningInfo) -> str:
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
        with self._connection.writing([evening]) as db:
            db.execute("delete from code where evening = :evening", {"evening": evening})

    def open_by_code(self, letters: str) -> EveningInfo | None:
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
"""The wrong codes after which a code that was made then is no longer good."""


def _opened_of(visits: str) -> str:
    """Return the query for the evenings among some visits that a device can still open."""
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
"""The host, those with a seat, and the newest of the others."""


def _devices_of(visits: str) -> str:
    """Return the query for the devices among some visits whose link still opens, and the host."""
    return (
        "select device, those.name, seat, role, seen_at, those.key = watch, place "
        f"from ({visits}) as those join evening on id = evening "
        "where role = 'host' or those.key in (evening.key, watch)"
    )
