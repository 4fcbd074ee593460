"""Tables and groups: who may do what, and the checks of an entry before it is stored.

This package does not depend on Flask. Pages, JSON, imports and commands all use it, and make no
such decisions of their own.
"""

import math
from pathlib import Path

from companion.store import ReusedId, open_store
from companion.tables.budgets import Limits, OverBudget
from companion.tables.checking import Busy, Checks, CheckTime, Offload, RecordRefused, at_once
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
]


def open_groups(
    folder: Path,
    offload: Offload = at_once,
    check_seconds: float = math.inf,
    limits: Limits | None = None,
    key: bytes = b"",
    database: str = "",
    prepared: bool = False,
    watch: CheckTime = lambda number: None,
) -> Groups:
    """Open a store, creating it if needed, and return its groups and tables.

    `folder`, `database` and `prepared` are the arguments of `open_store`. `offload` runs the checks of
    uploads, each for at most `check_seconds`, and `watch` is called for each entry that is checked.
    `key` is the server's secret, with which budgets hash addresses. Raises `StoreError`.
    """
    store = open_store(folder, database, prepared)
    tables = Tables(store, Checks(offload, check_seconds, watch=watch), limits or Limits(), key)
    return Groups(store.groups, store.group_access, tables)
