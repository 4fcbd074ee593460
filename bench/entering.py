"""What it costs to enter a play: early and late in an evening, in process and over the wire."""

import re
from collections.abc import Callable
from contextlib import closing
from itertools import chain, islice
from statistics import median
from time import perf_counter

from msgspec import Struct

from bench.dealing import DOMINOES
from bench.wire import Phone
from companion.evening import AnyEntry
from companion.rules.actions import Played
from companion.store import EveningInfo, EveningRepository
from companion.store.sqlite.log import SQLiteLog

EARLY, LATE = 10, 200
"""The deals that are compared."""
PLAYS = 250
"""Plays measured of each, some eighteen deals."""
Deals = list[list[AnyEntry]]

LONG = 4_900
"""Entries of the evening whose last entry is undone."""
UNDOS = 21
_STATIC = re.compile(r'(?:href|src)="(/static/[^"]+[.](?:css|js))"')


class Times(Struct, frozen=True):
    """Medians, in seconds."""

    early: float
    late: float
    bare: float
    undo: float
    """Of the last entry of a long evening."""


class Sizes(Struct, frozen=True):
    """The largest in a deal, in bytes."""

    page: int
    """The table with its styles and scripts, as tests/web/test_weight.py counts them."""
    tap: int
    """The answer to an entry, headers included."""


class Entering:
    """An evening that is being entered, play by play."""

    def __init__(self, deals: Deals, begun: int, say: Callable[[AnyEntry, int], object]) -> None:
        """The log holds `begun` entries; `say` takes the next entry and that position."""
        self._rest = enumerate(chain((DOMINOES,), *deals))
        for _ in range(begun):
            next(self._rest)
        self._say = say

    def play(self) -> float:
        """Enter what comes before the next play, then that play. Return its time in seconds."""
        for after, entry in self._rest:
            start = perf_counter()
            self._say(entry, after)
            if isinstance(entry, Played):
                return perf_counter() - start
        raise RuntimeError("more plays are measured than were dealt")


def begin(log: SQLiteLog, deals: Deals, number: int) -> tuple[EveningInfo, int]:
    """Put an evening that stands before deal `number` into the log; return it and its length."""
    entries = list(chain((DOMINOES,), *deals[: number - 1]))
    return log.open_evening("Friday", entries, "import"), len(entries)


def in_process(log: SQLiteLog, deals: Deals) -> tuple[float, float]:
    """Return what a play costs in the evenings early and late: read, fold, check, append."""
    evenings = EveningRepository(log)

    def entering(number: int) -> Entering:
        info, begun = begin(log, deals, number)
        evenings.evening(info.id)
        return Entering(
            deals,
            begun,
            lambda entry, after: evenings.append(info.id, entry, after, f"{after}", ""),
        )

    early, late = entering(EARLY), entering(LATE)
    rounds = [(early.play(), late.play()) for _ in range(PLAYS)]
    return median(one for one, _ in rounds), median(other for _, other in rounds)


def over_the_wire(log: SQLiteLog, port: int, deals: Deals) -> Times:
    """Return what a play costs a phone, early and late, in turn with the bare route."""
    with closing(Phone(port)) as phone:

        def entering(number: int) -> Entering:
            info, begun = begin(log, deals, number)
            phone.get(f"/e/{info.key}")
            return Entering(deals, begun, lambda entry, after: phone.say(info.key, entry, after))

        def bare() -> float:
            start = perf_counter()
            phone.post("/bare/", {"text": "6-4"})
            return perf_counter() - start

        early, late = entering(EARLY), entering(LATE)
        rounds = [(early.play(), late.play(), bare()) for _ in range(PLAYS)]
        undo = _undo(log, phone, deals)
    return Times(*(median(times) for times in zip(*rounds, strict=True)), undo)


def _undo(log: SQLiteLog, phone: Phone, deals: Deals) -> float:
    """Return what it costs to undo the last entry of a long evening, time and again."""
    entries = list(islice(chain((DOMINOES,), *deals), LONG))
    info = log.open_evening("Friday", entries, "import")
    phone.get(f"/e/{info.key}")
    times = []
    for after in range(LONG, LONG + 2 * UNDOS, 2):
        undone = {"kind": "undone", "entry": str(after), "sure": "true"}
        start = perf_counter()
        phone.post(
            f"/e/{info.key}/entries",
            {**undone, "after": str(after), "entry_id": f"undone-{after:08}"},
        )
        times.append(perf_counter() - start)
        phone.say(info.key, entries[-1], after + 1)
    return median(times)


def sizes(log: SQLiteLog, port: int, deals: Deals, accepts: str) -> Sizes:
    """Enter a deal, loading the table afresh before each entry, and return the largest sizes."""
    info, begun = begin(log, deals, EARLY)
    static: dict[str, int] = {}
    pages, taps = [], []
    with closing(Phone(port, accepts)) as phone:
        for after, entry in enumerate(deals[EARLY - 1], begun):
            page = phone.get(f"/e/{info.key}")
            for path in _STATIC.findall(page.text()):
                if path not in static:
                    static[path] = len(phone.get(path).body)
            pages.append(len(page.body) + sum(static.values()))
            taps.append(phone.say(info.key, entry, after).size)
    return Sizes(max(pages), max(taps))
