"""The connection to one database file, and what it tells of other processes."""

import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal, TypeVar

from sqlite_utils import Database

from companion.evening.seal import START, link
from companion.store import lock
from companion.store.errors import (
    BackupExists,
    NewerDatabase,
    NoBackup,
    OldDatabase,
    StoreError,
    StoreTrouble,
    UnfinishedRestore,
)
from companion.store.sql.database import Transaction, Values, at
from companion.store.sql.marks import marks
from companion.store.sqlite import files, schema
from companion.store.sqlite.files import FILE

PATIENCE = 5.0
"""Seconds to wait for another process that is writing."""
WRITTEN_AGAIN = timedelta(seconds=20)
"""How long what was written is enough to say that the database can be written."""
AS_AN_ENTRY = "." * 16_384
"""More than most entries take in the table and its indexes."""
A_MOMENT = 0.01
"""Seconds after which it is tried again."""

T = TypeVar("T")
_LOGGER = logging.getLogger(__name__)


class Connection:
    """One database file (`SQLConnection`), with `News` of it. Greenlets may share it too."""

    listed = "select value from json_each(:numbers)"
    for_update = ""

    def __init__(self, folder: Path) -> None:
        """Open the database in `folder`, made and upgraded as need be. Raises `StoreError`."""
        self.path = folder / FILE
        self.where = str(self.path)
        # One connection, one user at a time: every use is short, and SQLite writes one by one.
        self._lock = threading.RLock()
        self._version = 0
        self._has_failed = False
        """Whether anything has failed since `check` has written."""
        with self._explained(), ExitStack() as opening:
            opening.enter_context(lock.in_use(folder))
            if unfinished := files.unfinished_restore(folder):
                raise StoreError(UnfinishedRestore(str(folder), str(unfinished)))
            # SQLite keeps the log beside the file itself, whatever link leads there.
            database = self.path.resolve()
            if files.has_lone_log(database):
                raise StoreError(StoreTrouble("lone-log", FILE, str(database.parent)))
            files.make_private(database)
            self.db = Database(
                sqlite3.connect(
                    self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
                ),
                execute_plugins=False,
            )
            opening.callback(self.db.close)
            check_version(self.db, self.path)
            self.db.conn.create_function("link", 2, _link, deterministic=True)
            self.db.execute("pragma foreign_keys = on")
            self.db.execute("pragma synchronous = full")
            self._upgrade()
            # From now on `patiently` waits: SQLite would have the whole process wait.
            self.db.execute("pragma busy_timeout = 0")
            self._files = str(self.path), *map(str, files.family(database)[1:])
            self._identity = files.identity(self._files)
            self._log_seen = (0, 0)
            opening.callback(self._rescue)
            self._opened = opening.pop_all()

    def close(self) -> None:
        """Close the database. If it is not in place any more, what it holds is copied first."""
        with self._lock:
            self._opened.close()

    def _rescue(self) -> None:
        """Copy a database that is not in place: it can be read no more once this process ends."""
        if files.identity(self._files) == self._identity:
            return
        folder = self.path.parent / files.BACKUPS
        file = folder / f"companion-rescued-{files.time_in_a_name()}-{os.getpid()}.db"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            files.copy(self.db.conn, file)
        except (OSError, sqlite3.Error) as error:
            _LOGGER.error("not rescued: %s", error)
        else:
            _LOGGER.warning("rescued: %s", file)

    def tidy(self) -> None:
        """Move the write-ahead log into the database file, once nothing is being written.

        To be called every few seconds: it acts if nothing was written since it was called last. It
        waits for nobody, and can be called from another thread.
        """
        try:
            found = os.stat(self._files[1])
            before, self._log_seen = self._log_seen, (found.st_size, found.st_mtime_ns)
            if found.st_size and self._log_seen == before:
                self.in_place()
                # On a connection of its own: in another thread, while this one is being used.
                with closing(sqlite3.connect(self.path, timeout=0)) as db:
                    db.execute("pragma wal_checkpoint(truncate)")
        except (OSError, sqlite3.Error, StoreError):
            pass  # it stays in the log, and the next one who writes is told what is wrong

    def _upgrade(self) -> None:
        """Bring the schema up to date. A database of an older version is backed up first.

        Raises `StoreError` if that is impossible.
        """
        folder = self.path.parent / files.BACKUPS
        with ExitStack() as alone, ExitStack() as failing:
            try:
                if schema.pending(self.db):
                    alone.enter_context(lock.alone(folder, wait=True))
                # Another process may have done it meanwhile.
                if first := schema.pending(self.db):
                    file = folder / f"companion-before-{first}-{files.time_in_a_name()}.db"
                    files.copy(self.db.conn, file)
                    failing.callback(file.unlink)
            except (OSError, sqlite3.OperationalError) as error:
                detail = getattr(error, "strerror", None) or str(error)
                raise StoreError(NoBackup(FILE, str(folder), detail)) from error
            schema.migrate(self.db, PATIENCE)
            failing.pop_all()
            if first:
                _LOGGER.warning("backup before %s: %s", first, file)

    def check(self) -> None:
        """Raise `StoreError` if the log cannot be read and written."""
        with self.writing() as db:
            db.execute("select 1 from entry limit 1").fetchall()
            # Only a write tells of a full disk, or a limit of the file's size, and a small one may
            # still have room there. Anybody may ask, so it is not made each time.
            moment = datetime.now(UTC)
            if self._has_failed:
                db.execute("delete from health")
            db.execute(
                "insert into health values (1, :now || :room) "
                "on conflict do update set checked_at = excluded.checked_at "
                "where substr(checked_at, 1, 20) not between :then and :now",
                {"now": at(moment), "then": at(moment - WRITTEN_AGAIN), "room": AS_AN_ENTRY},
            )
        self._has_failed = False

    def wait(self, seconds: float) -> Collection[int] | None:
        """Wait, and return to which evenings others may have written: to any (None), or to none."""
        time.sleep(seconds)
        version = int(self.rows("pragma data_version", ())[0][0])
        before, self._version = self._version, version
        return () if version == before else None

    def marks(self, evenings: Collection[int]) -> dict[int, tuple[int, tuple[Any, ...]]]:
        """Return for evenings where their logs end, and what decides who may do what."""
        return marks(self, evenings)

    def backup(self, file: Path) -> None:
        """Write the whole database to a new file. Raises `StoreError`."""
        with self.holding():
            try:
                files.copy(self.db.conn, file)
            except FileExistsError as error:
                raise StoreError(BackupExists(str(file))) from error
            except OSError as error:
                detail = error.strerror or ""
                there = StoreTrouble("folder", file.name, str(file.parent), detail)
                raise StoreError(there) from error

    def in_place(self) -> None:
        """Raise `StoreError` if the files were moved, deleted or replaced.

        What is written to them could then be read until the process ends, and never again.
        """
        if files.identity(self._files) != self._identity:
            raise StoreError(StoreTrouble("replaced", self.path.name, str(self.path.parent)))

    def rows(self, sql: str, values: Values | Sequence[Any]) -> list[tuple[Any, ...]]:
        """Return what a query finds. Raises `StoreError`."""
        return self.patiently(lambda: list(self.db.execute(sql, values).fetchall()))

    def insert_next(self, sql: str, evening: int, values: Values) -> bool:

        def insert() -> bool:
            self.in_place()
            try:
                self.db.execute(sql, values)
            except sqlite3.IntegrityError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_CONSTRAINT_TRIGGER:
                    raise
                return False
            return True

        return self.patiently(insert)

    @contextmanager
    def writing(self, evenings: Collection[int] = (), form: str = "") -> Iterator[Transaction]:
        """Hold the write lock of the database; commit at the end, or roll back whole."""
        self.patiently(self._begin)
        try:
            with self._explained():
                try:
                    yield self.db.conn
                    self.db.execute("commit")
                except BaseException:
                    # A full disk may have rolled back by itself already.
                    if self.db.conn.in_transaction:
                        self.db.execute("rollback")
                    raise
        finally:
            self._lock.release()

    @contextmanager
    def reading(self) -> Iterator[Callable[[str], Iterable[tuple[Any, ...]]]]:
        with self.holding():
            self.db.execute("begin")
            try:
                yield self.db.conn.execute
            finally:
                self.db.execute("rollback")

    def count_on(self, transaction: Transaction) -> None:
        """Do nothing: SQLite counts on from the highest number there is."""

    def delete_entries(self, transaction: Transaction, evening: int) -> None:
        """Delete the entries of an evening. The trigger that forbids it is away only meanwhile."""
        trigger = "select sql from sqlite_master where type = 'trigger' and name = :name"
        ((forbid,),) = transaction.execute(trigger, {"name": "entry_no_delete"}).fetchall()
        transaction.execute("drop trigger entry_no_delete")
        transaction.execute("delete from entry where evening = :evening", {"evening": evening})
        transaction.execute(forbid)

    def _begin(self) -> None:
        """Begin to write, and go on holding the connection."""
        self.in_place()
        self.db.execute("begin immediate")
        self._lock.acquire()

    def patiently(self, work: Callable[[], T]) -> T:
        """Do work on the connection, and again for as long as another process is writing.

        Nobody else is kept waiting meanwhile. Errors become a `StoreError`.
        """
        give_up = time.monotonic() + PATIENCE
        while True:
            try:
                with self.holding():
                    return work()
            except StoreError as error:
                trouble = error.fact
                is_locked = isinstance(trouble, StoreTrouble) and trouble.kind == "locked"
                if not is_locked or time.monotonic() > give_up:
                    raise
            time.sleep(A_MOMENT)

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Hold the connection for one statement, whose errors become a `StoreError`."""
        with self._explained(), self._lock:
            yield

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn errors of the database and the disk into a `StoreError`."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            self._has_failed = True
            raise StoreError(trouble(error, self.path)) from error
        except OSError as error:
            found = StoreTrouble(
                "folder", self.path.name, str(self.path.parent), error.strerror or ""
            )
            raise StoreError(found) from error


def check_version(db: Database, path: Path) -> None:
    """Raise `StoreError` if a database is of a newer version of the companion, or of too old a one."""
    if newer := schema.unknown(db):
        raise StoreError(NewerDatabase(path.name, str(path.parent), newer[-1]))
    if schema.is_too_old(db):
        raise StoreError(OldDatabase(path.name, str(path.parent), schema.LAST))


def _link(before: bytes | None, body: str) -> bytes:
    """Return what seals an entry in the log; `before` is None for the first one."""
    return link(before or START, body.encode())


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


def trouble(error: sqlite3.DatabaseError, path: Path) -> StoreTrouble:
    """Return what is wrong with a database, by what SQLite says."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return StoreTrouble(KINDS.get(code, "other"), path.name, str(path.parent), str(error))
