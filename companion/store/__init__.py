"""The store: the logs of evenings, the groups, access to both, and the cache of folded evenings.

`open_store` opens one, in a file or on a database server. No other package uses SQL.
"""

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from msgspec import Struct

from companion.store import keys
from companion.store.errors import (
    Conflict,
    ReusedId,
    StoreError,
    StoreFact,
    UnknownEvening,
    folder_trouble,
)
from companion.store.repository import EveningRepository
from companion.store.sql import copying
from companion.store.sql.access import AccessStore
from companion.store.sql.budgets import BudgetStore
from companion.store.sql.groups import GroupChanges, GroupStore
from companion.store.sql.link_table import LinkTable
from companion.store.sql.log import EveningLog
from companion.store.types import (
    CODE_LENGTH,
    LETTERS,
    MOST_LISTED,
    Device,
    EveningInfo,
    RecordingMode,
    Role,
    TableAccess,
)

__all__ = [
    "CODE_LENGTH",
    "LETTERS",
    "MOST_LISTED",
    "AccessStore",
    "BudgetStore",
    "Conflict",
    "Device",
    "EveningInfo",
    "EveningLog",
    "EveningRepository",
    "GroupChanges",
    "GroupStore",
    "LinkTable",
    "RecordingMode",
    "ReusedId",
    "Role",
    "Store",
    "StoreError",
    "TableAccess",
    "UnknownEvening",
    "backup",
    "copy",
    "examine",
    "open_log",
    "open_store",
    "prepare_server",
    "restore",
]


class Store(Struct, frozen=True):
    """The parts of one store."""

    log: EveningLog
    access: AccessStore
    groups: GroupStore
    group_access: AccessStore
    budgets: BudgetStore

    def close(self) -> None:
        self.log.close()


def open_store(folder: Path, database: str = "", prepared: bool = False) -> Store:
    """Open the store in `folder`, or in the database at the address `database`.

    It is created or upgraded if needed, unless `prepare_server` has `prepared` the database; then
    the database need not be reachable yet. Raises `StoreError`.
    """
    log = open_log(folder, database, prepared)
    groups = GroupStore(log.connection)
    return Store(
        log=log,
        access=AccessStore(log),
        groups=groups,
        group_access=AccessStore(groups),
        budgets=BudgetStore(log.connection),
    )


def open_log(folder: Path, database: str = "", prepared: bool = False) -> EveningLog:
    """Open the log of a store, with the arguments of `open_store`. Raises `StoreError`."""
    if database:
        return EveningLog(_postgresql().Connection(database, prepared))
    from companion.store.sqlite.connection import Connection

    return EveningLog(Connection(folder))


def examine(folder: Path, database: str = "", only_version: bool = False) -> str | None:
    """Check quickly whether a store, or `only_version` of it, can be used, without changing it.

    Return the first migration that the next start will apply, "" if it will create the store, or
    None. Raises `StoreError`.
    """
    if database:
        upgrade: str | None = _postgresql().pending(database)
        return upgrade
    from companion.store.sqlite.connection import examine

    return examine(folder, only_version)


def prepare_server(folder: Path, database: str) -> None:
    """Create or upgrade a database on a server, and write to `folder` the keys that its servers share.

    Raises `StoreError`.
    """
    with closing(_postgresql().Connection(database)) as connection:
        keys.share(folder, connection.shared_secret)


def _postgresql() -> ModuleType:
    """Return the module for databases on servers. Raises `StoreError` without its optional driver."""
    try:
        from companion.store.postgresql import connection
    except ImportError as error:
        raise StoreError(StoreFact.NO_DATABASE_DRIVER) from error
    return connection


def copy(source: tuple[Path, str], target: tuple[Path, str]) -> dict[str, int]:
    """Copy the store `source` to the empty store `target`, completely or not at all.

    Each is a `folder` and a `database` for `open_store`. Return the number of rows per table. Raises
    `StoreError`.
    """
    with closing(open_log(*source)) as log, closing(open_log(*target)) as other:
        return copying.copy(log.connection, other.connection)


def backup(folder: Path, file: Path, database: str = "") -> None:
    """Back up a store, which may be in use, to a new file. Raises `StoreError`."""
    from companion.store.sqlite.connection import Connection

    if not database:
        with closing(Connection(folder, upgrade=False)) as connection:
            connection.backup(file)
        return
    try:
        with TemporaryDirectory(prefix=".copying-", dir=file.parent) as aside:
            copy((folder, database), (Path(aside), ""))
            backup(Path(aside), file)
    except OSError as error:
        raise StoreError(folder_trouble(error, file)) from error


def restore(folder: Path, backup: Path, database: str = "") -> Path | None:
    """Replace the store in `folder`, which must not be in use, with a copy of `backup`.

    A `database` on a server must be empty. Return the folder to which the previous files were moved,
    if there were any. On an error, raises `StoreError` and changes nothing.
    """
    from companion.store.sqlite.restoring import restore

    if not database:
        return restore(folder, backup)
    with TemporaryDirectory(prefix="companion-") as aside:
        restore(Path(aside), backup)
        copy((Path(aside), ""), (folder, database))
    return None
