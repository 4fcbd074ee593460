"""The budgets: counts of recent requests by address."""

from companion.store.sql.database import SQLConnection

FORGET = (
    "delete from budget where ends <= :now",
    # The clock was set back. The servers' clocks may differ by a minute.
    "delete from budget where started > :now + 60",
)
"""Two statements, so that each can use an index."""


class BudgetStore:
    """The budgets in one database. Every method raises `StoreError` if the database fails."""

    def __init__(self, connection: SQLConnection) -> None:
        self._connection = connection

    def spend(self, kind: str, who: str, most: int, seconds: int, now: int) -> int:
        """Count one request if the budget has room; return the seconds to wait, or 0.

        A budget allows `most` requests in `seconds` from the first. `now` is in seconds since 1970.
        Budgets whose time is over are deleted.
        """
        values = {"kind": kind, "who": who, "most": most, "seconds": seconds, "now": now}
        with self._connection.writing(form="budget") as db:
            for forget in FORGET:
                db.execute(forget, values)
            counted = db.execute(
                "insert into budget (kind, who, started, ends, used) "
                "select :kind, :who, :now, :now + :seconds, 1 where :most > 0 "
                "on conflict (kind, who) do update set used = budget.used + 1 "
                "where budget.used < :most",
                values,
            )
            if counted.rowcount:
                return 0
            ends = "select ends from budget where kind = :kind and who = :who"
            rows = db.execute(ends, values).fetchall()
        return int(rows[0][0]) - now if rows else seconds

    def give_back(self, kind: str, who: str) -> None:
        """Undo one `spend`."""
        with self._connection.writing(form="budget") as db:
            db.execute(
                "update budget set used = used - 1 where kind = :kind and who = :who and used > 0",
                {"kind": kind, "who": who},
            )
