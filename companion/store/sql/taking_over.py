"""Upgrades of the groups in older databases: from logs to rows, and from chips to units."""

from companion.evening.entries import WorthSet
from companion.evening.record import RecordError
from companion.groups import version_1
from companion.groups.entries import (
    EveningAdded,
    EveningHidden,
    GroupEntry,
    GroupPaid,
    adding,
    decode,
    with_unit,
)
from companion.store.errors import DamagedDatabase, StoreError
from companion.store.sql.database import Transaction
from companion.store.sql.groups import GroupStore, update_row, values_of

_LAST_WORTHS = """
    select "group", body from group_row as last where kind = 'worth-set' and taken_back_at is null
      and not exists (
        select 1 from group_row as later where later."group" = last."group"
          and later.kind = 'worth-set' and later.taken_back_at is null
          and later.number > last.number
      )
"""
_ROWS_WITHOUT_UNITS = """
    select number, body from group_row
    where "group" = :group and kind in ('evening-added', 'paid') and taken_back_at is null
"""


def fold_groups(db: Transaction) -> None:
    """Turn the logs of all groups into rows, and delete the logs.

    Numbers, devices and form ids are kept, so an old form that is sent again writes nothing. Raises
    `StoreError` if a log cannot be read.
    """
    for (group,) in db.execute("select id from evening where sort = 'group'", {}).fetchall():
        _fold(db, group)
    # An interrupted import may have left entries of a deleted evening.
    db.execute(
        "delete from entry where evening in "
        "(select id from evening where sort = 'group' or deleted_at is not null)",
        {},
    )
    db.execute("drop table member", {})


def _fold(db: Transaction, group: int) -> None:
    log = db.execute(
        "select body, entry_id, device, said_at from entry where evening = :group order by seq",
        {"group": group},
    ).fetchall()
    members = dict(
        db.execute(
            'select reference, evening from member where "group" = :group', {"group": group}
        ).fetchall()
    )
    try:
        found, _seal = version_1.read(body for body, *_ in log)
    except RecordError as error:
        raise StoreError(DamagedDatabase(f"group {group}")) from error
    values = []
    for row in found:
        entry = _named(row.entry, members)
        if entry is not None:
            _, form_id, device, said_at = log[row.number - 1]
            values.append(
                {
                    **values_of(group, row.number, entry, form_id, device),
                    "made_at": said_at,
                    "taken_back_at": None if row.stands else said_at,
                }
            )
    db.executemany(GroupStore.insert, values)


def set_units(db: Transaction) -> None:
    """Let evenings and payments keep the worth that their group last had for all of them.

    So what was settled stays settled. Payments in groups without a worth are of chips, as they were.
    """
    for group, body in db.execute(_LAST_WORTHS, {}).fetchall():
        worth = decode(body)
        assert isinstance(worth, WorthSet)
        rows = db.execute(_ROWS_WITHOUT_UNITS, {"group": group}).fetchall()
        for number, body in rows:
            entry = decode(body)
            if isinstance(entry, EveningAdded):
                entry = adding(entry.evening, worth)
            elif isinstance(entry, GroupPaid):
                entry = with_unit(entry, worth)
            update_row(db, group, number, entry)


def _named(entry: version_1.LogFact, members: dict[str, int]) -> GroupEntry | None:
    """Return an entry with its evening's number; None if that evening is not in the group."""
    match entry:
        case version_1.EveningAdded() if entry.evening in members:
            return EveningAdded(members[entry.evening])
        case version_1.EveningHidden() if entry.evening in members:
            return EveningHidden(members[entry.evening])
        case version_1.EveningAdded() | version_1.EveningHidden() | version_1.EveningShown():
            return None
    return entry
