"""Errors of a store. The messages are in `companion/wording/store.py`."""

from enum import auto
from pathlib import Path
from typing import Literal

from companion.errors import FactError
from companion.facts import Fact, PlainFact
from companion.ids import Rule

FileKind = Literal[
    "full",
    "disk",
    "locked",
    "read-only",
    "cannot-open",
    "damaged",
    "no-database",
    "folder",
    "replaced",
    "lone-log",
    "newer",
    "too-old",
    "no-backup",
    "in-use",
    "unfinished",
    "other",
]
DatabaseKind = Literal[
    "unreachable",
    "away",
    "password",
    "no-database",
    "permission",
    "read-only",
    "full",
    "disk",
    "busy",
    "too-many",
    "damaged",
    "foreign",
    "newer",
    "too-old",
    "encoding",
    "not-empty",
    "other",
]


class StoreFact(PlainFact):
    BAD_DATABASE_ADDRESS = auto()
    NO_DATABASE_DRIVER = auto()
    OTHER_SEAL = auto()
    OTHER_RESULT = auto()


class StoreTrouble(Fact, frozen=True):
    """A database file or its folder cannot be used."""

    kind: FileKind
    name: str
    folder: str
    detail: str = ""
    """The system's error text, or a name to fill into our message."""


class DatabaseTrouble(Fact, frozen=True):
    """A database on a server cannot be used."""

    kind: DatabaseKind
    where: str
    """The server and the database, without user and password."""
    detail: str = ""
    """The server's error text, or a name to fill into our message."""


def folder_trouble(error: OSError, file: Path) -> StoreTrouble:
    """Return the fact for an error of the file system."""
    return StoreTrouble("folder", file.name, str(file.parent), error.strerror or "")


class FileTrouble(Fact, frozen=True):
    """A backup or a key cannot be used."""

    kind: Literal[
        "exists", "unreadable", "not-ours", "damaged", "other-key", "no-key", "no-host-key"
    ]
    file: str
    detail: str = ""
    """The system's error text."""


class DamagedDatabase(Fact, frozen=True):
    detail: str
    """The database's error text."""


class DanglingRow(Fact, frozen=True):
    table: str
    row: int
    parent: str


class MissingEntry(Fact, frozen=True):
    entry: int


class UnreadableEvening(Fact, frozen=True):
    rule: Rule
    entry: int = 0
    """0 if unknown."""


class NotFound(Fact, frozen=True):
    kind: Literal["evening", "group"]
    asked: str


class StoreError(FactError):
    """The store has failed."""


class UnknownEvening(LookupError):
    """No evening has this key or number."""


class Conflict(Exception):
    """The log has grown since the entry was made."""


class ReusedId(Exception):
    """The `entry_id` belongs to another entry."""
