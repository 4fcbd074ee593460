"""Links, spoken codes and devices: who can open an evening, and with which rights."""

import secrets
from typing import Literal

from companion.store.errors import UnknownEvening
from companion.store.keys import link_key
from companion.store.sql.database import Values, at_most, now
from companion.store.sql.link_table import LinkTable, open_link
from companion.store.types import (
    CODE_LENGTH,
    FAR,
    LETTERS,
    MOST_LISTED,
    MOST_MISSES,
    Device,
    EveningInfo,
    RecordingMode,
    Role,
    TableAccess,
    TableSettings,
)

MOST_VISITED = 2000
"""Maximum number of evenings listed for a device: two a week for twenty years."""


class AccessStore:
    """The links, codes and devices of the evenings, or of the groups, in one database.

    Every method raises `StoreError` if the database fails.
    """

    def __init__(self, table: LinkTable) -> None:
        self._kind = table.kind
        self._connection = table.connection

    def open(self, key: str, device: str) -> TableAccess:
        """Return the access that a link's key gives a device. Raises `UnknownEvening`."""
        return open_link(self._connection.rows, self._kind, key, device)

    def rules(self, evening: int) -> TableSettings:
        """Return the settings of an evening. Raises `UnknownEvening`."""
        rows = self._connection.rows(
            "select key, watch, records, second_look, studies from evening where id = :evening",
            {"evening": evening},
        )
        if not rows:
            raise UnknownEvening(evening)
        key, watch, records, second_look, studies = rows[0]
        return TableSettings(key, watch, records, bool(second_look), bool(studies))

    def set_rules(self, evening: int, records: RecordingMode, second_look: bool) -> None:
        """Set who records, and whether a costly settlement must be confirmed."""
        self._write(
            "update evening set records = :records, second_look = :second_look where id = :evening",
            {"records": records, "second_look": int(second_look), "evening": evening},
        )

    def set_studies(self, evening: int, on: bool) -> None:
        """Set whether the deals of an evening can be studied."""
        self._write(
            "update evening set studies = :studies where id = :evening",
            {"studies": int(on), "evening": evening},
        )

    def replace(self, evening: int, link: Literal["record", "watch"]) -> str:
        """Replace a link's key, and return the new one. The old key and the spoken code stop working."""
        column = {"record": "key", "watch": "watch"}[link]
        key = link_key()
        with self._connection.writing([evening]) as db:
            values = {"key": key, "evening": evening}
            db.execute(f"update evening set {column} = :key where id = :evening", values)
            # The code would lead to the old link.
            db.execute("delete from code where evening = :evening", values)
        return key

    def describe(self, evening: int, name: str, place: str, opened_at: str) -> None:
        """Change the name and place of an evening, and when it was opened (UTC)."""
        self._write(
            "update evening set name = :name, place = :place, opened_at = :opened_at "
            "where id = :evening",
            {"name": name, "place": place, "opened_at": opened_at, "evening": evening},
        )

    def _write(self, sql: str, values: Values) -> int:
        """Execute a statement for an evening, and return the number of changed rows."""
        with self._connection.writing([values["evening"]]) as db:
            return db.execute(sql, values).rowcount

    # Devices

    def visit(self, device: str, info: EveningInfo, host: bool = False) -> None:
        """Record that a device has used the key of `info`. A host remains the host."""
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
        """Return whether an evening has a host. An imported evening may have none."""
        sql = "select 1 from visit where evening = :evening and role = 'host' limit 1"
        return bool(self._connection.rows(sql, {"evening": evening}))

    def become_host(self, device: str, evening: int) -> bool:
        """Make a device with the record link the host, unless there is one; return whether it worked."""
        changed = self._write(
            "update visit set role = 'host' where evening = :evening and device = :device "
            "and not exists (select 1 from visit where evening = :evening and role = 'host') "
            "and key = (select key from evening where id = :evening)",
            {"evening": evening, "device": device},
        )
        return changed == 1

    def hand_over(self, evening: int, to: str) -> None:
        """Make the device `to` the only host."""
        with self._connection.writing([evening]) as db:
            values = {"device": to, "evening": evening}
            # Two statements, so that each can use an index.
            for sql in (
                "update visit set role = 'guest' where evening = :evening and role = 'host'",
                "update visit set role = 'host' where evening = :evening and device = :device",
            ):
                db.execute(sql, values)

    def name(self, device: str, evening: int, name: str, seat: str) -> None:
        """Set a device's name and seat, taking the seat from any other device."""
        values = {"evening": evening, "device": device, "name": name, "seat": seat}
        with self._connection.writing([evening]) as db:
            if seat:
                # A device without a name takes its old seat's name, to be shown with its entries.
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

    def rename_seat(self, evening: int, player: str, to: str) -> None:
        """Give the device of a player who was renamed its seat under the new name."""
        self._write(
            "update visit set seat = :to where evening = :evening and seat = :player",
            {"evening": evening, "player": player, "to": to},
        )

    def hide(self, device: str, evening: int, hidden: bool) -> None:
        """Set whether a device hides an evening."""
        self._write(
            "update visit set hidden = :hidden where device = :device and evening = :evening",
            {"hidden": int(hidden), "device": device, "evening": evening},
        )

    def set_role(self, device: str, evening: int, role: Role) -> None:
        """Set the role that a device takes."""
        self._write(
            "update visit set part = :role where device = :device and evening = :evening",
            {"role": role, "device": device, "evening": evening},
        )

    def forget(self, device: str, evening: int) -> None:
        """Forget that a device has opened an evening or a group. If it is the host, there is none."""
        self._write(
            "delete from visit where device = :device and evening = :evening",
            {"device": device, "evening": evening},
        )

    def devices(self, evening: int) -> list[Device]:
        """Return the devices with a valid link: first the host, then those with a seat, then others.

        Of the others, only the newest `MOST_LISTED` are considered.
        """
        rows = self._connection.rows(_DEVICES, {"evening": evening, "most_listed": MOST_LISTED})
        return [
            Device(device, name, seat, bool(is_host), seen_at, bool(watches), role)
            for device, name, seat, is_host, seen_at, watches, role in rows
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

    def evenings(
        self, device: str, limit: int = -1, offset: int = 0, hidden: bool = False, before: str = FAR
    ) -> list[EveningInfo]:
        """Return the evenings that a device can open, newest first, each with its key.

        They were opened `before` a UTC time, and are those that it has not hidden or, with `hidden`,
        those that it has.
        """
        most = min(at_most(limit), MOST_VISITED)
        visits = "select * from visit where device = :device and hidden = :hidden"
        values = {"device": device, "hidden": int(hidden), "before": before}
        return self._opened(visits, values, most, offset)

    def months(self, device: str | None, before: str = FAR) -> dict[str, int]:
        """Return how many evenings a device lists, or there are without one, by month (UTC), newest first.

        They were opened `before` a UTC time.
        """
        every = "select opened_at from evening where sort = :kind and deleted_at is null"
        its = (
            "select opened_at from visit join evening on id = evening where device = :device and "
            "hidden = 0 and sort = :kind and (role = 'host' or visit.key in (evening.key, watch))"
        )
        rows = self._connection.rows(
            f"select substr(opened_at, 1, 7), count(*) from ({its if device else every}) as listed "
            "where opened_at < :before group by 1 order by 1 desc",
            {"device": device, "kind": self._kind, "before": before},
        )
        return dict(rows)

    def known(self, device: str, evening: int) -> EveningInfo | None:
        """Return an evening with the device's key, or None if the device cannot open it."""
        one = "select * from visit where device = :device and evening = :evening"
        values = {"device": device, "evening": evening, "before": FAR}
        return next(iter(self._opened(one, values)), None)

    def _opened(
        self, visits: str, values: Values, limit: int = 1, offset: int = 0
    ) -> list[EveningInfo]:
        """Return the evenings of the query `visits` that the device can still open."""
        rows = self._connection.rows(
            "select id, case when role = 'host' then evening.key else visit.key end, "
            "evening.name, opened_at, zone, place, role <> 'host' and visit.key = watch "
            f"from ({visits}) as visit join evening on id = evening "
            "where sort = :kind and (role = 'host' or visit.key in (evening.key, watch)) "
            "and opened_at < :before order by opened_at desc, id desc limit :limit offset :offset",
            {**values, "kind": self._kind, "limit": limit, "offset": offset},
        )
        return [
            EveningInfo(number, key, name, opened_at, zone, place, bool(watches))
            for number, key, name, opened_at, zone, place, watches in rows
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
        """Return the evening of a code, or None. A wrong code brings every code closer to expiry."""
        rows = self._connection.rows(
            "select id, evening.key, evening.name, opened_at, zone, place from code join evening on id = evening "
            f"where letters = :letters and made_after > ({_TOO_OLD}) "
            "and sort = :kind and deleted_at is null",
            {"letters": letters, "most": MOST_MISSES, "kind": self._kind},
        )
        if rows:
            return EveningInfo(*rows[0])
        with self._connection.writing(form="code") as db:
            db.execute("update wrong_codes set number = number + 1")
        return None


_TOO_OLD = "select number - :most from wrong_codes"
"""The query for the latest `made_after` of an expired code."""


_DEVICES = """
    select device, visited.name, seat, role = 'host', seen_at, visited.key = watch, part from (
      select *, rowid as place from visit
        where evening = :evening and (role = 'host' or seat <> '' or part = 'removed')
      union
      select * from (
        select *, rowid as place from visit
          where evening = :evening order by place desc limit :most_listed
      ) as newest
    ) as visited join evening on id = evening
    where role = 'host' or visited.key in (evening.key, watch)
    order by role = 'host' desc, seat <> '' desc, seen_at desc, visited.place desc
"""
