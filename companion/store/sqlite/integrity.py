"""What is wrong in a database, whatever its entries say."""

from collections.abc import Iterator

from companion.rules.ids import Fact
from companion.store.errors import DamagedDatabase, DanglingRow, MissingEntry
from companion.store.sqlite import migrations
from companion.store.sqlite.connection import Connection

MOST = 20
"""Findings of a kind; a damaged database can have thousands."""


def faults(connection: Connection) -> Iterator[tuple[int | None, Fact]]:
    """Yield what is wrong, each with the evening or the group that it concerns, if it is one.

    Raises `StoreError` if the database cannot be read any further.
    """
    for (detail,) in connection.rows(f"pragma integrity_check({MOST})", ()):
        if detail != "ok":
            yield None, DamagedDatabase(detail)
    for name in migrations.strange(connection.db):
        yield None, DamagedDatabase(name)
    for table, row, parent, _ in connection.rows("pragma foreign_key_check", ())[:MOST]:
        yield None, DanglingRow(table, row or 0, parent)
    for evening, missing in connection.rows(_MISSING, ()):
        yield evening, MissingEntry(missing)


_MISSING = """
    select evening, min(place) from (
      select evening, seq, row_number() over (partition by evening order by seq) as place from entry
    ) where seq <> place group by evening
"""
