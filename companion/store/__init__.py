"""The store: an append-only log of entries, who may open it, and the folded evenings beside it.

`protocols` says what a store has to do, and `open_store` opens one. Nothing above sees a row.
"""

from pathlib import Path

from msgspec import Struct

from companion.store.errors import Conflict, ReusedId, StoreError, UnknownEvening
from companion.store.measures import Measures
from companion.store.protocols import (
    CODE_LENGTH,
    LETTERS,
    AccessStore,
    BudgetStore,
    Derived,
    Device,
    EveningInfo,
    EveningLog,
    GroupLog,
    Membership,
    MemberStore,
    News,
    RecordingMode,
    Rules,
    SummaryStore,
    TableAccess,
)
from companion.store.repository import Aside, EveningRepository, GroupRepository, at_once

__all__ = [
    "CODE_LENGTH",
    "LETTERS",
    "AccessStore",
    "Aside",
    "BudgetStore",
    "Conflict",
    "Derived",
    "Device",
    "EveningInfo",
    "EveningLog",
    "EveningRepository",
    "GroupLog",
    "GroupRepository",
    "Measures",
    "MemberStore",
    "Membership",
    "News",
    "RecordingMode",
    "ReusedId",
    "Rules",
    "Store",
    "StoreError",
    "SummaryStore",
    "TableAccess",
    "UnknownEvening",
    "at_once",
    "examine",
    "open_store",
    "restore",
]


class Store(Struct, frozen=True):
    """One store, by what is asked of it."""

    log: EveningLog
    access: AccessStore
    news: News
    group_log: GroupLog
    group_access: AccessStore
    members: MemberStore
    summaries: SummaryStore
    budgets: BudgetStore

    def close(self) -> None:
        """Close it."""
        self.log.close()


def open_store(folder: Path) -> Store:
    """Return the store in `folder`, made and upgraded as need be. Raises `StoreError`."""
    # Imported here: who only words a fact of the store wants no database.
    from companion.store.sql.access import SQLAccess
    from companion.store.sql.budgets import SQLBudgets
    from companion.store.sql.members import SQLMembers
    from companion.store.sql.summaries import SQLSummaries
    from companion.store.sqlite.log import SQLiteGroupLog, SQLiteLog

    log = SQLiteLog(folder)
    groups = SQLiteGroupLog(log.connection)
    return Store(
        log=log,
        access=SQLAccess(log),
        news=log.connection,
        group_log=groups,
        group_access=SQLAccess(groups),
        members=SQLMembers(log.connection),
        summaries=SQLSummaries(log.connection),
        budgets=SQLBudgets(log.connection),
    )


def examine(folder: Path) -> str | None:
    """Look quickly whether the store in `folder` can be used, and change nothing.

    Returns the first change of its schema that the next start makes, if any. Raises `StoreError`.
    """
    from companion.store.sqlite.integrity import examine

    return examine(folder)


def restore(folder: Path, backup: Path) -> Path | None:
    """Put a copy of `backup` in the place of the store in `folder`, which nobody may be using.

    Returns the folder to which the files from before were moved; None if there were none. Raises
    `StoreError`; nothing has changed then.
    """
    from companion.store.sqlite.restoring import restore

    return restore(folder, backup)
