"""The one way in: who may do what at a table, and what an entry goes through before it is kept.

It knows no Flask. A form, JSON, an import, the command line and a test are its callers, and none of
them holds a rule of its own.
"""

from companion.store import ReusedId
from companion.tables.opening import open_tables
from companion.tables.policy import Denied, Unsure
from companion.tables.submit import Overtaken, RecordRefused, Submitted, Tables

__all__ = [
    "Denied",
    "Overtaken",
    "RecordRefused",
    "ReusedId",
    "Submitted",
    "Tables",
    "Unsure",
    "open_tables",
]
