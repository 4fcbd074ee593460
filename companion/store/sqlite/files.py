"""The files of a database: their names, permissions, identity and copies."""

import errno
import os
import sqlite3
import stat
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

FILE = "companion.db"
BACKUPS = "backups"
ASIDE = "before-restore-"
"""The prefix of a folder with the files from before a restore."""
READY = "restoring.db"
"""In the folder above, the copy of a backup until it is moved into place."""
OLD = timedelta(days=3)
"""Age at which the newest backup is too old."""
LAST_BACKUP = "last-backup"
"""In the data folder, when the last backup was made, and where."""
_DIGIT = "[0-9]"
FOR_OWNER = 0o600
Identity = tuple[tuple[int, int] | None, ...]


def family(database: Path) -> tuple[Path, ...]:
    """Return the paths of a database, its write-ahead log and the log's index."""
    return database, *(database.with_name(database.name + end) for end in ("-wal", "-shm"))


def make_private(database: Path) -> None:
    """Let only the owner read a database; create an empty one if needed. Raises `OSError`."""
    with suppress(FileExistsError):
        # SQLite gives the files beside this one the same mode. Opening and closing an existing file
        # here would release this process's locks on it.
        os.close(os.open(database, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FOR_OWNER))
    for file in family(database):
        with suppress(FileNotFoundError, PermissionError):
            mode = file.stat().st_mode
            if stat.S_ISREG(mode) and mode & 0o077:
                file.chmod(FOR_OWNER)


def size(file: Path) -> int:
    """Return the size of a file; 0 if it is missing."""
    return file.stat().st_size if file.exists() else 0


def identity(files: tuple[str, ...]) -> Identity:
    """Return the device and inode of each file, None for a missing file."""
    return tuple(map(_inode, files))


def _inode(file: str) -> tuple[int, int] | None:
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def copy(db: sqlite3.Connection, file: Path) -> None:
    """Write a database to a new file, readable only by its owner. It is on disk when this returns.

    Raises `FileExistsError` if the file exists. After another `OSError` or a `sqlite3.Error`, leaves
    no file.
    """
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FOR_OWNER))
    try:
        db.execute("vacuum into ?", (str(file),))
        sync(file)
        sync(file.parent)
        _read_back(file)
    except BaseException:
        file.unlink()
        raise


def _read_back(file: Path) -> None:
    """Raise `OSError` unless a copy is a whole database."""
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as copy:
        ((verdict,),) = copy.execute("pragma integrity_check(1)").fetchall()
    if verdict != "ok":
        raise OSError(errno.EIO, os.strerror(errno.EIO))


def sync(path: Path) -> None:
    """Flush a file, or the names in a folder, to disk. Raises `OSError`."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def unfinished_restore(folder: Path) -> Path | None:
    """Return the folder to which an interrupted restore moves the previous files, if there is one."""
    return next((file.parent for file in folder.glob(f"{ASIDE}*/{READY}")), None)


class Backup(NamedTuple):
    """When a backup was made, and its file."""

    made: datetime
    file: Path

    @property
    def is_old(self) -> bool:
        """Whether another should have been made since. A date in the future is as bad: a clock was wrong."""
        return abs(datetime.now(UTC) - self.made) > OLD

    @property
    def is_gone(self) -> bool:
        """Whether its file is not where it was made."""
        return not os.path.exists(self.file)


def note_backup(folder: Path, file: Path) -> None:
    """Note in the data folder that a backup was made now. Raises `OSError`."""
    noted = folder / f"{LAST_BACKUP}.new"
    noted.write_text(f"{datetime.now(UTC).isoformat()}\n{file.absolute()}\n", encoding="utf-8")
    noted.replace(folder / LAST_BACKUP)


def last_backup(folder: Path) -> Backup | None:
    """Return the last backup that was noted, wherever it is, or else the newest beside the database."""
    with suppress(OSError, ValueError):
        made, file = (folder / LAST_BACKUP).read_text(encoding="utf-8").splitlines()
        return Backup(datetime.fromisoformat(made), Path(file))
    # A version before the notes made it. An upgrade's own copy does not count.
    newest = max(backups_in(folder / BACKUPS), default=None)
    return Backup(datetime.fromtimestamp(newest.stat().st_mtime, UTC), newest) if newest else None


def backups_in(folder: Path) -> list[Path]:
    """Return the backups that are named by the time, oldest first."""
    return sorted(folder.glob(f"companion-{_DIGIT * 8}-{_DIGIT * 6}.db"))


def from_the_future(folder: Path) -> list[Path]:
    """Return the backups whose names are later than now, as after a clock that went back."""
    return [file for file in backups_in(folder) if file.name > name_by_time()]


def name_by_time() -> str:
    return f"companion-{time_in_a_name()}.db"


def time_in_a_name() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
