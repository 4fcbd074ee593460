"""A connection to SQLite that fails on purpose, at one statement of all that are executed on it."""

import sqlite3

CODES = {
    "full": sqlite3.SQLITE_FULL,
    "disk": sqlite3.SQLITE_IOERR,
    "busy": sqlite3.SQLITE_BUSY,
}


class Fault:
    """What fails: the statement that is the n-th from now on, and how.

    - `refused`: it is not executed, and an open transaction stays open, as by a failing `commit`.
    - `undone`: nor that, and SQLite has rolled the transaction back by itself, as on a full disk.
    - `unsure`: it is executed, and fails all the same, as when its last sync does; of a query the
      rows cannot be read.
    - `busy`: it is not executed, for another process is writing; once.
    """

    def __init__(self):
        self.opened = []
        """The connections."""
        self.seen = []
        """The statements that were executed since, each by its first word."""
        self.at = -1
        self.how = ""

    def arm(self, at=-1, how=""):
        """Let the statement at this place fail, from 0; none, if negative."""
        self.seen.clear()
        self.at, self.how = at, how

    def now(self, sql):
        """How this statement is to fail; "" if it is not."""
        self.seen.append(sql.split()[0].lower())
        return self.how if len(self.seen) - 1 == self.at else ""


def ways(statement):
    """In which ways a statement can fail."""
    match statement:
        case "begin":
            return ["refused", "busy"]
        case "commit":
            return ["refused", "undone", "unsure", "busy"]
        case "rollback":  # however it ends, the transaction has ended
            return ["unsure"]
        case "select" | "pragma":
            return ["refused", "unsure"]
        case _:
            return ["refused", "undone", "unsure", "busy"]


def failure(kind):
    """What SQLite raises."""
    error = sqlite3.OperationalError(f"on purpose: {kind}")
    error.sqlite_errorcode = CODES[kind]
    return error


class Unreadable(sqlite3.Cursor):
    """A query that was begun well."""

    def fetchone(self):
        raise failure("disk")

    fetchall = fetchmany = __next__ = fetchone


def faulty(fault):
    """The class of connections with this fault."""

    class Faulty(sqlite3.Connection):
        def __init__(self, *args, **options):
            super().__init__(*args, **options)
            fault.opened.append(self)

        def execute(self, sql, *args):
            how = fault.now(sql)
            # No power fails here, and to sync takes the most time by far.
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
