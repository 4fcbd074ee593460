"""What a store cannot do, or refuses."""

from enum import auto
from typing import Literal

from companion.facts import AnyFact, Fact, PlainFact
from companion.ids import Rule


class StoreFact(PlainFact):
    """What the store states without names or numbers."""

    BAD_DATABASE_ADDRESS = auto()
    NO_DATABASE_DRIVER = auto()
    OTHER_SEAL = auto()
    OTHER_RESULT = auto()


class StoreTrouble(Fact, frozen=True):
    kind: Literal[
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
        "other",
    ]
    name: str
    """File name."""
    folder: str
    detail: str = ""
    """The system's message."""


class BackupExists(Fact, frozen=True):
    file: str


class NewerDatabase(Fact, frozen=True):
    name: str
    folder: str
    migration: str
    """Its newest change."""


class OldDatabase(Fact, frozen=True):
    """A database lacks a change that this version of the companion cannot make."""

    name: str
    folder: str
    needed: str
    """The newest change that it has to have."""


class NoBackup(Fact, frozen=True):
    name: str
    folder: str
    detail: str
    """The system's message."""


class DamagedDatabase(Fact, frozen=True):
    detail: str
    """The database's message."""


class DanglingRow(Fact, frozen=True):
    table: str
    row: int
    parent: str


class MissingEntry(Fact, frozen=True):
    entry: int


class UnusableBackup(Fact, frozen=True):
    kind: Literal["unreadable", "not-ours", "damaged"]
    file: str
    detail: str = ""
    """The system's message."""


class FolderInUse(Fact, frozen=True):
    folder: str


class UnfinishedRestore(Fact, frozen=True):
    folder: str
    aside: str
    """Where some of the previous files are."""


class UnusableKey(Fact, frozen=True):
    file: str
    signs_cookies: bool
    """Whether it signs cookies; else it makes the host link."""


class OtherKey(Fact, frozen=True):
    file: str


class UnreadableEvening(Fact, frozen=True):
    rule: Rule
    entry: int = 0
    """0 if unknown."""


class NoSuchEvening(Fact, frozen=True):
    asked: str


class NoSuchGroup(Fact, frozen=True):
    asked: str


class DatabaseTrouble(Fact, frozen=True):
    kind: Literal[
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
        "other",
    ]
    where: str
    """Server and database, without user and password."""
    detail: str = ""
    """The system's message."""


class ForeignDatabase(Fact, frozen=True):
    where: str
    table: str


class NewerSchema(Fact, frozen=True):
    where: str
    migration: str
    """Its newest change."""


class OldSchema(Fact, frozen=True):
    """A database on a server lacks a change that this version of the companion cannot make."""

    where: str
    needed: str
    """The newest change that it has to have."""


class WrongEncoding(Fact, frozen=True):
    where: str
    encoding: str


class NotEmpty(Fact, frozen=True):
    where: str


class StoreError(Exception):
    """The store cannot do what was asked. `fact` says why."""

    def __init__(self, fact: AnyFact) -> None:
        super().__init__(fact)
        self.fact = fact


class UnknownEvening(LookupError):
    """No evening has this key or number."""


class Conflict(Exception):
    """Somebody was faster: the entry was made from an older state than the log's."""


class ReusedId(Exception):
    """The same entry_id came with a different entry."""
