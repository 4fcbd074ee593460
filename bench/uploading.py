"""Measure taps at a table while ten phones upload the most expensive files."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle, islice
from statistics import quantiles
from time import perf_counter, sleep

from bench.dealing import DOMINOES
from bench.entering import Deals, entries_of, opened, seconds
from bench.phone import Phone
from companion.evening import AnyEntry
from companion.evening.capacity import LAST_DEAL
from companion.evening.entries import Amended, SatIn, SatOut
from companion.evening.record import LARGEST, Record, dumps
from companion.store import EveningLog

CORRECTIONS = 2_000
"""How often the first entry of a long log is corrected; the check stops at its time limit."""
MANY = 10
SECONDS = 10.0
EVERY = 0.03
"""Seconds between two taps at the table."""
_BOUNDARY = "companion-bench"


def times(log: EveningLog, port: int, deals: Deals) -> tuple[float, float]:
    """Return the 95th percentile of a tap's time before and during the uploads, in seconds."""
    files = (_file(entries_of(deals)[:LAST_DEAL]), _file(_corrected()))
    stop_at = 0.0

    def upload() -> None:
        for file in cycle(files):
            if perf_counter() > stop_at:
                return
            _upload(port, file)

    with closing(Phone(port)) as phone:
        tapped = taps(log, phone, deals)
        calm = list(islice(tapped, 100))
        stop_at = perf_counter() + SECONDS
        threads = [threading.Thread(target=upload) for _ in range(MANY)]
        for thread in threads:
            thread.start()
        busy = []
        while any(thread.is_alive() for thread in threads):
            busy.append(next(tapped))
    return quantiles(calm, n=20)[-1], quantiles(busy, n=20)[-1]


def taps(log: EveningLog, phone: Phone, deals: Deals) -> Iterator[float]:
    """Enter one entry after another, and yield the time of each."""
    key, begun = opened(log, phone, entries_of(deals[:1]))
    for after, entry in enumerate(entries_of(deals)[begun:], begun):
        sleep(EVERY)
        yield seconds(phone.enter, key, entry, after)


def _corrected() -> list[AnyEntry]:
    """Return a log in which every correction refolds the whole log."""
    idle = cycle((SatOut("Bob"), SatIn("Bob")))
    return [
        DOMINOES,
        *islice(idle, LAST_DEAL - CORRECTIONS),
        *(Amended(1, DOMINOES) for _ in range(CORRECTIONS)),
    ]


def _file(entries: list[AnyEntry]) -> bytes:
    """Return a record file of the largest size, filled up with spaces."""
    return dumps(Record("Friday", "2026-11-20T19:30:00Z", tuple(entries))).ljust(LARGEST)


def _upload(port: int, file: bytes) -> None:
    head = (
        f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="record"; filename="e.json"\r\n\r\n'
    )
    body = head.encode() + file + f"\r\n--{_BOUNDARY}--\r\n".encode()
    headers = {
        "Content-Type": f"multipart/form-data; boundary={_BOUNDARY}",
        "Sec-Fetch-Site": "same-origin",
    }
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("POST", "/records", body, headers)
        answer = connection.getresponse()
        answer.read()
    if answer.status not in (303, 422, 503):
        raise RuntimeError(f"an upload was answered with {answer.status}")
