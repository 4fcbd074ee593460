"""What a large group costs: its page, and the taps at a table while its figures are first worked out."""

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, sleep

from msgspec import Struct

from bench.entering import Deals, Entering, begin
from bench.wire import Phone
from companion.evening import AnyEntry
from companion.evening.entries import GameStarted
from companion.groups.entries import EveningAdded
from companion.rules.actions import Settled, TricksTaken, TurnedUp
from companion.store import open_store
from companion.store.sqlite.log import SQLiteLog

FEW, MANY = 100, 1_000
PEOPLE = tuple(f"Player {number}" for number in range(1, 21))
AT_THE_TABLE = 4
DEALS = 20
ROUNDS = 21
TAPS = 100
EVERY = 0.03
"""Seconds between two taps at the table: more than all the tables of a busy server are asked for."""


class Times(Struct, frozen=True):
    """Medians in seconds, unless it says otherwise."""

    bare: float
    few: float
    many: float
    figures: float
    first: float
    """The first look at a large group."""
    calm: float
    """The 95th percentile of taps at a table."""
    meanwhile: float
    """The same while the figures of a large group are worked out for the first time."""


def _evening(rng: Random) -> Iterator[AnyEntry]:
    """Yield an evening of which only results are recorded."""
    seats = tuple(rng.sample(PEOPLE, AT_THE_TABLE))
    yield GameStarted("domino-loo", seats, seats[0], "result")
    for _ in range(DEALS):
        tricks = dict.fromkeys(rng.sample(seats, 3), 0)
        for _ in range(5):
            tricks[rng.choice(list(tricks))] += 1
        yield TurnedUp("6")
        yield TricksTaken(tricks, declared={})
        yield Settled()


def group_of(folder: Path, evenings: int) -> str:
    """Put a group of so many evenings into the store, and return its key."""
    rng = Random(evenings)
    with closing(open_store(folder)) as store:
        added = []
        for number in range(evenings):
            day = (
                f"20{number // 336 + 20}-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}T19:00:00Z"
            )
            info = store.log.open_evening("Friday", list(_evening(rng)), "import", None, day)
            added.append(EveningAdded(info.id))
        return store.groups.start("Regulars", "import", "group", added).key


def over_the_wire(log: SQLiteLog, folder: Path, port: int, deals: Deals) -> Times:
    """Return what the pages of groups cost a phone, and taps while one is summed up."""
    few, many = group_of(folder, FEW), group_of(folder, MANY)
    info, begun = begin(log, deals, 2)
    with closing(Phone(port)) as phone:
        phone.get(f"/e/{info.key}")
        table = Entering(deals, begun, lambda entry, after: phone.say(info.key, entry, after))

        def took(path: str) -> float:
            start = perf_counter()
            phone.get(path)
            return perf_counter() - start

        def bare() -> float:
            start = perf_counter()
            phone.post("/bare/", {"text": "6-4"})
            return perf_counter() - start

        calm = [_tap(table) for _ in range(TAPS)]
        start = perf_counter()
        looking = threading.Thread(target=_look, args=(port, many))
        looking.start()
        meanwhile = []
        while looking.is_alive():
            meanwhile.append(_tap(table))
        first = perf_counter() - start
        _look(port, few)
        rounds = [
            (bare(), took(f"/g/{few}"), took(f"/g/{many}"), took(f"/g/{many}/figures"))
            for _ in range(ROUNDS)
        ]
    medians = (median(times) for times in zip(*rounds, strict=True))
    return Times(*medians, first, _p95(calm), _p95(meanwhile))


def _tap(table: Entering) -> float:
    """Return what a play costs, after a short while."""
    sleep(EVERY)
    return table.play()


def _look(port: int, key: str) -> None:
    """Load a group's page."""
    with closing(Phone(port)) as phone:
        phone.get(f"/g/{key}")


def _p95(times: list[float]) -> float:
    return quantiles(times, n=20, method="inclusive")[-1]
