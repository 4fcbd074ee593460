"""Upgrades of the groups in older databases: from logs to rows, and from chips to units."""

from companion.evening.record import RecordError
from companion.groups import version_1
from companion.groups.entries import (
    EveningAdded,
    EveningHidden,
    GroupEntry,
    GroupPaid,
    adding,
    with_unit,
)
from companion.store.errors import DamagedDatabase, StoreError
from companion.store.sql.database import Transaction
from companion.store.sql.groups import GroupStore, read_group, selecting, update_row, values_of


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
    for (group,) in db.execute("select id from evening where sort = 'group'", {}).fetchall():
        found = read_group(selecting(db), group)
        for row in found.rows if found.worth else ():
            if isinstance(row.entry, EveningAdded):
                update_row(db, group, row.number, adding(row.entry.evening, found.worth))
            elif isinstance(row.entry, GroupPaid):
                update_row(db, group, row.number, with_unit(row.entry, found.worth))


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
