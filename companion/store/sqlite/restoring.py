"""Putting a backup in the place of the database: nothing is lost, wherever it is interrupted.

A copy of the old file in the place of a damaged one is not enough: a write-ahead log that a crash
has left belongs to the damaged one, and destroys whatever it is applied to.
"""

import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import Literal

from sqlite_utils import Database

from companion.store import lock
from companion.store.errors import (
    FolderInUse,
    StoreError,
    StoreTrouble,
    UnusableBackup,
)
from companion.store.sqlite import files, schema
from companion.store.sqlite.connection import check_version, trouble
from companion.store.sqlite.files import FILE

PART = ".restoring.db"
_KINDS: dict[str, Literal["unreadable", "not-ours", "damaged"]] = {
    "no-database": "not-ours",
    "damaged": "damaged",
}


def restore(folder: Path, backup: Path) -> Path | None:
    """Put a copy of `backup` in the place of the database in `folder`.

    Returns the folder to which the files from before were moved; None if there were none. Raises
    `StoreError` if the backup is no good or the folder is in use; nothing has changed then.
    """
    try:
        with lock.alone(folder):
            part = folder / PART
            part.unlink(missing_ok=True)
            _copy(backup, part)
            return _swap(folder, part)
    except BlockingIOError as error:
        raise StoreError(FolderInUse(str(folder))) from error
    except OSError as error:
        detail = error.strerror or ""
        raise StoreError(StoreTrouble("folder", FILE, str(folder), detail)) from error


def _copy(backup: Path, file: Path) -> None:
    """Copy a backup, with what lies in its write-ahead log, to a new file, if it is sound."""
    try:
        if backup.exists() and not backup.is_file():
            raise StoreError(UnusableBackup("not-ours", str(backup)))
        backup.open("rb").close()
    except OSError as error:
        raise StoreError(UnusableBackup("unreadable", str(backup), error.strerror or "")) from error
    with closing(sqlite3.connect(f"{backup.resolve().as_uri()}?mode=ro", uri=True)) as source:
        _check(backup, source)
        try:
            files.copy(source, file)
            try:
                _upgrade(backup, file)
            except BaseException:
                file.unlink()
                raise
        except sqlite3.DatabaseError as error:
            raise StoreError(trouble(error, file.with_name(FILE))) from error


def _upgrade(backup: Path, file: Path) -> None:
    """Bring the copy of a backup up to date, and drop what is worked out from the logs.

    Raises `StoreError` if it is not what the companion makes.
    """
    with closing(sqlite3.connect(file, isolation_level=None)) as opened:
        db = Database(opened, execute_plugins=False)
        schema.upgrade(db)
        if strange := schema.strange(db):
            raise StoreError(UnusableBackup("not-ours", str(backup), ", ".join(strange)))
        db.execute("delete from summary")


def _check(backup: Path, source: sqlite3.Connection) -> None:
    """Raise `StoreError` if a backup is no good."""
    db = Database(source, execute_plugins=False)
    try:
        if not schema.is_ours(db):
            raise StoreError(UnusableBackup("not-ours", str(backup)))
        check_version(db, backup)
        found = source.execute("pragma integrity_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        kind = _KINDS.get(trouble(error, backup).kind, "unreadable")
        raise StoreError(UnusableBackup(kind, str(backup), str(error))) from error
    if found != "ok":
        raise StoreError(UnusableBackup("damaged", str(backup)))


def _swap(folder: Path, part: Path) -> Path | None:
    """Move the database away, and the checked copy in its place."""
    aside = _aside(folder)
    # From here on nobody opens the database, until this is finished or done again.
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
    """Return the folder for the files from before: that of a restore that was interrupted, or new."""
    unfinished = files.unfinished_restore(folder)
    there = [file for file in files.family(folder / FILE) if file.exists()]
    if unfinished and not any((unfinished / file.name).exists() for file in there):
        return unfinished
    made = Path(tempfile.mkdtemp(prefix=f"{files.ASIDE}{files.time_in_a_name()}-", dir=folder))
    if unfinished:
        # Somebody has put another database here meanwhile: it must not overwrite the first.
        (unfinished / files.READY).rename(made / files.READY)
    return made
