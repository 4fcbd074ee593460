"""Measure everything, and print each figure with its target: `make bench`, about four minutes."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import astuple

from bench import (
    calls,
    entering,
    grouping,
    live,
    pocket,
    reading,
    remembering,
    replaying,
    studying,
    uploading,
)
from bench.dealing import GAMES, Dealer
from bench.server import Server
from companion.store import open_log, open_store

DEALS = 380
"""More deals than a full evening has."""
CALLS = (1_700, 2_300)
STUDIES = (10, 60, 60, 60)
"""Milliseconds of a study."""
LONGEST = 1_500

Row = tuple[str, str, str, str]
"""A description, the value, its target, and whether the target is met."""


def main() -> None:
    """Print the figures as they are measured. Missing a target is not an error, because machines differ."""
    if (load := os.getloadavg()[0]) > 0.5:
        print(f"Something else keeps this machine busy: its load is {load:.1f}.")
    for what, value, mark, met in _rows():
        print(f"{what:<54}  {value:>14}  {mark:<14}  {met}".rstrip(), flush=True)


def _rows() -> Iterator[Row]:
    for (name, game), mark in zip(GAMES.items(), CALLS, strict=True):
        yield _at_most(f"A play of {name}", calls.of_a_play(game), mark, "calls")
    yield from _studies()
    deals = Dealer().deals(DEALS)
    entry, move = replaying.paces(entering.entries_of(deals)[: entering.FULL])
    yield "Replay of an entry ÷ a move of chess (push_san)", f"{entry / move:.2f} ×", "", ""
    yield from _over_http(deals)
    yield from _of_a_group(deals)
    yield from _remembered()
    yield from _in_the_pocket(deals)
    p95 = live.one_table()
    yield _at_most("1,000 phones at a table: tap to last phone, p95", p95 * 1e3, 45, "ms")
    yield from _two_servers()


def _studies() -> Iterator[Row]:
    for kind, typical in zip(studying.KINDS, STUDIES, strict=True):
        middle, longest = studying.times(kind, deals=1000)
        yield _at_most(f"A study of {kind}: median", middle * 1e3, typical, "ms")
        yield _at_most("  longest of 1,000", longest * 1e3, LONGEST, "ms")
    middle, longest = studying.estimate_times(hands=20)
    yield _at_most("200 worlds of a five-card hand: median", middle, 2.0, "s")
    yield _at_most("  longest of 20", longest, 2.0, "s")


def _over_http(deals: entering.Deals) -> Iterator[Row]:
    with (
        TemporaryDirectory() as name,
        closing(open_log(Path(name))) as log,
        Server(Path(name)) as server,
    ):
        times = entering.times(log, server.port, deals)
        size = entering.first_load(log, server.port, deals)
        calm, busy = uploading.times(log, server.port, deals)
        _, while_read = reading.times(log, server.port, deals)
    yield "A play over HTTP", f"{times.play * 1e3:.2f} ms", "", ""
    yield _at_most("  ÷ a bare route that commits one row", times.play / times.bare, 2.2)
    yield _at_most("Undo of the last entry of 4,900 ÷ a play", times.undo / times.play, 25)
    yield _at_most("5,000 entries opened cold ÷ the bare route", times.cold / times.bare, 80)
    yield _at_most("First load of the table, brotli", size, 30_000, "bytes")
    yield "Taps, p95", f"{calm * 1e3:.1f} ms", "", ""
    yield _at_most(f"  while {uploading.MANY} phones upload, p95", busy * 1e3, 100, "ms")
    yield _at_most(f"  while {reading.MANY} load long evenings, p95", while_read * 1e3, 250, "ms")


def _of_a_group(deals: entering.Deals) -> Iterator[Row]:
    with (
        TemporaryDirectory() as name,
        closing(open_store(Path(name))) as store,
        Server(Path(name)) as server,
    ):
        times = grouping.times(store, server.port, deals)
    yield _at_most(f"{grouping.EVENINGS} evenings of a group counted", times.counting, 3.0, "s")
    yield _at_most("  taps meanwhile, p95", times.taps * 1e3, 100, "ms")
    for path, took in times.pages.items():
        yield _at_most(f"  its page {path or '/'}: median", took * 1e3, 60, "ms")


def _remembered() -> Iterator[Row]:
    for path, number in remembering.queries().items():
        yield _at_most(f"  its page {path}", number, 3, "queries")
    few, many, searched = remembering.history()
    title = f"History of {remembering.MANY:,} evenings ÷ of {remembering.FEW}"
    yield _at_most(title, many / few, 2)
    yield _at_most("  searched, the slowest of four", searched * 1e3, 150, "ms")


def _in_the_pocket(deals: entering.Deals) -> Iterator[Row]:
    times = pocket.times(deals)
    yield _at_most("The pocket: the first visit, over the wire", times.sent / 1e6, 8.5, "MB")
    yield _at_most("  the first visit, to the home page", times.first, 7.0, "s")
    yield _at_most("  later, without a network", times.later, 4.5, "s")
    yield "    ÷ a server's start and its home page", f"{times.later / times.served:.2f} ×", "", ""
    ours, theirs = times.pocket, times.server
    rows = (
        _at_most("  a play, on disk: median", ours.play, 15.0, "ms"),
        _at_most("  the table: median", ours.table, 80.0, "ms"),
        ("  the home page: median", f"{ours.home:.2f} ms", "", ""),
        ("  the form of a new evening: median", f"{ours.form:.2f} ms", "", ""),
    )
    for row, one, other in zip(rows, astuple(ours), astuple(theirs), strict=True):
        yield row
        yield "    ÷ the same on a server", f"{one / other:.2f} ×", "", ""
    title = f"  WebAssembly's memory after {pocket.LONG:,} entries"
    yield _at_most(title, times.memory / 1e6, 96.0, "MB")


def _two_servers() -> Iterator[Row]:
    fates = live.two_servers()
    kills = f"{fates.kills} kills"
    yield "Two servers, PostgreSQL restarted once", kills, "", ""
    yield "  taps taken", f"{fates.taken:,}", "", ""
    yield "  another phone was faster", f"{fates.late:,}", "", ""
    yield "  sent again for want of an answer", f"{fates.again:,}", "", ""
    yield _at_most("  lost", fates.lost, 0, "taps")
    yield _at_most("  twice in a log", fates.twice, 0, "taps")
    yield _at_most("  not in step at the end", fates.out_of_step, 0, "phones")


def _at_most(what: str, value: float, mark: float, unit: str = "×") -> Row:
    shown = f"{value:.2f} {unit}" if isinstance(value, float) else f"{value:,} {unit}"
    return what, shown, f"≤ {mark:,} {unit}", "met" if value <= mark else "MISSED"


if __name__ == "__main__":
    main()
