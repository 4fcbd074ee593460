"""What is wrong in a database, whatever its entries say."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from companion.facts import AnyFact
from companion.store.errors import (
    DamagedDatabase,
    DanglingRow,
    StoreError,
    StoreTrouble,
    UnfinishedRestore,
)
from companion.store.sql.integrity import missing_entries
from companion.store.sqlite import files, schema
from companion.store.sqlite.connection import PATIENCE, Connection, check_version, trouble

MOST = 20
"""Findings of a kind; a damaged database can have thousands."""


def faults(connection: Connection) -> Iterator[tuple[int | None, AnyFact]]:
    """Yield what is wrong, each with the evening or the group that it concerns, if it is one.

    Raises `StoreError` if the database cannot be read any further.
    """
    for (detail,) in connection.rows(f"pragma integrity_check({MOST})", ()):
        if detail != "ok":
            yield None, DamagedDatabase(detail)
    for name in schema.strange(connection.db):
        yield None, DamagedDatabase(name)
    for table, row, parent, _ in connection.rows("pragma foreign_key_check", ())[:MOST]:
        yield None, DanglingRow(table, row or 0, parent)
    yield from missing_entries(connection)


def examine(folder: Path) -> str | None:
    """Look quickly whether the database in `folder` can be used, and change nothing in it.

    Returns the first migration that it needs, if any. Raises `StoreError` if it cannot be used.
    """
    path = folder / files.FILE
    if unfinished := files.unfinished_restore(folder):
        raise StoreError(UnfinishedRestore(str(folder), str(unfinished)))
    if files.has_lone_log(path.resolve()):
        raise StoreError(StoreTrouble("lone-log", path.name, str(folder)))
    if not path.exists():
        return None
    try:
        address = f"{path.resolve().as_uri()}?mode=rw"
        with closing(sqlite3.connect(address, PATIENCE, isolation_level=None, uri=True)) as opened:
            db = Database(opened, execute_plugins=False)
            check_version(db, path)
            ((found,),) = db.execute("pragma quick_check(1)").fetchall()
            if found != "ok":
                raise StoreError(DamagedDatabase(found))
            # A database that can be read only says so now.
            db.execute("begin immediate")
            db.execute("rollback")
            return schema.pending(db)
    except sqlite3.DatabaseError as error:
        raise StoreError(trouble(error, path)) from error
