"""The entry point to tables: rights at a table, and the checks of an entry before it is stored.

Independent of Flask. Forms, JSON, imports, the command line and the tests call it, and have no
rules of their own.
"""

import math
from pathlib import Path

from companion.store import ReusedId, open_store
from companion.tables.budgets import Limits, OverBudget
from companion.tables.checking import Aside, Busy, Checks, RecordRefused, at_once
from companion.tables.groups import Groups
from companion.tables.policy import Denied, Unsure
from companion.tables.submit import Overtaken, Submitted, Tables

__all__ = [
    "Busy",
    "Denied",
    "Groups",
    "Limits",
    "OverBudget",
    "Overtaken",
    "RecordRefused",
    "ReusedId",
    "Submitted",
    "Tables",
    "Unsure",
    "open_groups",
    "open_tables",
]


def open_tables(folder: Path) -> Tables:
    """Return the tables on the database in `folder`, which is created if it is missing.

    Raises `StoreError` if the database cannot be used.
    """
    return open_groups(folder).tables


def open_groups(
    folder: Path,
    aside: Aside = at_once,
    check_seconds: float = math.inf,
    limits: Limits | None = None,
    key: bytes = b"",
    database: str = "",
    prepared: bool = False,
) -> Groups:
    """Return the groups and their tables on the database in `folder`, or on a `database` server.

    `aside` runs the checks of uploads, and `check_seconds` limits each. `key` is the server's secret:
    it hides which address a budget belongs to. `prepared` is passed to `open_store`, which raises
    `StoreError`.
    """
    store = open_store(folder, database, prepared)
    tables = Tables(store, Checks(aside, check_seconds), limits or Limits(), key)
    return Groups(store.groups, store.group_access, tables)
