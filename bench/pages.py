"""What the long pages cost: the log, the evening, and a table opened for the first time."""

from contextlib import closing
from itertools import chain, islice
from statistics import median
from time import perf_counter

from msgspec import Struct

from bench.dealing import DOMINOES
from bench.entering import Deals
from bench.wire import Phone
from companion.store.sqlite.log import SQLiteLog

ENTRIES = 5_000
"""Of the evenings that are opened: as many as a server takes."""
ROUNDS = 21
COPIES = 5
"""Evenings that are opened for the first time; each can be so but once."""


class Times(Struct, frozen=True):
    """Medians, in seconds."""

    bare: float
    log: float
    evening: float
    cold: float


def over_the_wire(log: SQLiteLog, port: int, deals: Deals) -> Times:
    """Return what the pages cost a phone, each in turn with the bare route."""
    long, *fresh = (_long(log, deals) for _ in range(1 + COPIES))
    with closing(Phone(port)) as phone:

        def took(path: str) -> float:
            start = perf_counter()
            phone.get(path)
            return perf_counter() - start

        def bare() -> float:
            start = perf_counter()
            phone.post("/bare/", {"text": "6-4"})
            return perf_counter() - start

        phone.get(f"/e/{long}")
        rounds = [(bare(), took(f"/e/{long}/log"), took(f"/e/{long}/deals")) for _ in range(ROUNDS)]
        cold = median(took(f"/e/{key}") for key in fresh)
    return Times(*(median(times) for times in zip(*rounds, strict=True)), cold)


def size(log: SQLiteLog, port: int, deals: Deals) -> int:
    """Return the bytes of the evening's page, uncompressed."""
    with closing(Phone(port, "identity")) as phone:
        return len(phone.get(f"/e/{_long(log, deals)}/deals").body)


def _long(log: SQLiteLog, deals: Deals) -> str:
    """Put a long evening into the log, and return its key."""
    entries = list(islice(chain((DOMINOES,), *deals), ENTRIES))
    return log.open_evening("Friday", entries, "import").key
