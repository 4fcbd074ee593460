"""What addresses have asked for of late."""

from msgspec.structs import asdict

from companion.store.protocols import Expense
from companion.store.sql.database import SQLConnection

FORGET = (
    "delete from budget where ends <= :now",
    # Counted by a clock that has been set back since. Those of several servers may differ a little.
    "delete from budget where started > :now + 60",
)
"""Two statements, for each finds its rows by an index."""


class SQLBudgets:
    """The budgets in one database (`BudgetStore`)."""

    def __init__(self, connection: SQLConnection) -> None:
        self._connection = connection

    def spend(self, expense: Expense, now: int) -> int:
        values = {**asdict(expense), "now": now}
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
        return int(rows[0][0]) - now if rows else expense.seconds

    def give_back(self, expense: Expense) -> None:
        """Take back what was counted."""
        with self._connection.writing(form="budget") as db:
            db.execute(
                "update budget set used = used - 1 where kind = :kind and who = :who and used > 0",
                asdict(expense),
            )
