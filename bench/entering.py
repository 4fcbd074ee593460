"""What it costs to enter a play: early and late in an evening, in process and over the wire."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import chain
from statistics import median
from time import perf_counter

from msgspec import Struct

from bench.dealing import DOMINOES
from bench.wire import Phone
from companion.evening import AnyEntry
from companion.evening.entries import Undone
from companion.rules.actions import Played
from companion.store import EveningInfo, EveningRepository
from companion.store.sqlite.log import SQLiteLog

EARLY, LATE = 10, 200
"""The deals that are compared. The plays after the later one end some 400 entries before an evening is full."""
PLAYS = 250
"""Plays measured of each, some eighteen deals."""
LONG, FULL = 4_880, 5_000
"""Entries of an evening in which an entry is undone, and of one that is opened."""
UNDONE = 20
COLD = 5
"""Evenings that are opened for the first time; each can be so but once."""
Deals = list[list[AnyEntry]]

_STATIC = re.compile(r'(?:href|src)="(/static/[^"]+)"')


class Times(Struct, frozen=True):
    """Medians, in seconds."""

    early: float
    late: float
    bare: float
    undo: float
    """Of the last entry of a long evening."""
    cold: float
    """A table of a full evening, opened for the first time."""


class Sizes(Struct, frozen=True):
    """The largest in a deal, in bytes over the wire, without headers."""

    page: int
    """The table with its styles and scripts."""
    tap: int
    """The answer to an entry."""


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
    """Return what a play costs a phone, early and late, in turn with the bare route; and more."""
    with closing(Phone(port)) as phone:

        def entering(number: int) -> Entering:
            info, begun = begin(log, deals, number)
            phone.get(f"/e/{info.key}")
            return Entering(deals, begun, lambda entry, after: phone.say(info.key, entry, after))

        def bare() -> float:
            return _took(phone.post, "/bare/", {"text": "6-4"})

        early, late = entering(EARLY), entering(LATE)
        rounds = [(early.play(), late.play(), bare()) for _ in range(PLAYS)]
        undo = median(_undoing(log, phone, deals))
        cold = median(_opening(log, phone, deals))
    return Times(*(median(times) for times in zip(*rounds, strict=True)), undo, cold)


def _took(work: Callable[..., object], *given: object) -> float:
    start = perf_counter()
    work(*given)
    return perf_counter() - start


def _undoing(log: SQLiteLog, phone: Phone, deals: Deals) -> Iterator[float]:
    """Enter a play at the end of a long evening and undo it, again and again."""
    entries = list(chain((DOMINOES,), *deals))
    begun = next(n for n in range(LONG, FULL) if isinstance(entries[n], Played))
    key = log.open_evening("Friday", entries[:begun], "import").key
    phone.get(f"/e/{key}")
    for after in range(begun, begun + 2 * UNDONE, 2):
        phone.say(key, entries[begun], after)
        yield _took(phone.say, key, Undone(after + 1), after + 1)


def _opening(log: SQLiteLog, phone: Phone, deals: Deals) -> Iterator[float]:
    entries = list(chain((DOMINOES,), *deals))[:FULL]
    for _ in range(COLD):
        key = log.open_evening("Friday", entries, "import").key
        yield _took(phone.get, f"/e/{key}")


def sizes(log: SQLiteLog, port: int, deals: Deals, accepts: str) -> Sizes:
    """Enter a deal, loading the table afresh before each entry, and return the largest sizes."""
    info, begun = begin(log, deals, EARLY)
    static: dict[str, int] = {}
    pages, taps = [], []
    with closing(Phone(port, accepts)) as phone:
        for after, entry in enumerate(deals[EARLY - 1], begun):
            page = phone.get(f"/e/{info.key}")
            for path in _STATIC.findall(page.text()):
                if path not in static and path.endswith((".css", ".js")):
                    static[path] = len(phone.get(path).body)
            pages.append(len(page.body) + sum(static.values()))
            taps.append(len(phone.say(info.key, entry, after).body))
    return Sizes(max(pages), max(taps))
