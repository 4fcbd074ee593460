"""The logs: append and read. The only module that knows SQL about them."""

import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from companion.errors import MalformedEntry
from companion.evening import entries as evening_entries
from companion.evening.entries import VERSION, AnyEntry, encode
from companion.evening.seal import START
from companion.groups import entries as group_entries
from companion.groups.entries import GroupEntry
from companion.rules.actions import Entry
from companion.rules.ids import Fact
from companion.store.errors import (
    Conflict,
    ReusedId,
    StoreError,
    UnknownEvening,
    UnreadableEvening,
)
from companion.store.protocols import EveningInfo, Sort
from companion.store.sqlite import integrity
from companion.store.sqlite.connection import Connection, now
from companion.store.sqlite.files import FILE

__all__ = ["FILE", "SQLiteGroupLog", "SQLiteLog", "now"]

BESIDE_THE_LOG = ("visit", "code", "member", "summary")
"""The other tables that hold something of an evening, by the column `evening`."""

A_CHUNK = 500
"""Entries written in one transaction."""
A_BREAK = 0.002
"""Seconds in which others write."""

E = TypeVar("E", bound=Entry)


class SQLiteEntryLog(Generic[E]):
    """The logs of one sort in a database (`EntryLog`)."""

    def __init__(self, connection: Connection, sort: Sort, decode: Callable[[str], E]) -> None:
        self.connection = connection
        self.sort = sort
        self._decode = decode

    # Evenings

    def open_evening(
        self,
        name: str,
        entries: Sequence[E],
        device: str,
        entry_id: str | None = None,
        opened_at: str | None = None,
    ) -> EveningInfo:
        """Make a new evening that begins with `entries`, all or nothing, and return it.

        The same `entry_id` from the same device makes nothing new: the evening it made is returned.
        `opened_at` is now, if it is not given. Raises `StoreError`.
        """
        key = secrets.token_urlsafe(16)
        entry_id = entry_id or f"{key}-1"
        with self.connection.writing() as db:
            made = db.execute(
                "select id, key, name, opened_at, deleted_at from evening "
                "join entry on evening = id "
                "where device = ? and entry_id = ? and seq = 1 and sort = ?",
                (device, entry_id, self.sort),
            ).fetchone()
            if made and made[4] is None:
                return EveningInfo(*made[:4])
            if made:
                # The server stopped before it was whole.
                self._delete_entries(made[0])
            opened_at = opened_at or now()
            row = {
                "sort": self.sort,
                "key": key,
                "watch": secrets.token_urlsafe(16),
                "name": name,
                "opened_at": opened_at,
                # Until it is whole it is there for nobody.
                "deleted_at": now() if len(entries) > A_CHUNK else None,
            }
            cursor = db.execute(
                "insert into evening (sort, key, watch, name, opened_at, deleted_at) "
                "values (:sort, :key, :watch, :name, :opened_at, :deleted_at)",
                row,
            )
            number = cursor.lastrowid or 0
            for seq, entry in enumerate(entries[:A_CHUNK], 1):
                own_id = entry_id if seq == 1 else f"{key}-{seq}"
                self._insert(number, seq, entry, own_id, device)
        for begun in range(A_CHUNK, len(entries), A_CHUNK):
            # Others write in between: a long evening at once would keep them waiting.
            time.sleep(A_BREAK)
            with self.connection.writing() as db:
                for seq, entry in enumerate(entries[begun : begun + A_CHUNK], begun + 1):
                    self._insert(number, seq, entry, f"{key}-{seq}", device)
                if seq == len(entries):
                    db.execute("update evening set deleted_at = null where id = ?", (number,))
        return EveningInfo(number, key, name, opened_at)

    def find(self, key: str) -> EveningInfo:
        """Return the evening that a link's key opens. Raises `UnknownEvening`."""
        rows = self.connection.rows(
            "select id, name, opened_at, watch = :key from evening "
            "where sort = :sort and (key = :key or (watch = :key and watch <> ''))",
            {"key": key, "sort": self.sort},
        )
        if not rows:
            raise UnknownEvening(key)
        number, name, opened_at, watches = rows[0]
        return EveningInfo(number, key, name, opened_at, bool(watches))

    def evening(self, number: int) -> EveningInfo:
        """Return an evening by its number, with its key to record. Raises `UnknownEvening`."""
        rows = self.connection.rows(
            "select id, key, name, opened_at from evening "
            "where id = ? and sort = ? and deleted_at is null",
            (number, self.sort),
        )
        if not rows:
            raise UnknownEvening(number)
        return EveningInfo(*rows[0])

    def evenings(self, limit: int = -1, offset: int = 0) -> list[EveningInfo]:
        """Return all evenings, the newest first, each with its key to record.

        `limit` is how many at most (all, if negative), after leaving out the first `offset`.
        """
        return [
            EveningInfo(*row)
            for row in self.connection.rows(
                "select id, key, name, opened_at from evening where sort = ? and deleted_at is null "
                "order by opened_at desc, id desc limit ? offset ?",
                (self.sort, limit, offset),
            )
        ]

    # Entries

    def append(self, evening: int, after: int, entry: E, entry_id: str, device: str) -> int:
        """Append one entry after position `after` and return its seq. On disk when it returns.

        An entry_id that is in the log already writes nothing: the seq it has is returned. Raises
        `ReusedId` if that was a different entry, `Conflict` if the log's end is not `after`,
        `StoreError` if the database cannot.
        """

        def append() -> int:
            self.connection.in_place()
            try:
                # A statement is a transaction of its own, and the trigger `entry_next_seq` (migrations.py) compares in it.
                self._insert(evening, after + 1, entry, entry_id, device)
            except sqlite3.IntegrityError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_CONSTRAINT_TRIGGER:
                    raise
                earlier = self.seq_of(evening, entry_id, entry)
                if earlier is None:
                    raise Conflict from None
                return earlier
            return after + 1

        return self.connection.patiently(append)

    def seq_of(self, evening: int, entry_id: str, entry: E) -> int | None:
        """Return the seq of an entry that is in the log already. Raises `ReusedId`."""
        rows = self.connection.rows(
            "select seq, body from entry where evening = ? and entry_id = ?", (evening, entry_id)
        )
        if not rows:
            return None
        if self._decode(rows[0][1]) != entry:
            raise ReusedId(entry_id)
        return int(rows[0][0])

    def has_entry(self, evening: int, entry_id: str) -> bool:
        """Return whether an entry with this id is in the log."""
        sql = "select 1 from entry where evening = ? and entry_id = ?"
        return bool(self.connection.rows(sql, (evening, entry_id)))

    def read(self, evening: int, after: int = 0) -> list[E]:
        """Return the entries of an evening that follow position `after`, in order."""
        return [entry for entry, _ in self.entries_with_devices(evening, after)]

    def entries_with_devices(
        self, evening: int, after: int = 0, limit: int = -1
    ) -> list[tuple[E, str]]:
        """Return the entries that follow position `after`, each with the device that made it.

        `limit` is how many at most; all, if negative.
        """
        rows = self.connection.rows(
            "select body, device from entry where evening = ? and seq > ? order by seq limit ?",
            (evening, after, limit),
        )
        try:
            return [(self._decode(body), device) for body, device in rows]
        except MalformedEntry as error:
            raise StoreError(UnreadableEvening(error.rule)) from error

    def seal(self, evening: int, position: int) -> bytes:
        """Return the seal of the entries up to a position. Raises `UnknownEvening`."""
        rows = self.connection.rows(
            "select seal from entry where evening = ? and seq = ?", (evening, position)
        )
        if not rows and position:
            raise UnknownEvening(evening)
        return bytes(rows[0][0]) if rows else START

    def _delete_entries(self, evening: int) -> None:
        """Delete the entries of an evening. The trigger that forbids it is away only meanwhile."""
        db = self.connection.db
        trigger = "select sql from sqlite_master where type = 'trigger' and name = ?"
        (forbid,) = db.execute(trigger, ("entry_no_delete",)).fetchone()
        db.execute("drop trigger entry_no_delete")
        db.execute("delete from entry where evening = ?", (evening,))
        db.execute(forbid)

    def _insert(self, evening: int, seq: int, entry: E, entry_id: str, device: str) -> None:
        self.connection.db.execute(
            "insert into entry (evening, seq, kind, version, body, said_at, device, entry_id, seal) "
            "values (:evening, :seq, :kind, :version, :body, :said_at, :device, :entry_id, "
            "link((select seal from entry where evening = :evening and seq = :seq - 1), :body))",
            {
                "evening": evening,
                "seq": seq,
                "kind": str(entry.__struct_config__.tag),
                "version": VERSION,
                "body": encode(entry).decode(),
                "said_at": now(),
                "device": device,
                "entry_id": entry_id,
            },
        )


class SQLiteLog(SQLiteEntryLog[AnyEntry]):
    """The evenings of one database file (`EveningLog`), which it opens."""

    def __init__(self, folder: Path) -> None:
        """Open the database in `folder`, made and upgraded as need be. Raises `StoreError`."""
        super().__init__(Connection(folder), "evening", evening_entries.decode)

    @property
    def path(self) -> Path:
        """The file."""
        return self.connection.path

    def close(self) -> None:
        """Close the database."""
        self.connection.close()

    def __enter__(self) -> "SQLiteLog":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def delete(self, evening: int) -> None:
        """Delete an evening for good: its entries, its links and who came in.

        Nothing else deletes an entry, but for those of an import that was not written to its end.
        """
        with self.connection.writing() as db:
            self._delete_entries(evening)
            for table in BESIDE_THE_LOG:
                db.execute(f"delete from {table} where evening = ?", (evening,))
            # The row stays: a server that runs may remember the evening by its number.
            db.execute(
                "update evening set key = ?, watch = '', name = '', deleted_at = ? where id = ?",
                (secrets.token_urlsafe(16), now(), evening),
            )

    def check(self) -> None:
        """Raise `StoreError` if the log cannot be read and written."""
        self.connection.check()

    def faults(self) -> Iterator[tuple[int | None, Fact]]:
        """Yield what is wrong in the database, each with the evening or group that it concerns."""
        return integrity.faults(self.connection)

    def tidy(self) -> None:
        """Move what was written to its final place, once nothing is being written."""
        self.connection.tidy()

    def backup(self, file: Path) -> None:
        """Write the whole database to a new file. Raises `StoreError`."""
        self.connection.backup(file)


class SQLiteGroupLog(SQLiteEntryLog[GroupEntry]):
    """The groups of a database (`EntryLog`)."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection, "group", group_entries.decode)
