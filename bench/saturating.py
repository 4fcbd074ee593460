"""How many taps a second one core takes."""

import os
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from bench import entering
from bench.dealing import DOMINOES
from bench.wire import Phone, serving
from companion.store import open_store

PHONES = 16
"""Each at a table of its own, and each taps again as soon as it is answered."""
SECONDS = 8.0
Do = Callable[[Phone], object]
_TICK = os.sysconf("SC_CLK_TCK")


class Rate(Struct, frozen=True):
    """What one core did."""

    taps: float
    """A second."""
    bare: float
    """Requests of the bare route a second, which commits one row in the same database."""
    busy: float
    """What part of the time the core worked for taps; the rest it waited for the database."""


def rate(deals: entering.Deals, database: str = "") -> Rate:
    """Measure a server of one process on SQLite, or on a database."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        with closing(open_store(folder, database)) as store:
            begun = [entering.begin(store.log, deals, entering.EARLY) for _ in range(PHONES)]
        with serving(folder, database) as (worker, port):
            ours = os.sched_getaffinity(0)
            try:
                _part(worker)
                bare = _rate(port, [_noting() for _ in begun])
                before = _worked(worker)
                taps = _rate(port, [_tapping(deals, info.key, seen) for info, seen in begun])
                busy = (_worked(worker) - before) / SECONDS
            finally:
                os.sched_setaffinity(0, ours)
    return Rate(taps, bare, busy)


def _noting() -> Do:
    return lambda phone: phone.post("/bare/", {"text": "6-4"})


def _tapping(deals: entering.Deals, key: str, seen: int) -> Do:
    """Return what enters the next entry of an evening, whose log holds `seen`."""
    rest = islice(enumerate(chain((DOMINOES,), *deals)), seen, None)

    def tap(phone: Phone) -> object:
        after, entry = next(rest)
        return phone.say(key, entry, after)

    return tap


def _rate(port: int, doing: list[Do]) -> float:
    """Return how often a second all phones together are answered."""
    stop_at = time.monotonic() + SECONDS
    done = [0] * len(doing)

    def go_on(number: int, do: Do) -> None:
        with closing(Phone(port)) as phone:
            while time.monotonic() < stop_at:
                do(phone)
                done[number] += 1

    threads = [threading.Thread(target=go_on, args=(number, do)) for number, do in enumerate(doing)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / SECONDS


def _part(worker: int) -> None:
    """Give the server a core of its own, where there are two."""
    first, *others = sorted(os.sched_getaffinity(0))
    for thread in os.listdir(f"/proc/{worker}/task"):
        with suppress(OSError):  # it has ended
            os.sched_setaffinity(int(thread), {first})
    os.sched_setaffinity(0, set(others) or {first})


def _worked(process: int) -> float:
    """Return the seconds that a process has worked so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK
