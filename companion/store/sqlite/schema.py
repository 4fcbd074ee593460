"""The schema in SQLite, and its migrations."""

import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database, Migrations

from companion.store.errors import StoreError, StoreTrouble
from companion.store.sql.groups import set_units
from companion.store.sql.schema import PLACES, STUDIES, TABLES, VISITS, ZONES

RELEASED = "m012_visit_parts"
"""The newest migration of version 0.1.0, whose databases can be upgraded."""
STUDIED = "m013_studies"
UNITS = "m014_units"
ZONED = "m015_zones"
NEWEST = "m016_places"
NO_SHARED_MEMORY = "emscripten"
"""The platform whose databases keep a rollback journal: Python in a browser."""
DIALECT = {
    "id": "integer",
    "big": "integer",
    "bytes": "blob",
    "nothing": "x''",
    "is_json": "json_valid(body)",
    "visit_order": "",
    "summary_of": " references evening (id)",
    "summary_check": " check (json_valid(body))",
    "strict": " strict",
    "keyed": " strict, without rowid",
}
OF_SQLITE = (
    "create index visit_evening on visit (evening)",
    """
    create trigger entry_no_update before update on entry
      begin select raise(abort, 'the log is append-only'); end
    """,
    """
    create trigger entry_no_delete before delete on entry
      begin select raise(abort, 'the log is append-only'); end
    """,
    # `insert or replace` fires no delete trigger, so the insert trigger has to refuse a row that would
    # replace another.
    """
    create trigger entry_next_seq before insert on entry
      when new.seq <> (select coalesce(max(seq), 0) + 1 from entry where evening = new.evening)
        or exists (select 1 from entry where evening = new.evening and entry_id = new.entry_id)
      begin select raise(abort, 'the log takes only the next seq, and an entry_id once'); end
    """,
)

migrations = Migrations("companion")


@migrations()
def m011_group_rows(db: Database) -> None:
    """Create the schema."""
    for statement in TABLES:
        db.execute(statement.format(**DIALECT))
    for statement in OF_SQLITE:
        db.execute(statement)


@migrations()
def m012_visit_parts(db: Database) -> None:
    """Let devices hide evenings or choose to watch, and hosts remove devices."""
    for statement in VISITS:
        db.execute(statement)


@migrations()
def m013_studies(db: Database) -> None:
    """Let hosts switch off the study of an evening's deals."""
    for statement in STUDIES:
        db.execute(statement)


@migrations()
def m014_units(db: Database) -> None:
    """Let evenings of a group have a worth, and payments a unit."""
    set_units(db.conn)


@migrations()
def m015_zones(db: Database) -> None:
    """Let an evening keep the time zone in which it was opened."""
    for statement in ZONES:
        db.execute(statement)


@migrations()
def m016_places(db: Database) -> None:
    """Let an evening have a place."""
    for statement in PLACES:
        db.execute(statement)


def applied(db: Database, path: Path) -> set[str]:
    """Return the names of the applied migrations; none if the database is another program's.

    Raises `StoreError` if this version cannot use the database.
    """
    names = {one.name for one in migrations.applied(db)}
    # The names begin with their numbers.
    newest = max(names, default=RELEASED)
    if newest > NEWEST:
        raise StoreError(StoreTrouble("newer", path.name, str(path.parent), newest))
    if newest < RELEASED:
        raise StoreError(StoreTrouble("too-old", path.name, str(path.parent)))
    return names


def schema_drift(db: Database) -> list[str]:
    """Return the names of objects that are missing, changed, or do not belong to the schema.

    This matters because triggers keep the log append-only, and an extra trigger could write anything.
    """
    with closing(Database(memory=True)) as ours:
        migrations.apply(ours)
        return sorted({name for _, name, _ in _objects(ours) ^ _objects(db)})


def _objects(db: Database) -> set[tuple[str, str, str]]:
    """Return the kind, name and definition of each object in a database."""
    objects = set()
    for kind, name, table, sql in db.execute(
        "select type, name, tbl_name, sql from sqlite_master where sql is not null"
    ).fetchall():
        words = sql.casefold().split()
        # Skip SQLite's statistics, and an index that depends on the version of sqlite-utils.
        if kind == "table" and name in ("sqlite_stat1", "sqlite_stat4"):
            continue
        if kind == "index" and table == "_sqlite_migrations":
            continue
        # The text of an altered table differs; its beginning shows whether it is virtual.
        objects.add((kind, name, " ".join(words[:2] if kind == "table" else words)))
    return objects


def pending(db: Database, path: Path) -> str | None:
    """Return the migration that an older database needs; "" if it is empty. Raises `StoreError`."""
    names = applied(db, path)
    missing = [one for one in (STUDIED, UNITS, ZONED, NEWEST) if one not in names]
    return (missing[0] if names else "") if missing else None


def migrate(db: Database, patience: float) -> None:
    """Switch a database to WAL if there is shared memory, and apply the missing migrations.

    Raises `sqlite3.Error`.
    """
    # The switch to WAL does not wait for a lock by itself.
    give_up = time.monotonic() + patience
    while sys.platform != NO_SHARED_MEMORY:
        try:
            db.enable_wal()
            break
        except sqlite3.OperationalError:
            if time.monotonic() > give_up:
                raise
            time.sleep(0.02)
    upgrade(db)


def upgrade(db: Database) -> None:
    """Apply the missing migrations, in one transaction. Raises `sqlite3.Error`."""
    db.execute("begin immediate")
    try:
        migrations.apply(db)
    except BaseException:
        db.rollback()
        raise
    db.commit()
