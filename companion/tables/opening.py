"""The tables of a folder, put together."""

from pathlib import Path

from companion.store import EveningRepository, open_store
from companion.tables.live import Bell
from companion.tables.submit import Tables


def open_tables(folder: Path) -> Tables:
    """Return the tables on the database in `folder`, which is made if it is not there.

    Raises `StoreError` if the database cannot be used.
    """
    store = open_store(folder)
    bell = Bell(store.news)
    return Tables(EveningRepository(store.log, bell.ring), store.access, bell)
