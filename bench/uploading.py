"""What taps at a table cost while the most expensive uploads are checked and imported."""

import http.client
import threading
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain, cycle, islice
from statistics import quantiles
from time import perf_counter, sleep

from msgspec import Struct

from bench.dealing import DOMINOES
from bench.entering import Deals, begin
from bench.wire import Phone
from companion.evening import AnyEntry
from companion.evening.capacity import LAST_DEAL
from companion.evening.entries import Amended, GameStarted, SatIn, SatOut
from companion.evening.record import LARGEST, Record, dumps
from companion.store.sqlite.log import SQLiteLog

FULL = LAST_DEAL
"""Entries of an evening in which no deal begins any more."""
CORRECTIONS = 2_000
"""Of the first entry of a long log: each folds all of it again, and the check gives up on the way."""
MANY = 10
"""Phones that upload at once."""
SECONDS = 10.0
EVERY = 0.03
"""Seconds between two taps at the table."""
_BETWEEN = "companion-bench"


class Times(Struct, frozen=True):
    """In seconds."""

    calm: float
    """The 95th percentile of taps at another table before the uploads."""
    checked: float
    """The same while a file is checked until the budget is spent."""
    imported: float
    """The same while the longest evening is checked and imported."""
    many: float
    """The same while many phones upload that evening again and again."""
    longest: float
    """The longest tap of all."""
    check: float
    """From the upload to the answer, of the file that is refused."""
    importing: float
    """The same of the longest evening."""


def corrected() -> Iterator[AnyEntry]:
    """Yield a log of which nearly every entry folds a great many others again."""
    start = GameStarted("domino-loo", ("Ann", "Bob", "Cat", "Dan"), "Ann", "plays")
    yield start
    yield from islice(idle(), FULL - CORRECTIONS)
    for number in range(CORRECTIONS):
        yield Amended(1, GameStarted(start.game, start.seats, start.seats[number % 4], "plays"))


def idle() -> Iterator[AnyEntry]:
    """Yield what can be entered between two deals for ever."""
    return cycle((SatOut("Bob"), SatIn("Bob")))


def over_the_wire(log: SQLiteLog, port: int, deals: Deals) -> Times:
    """Return what taps cost before and during each upload."""
    longest = tuple(islice(chain((DOMINOES,), *deals, idle()), FULL))
    info, begun = begin(log, deals, 2)
    with closing(Phone(port)) as phone:
        phone.get(f"/e/{info.key}")
        table = _taps(phone, info.key, begun, chain(*deals[1:]))
        calm = list(islice(table, 100))
        checked, check = _meanwhile(table, port, _file(tuple(corrected())), 422)
        imported, importing = _meanwhile(table, port, _file(longest), 303)
        many = _among_many(table, port, _file(longest))
    every = [calm, checked, imported, many]
    p95s = (quantiles(one, n=20)[-1] for one in every)
    return Times(*p95s, max(chain(*every)), check, importing)


def _taps(phone: Phone, key: str, begun: int, entries: Iterable[AnyEntry]) -> Iterator[float]:
    """Enter one after another, and yield the time of each."""
    for after, entry in enumerate(entries, begun):
        sleep(EVERY)
        start = perf_counter()
        phone.say(key, entry, after)
        yield perf_counter() - start


def _meanwhile(
    table: Iterator[float], port: int, file: bytes, status: int
) -> tuple[list[float], float]:
    """Return the times of taps while a file is uploaded, and how long that took."""
    took: list[float] = []
    upload = threading.Thread(target=lambda: took.append(_upload(port, file, status)))
    upload.start()
    times = []
    while upload.is_alive():
        times.append(next(table))
    if not took:
        raise RuntimeError("the upload was not answered as it should be")
    return times, took[0]


def _among_many(table: Iterator[float], port: int, file: bytes) -> list[float]:
    """Return the times of taps while as many phones as possible upload a file."""
    stop_at = perf_counter() + SECONDS

    def upload() -> None:
        while perf_counter() < stop_at:
            _upload(port, file, 303, 503)

    threads = [threading.Thread(target=upload) for _ in range(MANY)]
    for thread in threads:
        thread.start()
    times = []
    while any(thread.is_alive() for thread in threads):
        times.append(next(table))
    return times


def _file(entries: tuple[AnyEntry, ...]) -> bytes:
    content = dumps(Record("Friday", "2026-11-20T19:30:00Z", entries))
    # As large as can be: the rest is spaces.
    return content + b" " * (LARGEST - len(content))


def _upload(port: int, file: bytes, *statuses: int) -> float:
    head = (
        f'--{_BETWEEN}\r\nContent-Disposition: form-data; name="record"; filename="e.json"\r\n\r\n'
    )
    body = head.encode() + file + f"\r\n--{_BETWEEN}--\r\n".encode()
    headers = {
        "Content-Type": f"multipart/form-data; boundary={_BETWEEN}",
        "Sec-Fetch-Site": "same-origin",
    }
    start = perf_counter()
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("POST", "/records", body, headers)
        answer = connection.getresponse()
        says = answer.read()
    if answer.status not in statuses:
        raise RuntimeError(f"an upload was answered with {answer.status}: {says[-2000:].decode()}")
    return perf_counter() - start
