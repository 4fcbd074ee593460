"""The schema, as migrations. One that is released is never edited; entries are never migrated.

`entry` is the log, the truth. The others are small mutable tables beside it: what an evening is
called and which links open it, which devices have opened it and as what, its spoken code, and the
group it is in. `wrong_codes` counts the wrong join codes of the whole server. `summary` follows from
the log, and can be lost; `budget` and `health` are of the last hour alone. A group is a row of
`evening` too, and has all of these.
"""

import sqlite3
import time
from contextlib import closing

from sqlite_utils import Database, Migrations

from companion.evening.seal import START, link

migrations = Migrations("companion")


@migrations()
def m001_log(db: Database) -> None:
    """Create the log, the evenings and the visits."""
    for statement in _LOG:
        db.execute(statement)


_LOG = (
    """
    create table evening (
      id        integer primary key,
      key       text not null unique check (length(key) >= 20),
      name      text not null,
      opened_at text not null
    ) strict
    """,
    """
    create table visit (
      device  text not null,
      evening integer not null references evening (id),
      role    text not null check (role in ('host', 'guest')),
      seen_at text not null,
      primary key (device, evening)
    ) strict
    """,
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
      primary key (evening, seq),
      unique (evening, entry_id)
    ) strict
    """,
    """
    create unique index entry_first on entry (device, entry_id) where seq = 1
    """,
    """
    create trigger entry_no_update before update on entry
      begin select raise(abort, 'the log is append-only'); end
    """,
    """
    create trigger entry_no_delete before delete on entry
      begin select raise(abort, 'the log is append-only'); end
    """,
    # `insert or replace` fires no delete trigger unless recursive triggers are on, so an insert
    # itself has to look for what it would push out.
    """
    create trigger entry_next_seq before insert on entry
      when new.seq <> (select coalesce(max(seq), 0) + 1 from entry where evening = new.evening)
        or exists (select 1 from entry where evening = new.evening and entry_id = new.entry_id)
      begin select raise(abort, 'the log takes only the next seq, and an entry_id once'); end
    """,
)


@migrations()
def m002_doors(db: Database) -> None:
    """Add who may do what: a link to watch by, codes to say, and what devices are called."""
    for statement in _DOORS:
        db.execute(statement)


_DOORS = (
    "alter table evening add column watch text not null default ''",
    "update evening set watch = lower(hex(randomblob(16)))",
    "create unique index evening_watch on evening (watch) where watch <> ''",
    """
    alter table evening add column records text not null default 'all'
      check (records in ('all', 'own', 'host'))
    """,
    """
    alter table evening add column second_look integer not null default 0
      check (second_look in (0, 1))
    """,
    # The key a device came in by: one that has been replaced opens nothing any more.
    "alter table visit add column key text not null default ''",
    "update visit set key = (select key from evening where id = evening)",
    "alter table visit add column name text not null default ''",
    "alter table visit add column seat text not null default ''",
    """
    create table code (
      evening integer primary key references evening (id),
      letters text    not null unique,
      misses  integer not null default 0
    ) strict
    """,
)


@migrations()
def m003_groups(db: Database) -> None:
    """Let a log be a group's, and say which evenings are in which group."""
    for statement in _GROUPS:
        db.execute(statement)


_GROUPS = (
    """
    alter table evening add column sort text not null default 'evening'
      check (sort in ('evening', 'group'))
    """,
    # By what reference a group's log names an evening. Whether it is in the group, the log says.
    """
    create table member (
      evening   integer primary key references evening (id),
      "group"   integer not null references evening (id),
      reference text    not null,
      unique ("group", reference)
    ) strict
    """,
)


@migrations()
def m004_deleted(db: Database) -> None:
    """Let an evening be deleted; its row stays, so that no other one gets its number."""
    db.execute("alter table evening add column deleted_at text")


@migrations()
def m005_summaries(db: Database) -> None:
    """Keep beside an evening what the figures of its group need to know of it."""
    db.execute(_SUMMARIES)


_SUMMARIES = """
    create table summary (
      evening  integer primary key references evening (id),
      position integer not null,
      version  integer not null,
      body     text    not null check (json_valid(body))
    ) strict
"""


@migrations()
def m006_seals(db: Database) -> None:
    """Seal each entry with all before it, those that are there too."""
    db.execute("alter table entry add column seal blob not null default x''")
    # The trigger that forbids an update is away only meanwhile.
    (forbid,) = db.execute(
        "select sql from sqlite_master where name = 'entry_no_update'"
    ).fetchone()
    db.execute("drop trigger entry_no_update")
    for (evening,) in db.execute("select id from evening").fetchall():
        found, seals = START, []
        for seq, body in db.execute(
            "select seq, body from entry where evening = ? order by seq", (evening,)
        ):
            found = link(found, body.encode())
            seals.append((found, evening, seq))
        db.conn.executemany("update entry set seal = ? where evening = ? and seq = ?", seals)
    db.execute(forbid)


@migrations()
def m007_budgets(db: Database) -> None:
    """Count what addresses ask for, and find an evening's visits without looking at all others."""
    for statement in _BUDGETS:
        db.execute(statement)


_BUDGETS = (
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
    "create index visit_evening on visit (evening)",
    # Written to see whether the database can be written at all.
    "create table health (id integer primary key check (id = 1), checked_at text not null) strict",
)


@migrations()
def m008_budget_times(db: Database) -> None:
    """Find the budgets whose time is over without looking at all others."""
    for statement in _BUDGET_TIMES:
        db.execute(statement)


_BUDGET_TIMES = (
    "create index budget_ends on budget (ends)",
    "create index budget_started on budget (started)",
)


@migrations()
def m009_marked_visits(db: Database) -> None:
    """Find an evening's host and its seats without looking at all who have come in."""
    db.execute("create index visit_marked on visit (evening) where role = 'host' or seat <> ''")


@migrations()
def m010_server_wide(db: Database) -> None:
    """Count wrong codes once for all, and find the newest evenings without looking at all others."""
    for statement in _SERVER_WIDE:
        db.execute(statement)


_SERVER_WIDE = (
    # Wrong codes of the whole server: one is good until so many more have come since it was made.
    "create table wrong_codes (id integer primary key check (id = 1), number integer not null) strict",
    "insert into wrong_codes values (1, 100)",
    "alter table code rename column misses to made_after",
    "update code set made_after = 100 - min(made_after, 100)",
    "create index evening_newest on evening (sort, opened_at, id) where deleted_at is null",
)


def unknown(db: Database) -> list[str]:
    """Return the migrations of a database that are none of these, the newest last."""
    with closing(Database(memory=True)) as empty:
        known = {one.name for one in migrations.pending(empty)}
    return [one.name for one in migrations.applied(db) if one.name not in known]


def is_ours(db: Database) -> bool:
    """Return whether these migrations have made a database."""
    return bool(migrations.applied(db))


def strange(db: Database) -> list[str]:
    """Return the names of what a database should not have, or has lost.

    Triggers keep the log append-only; a foreign one could write what nobody has entered.
    """
    missing = pending(db)
    with closing(Database(memory=True)) as ours:
        migrations.apply(ours, stop_before=missing)
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
    """Return the first migration that a database of an older version needs, if any."""
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
    db.execute("begin immediate")
    try:
        migrations.apply(db)
    except BaseException:
        db.rollback()
        raise
    db.commit()
