"""Measure the pages of a group of 200 evenings: counted for the first time, and from then on."""

import random
import threading
from collections.abc import Iterator
from contextlib import closing
from statistics import median, quantiles
from time import perf_counter, sleep

from msgspec import Struct

from bench.dealing import DOMINOES, NAMES, Dealer
from bench.entering import Deals
from bench.phone import Phone
from bench.uploading import taps
from companion.evening import AnyEntry
from companion.evening.entries import GameStarted
from companion.groups.entries import adding
from companion.rules.actions import Settled, TricksTaken, TurnedUp
from companion.store import Store

EVENINGS = 200
PEOPLE = (*NAMES, "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kim", "Leo")
DEALS = 12
PLAYED = 10
"""One evening of so many was entered play by play."""
LOADS = 20
PAGES = ("", "/figures", "/figures?season=2023", "/person?name=Ann")


class Times(Struct, frozen=True):
    """In seconds."""

    counting: float
    """From the first request until the page shows the figures."""
    taps: float
    """The 95th percentile of a tap at another table meanwhile."""
    pages: dict[str, float]
    """The median of each page once all is counted."""


def times(store: Store, port: int, deals: Deals) -> Times:
    group = club(store)
    with closing(Phone(port)) as phone, closing(Phone(port)) as tapping:
        tapped = taps(store.log, tapping, deals)
        for _ in range(20):
            next(tapped)
        during: list[float] = []
        is_done = threading.Event()

        def tap() -> None:
            while not is_done.is_set():
                during.append(next(tapped))

        thread = threading.Thread(target=tap)
        thread.start()
        began = perf_counter()
        while phone.ask("GET", f"/g/{group}").status == 503:
            sleep(0.1)
        counting = perf_counter() - began
        is_done.set()
        thread.join()
        pages = {path: median(_loads(phone, f"/g/{group}{path}")) for path in PAGES}
    return Times(counting, quantiles(during, n=20)[-1], pages)


def _loads(phone: Phone, path: str) -> Iterator[float]:
    for _ in range(LOADS):
        began = perf_counter()
        phone.get(path)
        yield perf_counter() - began


def club(store: Store) -> str:
    """Open a group of twelve people with its evenings; return its key."""
    rng = random.Random(12)
    played = [entry for deal in Dealer().deals(DEALS) for entry in deal]
    numbers = []
    for number in range(EVENINGS):
        seats = tuple(rng.sample(PEOPLE, rng.randint(3, 4)))
        start = GameStarted(DOMINOES.game, seats, seats[0], "result")
        entries = [start, *_results(seats, rng)] if number % PLAYED else [DOMINOES, *played]
        day = f"{2022 + number // 50}-{number // 5 % 10 + 1:02}-{number % 5 * 5 + 1:02}T20:00:00Z"
        name = f"Evening {number + 1}"
        numbers.append(store.log.open_evening(name, entries, "bench", opened_at=day).id)
    return store.groups.start("Club", "bench", "club", [adding(one, None) for one in numbers]).key


def _results(seats: tuple[str, ...], rng: random.Random) -> Iterator[AnyEntry]:
    for _ in range(DEALS):
        yield TurnedUp("6")
        first, second, third = rng.sample(seats, 3)
        yield TricksTaken({first: 3, second: 2, third: 0}, declared={})
        yield Settled()
