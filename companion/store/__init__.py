"""The store: an append-only log of entries, who may open it, and the folded evenings beside it.

Nothing above it sees a row.
"""

from companion.store.repository import Conflict, EveningRepository
from companion.store.sqlite.access import AccessStore, Device, RecordingMode, Rules, TableAccess
from companion.store.sqlite.log import (
    EveningInfo,
    Log,
    ReusedId,
    StoreError,
    UnknownEvening,
)

__all__ = [
    "AccessStore",
    "Conflict",
    "Device",
    "EveningInfo",
    "EveningRepository",
    "Log",
    "RecordingMode",
    "ReusedId",
    "Rules",
    "StoreError",
    "TableAccess",
    "UnknownEvening",
]
