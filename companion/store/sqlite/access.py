"""Who may come in, and as what: links, spoken codes, and the devices at a table.

This is a small mutable table beside the log. A link is a capability: whoever has it can do what it
is for, until its host replaces it.
"""

import secrets
from collections.abc import Callable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.store.sqlite.log import EveningInfo, Log, UnknownEvening, now

RecordingMode = Literal["all", "own", "host"]
"""Who records: all who have the link, each for his own seat, or the host alone."""
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Of a code to say: none that looks like another, or like a digit."""
CODE_LENGTH = 6
MOST_MISSES = 100
"""Wrong codes tried anywhere on the server before a new code is needed."""


class Device(Struct, frozen=True):
    """A device that has opened an evening."""

    id: str
    name: str
    """What it calls itself; "" if nothing."""
    seat: str
    """The player whose phone it is; "" if nobody's."""
    is_host: bool
    seen_at: str
    """When it came in first."""
    watches: bool = False
    """Whether it came in by the link to watch."""

    @property
    def words(self) -> str:
        """What the others call it."""
        return self.name or self.seat or "another phone"


class TableAccess(Struct, frozen=True):
    """An evening as one device has opened it, and what it may do there."""

    info: EveningInfo
    device: str
    name: str
    seat: str
    is_host: bool
    records: RecordingMode
    second_look: bool
    is_known: bool
    """Whether the device has come in by this link before."""
    is_server_host: bool = False

    @property
    def watches(self) -> bool:
        """Whether the link by which it came can only watch."""
        return self.info.watches and not self.is_host

    @property
    def may_record(self) -> bool:
        """Whether it may enter anything."""
        return not self.watches and (self.is_host or self.records != "host")

    @property
    def rights(self) -> str:
        """A mark of what it is shown: another one if it may do more or less than before."""
        own = f"-{self.seat}" if self.records == "own" and not self.is_host else ""
        return f"{self.watches:d}{self.may_record:d}{self.second_look:d}{own}"

    def as_host(self) -> "TableAccess":
        """Return the same, with the rights of one who hosts every evening of the server."""
        return replace(self, is_host=True, is_server_host=True)


class Rules(Struct, frozen=True):
    """What the host has set for an evening, and the keys of its links."""

    record_key: str
    watch_key: str
    records: RecordingMode
    second_look: bool


class AccessStore:
    """The links, codes and devices of the evenings in one log."""

    def __init__(self, log: Log, changed: Callable[[int], None] = lambda evening: None) -> None:
        """`changed` is called with the number of an evening when the rights in it have changed."""
        self._log = log
        self._changed = changed

    def open(self, key: str, device: str) -> TableAccess:
        """Return the evening that a link's key opens for a device. Raises `UnknownEvening`."""
        rows = self._log.rows(
            "select id, evening.name, opened_at, watch = :key, records, second_look, "
            "coalesce(visit.name, ''), coalesce(seat, ''), coalesce(role = 'host', false), "
            "coalesce(visit.key = :key, false) "
            "from evening left join visit on visit.evening = id and device = :device "
            "where evening.key = :key or (watch = :key and watch <> '')",
            {"key": key, "device": device},
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

    def rules(self, evening: int) -> Rules:
        """Return what is set for an evening. Raises `UnknownEvening`."""
        rows = self._log.rows(
            "select key, watch, records, second_look from evening where id = ?", (evening,)
        )
        if not rows:
            raise UnknownEvening(evening)
        key, watch, records, second_look = rows[0]
        return Rules(key, watch, records, bool(second_look))

    def set_rules(self, evening: int, records: RecordingMode, second_look: bool) -> None:
        """Set who records, and whether a costly settlement wants a second look."""
        with self._log.writing() as db:
            db.execute(
                "update evening set records = ?, second_look = ? where id = ?",
                (records, int(second_look), evening),
            )
        self._changed(evening)

    def replace(self, evening: int, link: Literal["record", "watch"]) -> str:
        """Make a new key for one of the links and return it; the old one opens nothing now."""
        column = {"record": "key", "watch": "watch"}[link]
        key = secrets.token_urlsafe(16)
        with self._log.writing() as db:
            db.execute(f"update evening set {column} = ? where id = ?", (key, evening))
            # Nobody shall come in by what was said aloud before.
            db.execute("delete from code where evening = ?", (evening,))
        self._changed(evening)
        return key

    # Devices

    def visit(self, device: str, info: EveningInfo, host: bool = False) -> None:
        """Note that a device has come in by the key of `info`; a host stays host.

        An evening that nobody hosts, such as one taken in on the command line, is hosted by the
        first device that comes in to record.
        """
        role = "host" if host else "guest"
        with self._log.writing() as db:
            hosted = "select 1 from visit where evening = ? and role = 'host'"
            if not info.watches and not db.execute(hosted, (info.id,)).fetchone():
                role = "host"
            db.execute(
                "insert into visit (device, evening, role, seen_at, key) values (?, ?, ?, ?, ?) "
                "on conflict (device, evening) do update set key = excluded.key, "
                "role = case when excluded.role = 'host' then 'host' else role end",
                (device, info.id, role, now(), info.key),
            )

    def is_host(self, device: str, evening: int) -> bool:
        """Return whether a device is a host of an evening."""
        found = self._log.rows(
            "select 1 from visit where device = ? and evening = ? and role = 'host'",
            (device, evening),
        )
        return bool(found)

    def hand_over(self, evening: int, to: str) -> None:
        """Make a device the host, and nobody else."""
        with self._log.writing() as db:
            db.execute(
                "update visit set role = case when device = ? then 'host' else 'guest' end where evening = ?",
                (to, evening),
            )
        self._changed(evening)

    def name(self, device: str, evening: int, name: str, seat: str) -> None:
        """Say what a device is called and whose phone it is; a seat is one device's only."""
        with self._log.writing() as db:
            if seat:
                # What the phone before has entered stays under the name it had.
                db.execute(
                    "update visit set name = iif(name = '', seat, name), seat = '' "
                    "where evening = ? and seat = ? and device <> ?",
                    (evening, seat, device),
                )
            db.execute(
                "update visit set name = ?, seat = ? where device = ? and evening = ?",
                (name, seat, device, evening),
            )

    def devices(self, evening: int) -> list[Device]:
        """Return the devices that have come in and whose link still opens, the first first."""
        return [
            Device(device, name, seat, role == "host", seen_at, bool(watches))
            for device, name, seat, role, seen_at, watches in self._log.rows(
                "select device, visit.name, seat, role, seen_at, visit.key = watch from visit "
                "join evening on id = evening where evening = ? "
                "and (role = 'host' or visit.key in (evening.key, watch)) "
                "order by seen_at, visit.rowid",
                (evening,),
            )
        ]

    def device(self, device: str, evening: int) -> Device | None:
        """Return one device at an evening, or None if it has never come in."""
        rows = self._log.rows(
            "select name, seat, role, seen_at from visit where device = ? and evening = ?",
            (device, evening),
        )
        if not rows:
            return None
        name, seat, role, seen_at = rows[0]
        return Device(device, name, seat, role == "host", seen_at)

    def evenings(self, device: str, limit: int = -1, offset: int = 0) -> list[EveningInfo]:
        """Return the evenings that a device can still open, the newest first, with its key."""
        return [
            EveningInfo(number, key, name, opened_at, watches=bool(watches))
            for number, key, name, opened_at, watches in self._log.rows(
                "select id, case when role = 'host' then evening.key else visit.key end, "
                "evening.name, opened_at, role <> 'host' and visit.key = watch "
                "from visit join evening on id = evening "
                "where device = ? and (role = 'host' or visit.key in (evening.key, watch)) "
                "order by opened_at desc, id desc limit ? offset ?",
                (device, limit, offset),
            )
        ]

    # Codes

    def code(self, evening: int) -> str | None:
        """Return the letters that can be said for an evening, if it has a code that is good."""
        rows = self._log.rows(
            "select letters from code where evening = ? and misses < ?", (evening, MOST_MISSES)
        )
        return rows[0][0] if rows else None

    def new_code(self, evening: int) -> str:
        """Give an evening a fresh code and return it."""
        letters = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        with self._log.writing() as db:
            db.execute(
                "insert into code (evening, letters) values (?, ?) "
                "on conflict (evening) do update set letters = excluded.letters, misses = 0",
                (evening, letters),
            )
        return letters

    def end_code(self, evening: int) -> None:
        """Take an evening's code back."""
        with self._log.writing() as db:
            db.execute("delete from code where evening = ?", (evening,))

    def open_by_code(self, letters: str) -> EveningInfo | None:
        """Return the evening that a code opens.

        A wrong one counts against every code, for it could have been meant for any of them.
        """
        rows = self._log.rows(
            "select evening from code where letters = ? and misses < ?", (letters, MOST_MISSES)
        )
        if rows:
            return self._log.evening(rows[0][0])
        with self._log.writing() as db:
            db.execute("update code set misses = misses + 1")
        return None
