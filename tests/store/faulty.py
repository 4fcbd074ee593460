"""A connection to SQLite that fails on purpose at one statement, and files that cannot grow."""

import resource
import sqlite3
from contextlib import contextmanager

CODES = {"full": sqlite3.SQLITE_FULL, "disk": sqlite3.SQLITE_IOERR, "busy": sqlite3.SQLITE_BUSY}


@contextmanager
def files_end_at(size):
    """Stop this process's files from growing beyond a size."""
    was = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, was[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, was)


class Fault:
    """Which statement fails, and how.

    - `refused`: it is not executed, and an open transaction stays open, as when `commit` fails.
    - `undone`: it is not executed, and SQLite rolls the transaction back, as on a full disk.
    - `unsure`: it is executed and then fails, as when the last sync fails; the rows of a query are lost.
    - `busy`: it is not executed, because another process is writing; only once.
    """

    def __init__(self):
        self.seen = []
        """The first word of each executed statement."""
        self.at = -1
        self.how = ""

    def arm(self, at=-1, how=""):
        """Make statement number `at` fail, counted from 0, or none if it is negative."""
        self.seen.clear()
        self.at, self.how = at, how

    def now(self, sql):
        """Count this statement; return how it should fail, or ""."""
        self.seen.append(sql.split()[0].lower())
        return self.how if len(self.seen) - 1 == self.at else ""


def ways(statement):
    """Return the ways in which a statement can fail."""
    match statement:
        case "begin":
            return ["refused", "busy"]
        case "commit":
            return ["refused", "undone", "unsure", "busy"]
        case "rollback":  # the transaction ends in any case
            return ["unsure"]
        case "select" | "pragma":
            return ["refused", "unsure"]
        case _:
            return ["refused", "undone", "unsure", "busy"]


def failure(kind):
    error = sqlite3.OperationalError(f"on purpose: {kind}")
    error.sqlite_errorcode = CODES[kind]
    return error


class Unreadable(sqlite3.Cursor):
    """A query that starts and then fails."""

    def fetchone(self):
        raise failure("disk")

    fetchall = fetchmany = __next__ = fetchone


def faulty(fault):
    """Return a class of connections that fail as `fault` says."""

    class Faulty(sqlite3.Connection):
        def execute(self, sql, *args):
            how = fault.now(sql)
            # Tests need no sync, and it is slow.
            sql = sql.replace("synchronous = full", "synchronous = off")
            if how == "busy":
                raise failure("busy")
            if how == "undone" and self.in_transaction:
                super().execute("rollback")
            if how in ("refused", "undone"):
                raise failure("full" if sql.lstrip().startswith("insert") else "disk")
            if how == "unsure" and sql.split()[0] in ("select", "pragma"):
                return self.cursor(Unreadable).execute(sql, *args)
            found = super().execute(sql, *args)
            if how == "unsure":
                raise failure("disk")
            return found

        def executemany(self, sql, every):
            for values in every:
                self.execute(sql, values)

    return Faulty
