"""The store: an append-only log of entries in SQLite, and the folded evenings kept beside it.

Its surface is small on purpose (append, read after, list), so that another kind of database could
stand beside it. Nothing above it sees a row.
"""

from companion.store.doors import Device, Doors, Opened, Records, Rules
from companion.store.keeper import Behind, Keeper
from companion.store.log import (
    EveningInfo,
    Log,
    ReusedId,
    StoreError,
    UnknownEvening,
)

__all__ = [
    "Behind",
    "Device",
    "Doors",
    "EveningInfo",
    "Keeper",
    "Log",
    "Opened",
    "Records",
    "ReusedId",
    "Rules",
    "StoreError",
    "UnknownEvening",
]
