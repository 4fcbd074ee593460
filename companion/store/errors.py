"""What a store cannot do, or refuses."""

from typing import Literal

from companion.rules.ids import AnyFact, Fact, Rule


class StoreTrouble(Fact, frozen=True):
    """The database or its disk cannot do what was asked."""

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
    """The database, as it is called: its file's name."""
    folder: str
    """Where it lies."""
    detail: str = ""
    """What the system says of it."""


class BackupExists(Fact, frozen=True):
    """A backup is written to a new file alone."""

    file: str


class NewerDatabase(Fact, frozen=True):
    """A newer version of the companion has changed the database's schema."""

    name: str
    folder: str
    migration: str
    """The newest change that it has."""


class NoBackup(Fact, frozen=True):
    """A database was not upgraded, for the backup that is made before cannot be written."""

    name: str
    folder: str
    """Where the backup was to lie."""
    detail: str
    """What the system says."""


class DamagedDatabase(Fact, frozen=True):
    """The pages of the database do not fit together."""

    detail: str
    """What the database says of it."""


class DanglingRow(Fact, frozen=True):
    """A row refers to one that is not there."""

    table: str
    row: int
    parent: str
    """The table it refers to."""


class MissingEntry(Fact, frozen=True):
    """A log goes on after an entry that it does not have."""

    entry: int


class UnusableBackup(Fact, frozen=True):
    """A file cannot be restored."""

    kind: Literal["unreadable", "not-ours", "damaged"]
    file: str
    detail: str = ""
    """What the system says."""


class FolderInUse(Fact, frozen=True):
    """A backup is not restored while the server runs, or another command."""

    folder: str


class UnfinishedRestore(Fact, frozen=True):
    """Restoring a backup was interrupted, and has to be done again."""

    folder: str
    aside: str
    """Where some of the files from before are already."""


class UnusableKey(Fact, frozen=True):
    """A file with a secret of the server does not hold one."""

    file: str
    signs_cookies: bool
    """Whether cookies rest on it; if not, the host link does."""


class OtherKey(Fact, frozen=True):
    """A file holds another secret than the other servers on the database have."""

    file: str


class UnreadableEvening(Fact, frozen=True):
    """Another version of the companion wrote an evening, and this one cannot read it."""

    rule: Rule
    """What an entry was refused by."""
    entry: int = 0
    """Its number, if that is known."""


class NoSuchEvening(Fact, frozen=True):
    """No evening is called so."""

    asked: str


class NoSuchGroup(Fact, frozen=True):
    """No group is called so."""

    asked: str


class DatabaseTrouble(Fact, frozen=True):
    """A database server cannot do what was asked."""

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
    """The server and the name of the database, without who asks and their password."""
    detail: str = ""
    """What the system says of it."""


class ForeignDatabase(Fact, frozen=True):
    """A database holds tables of something else."""

    where: str
    table: str
    """One of them."""


class NewerSchema(Fact, frozen=True):
    """A newer version of the companion has changed the schema of a database on a server."""

    where: str
    migration: str
    """The newest change that it has."""


class WrongEncoding(Fact, frozen=True):
    """A database cannot hold every name."""

    where: str
    encoding: str


class BadDatabaseAddress(Fact, frozen=True):
    """An address leads to no database."""


class NoDatabaseDriver(Fact, frozen=True):
    """What speaks to a database server is not installed."""


class NotEmpty(Fact, frozen=True):
    """A store that is to become a copy of another one holds something already."""

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
