"""What addresses have asked for of late."""

from collections.abc import Sequence

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

    def spend(self, expenses: Sequence[Expense], now: int) -> list[int]:
        """Count each expense that its budget has room for; return the seconds to wait, or 0."""
        waits = []
        with self._connection.writing(form="budget") as db:
            for forget in FORGET:
                db.execute(forget, {"now": now})
            for one in expenses:
                counted = db.execute(
                    "insert into budget (kind, who, started, ends, used) "
                    "select :kind, :who, :now, :now + :seconds, :amount where :amount <= :most "
                    "on conflict (kind, who) do update set used = budget.used + :amount "
                    "where budget.used + :amount <= :most",
                    _values(one, now),
                )
                if counted.rowcount:
                    waits.append(0)
                else:
                    waits.append(
                        _seconds(db.execute(_ENDS, _values(one, now)).fetchall(), one, now)
                    )
        return waits

    def give_back(self, expense: Expense) -> None:
        """Take back what was counted."""
        with self._connection.writing(form="budget") as db:
            db.execute(
                "update budget set used = used - :amount "
                "where kind = :kind and who = :who and used >= :amount",
                _values(expense, 0),
            )

    def wait(self, expense: Expense, now: int) -> int:
        """Return the seconds until an expense could be counted; 0 if it could be now."""
        return _seconds(self._connection.rows(_ENDS, _values(expense, now)), expense, now)


_ENDS = (
    "select ends from budget where kind = :kind and who = :who "
    "and ends > :now and started <= :now + 60 and used + :amount > :most"
)


def _seconds(rows: Sequence[tuple[int]], expense: Expense, now: int) -> int:
    """Return the seconds to wait, from the row of a budget that has no room."""
    if rows:
        return rows[0][0] - now
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
