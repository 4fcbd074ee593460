"""The files of a database: who may read them, whether they are still in place, and copies of them."""

import os
import sqlite3
import stat
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

FILE = "companion.db"
BACKUPS = "backups"
ASIDE = "before-restore-"
"""Begins the name of a folder with the files from before a restore."""
READY = "restoring.db"
"""In such a folder: the copy of a backup that is about to be put in place."""
FOR_OWNER = 0o600
Identity = tuple[tuple[int, int] | None, ...]


def family(database: Path) -> tuple[Path, ...]:
    """Return a database with what SQLite keeps beside it: the write-ahead log and its index."""
    return database, *(database.with_name(database.name + end) for end in ("-wal", "-shm"))


def make_private(database: Path) -> None:
    """Let only the owner read a database; make an empty one if there is none. Raises `OSError`."""
    with suppress(FileExistsError):
        # SQLite gives the files beside it the same mode. An existing one must not be opened here:
        # closing it would drop the locks that this process holds on it.
        os.close(os.open(database, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FOR_OWNER))
    for file in family(database):
        # Of another owner's file the mode cannot be changed.
        with suppress(FileNotFoundError, PermissionError):
            mode = file.stat().st_mode
            if stat.S_ISREG(mode) and mode & 0o077:
                file.chmod(FOR_OWNER)


def has_lone_log(database: Path) -> bool:
    """Return whether a log has lost its database: SQLite would delete it, and what it holds."""
    log = family(database)[1]
    return _size(log) > 0 and not _size(database)


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def identity(files: tuple[str, ...]) -> Identity:
    """Return which files these paths lead to now; None where there is none."""
    return tuple(map(_inode, files))


def _inode(file: str) -> tuple[int, int] | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def copy(db: sqlite3.Connection, file: Path) -> None:
    """Write a whole database to a new file, on disk when this returns, for its owner alone.

    Raises `OSError` (`FileExistsError` if the file exists) or `sqlite3.Error`; no file is left then.
    """
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FOR_OWNER))
    try:
        db.execute("vacuum into ?", (str(file),))
        sync(file)
        sync(file.parent)
    except BaseException:
        file.unlink()
        raise


def sync(path: Path) -> None:
    """Have a file, or the names in a folder, on disk when this returns. Raises `OSError`."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def unfinished_restore(folder: Path) -> Path | None:
    """Return where a restore that was interrupted was moving the files from before, if any was."""
    return next((file.parent for file in folder.glob(f"{ASIDE}*/{READY}")), None)


def time_in_a_name() -> str:
    """Return the time in UTC, for the name of a file."""
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
