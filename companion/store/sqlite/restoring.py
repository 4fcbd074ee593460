"""Restoring a backup, so that an interruption at any point loses nothing.

Replacing only the database file is not enough: the old file's write-ahead log would corrupt the new
one.
"""

import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import Literal

from sqlite_utils import Database

from companion.store import lock
from companion.store.errors import FileTrouble, StoreError, StoreTrouble, folder_trouble
from companion.store.sqlite import files, schema
from companion.store.sqlite.connection import trouble
from companion.store.sqlite.files import FILE

PART = ".restoring.db"
_KINDS: dict[str, Literal["unreadable", "not-ours", "damaged"]] = {
    "no-database": "not-ours",
    "damaged": "damaged",
}


def restore(folder: Path, backup: Path) -> Path | None:
    """Replace the database in `folder` with a copy of `backup`.

    Return the folder to which the previous files were moved, if there were any. If the backup is
    unusable or the folder is in use, raises `StoreError` and changes nothing.
    """
    try:
        with lock.alone(folder):
            part = folder / PART
            part.unlink(missing_ok=True)
            _copy(backup, part)
            return _swap(folder, part)
    except BlockingIOError as error:
        raise StoreError(StoreTrouble("in-use", FILE, str(folder))) from error
    except OSError as error:
        raise StoreError(folder_trouble(error, folder / FILE)) from error


def _copy(backup: Path, file: Path) -> None:
    """Check a backup, and copy it and its write-ahead log to one new file. Raises `StoreError`."""
    try:
        if backup.exists() and not backup.is_file():
            raise StoreError(FileTrouble("not-ours", str(backup)))
        backup.open("rb").close()
    except OSError as error:
        raise StoreError(FileTrouble("unreadable", str(backup), error.strerror or "")) from error
    with closing(sqlite3.connect(f"{backup.resolve().as_uri()}?mode=ro", uri=True)) as source:
        _check(backup, source)
        try:
            files.copy(source, file)
            _upgrade(backup, file)
        except BaseException as error:
            file.unlink(missing_ok=True)
            if isinstance(error, sqlite3.DatabaseError):
                raise StoreError(trouble(error, file.with_name(FILE))) from error
            raise


def _upgrade(backup: Path, file: Path) -> None:
    """Upgrade `file`, the copy of a backup, and check its schema. Raises `StoreError`."""
    with closing(sqlite3.connect(file, isolation_level=None)) as opened:
        db = Database(opened, execute_plugins=False)
        schema.upgrade(db)
        if drift := schema.schema_drift(db):
            raise StoreError(FileTrouble("not-ours", str(backup), ", ".join(drift)))
        db.execute("delete from summary")


def _check(backup: Path, source: sqlite3.Connection) -> None:
    db = Database(source, execute_plugins=False)
    try:
        if not schema.applied(db, backup):
            raise StoreError(FileTrouble("not-ours", str(backup)))
        verdict = source.execute("pragma integrity_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        kind = _KINDS.get(trouble(error, backup).kind, "unreadable")
        raise StoreError(FileTrouble(kind, str(backup), str(error))) from error
    if verdict != "ok":
        raise StoreError(FileTrouble("damaged", str(backup)))


def _swap(folder: Path, part: Path) -> Path | None:
    """Move the current database aside, and the checked copy into its place."""
    aside = _aside(folder)
    # From now on, no process opens the database before a restore is finished.
    part.rename(aside / files.READY)
    files.sync(aside)
    files.sync(folder)
    for file in files.family(folder / FILE):
        with suppress(FileNotFoundError):
            file.rename(aside / file.name)
    files.sync(aside)
    (aside / files.READY).rename(folder / FILE)
    files.sync(folder)
    if any(aside.iterdir()):
        return aside
    aside.rmdir()
    return None


def _aside(folder: Path) -> Path:
    """Return the folder for the previous files: an interrupted restore's, or a new one."""
    unfinished = files.unfinished_restore(folder)
    there = [file for file in files.family(folder / FILE) if file.exists()]
    if unfinished and not any((unfinished / file.name).exists() for file in there):
        return unfinished
    made = Path(tempfile.mkdtemp(prefix=f"{files.ASIDE}{files.time_in_a_name()}-", dir=folder))
    if unfinished:
        # There is another database by now, which must not overwrite the first one.
        (unfinished / files.READY).rename(made / files.READY)
    return made
