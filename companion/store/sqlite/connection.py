"""A database in a file."""

import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from sqlite_utils import Database

from companion.evening.seal import START, link
from companion.facts import AnyFact
from companion.store import lock
from companion.store.errors import (
    DamagedDatabase,
    DanglingRow,
    FileKind,
    FileTrouble,
    StoreError,
    StoreTrouble,
    folder_trouble,
)
from companion.store.sql.database import Transaction, Values, at
from companion.store.sqlite import files, schema
from companion.store.sqlite.files import FILE

PATIENCE = 5.0
"""Seconds to wait while another process writes."""
WRITTEN_AGAIN = timedelta(seconds=20)
"""How long the success of a write is reused by `check`."""
AS_AN_ENTRY = "." * 16_384
"""Filler that takes more space than most entries with their indexes."""
A_MOMENT = 0.01
"""Seconds between attempts."""
MOST = 20
"""Maximum number of faults of each kind to report; a damaged database can have thousands."""

T = TypeVar("T")
_LOGGER = logging.getLogger(__name__)


class Connection:
    """A database in a file (`SQLConnection`). Greenlets may share it too."""

    listed = "select value from json_each(:numbers)"
    for_update = ""

    def __init__(self, folder: Path, upgrade: bool = True) -> None:
        """Open the database in `folder`; create or upgrade it if needed. Raises `StoreError`.

        One that is not to be upgraded can only be backed up.
        """
        self.path = folder / FILE
        self.where = str(self.path)
        # One thread at a time, because every use is short, and SQLite allows only one writer anyway.
        self._lock = threading.RLock()
        self._version = 0
        self._has_failed = False
        """Whether anything has failed since the last `check`."""
        self._damage: StoreTrouble | None = None
        """The first sign of a damaged page. Damage lasts until the server is stopped for a restore."""
        with self._explained(), ExitStack() as opening:
            opening.enter_context(lock.in_use(folder))
            check_files(folder)
            # SQLite puts the write-ahead log beside the target of a symbolic link.
            database = self.path.resolve()
            files.make_private(database)
            connection = sqlite3.connect(
                self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            opening.callback(connection.close)
            self.db = Database(connection, execute_plugins=False)
            schema.applied(self.db, self.path)
            self.db.conn.create_function("link", 2, _link, deterministic=True)
            self.db.execute("pragma foreign_keys = on")
            self.db.execute("pragma synchronous = full")
            if upgrade:
                self._upgrade()
            # From now on `patiently` waits, because SQLite's own wait would block the whole process.
            self.db.execute("pragma busy_timeout = 0")
            self._files = str(self.path), *map(str, files.family(database)[1:])
            self._identity = files.identity(self._files)
            self._log_seen = (0, 0)
            opening.callback(self._rescue)
            self._opened = opening.pop_all()

    def close(self) -> None:
        with self._lock:
            self._opened.close()

    def _rescue(self) -> None:
        """If the files were moved or deleted, copy the database, because closing it would lose it."""
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
        """Move the write-ahead log into the database file if nothing was written since the last call.

        Never waits for a lock.
        """
        try:
            log = os.stat(self._files[1])
            before, self._log_seen = self._log_seen, (log.st_size, log.st_mtime_ns)
            if log.st_size and self._log_seen == before:
                self.in_place()
                # This may run in another thread, so it needs its own connection.
                with closing(sqlite3.connect(self.path, timeout=0)) as db:
                    db.execute("pragma wal_checkpoint(truncate)")
        except (OSError, sqlite3.Error, StoreError):
            pass  # the entries stay in the log, and the next write reports the fault

    def _upgrade(self) -> None:
        """Create or upgrade the schema, after backing up an older database."""
        folder = self.path.parent / files.BACKUPS
        with ExitStack() as alone, ExitStack() as failing:
            try:
                if schema.pending(self.db, self.path):
                    alone.enter_context(lock.alone(folder, wait=True))
                # Another process may have upgraded it by now.
                if first := schema.pending(self.db, self.path):
                    file = folder / f"companion-before-{first}-{files.time_in_a_name()}.db"
                    files.copy(self.db.conn, file)
                    failing.callback(file.unlink)
            except (OSError, sqlite3.OperationalError) as error:
                detail = getattr(error, "strerror", None) or str(error)
                raise StoreError(StoreTrouble("no-backup", FILE, str(folder), detail)) from error
            schema.migrate(self.db, PATIENCE)
            failing.pop_all()
            if first:
                _LOGGER.warning("backup before %s: %s", first, file)

    def check(self) -> None:
        if self._damage:
            raise StoreError(self._damage)
        with self.writing() as db:
            db.execute("select 1 from entry limit 1").fetchall()
            # Only a large enough write shows whether the disk is full. Anyone can request this check,
            # so write at most once per `WRITTEN_AGAIN`.
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
        time.sleep(seconds)
        # The version changes when another connection commits.
        version = int(self.rows("pragma data_version", ())[0][0])
        before, self._version = self._version, version
        return () if version == before else None

    def backup(self, file: Path) -> None:
        with self.holding():
            try:
                files.copy(self.db.conn, file)
            except FileExistsError as error:
                raise StoreError(FileTrouble("exists", str(file))) from error
            except OSError as error:
                raise StoreError(folder_trouble(error, file)) from error

    def in_place(self) -> None:
        """Check that the files were not moved, deleted or replaced. Raises `StoreError`.

        Entries written to such files are lost when the process ends.
        """
        if files.identity(self._files) != self._identity:
            raise StoreError(StoreTrouble("replaced", self.path.name, str(self.path.parent)))

    def rows(self, sql: str, values: Values | Sequence[Any]) -> list[tuple[Any, ...]]:
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
        self.patiently(self._begin)
        try:
            with self._explained():
                try:
                    yield self.db.conn
                    self.db.execute("commit")
                except BaseException:
                    # SQLite rolls back by itself if the disk is full.
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
        """Do nothing: SQLite continues from the highest number."""

    def delete_entries(self, transaction: Transaction, evening: int) -> None:
        trigger = "select sql from sqlite_master where type = 'trigger' and name = :name"
        ((forbid,),) = transaction.execute(trigger, {"name": "entry_no_delete"}).fetchall()
        transaction.execute("drop trigger entry_no_delete")
        transaction.execute("delete from entry where evening = :evening", {"evening": evening})
        transaction.execute(forbid)

    def _begin(self) -> None:
        self.in_place()
        self.db.execute("begin immediate")
        self._lock.acquire()

    def patiently(self, work: Callable[[], T]) -> T:
        """Run `work` on the connection, and retry while another process holds the write lock.

        Other threads can use the connection between attempts. Raises `StoreError`.
        """
        give_up = time.monotonic() + PATIENCE
        while True:
            try:
                with self.holding():
                    return work()
            except StoreError as error:
                if getattr(error.fact, "kind", "") != "locked" or time.monotonic() > give_up:
                    raise
            time.sleep(A_MOMENT)

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Hold the connection for one statement. Raises `StoreError`."""
        with self._explained(), self._lock:
            yield

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            self._has_failed = True
            fact = trouble(error, self.path)
            if fact.kind == "damaged":
                self._damage = fact
            raise StoreError(fact) from error
        except OSError as error:
            raise StoreError(folder_trouble(error, self.path)) from error

    def faults(self) -> Iterator[AnyFact]:
        for (detail,) in self.rows(f"pragma integrity_check({MOST})", ()):
            if detail != "ok":
                yield DamagedDatabase(detail)
        yield from map(DamagedDatabase, schema.schema_drift(self.db))
        for table, row, parent, _ in self.rows("pragma foreign_key_check", ())[:MOST]:
            yield DanglingRow(table, row or 0, parent)


def examine(folder: Path, only_version: bool) -> str | None:
    path = folder / FILE
    check_files(folder)
    try:
        path.stat()
    except FileNotFoundError:
        return ""
    try:
        address = f"{path.resolve().as_uri()}?mode=rw"
        with closing(
            sqlite3.connect(address, timeout=PATIENCE, isolation_level=None, uri=True)
        ) as opened:
            db = Database(opened, execute_plugins=False)
            first = schema.pending(db, path)
            if only_version:
                return first
            ((verdict,),) = db.execute("pragma quick_check(1)").fetchall()
            if verdict != "ok":
                raise StoreError(DamagedDatabase(verdict))
            # This fails if the database is read-only.
            db.execute("begin immediate")
            db.execute("rollback")
            return first
    except sqlite3.DatabaseError as error:
        raise StoreError(trouble(error, path)) from error


def check_files(folder: Path) -> None:
    """Raise `StoreError` after an unfinished restore, or for a write-ahead log without a database."""
    if unfinished := files.unfinished_restore(folder):
        raise StoreError(StoreTrouble("unfinished", FILE, str(folder), str(unfinished)))
    database = (folder / FILE).resolve()
    # SQLite would delete a write-ahead log that has no database.
    if files.size(files.family(database)[1]) and not files.size(database):
        raise StoreError(StoreTrouble("lone-log", FILE, str(database.parent)))


def _link(before: bytes | None, body: str) -> bytes:
    return link(before or START, body.encode())


KINDS: dict[int, FileKind] = {
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
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return StoreTrouble(KINDS.get(code, "other"), path.name, str(path.parent), str(error))
