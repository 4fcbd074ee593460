"""The log: append and read. The only module that knows SQL about it."""

import json
import secrets
import sqlite3
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from sqlite_utils import Database

from companion.errors import MalformedEntry
from companion.evening.entries import VERSION, AnyEntry, decode, encode
from companion.store.errors import (
    BackupExists,
    Conflict,
    ReusedId,
    StoreError,
    StoreTrouble,
    UnknownEvening,
    UnreadableEvening,
)
from companion.store.protocols import EveningInfo
from companion.store.sqlite.migrations import migrate

FILE = "companion.db"
PATIENCE = 5.0
"""Seconds to wait for another process that is writing."""


class SQLiteLog:
    """The log of one database file (`EveningLog`, `News`). Greenlets may share it too."""

    def __init__(self, folder: Path) -> None:
        """Open the database in `folder`, made and upgraded as need be. Raises `StoreError`."""
        self.path = folder / FILE
        # One connection, one user at a time: every use is short, and SQLite writes one by one.
        self._lock = threading.RLock()
        self._version = 0
        with self._explained():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._db = Database(
                sqlite3.connect(
                    self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
                ),
                execute_plugins=False,
            )
            try:
                self._db.execute("pragma foreign_keys = on")
                self._db.execute("pragma synchronous = full")
                migrate(self._db, PATIENCE)
            except BaseException:
                self._db.close()
                raise

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            self._db.close()

    def __enter__(self) -> "SQLiteLog":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def check(self) -> None:
        """Raise `StoreError` if the log cannot be read and written."""
        with self.writing() as db:
            db.execute("select max(seq) from entry").fetchone()

    # Evenings

    def open_evening(
        self,
        name: str,
        entries: Sequence[AnyEntry],
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
        with self.writing() as db:
            made = db.execute(
                "select id, key, name, opened_at from evening join entry on evening = id "
                "where device = ? and entry_id = ? and seq = 1",
                (device, entry_id),
            ).fetchone()
            if made:
                return EveningInfo(*made)
            row = {
                "key": key,
                "watch": secrets.token_urlsafe(16),
                "name": name,
                "opened_at": opened_at or now(),
            }
            cursor = db.execute(
                "insert into evening (key, watch, name, opened_at) values (:key, :watch, :name, :opened_at)",
                row,
            )
            number = cursor.lastrowid or 0
            for seq, entry in enumerate(entries, 1):
                own_id = entry_id if seq == 1 else f"{key}-{seq}"
                self._insert(number, seq, entry, own_id, device)
        return EveningInfo(number, key, name, row["opened_at"])

    def find(self, key: str) -> EveningInfo:
        """Return the evening that a link's key opens. Raises `UnknownEvening`."""
        rows = self.rows(
            "select id, name, opened_at, watch = :key from evening "
            "where key = :key or (watch = :key and watch <> '')",
            {"key": key},
        )
        if not rows:
            raise UnknownEvening(key)
        number, name, opened_at, watches = rows[0]
        return EveningInfo(number, key, name, opened_at, bool(watches))

    def evening(self, number: int) -> EveningInfo:
        """Return an evening by its number, with its key to record. Raises `UnknownEvening`."""
        rows = self.rows("select id, key, name, opened_at from evening where id = ?", (number,))
        if not rows:
            raise UnknownEvening(number)
        return EveningInfo(*rows[0])

    def evenings(self, limit: int = -1, offset: int = 0) -> list[EveningInfo]:
        """Return all evenings, the newest first, each with its key to record.

        `limit` is how many at most (all, if negative), after leaving out the first `offset`.
        """
        return [
            EveningInfo(*row)
            for row in self.rows(
                "select id, key, name, opened_at from evening "
                "order by opened_at desc, id desc limit ? offset ?",
                (limit, offset),
            )
        ]

    # Entries

    def append(self, evening: int, after: int, entry: AnyEntry, entry_id: str, device: str) -> int:
        """Append one entry after position `after` and return its seq. On disk when it returns.

        An entry_id that is in the log already writes nothing: the seq it has is returned. Raises
        `ReusedId` if that was a different entry, `Conflict` if the log's end is not `after`,
        `StoreError` if the database cannot.
        """
        with self._explained(), self._lock:
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

    def seq_of(self, evening: int, entry_id: str, entry: AnyEntry) -> int | None:
        """Return the seq of an entry that is in the log already. Raises `ReusedId`."""
        rows = self.rows(
            "select seq, body from entry where evening = ? and entry_id = ?", (evening, entry_id)
        )
        if not rows:
            return None
        if decode(rows[0][1]) != entry:
            raise ReusedId(entry_id)
        return int(rows[0][0])

    def has_entry(self, evening: int, entry_id: str) -> bool:
        """Return whether an entry with this id is in the log."""
        sql = "select 1 from entry where evening = ? and entry_id = ?"
        return bool(self.rows(sql, (evening, entry_id)))

    def read(self, evening: int, after: int = 0) -> list[AnyEntry]:
        """Return the entries of an evening that follow position `after`, in order."""
        return [entry for entry, _ in self.entries_with_devices(evening, after)]

    def entries_with_devices(
        self, evening: int, after: int = 0, limit: int = -1
    ) -> list[tuple[AnyEntry, str]]:
        """Return the entries that follow position `after`, each with the device that made it.

        `limit` is how many at most; all, if negative.
        """
        rows = self.rows(
            "select body, device from entry where evening = ? and seq > ? order by seq limit ?",
            (evening, after, limit),
        )
        try:
            return [(decode(body), device) for body, device in rows]
        except MalformedEntry as error:
            raise StoreError(UnreadableEvening(error.rule)) from error

    def moved_elsewhere(self) -> bool:
        """Return whether another process has written to the database since this was last asked."""
        version = int(self.rows("pragma data_version", ())[0][0])
        moved = version != self._version
        self._version = version
        return moved

    def marks(self, evenings: Collection[int]) -> dict[int, tuple[int, tuple[Any, ...]]]:
        """Return for evenings where their logs end, and what decides who may do what."""
        return {
            row[0]: (row[1], row[2:])
            for row in self.rows(
                "select id, (select coalesce(max(seq), 0) from entry where evening = id), "
                "key, watch, records, second_look from evening "
                "where id in (select value from json_each(?))",
                (json.dumps(list(evenings)),),
            )
        }

    def backup(self, file: Path) -> None:
        """Write the whole database to a new file. Raises `StoreError`."""
        if file.exists():
            raise StoreError(BackupExists(str(file)))
        with self._explained(), self._lock:
            self._db.execute("vacuum into ?", (str(file),))

    def _insert(self, evening: int, seq: int, entry: AnyEntry, entry_id: str, device: str) -> None:
        self._db.execute(
            "insert into entry (evening, seq, kind, version, body, said_at, device, entry_id) "
            "values (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                evening,
                seq,
                str(entry.__struct_config__.tag),
                VERSION,
                encode(entry).decode(),
                now(),
                device,
                entry_id,
            ),
        )

    # The connection

    def rows(self, sql: str, values: Sequence[Any] | dict[str, Any]) -> list[tuple[Any, ...]]:
        """Return what a query finds. Raises `StoreError`."""
        with self._explained(), self._lock:
            return list(self._db.execute(sql, values).fetchall())

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Hold the write lock of the database; commit at the end, or roll back whole."""
        with self._explained(), self._lock:
            self._db.execute("begin immediate")
            try:
                yield self._db
                self._db.execute("commit")
            except BaseException:
                # A full disk may have rolled back by itself already.
                if self._db.conn.in_transaction:
                    self._db.execute("rollback")
                raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn errors of the database and the disk into a `StoreError`."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise StoreError(_trouble(error, self.path)) from error
        except OSError as error:
            trouble = StoreTrouble(
                "folder", self.path.name, str(self.path.parent), error.strerror or ""
            )
            raise StoreError(trouble) from error


def now() -> str:
    """Return the time in UTC as the log writes it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


KINDS: dict[
    int, Literal["full", "disk", "locked", "read-only", "cannot-open", "damaged", "no-database"]
] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CANTOPEN: "cannot-open",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "no-database",
}


def _trouble(error: sqlite3.DatabaseError, path: Path) -> StoreTrouble:
    """Return what is wrong with the database."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return StoreTrouble(KINDS.get(code, "other"), path.name, str(path.parent), str(error))
