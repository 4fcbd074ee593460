"""What addresses have asked for of late."""

from collections.abc import Sequence

from companion.store.protocols import Expense
from companion.store.sql.database import SQLConnection


class SQLBudgets:
    """The budgets in one database (`BudgetStore`)."""

    def __init__(self, connection: SQLConnection) -> None:
        self._connection = connection

    def spend(self, expenses: Sequence[Expense], now: int) -> list[int]:
        """Count each expense that its budget has room for; return the seconds to wait, or 0."""
        waits = []
        with self._connection.writing(form="budget") as db:
            # What ends too late was counted by a clock that has been set back since.
            db.execute("delete from budget where ends <= :now or started > :now", {"now": now})
            for one in expenses:
                counted = db.execute(
                    "insert into budget (kind, who, started, ends, used) "
                    "select :kind, :who, :now, :now + :seconds, :amount where :amount <= :most "
                    "on conflict (kind, who) do update set used = budget.used + :amount "
                    "where budget.used + :amount <= :most",
                    _values(one, now),
                )
                waits.append(0 if counted.rowcount else self.wait(one, now))
        return waits

    def wait(self, expense: Expense, now: int) -> int:
        """Return the seconds until an expense could be counted; 0 if it could be now."""
        rows = self._connection.rows(
            "select ends from budget where kind = :kind and who = :who "
            "and ends > :now and started <= :now and used + :amount > :most",
            _values(expense, now),
        )
        if rows:
            return int(rows[0][0]) - now
        return 0 if expense.amount <= expense.most else expense.seconds


def _values(expense: Expense, now: int) -> dict[str, str | int]:
    return {
        "kind": expense.kind,
        "who": expense.who,
        "amount": expense.amount,
        "most": expense.most,
        "seconds": expense.seconds,
        "now": now,
    }
