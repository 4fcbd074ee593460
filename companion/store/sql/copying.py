"""Moving all that a store holds to another one, whatever databases they are."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from companion.store.errors import NotEmpty, StoreError
from companion.store.sql.database import SQLConnection, Values

AT_ONCE = 1000
"""Rows inserted at once."""
TABLES = {
    "evening": (
        ("id", "key", "name", "opened_at", "watch", "records", "second_look", "sort", "deleted_at"),
        "id",
    ),
    "entry": (
        ("evening", "seq", "kind", "version", "body", "said_at", "device", "entry_id", "seal"),
        "evening, seq",
    ),
    "visit": (("device", "evening", "role", "seen_at", "key", "name", "seat"), "rowid"),
    "code": (("evening", "letters", "made_after"), "evening"),
    "group_row": (
        (
            '"group"',
            "number",
            "form_id",
            "device",
            "made_at",
            "body",
            "kind",
            "evening",
            "taken_back_at",
        ),
        '"group", number',
    ),
}
"""By name: the columns of a table, and in which order its rows come. What follows from the logs, and
what is of the last hour alone, is left behind."""


def copy(source: SQLConnection, target: SQLConnection) -> dict[str, int]:
    """Copy everything, in one transaction, and return how many rows of which table.

    Raises `StoreError` if the target holds anything; nothing is copied then, nor if it is interrupted.
    """
    copied = {}
    with source.reading() as select, target.writing(form="copy") as into:
        if into.execute("select 1 from evening limit 1").fetchall():
            raise StoreError(NotEmpty(target.where))
        for table, (columns, order) in TABLES.items():
            listed = ", ".join(columns)
            marks = ", ".join(f":value_{place}" for place in _letters(columns))
            insert = f"insert into {table} ({listed}) values ({marks})"
            copied[table] = 0
            for rows in _batches(select(f"select {listed} from {table} order by {order}")):
                into.executemany(insert, [_values(row) for row in rows])
                copied[table] += len(rows)
        ((misses,),) = select("select number from wrong_codes")
        into.execute("update wrong_codes set number = :misses", {"misses": misses})
        target.count_on(into)
    return copied


def _letters(columns: Sequence[object]) -> Iterable[str]:
    return "abcdefghijklmnopqrstuvwxyz"[: len(columns)]


def _values(row: Sequence[object]) -> Values:
    return {f"value_{place}": one for place, one in zip(_letters(row), row, strict=True)}


def _batches(rows: Iterable[Sequence[object]]) -> Iterator[list[Sequence[object]]]:
    remaining = iter(rows)
    while some := list(islice(remaining, AT_ONCE)):
        yield some
