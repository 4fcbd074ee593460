"""The tables of a folder, put together."""

from pathlib import Path

from companion.store import AccessStore, EveningRepository, Log
from companion.tables.live import Bell
from companion.tables.submit import Tables


def open_tables(folder: Path) -> Tables:
    """Return the tables on the database in `folder`, which is made if it is not there.

    Raises `StoreError` if the database cannot be used.
    """
    log = Log(folder)
    bell = Bell(log.moved_elsewhere, log.marks)
    return Tables(
        EveningRepository(log, bell.ring),
        AccessStore(log, lambda evening: bell.ring(evening, rights=True)),
        bell,
    )
