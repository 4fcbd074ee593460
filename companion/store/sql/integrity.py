"""What can be wrong with the logs in any database."""

from collections.abc import Iterator

from companion.facts import AnyFact
from companion.store.errors import MissingEntry
from companion.store.sql.database import SQLConnection


def missing_entries(connection: SQLConnection) -> Iterator[tuple[int | None, AnyFact]]:
    """Yield for each log that goes on after a gap the first entry it does not have."""
    for evening, missing in connection.rows(_MISSING, {}):
        yield evening, MissingEntry(missing)


_MISSING = """
    select evening, min(place) from (
      select evening, seq, row_number() over (partition by evening order by seq) as place from entry
    ) as placed where seq <> place group by evening
"""
