"""Measure playing, undoing and opening an evening over HTTP, and the size of a page."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import chain
from statistics import median
from time import perf_counter

from msgspec import Struct

from bench.dealing import DOMINOES
from bench.phone import Phone
from companion.evening import AnyEntry
from companion.evening.entries import Undone
from companion.rules.actions import Played
from companion.store import EveningLog

LATE = 200
"""The first deal whose plays are measured, near the end of a full evening."""
PLAYS = 250
LONG, FULL = 4_880, 5_000
"""The lengths of the evenings for undo and for opening."""
UNDONE = 20
COLD = 5
"""How many full evenings to open, each once."""
Deals = list[list[AnyEntry]]

_STATIC = re.compile(r'(?:href|src)="(/static/[^"]+[.](?:css|js))"')


class Times(Struct, frozen=True):
    """Medians, in seconds."""

    play: float
    bare: float
    undo: float
    """Undoing the last entry of a long evening."""
    cold: float
    """The first load of a full evening."""


def entries_of(deals: Deals) -> list[AnyEntry]:
    """Return the entries of an evening with these deals."""
    return [DOMINOES, *chain(*deals)]


def times(log: EveningLog, port: int, deals: Deals) -> Times:
    """Measure plays, alternating with the bare route, then undo and opening."""
    entries = entries_of(deals)
    with closing(Phone(port)) as phone:
        key, begun = opened(log, phone, entries[: len(entries_of(deals[: LATE - 1]))])
        plays, bare = [], []
        for after, entry in enumerate(entries[begun:FULL], begun):
            took = seconds(phone.enter, key, entry, after)
            if isinstance(entry, Played):
                plays.append(took)
                bare.append(seconds(phone.post, "/bare/", {"text": "6-4"}))
                if len(plays) == PLAYS:
                    break
        undo = median(_undoing(log, phone, entries))
        cold = median(_opening(log, phone, entries[:FULL]))
    return Times(median(plays), median(bare), undo, cold)


def opened(log: EveningLog, phone: Phone, entries: list[AnyEntry]) -> tuple[str, int]:
    """Put an evening into the log and load its page; return its key and its length."""
    key = log.open_evening("Friday", entries, "import").key
    phone.get(f"/e/{key}")
    return key, len(entries)


def seconds(work: Callable[..., object], *arguments: object) -> float:
    start = perf_counter()
    work(*arguments)
    return perf_counter() - start


def _undoing(log: EveningLog, phone: Phone, entries: list[AnyEntry]) -> Iterator[float]:
    """Enter a play at the end of a long evening and undo it, again and again."""
    place = next(n for n in range(LONG, FULL) if isinstance(entries[n], Played))
    key, begun = opened(log, phone, entries[:place])
    for after in range(begun, begun + 2 * UNDONE, 2):
        phone.enter(key, entries[place], after)
        yield seconds(phone.enter, key, Undone(after + 1), after + 1)


def _opening(log: EveningLog, phone: Phone, entries: list[AnyEntry]) -> Iterator[float]:
    for _ in range(COLD):
        key = log.open_evening("Friday", entries, "import").key
        yield seconds(phone.get, f"/e/{key}")


def first_load(log: EveningLog, port: int, deals: Deals) -> int:
    """Return the largest page of a deal, with styles and scripts, in bytes."""
    static: dict[str, int] = {}
    sizes = []
    with closing(Phone(port, "br")) as phone:
        key, begun = opened(log, phone, entries_of(deals[:9]))
        for after, entry in enumerate(deals[9], begun):
            page = phone.get(f"/e/{key}")
            for path in _STATIC.findall(page.text()):
                if path not in static:
                    static[path] = len(phone.get(path).body)
            sizes.append(len(page.body) + sum(static.values()))
            phone.enter(key, entry, after)
    return max(sizes)
