"""The store: an append-only log of entries, who may open it, and the folded evenings beside it.

`protocols` says what a store has to do, and `open_store` opens one. Nothing above sees a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.store import keys
from companion.store.errors import (
    Conflict,
    ReusedId,
    StoreError,
    StoreFact,
    StoreTrouble,
    UnknownEvening,
)
from companion.store.protocols import (
    CODE_LENGTH,
    LETTERS,
    MOST_LISTED,
    AccessStore,
    BudgetStore,
    Derived,
    Device,
    Directory,
    EveningInfo,
    EveningLog,
    GroupChanges,
    GroupStore,
    News,
    RecordingMode,
    SummaryStore,
    TableAccess,
    TableSettings,
)
from companion.store.repository import EveningRepository

if TYPE_CHECKING:
    from companion.store.postgresql.log import PostgreSQLLog
    from companion.store.sqlite.log import SQLiteLog

__all__ = [
    "CODE_LENGTH",
    "LETTERS",
    "MOST_LISTED",
    "AccessStore",
    "BudgetStore",
    "Conflict",
    "Derived",
    "Device",
    "Directory",
    "EveningInfo",
    "EveningLog",
    "EveningRepository",
    "GroupChanges",
    "GroupStore",
    "News",
    "RecordingMode",
    "ReusedId",
    "Store",
    "StoreError",
    "SummaryStore",
    "TableAccess",
    "TableSettings",
    "UnknownEvening",
    "backup",
    "copy",
    "examine",
    "open_store",
    "prepare_server",
    "restore",
]


class Store(Struct, frozen=True):
    """One store, by what is asked of it."""

    log: EveningLog
    access: AccessStore
    news: News
    groups: GroupStore
    group_access: AccessStore
    summaries: SummaryStore
    budgets: BudgetStore

    def close(self) -> None:
        """Close it."""
        self.log.close()


def open_store(folder: Path, database: str = "", prepared: bool = False) -> Store:
    """Return the store in `folder`, or in the `database` of that address, made as need be.

    It is upgraded too. After `prepare_server` a database is `prepared`: it may be away when it is
    opened, and is used once it is back. Raises `StoreError`.
    """
    # Imported here: who only words a fact of the store wants no database.
    from companion.store.sql.access import SQLAccess
    from companion.store.sql.budgets import SQLBudgets
    from companion.store.sql.groups import SQLGroups
    from companion.store.sql.summaries import SQLSummaries

    log, news = _on_a_server(database, prepared) if database else _in_a_file(folder)
    groups = SQLGroups(log.connection)
    return Store(
        log=log,
        access=SQLAccess(log),
        news=news,
        groups=groups,
        group_access=SQLAccess(groups),
        summaries=SQLSummaries(log.connection),
        budgets=SQLBudgets(log.connection),
    )


def examine(folder: Path, database: str = "") -> str | None:
    """Look quickly whether the store of `open_store` can be used, and change nothing.

    Returns the first change of its schema that the next start makes, if any. Raises `StoreError`.
    """
    if database:
        with _driver_needed():
            from companion.store.postgresql.connection import pending
        return pending(database)
    from companion.store.sqlite.integrity import examine

    return examine(folder)


def _in_a_file(folder: Path) -> tuple[SQLiteLog, News]:
    from companion.store.sqlite.log import SQLiteLog

    log = SQLiteLog(folder)
    return log, log.connection


def _on_a_server(address: str, prepared: bool = False) -> tuple[PostgreSQLLog, News]:
    with _driver_needed():
        from companion.store.postgresql.log import PostgreSQLLog
    log = PostgreSQLLog(address, prepared)
    return log, log.connection.news


def prepare_server(folder: Path, database: str) -> None:
    """Upgrade a database on a server, and have the keys in `folder` that all servers on it share.

    Raises `StoreError`.
    """
    log, _news = _on_a_server(database)
    with closing(log):
        keys.share(folder, log.connection.shared_secret)


@contextmanager
def _driver_needed() -> Iterator[None]:
    """Turn the lack of psycopg, which not everybody installs, into a `StoreError`."""
    try:
        yield
    except ImportError as error:
        raise StoreError(StoreFact.NO_DATABASE_DRIVER) from error


def copy(source: tuple[Path, str], target: tuple[Path, str]) -> dict[str, int]:
    """Copy all that one store holds to another, which must be empty, and return what of it.

    Each is what `open_store` is given. It is copied whole or not at all, as it is at one moment.
    Returns how many rows of which table. Raises `StoreError`.
    """
    from companion.store.sql import copying

    (log, _), (other, _) = (
        _on_a_server(database) if database else _in_a_file(folder)
        for folder, database in (source, target)
    )
    with closing(log), closing(other):
        return copying.copy(log.connection, other.connection)


def backup(folder: Path, file: Path, database: str = "") -> None:
    """Write all that the store of `open_store` holds to a new file, as it is at one moment.

    Others may go on using the store. Raises `StoreError`.
    """
    if not database:
        _write(folder, file)
        return
    try:
        with TemporaryDirectory(prefix=".copying-", dir=file.parent) as aside:
            copy((folder, database), (Path(aside), ""))
            _write(Path(aside), file)
    except OSError as error:
        detail = error.strerror or ""
        raise StoreError(StoreTrouble("folder", file.name, str(file.parent), detail)) from error


def _write(folder: Path, file: Path) -> None:
    from companion.store.sqlite.log import SQLiteLog

    with closing(SQLiteLog(folder)) as log:
        log.backup(file)


def restore(folder: Path, backup: Path, database: str = "") -> Path | None:
    """Put a copy of `backup` in the place of the store in `folder`, which nobody may be using.

    A `database` on a server has to be empty. Returns the folder to which the files from before were
    moved; None if there were none. Raises `StoreError`; nothing has changed then.
    """
    from companion.store.sqlite.restoring import restore

    if not database:
        return restore(folder, backup)
    with TemporaryDirectory(prefix="companion-") as aside:
        restore(Path(aside), backup)
        copy((Path(aside), ""), (folder, database))
    return None
