"""The tables and the groups of a folder, put together."""

from pathlib import Path

from companion.store import EveningRepository, GroupRepository, open_store
from companion.tables.groups import Groups
from companion.tables.live import Bell
from companion.tables.submit import Tables
from companion.tables.summaries import Summaries


def open_tables(folder: Path) -> Tables:
    """Return the tables on the database in `folder`, which is made if it is not there.

    Raises `StoreError` if the database cannot be used.
    """
    return open_groups(folder).tables


def open_groups(folder: Path) -> Groups:
    """Return the groups on the database in `folder`, with their tables, as `open_tables` does."""
    store = open_store(folder)
    bell = Bell(store.news)
    tables = Tables(EveningRepository(store.log, bell.ring), store.access, bell)
    groups = GroupRepository(store.group_log, bell.ring)
    summaries = Summaries(tables.evenings, store.summaries)
    return Groups(groups, store.group_access, store.members, tables, summaries)
