"""The schema, and how a database in which groups had logs gets it.

`entry` is the log of the evenings, the truth. The others are small mutable tables beside it: what an
evening is called and which links open it, which devices have opened it and as what, its spoken code.
A group is a row of `evening` too, and has links and devices as an evening has; what was said of it,
evenings, payments and all, are rows of `group_row`. `wrong_codes` counts the wrong join codes of the
whole server. `summary` follows from the log, and can be lost; `budget` and `health` are of the last
hour alone.
"""

import sqlite3
import time
from contextlib import closing

from sqlite_utils import Database, Migrations

from companion.store.sql.taking_over import fold_groups

LAST = "m010_server_wide"
KNOWN = {
    "m001_log",
    "m002_doors",
    "m003_groups",
    "m004_deleted",
    "m005_summaries",
    "m006_seals",
    "m007_budgets",
    "m008_budget_times",
    "m009_marked_visits",
    LAST,
    "m011_group_rows",
}
"""The changes that databases have had. One with the first ten is taken over by the last one."""

FORBIDDEN = (
    """
    create trigger entry_no_update before update on entry
      begin select raise(abort, 'the log is append-only'); end
    """,
    """
    create trigger entry_no_delete before delete on entry
      begin select raise(abort, 'the log is append-only'); end
    """,
)
GROUPS = (
    # What hides an evening, or adds it, names it in `evening`, too.
    """
    create table group_row (
      "group"       integer not null references evening (id),
      number        integer not null check (number >= 1),
      form_id       text    not null,
      device        text    not null,
      made_at       text    not null,
      body          text    not null check (json_valid(body)),
      kind          text    not null,
      evening       integer references evening (id),
      taken_back_at text,
      primary key ("group", number),
      unique ("group", form_id)
    ) strict
    """,
    # An evening is in one group.
    """
    create unique index group_row_member on group_row (evening)
      where kind = 'evening-added' and taken_back_at is null
    """,
    "create unique index group_row_first on group_row (device, form_id) where number = 1",
)
SCHEMA = (
    """
    create table evening (
      id          integer primary key,
      key         text    not null unique check (length(key) >= 20),
      name        text    not null,
      opened_at   text    not null,
      watch       text    not null default '',
      records     text    not null default 'all' check (records in ('all', 'own', 'host')),
      second_look integer not null default 0 check (second_look in (0, 1)),
      sort        text    not null default 'evening' check (sort in ('evening', 'group')),
      deleted_at  text
    ) strict
    """,
    "create unique index evening_watch on evening (watch) where watch <> ''",
    "create index evening_newest on evening (sort, opened_at, id) where deleted_at is null",
    """
    create table visit (
      device  text    not null,
      evening integer not null references evening (id),
      role    text    not null check (role in ('host', 'guest')),
      seen_at text    not null,
      key     text    not null default '',
      name    text    not null default '',
      seat    text    not null default '',
      primary key (device, evening)
    ) strict
    """,
    "create index visit_evening on visit (evening)",
    # The host and the seats, without looking at all who have come in.
    "create index visit_marked on visit (evening) where role = 'host' or seat <> ''",
    """
    create table entry (
      evening  integer not null references evening (id),
      seq      integer not null check (seq >= 1),
      kind     text    not null,
      version  integer not null,
      body     text    not null check (json_valid(body)),
      said_at  text    not null,
      device   text    not null,
      entry_id text    not null,
      seal     blob    not null default x'',
      primary key (evening, seq),
      unique (evening, entry_id)
    ) strict
    """,
    "create unique index entry_first on entry (device, entry_id) where seq = 1",
    *FORBIDDEN,
    # `insert or replace` fires no delete trigger unless recursive triggers are on, so an insert
    # itself has to look for what it would push out.
    """
    create trigger entry_next_seq before insert on entry
      when new.seq <> (select coalesce(max(seq), 0) + 1 from entry where evening = new.evening)
        or exists (select 1 from entry where evening = new.evening and entry_id = new.entry_id)
      begin select raise(abort, 'the log takes only the next seq, and an entry_id once'); end
    """,
    """
    create table code (
      evening    integer primary key references evening (id),
      letters    text    not null unique,
      made_after integer not null default 0
    ) strict
    """,
    # Wrong codes of the whole server: one is good until so many more have come since it was made.
    "create table wrong_codes (id integer primary key check (id = 1), number integer not null) strict",
    "insert into wrong_codes values (1, 100)",
    *GROUPS,
    """
    create table summary (
      evening  integer primary key references evening (id),
      position integer not null,
      version  integer not null,
      body     text    not null check (json_valid(body))
    ) strict
    """,
    # An address is kept as a hash that only this server can make.
    """
    create table budget (
      kind    text    not null,
      who     text    not null,
      started integer not null,
      ends    integer not null,
      used    integer not null,
      primary key (kind, who)
    ) strict, without rowid
    """,
    "create index budget_ends on budget (ends)",
    "create index budget_started on budget (started)",
    # Written to see whether the database can be written at all.
    "create table health (id integer primary key check (id = 1), checked_at text not null) strict",
)

migrations = Migrations("companion")


@migrations()
def m011_group_rows(db: Database) -> None:
    """Make an empty database, or take over one in which groups had logs."""
    if not migrations.applied(db):
        for statement in SCHEMA:
            db.execute(statement)
        return
    for statement in GROUPS:
        db.execute(statement)
    db.execute("drop trigger entry_no_delete")
    fold_groups(db.conn)
    db.execute(FORBIDDEN[1])


def unknown(db: Database) -> list[str]:
    """Return the changes that a newer version has made in a database, the newest last."""
    return [one.name for one in migrations.applied(db) if one.name not in KNOWN]


def is_ours(db: Database) -> bool:
    """Return whether the companion has made a database."""
    return bool(migrations.applied(db))


def is_too_old(db: Database) -> bool:
    """Return whether a database lacks a change without which it cannot be taken over."""
    return bool(pending(db)) and all(one.name != LAST for one in migrations.applied(db))


def strange(db: Database) -> list[str]:
    """Return the names of what an upgraded database should not have, or has lost.

    Triggers keep the log append-only; a foreign one could write what nobody has entered.
    """
    with closing(Database(memory=True)) as ours:
        migrations.apply(ours)
        return sorted({name for _, name, _ in _objects(ours) ^ _objects(db)})


def _objects(db: Database) -> set[tuple[str, str, str]]:
    """Return what a database consists of: the kind, the name and how it was made."""
    found = set()
    for kind, name, table, sql in db.execute(
        "select type, name, tbl_name, sql from sqlite_master where sql is not null"
    ).fetchall():
        words = sql.casefold().split()
        # SQLite's own figures, and what sqlite-utils keeps otherwise in every version.
        if kind == "table" and name in ("sqlite_stat1", "sqlite_stat4"):
            continue
        if kind == "index" and table == "_sqlite_migrations":
            continue
        # A table that was altered is written otherwise; whether it is virtual can be seen.
        found.add((kind, name, " ".join(words[:2] if kind == "table" else words)))
    return found


def pending(db: Database) -> str | None:
    """Return the first change that a database of an older version needs, if any."""
    first = next(iter(migrations.pending(db)), None)
    return first.name if first and is_ours(db) else None


def migrate(db: Database, patience: float = 5.0) -> None:
    """Bring a database up to date, in one transaction. Raises `sqlite3.Error`.

    The switch to WAL cannot wait for a lock by itself, so it is tried for `patience` seconds.
    """
    give_up = time.monotonic() + patience
    while True:
        try:
            db.enable_wal()
            break
        except sqlite3.OperationalError:
            if time.monotonic() > give_up:
                raise
            time.sleep(0.02)
    upgrade(db)


def upgrade(db: Database) -> None:
    """Bring the schema of a database up to date, in one transaction. Raises `sqlite3.Error`."""
    db.execute("begin immediate")
    try:
        migrations.apply(db)
    except BaseException:
        db.rollback()
        raise
    db.commit()
