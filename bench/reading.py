"""Measure taps at a table while twenty phones load the pages and files of very long evenings."""

from contextlib import closing
from itertools import cycle, islice
from multiprocessing import Process
from statistics import quantiles
from threading import Thread
from time import perf_counter

from bench.entering import FULL, Deals, entries_of, opened
from bench.phone import Phone
from bench.uploading import taps
from companion.store import EveningLog

MANY = 20
EVENINGS = 5
SECONDS = 10.0
PAGES = (
    "",
    "/log",
    "/deals",
    "/deals?page=all",
    "/deals/7",
    "/people",
    "/record.json",
    "/replay.json",
    "/deals.csv",
    "/ledger.csv",
)


def times(log: EveningLog, port: int, deals: Deals) -> tuple[float, float]:
    """Return the 95th percentile of a tap's time before and during the loads, in seconds."""
    entries = entries_of(deals)[:FULL]
    with closing(Phone(port)) as phone:
        keys = [opened(log, phone, entries)[0] for _ in range(EVENINGS)]
        tapped = taps(log, phone, deals)
        calm = list(islice(tapped, 100))
        # In a process of its own, so that it does not delay the phone that taps.
        reading = Process(target=_read, args=(port, keys))
        reading.start()
        busy = []
        while reading.is_alive():
            busy.append(next(tapped))
    return quantiles(calm, n=20)[-1], quantiles(busy, n=20)[-1]


def _read(port: int, keys: list[str]) -> None:
    """Load pages from as many addresses as there are phones."""
    stop_at = perf_counter() + SECONDS
    paths = [f"/e/{key}{page}" for page in PAGES for key in keys]

    def load(number: int) -> None:
        with closing(Phone(port, source=f"127.0.0.{2 + number}")) as phone:
            for path in islice(cycle(paths), number * len(keys), None):
                if perf_counter() > stop_at:
                    return
                phone.get(path)

    threads = [Thread(target=load, args=(number,)) for number in range(MANY)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
