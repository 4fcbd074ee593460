"""The tables and the groups of a folder, put together."""

import math
from pathlib import Path

from companion.store import (
    Aside,
    EveningRepository,
    GroupRepository,
    at_once,
    open_store,
)
from companion.tables.budgets import Budgets, Limits
from companion.tables.checking import Checks
from companion.tables.groups import Groups
from companion.tables.live import Bell
from companion.tables.readers import Readers, by_length
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
    # Apart from those who read: what is opened and corrected does not wait for them.
    folding = by_length(Readers(aside), Readers(aside))
    tables = Tables(
        EveningRepository(store.log, bell.ring, folding),
        store.access,
        bell,
        Budgets(store.budgets, key, limits),
        Checks(aside, check_seconds),
        Readers(aside),
    )
    groups = GroupRepository(store.group_log, bell.ring, folding)
    summaries = Summaries(tables.evenings, store.summaries, turn=tables.readers.turn)
    return Groups(groups, store.group_access, store.members, tables, summaries)
