"""Copying one store to another."""

from itertools import islice

from companion.store.errors import DatabaseTrouble, StoreError
from companion.store.sql.database import SQLConnection

AT_ONCE = 1000
"""Rows inserted at once."""
TABLES = {
    "evening": (
        "id,key,name,opened_at,zone,place,watch,records,second_look,studies,sort,deleted_at",
        "id",
    ),
    "entry": ("evening,seq,kind,version,body,said_at,device,entry_id,seal", "evening, seq"),
    "visit": ("device,evening,role,seen_at,key,name,seat,hidden,part", "rowid"),
    "code": ("evening,letters,made_after", "evening"),
    "group_row": (
        '"group",number,form_id,device,made_at,body,kind,evening,taken_back_at',
        '"group", number',
    ),
}
"""Each table's columns, and the order of its rows. Summaries and short-lived rows are not copied."""


def copy(source: SQLConnection, target: SQLConnection) -> dict[str, int]:
    """Copy everything in one transaction, and return the number of rows per table.

    If the target is not empty, raises `StoreError` and copies nothing.
    """
    copied = {}
    with source.reading() as select, target.writing(form="copy") as into:
        if into.execute("select 1 from evening limit 1").fetchall():
            raise StoreError(DatabaseTrouble("not-empty", target.where))
        for table, (columns, order) in TABLES.items():
            # Named values are written without quotes.
            names = columns.replace('"', "").split(",")
            values = ",".join(f":{name}" for name in names)
            rows = iter(select(f"select {columns} from {table} order by {order}"))
            copied[table] = 0
            while some := [dict(zip(names, row, strict=True)) for row in islice(rows, AT_ONCE)]:
                into.executemany(f"insert into {table} ({columns}) values ({values})", some)
                copied[table] += len(some)
        ((misses,),) = select("select number from wrong_codes")
        into.execute("update wrong_codes set number = :misses", {"misses": misses})
        target.count_on(into)
    return copied
