"""What is wrong in a database, whatever its entries say."""

from collections.abc import Iterator

from companion.rules.ids import Fact
from companion.store.errors import DamagedDatabase
from companion.store.postgresql.connection import Connection
from companion.store.postgresql.migrations import TRIGGERS
from companion.store.sql.integrity import missing_entries


def faults(connection: Connection) -> Iterator[tuple[int | None, Fact]]:
    """Yield what is wrong, each with the evening or the group that it concerns, if it is one.

    PostgreSQL keeps the references by itself. Raises `StoreError` if the database cannot be read.
    """
    found = dict(connection.rows(_TRIGGERS, {}))
    for name in sorted(found.keys() ^ set(TRIGGERS)):
        yield None, DamagedDatabase(name)
    for name in sorted(found.keys() & set(TRIGGERS)):
        if found[name] not in ("O", "A"):
            yield None, DamagedDatabase(name)
    yield from missing_entries(connection)


_TRIGGERS = """
    select tgname, tgenabled::text from pg_trigger
    where tgrelid = 'entry'::regclass and not tgisinternal
"""
