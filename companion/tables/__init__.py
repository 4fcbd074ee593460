"""The one way in: who may do what at a table, and what an entry goes through before it is kept.

It knows no Flask. A form, JSON, an import, the command line and a test are its callers, and none of
them holds a rule of its own.
"""

from companion.store import ReusedId
from companion.tables.budgets import Limits, OverBudget
from companion.tables.checking import Busy, RecordRefused
from companion.tables.groups import Groups
from companion.tables.opening import open_groups, open_tables
from companion.tables.overtaken import Overtaken
from companion.tables.policy import Denied, Unsure
from companion.tables.submit import Submitted, Tables

__all__ = [
    "Busy",
    "Denied",
    "Groups",
    "Limits",
    "OverBudget",
    "Overtaken",
    "RecordRefused",
    "ReusedId",
    "Submitted",
    "Tables",
    "Unsure",
    "open_groups",
    "open_tables",
]
