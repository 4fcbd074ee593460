"""The tables and the groups of a folder, put together."""

import math
from pathlib import Path

from companion.store import (
    EveningRepository,
    open_store,
)
from companion.tables.budgets import Budgets, Limits
from companion.tables.checking import Aside, Checks, at_once
from companion.tables.groups import Groups
from companion.tables.live import Bell
from companion.tables.submit import Tables
from companion.tables.summaries import Summaries


def open_tables(folder: Path) -> Tables:
    """Return the tables on the database in `folder`, which is made if it is not there.

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
    """Return the groups on the database in `folder`, with their tables, as `open_tables` does.

    `aside` does what takes long, and `check_seconds` is what the check of a record may take.
    `limits` is what one address may ask for, and `key` the server's, which hides whose a budget is.
    With an address, the tables are on the `database` on a server;
    `prepared` is what `open_store` takes it for.
    """
    limits = limits or Limits()
    store = open_store(folder, database, prepared)
    bell = Bell(store.news, limits.streams)
    tables = Tables(
        EveningRepository(store.log, bell.ring),
        store.access,
        bell,
        Budgets(store.budgets, key, limits),
        Checks(aside, check_seconds),
    )
    summaries = Summaries(tables.evenings, store.summaries)
    return Groups(store.groups, store.group_access, tables, summaries)
