"""The upgrade of the groups in a database of version 0.1.0: from chips to units."""

from companion.groups.entries import EveningAdded, GroupPaid, adding, with_unit
from companion.store.sql.database import Transaction
from companion.store.sql.groups import read_group, selecting, update_row


def set_units(db: Transaction) -> None:
    """Let evenings and payments keep the worth that their group last had for all of them.

    So what was settled stays settled. Payments in groups without a worth are of chips, as they were.
    """
    for (group,) in db.execute("select id from evening where sort = 'group'", {}).fetchall():
        opened = read_group(selecting(db), group)
        for row in opened.rows if opened.worth else ():
            if isinstance(row.entry, EveningAdded):
                update_row(db, group, row.number, adding(row.entry.evening, opened.worth))
            elif isinstance(row.entry, GroupPaid):
                update_row(db, group, row.number, with_unit(row.entry, opened.worth))
