"""What the long pages cost: the log, the evening, and a table opened for the first time."""

from contextlib import closing
from statistics import median
from time import perf_counter

from msgspec import Struct

from bench.entering import Deals, begin
from bench.wire import Phone
from companion.store.sqlite.log import SQLiteLog

LONG, MIDDLE = 1_000, 500
"""Deals of the evenings that are opened."""
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
    long, middle, *fresh = (
        begin(log, deals, number)[0].key for number in (LONG, MIDDLE, *[MIDDLE] * COPIES)
    )
    with closing(Phone(port)) as phone:

        def took(path: str) -> float:
            start = perf_counter()
            phone.get(path)
            return perf_counter() - start

        def bare() -> float:
            start = perf_counter()
            phone.post("/bare/", {"text": "6-4"})
            return perf_counter() - start

        for key in (long, middle):
            phone.get(f"/e/{key}")
        rounds = [
            (bare(), took(f"/e/{long}/log"), took(f"/e/{middle}/deals")) for _ in range(ROUNDS)
        ]
        cold = median(took(f"/e/{key}") for key in fresh)
    return Times(*(median(times) for times in zip(*rounds, strict=True)), cold)


def size(log: SQLiteLog, port: int, deals: Deals) -> int:
    """Return the bytes of the evening's page, uncompressed."""
    info, _ = begin(log, deals, MIDDLE)
    with closing(Phone(port, "identity")) as phone:
        return len(phone.get(f"/e/{info.key}/deals").body)
