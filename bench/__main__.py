"""Measure everything and print it, each figure with its mark.

`BENCH_SECONDS=120 make bench` gives the many tables two minutes instead of half a one.
"""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from bench import calls, entering, live, replaying, saturating, uploading, wire
from bench.dealing import Dealer
from companion.store.sqlite.log import SQLiteLog
from tests.postgres import Postgres

REPLAYED = 1_000
"""Deals of the record that is replayed: longer than an evening on a server."""


class Figure(Struct, frozen=True):
    """One line of the table."""

    what: str
    value: str
    mark: str = ""
    met: bool | None = None
    """None where nothing is demanded."""


def main() -> None:
    """Print the table. A missed mark is shown and is no error: machines differ."""
    seconds = float(os.environ.get("BENCH_SECONDS", "30"))
    load = os.getloadavg()[0]
    print("Dealing, and measuring for some minutes …", flush=True)
    if load > 0.5:
        print(f"The machine is busy with something else: its load is {load:.1f}.", flush=True)
    deals = Dealer().deals(REPLAYED)
    with TemporaryDirectory() as folder, closing(SQLiteLog(Path(folder))) as log:
        rows = [*_calls(), *_replaying(deals), *_entering(log, Path(folder), deals)]
    rows += [*_live(seconds), *_servers(seconds, deals)]
    width = [max(len(text) for text in column) for column in zip(*map(_cells, rows), strict=True)]
    for row in rows:
        what, value, mark, met = _cells(row)
        print(f"{what:<{width[0]}}  {value:>{width[1]}}  {mark:<{width[2]}}  {met}".rstrip())


def _cells(row: Figure) -> tuple[str, str, str, str]:
    met = {True: "met", False: "MISSED", None: ""}[row.met]
    return row.what, row.value, row.mark, met


def _at_most(what: str, value: float, mark: float, unit: str = "×") -> Figure:
    shown = f"{value:.2f} {unit}" if isinstance(value, float) else f"{value:,} {unit}"
    return Figure(what, shown, f"≤ {mark:,} {unit}", value <= mark)


def _micro(what: str, seconds: float) -> Figure:
    return Figure(what, f"{seconds * 1e6:,.0f} µs")


def _calls() -> Iterator[Figure]:
    for (name, game), mark in zip(calls.GAMES.items(), (2_200, 3_000), strict=True):
        yield _at_most(f"A play of {name}", calls.of_a_play(game), mark, "calls")


def _entering(log: SQLiteLog, folder: Path, deals: entering.Deals) -> Iterator[Figure]:
    early, late = entering.in_process(log, deals)
    yield _micro("A play in the evenings, 10th deal", early)
    yield _micro(f"A play in the evenings, {entering.LATE}th deal", late)
    yield _at_most("  late ÷ early", late / early, 1.2)
    with wire.running(folder) as port:
        times = entering.over_the_wire(log, port, deals)
        size = entering.sizes(log, port, deals, "br")
        uploads = uploading.over_the_wire(log, port, deals)
    yield _micro("A play over HTTP, 10th deal", times.early)
    yield _micro(f"A play over HTTP, {entering.LATE}th deal", times.late)
    yield _at_most("  late ÷ early", times.late / times.early, 1.2)
    yield _micro("A bare route that commits one row", times.bare)
    yield _at_most("  a play ÷ the bare route", times.late / times.bare, 2.2)
    yield _at_most(f"Undo after {entering.LONG:,} entries ÷ a play", times.undo / times.late, 25)
    yield _at_most(f"{entering.FULL:,} entries opened cold ÷ bare", times.cold / times.bare, 80)
    yield from _uploads(uploads)
    yield _at_most("First load of the table, brotli", size.page, 30_000, "bytes")
    yield _at_most("Answer to a tap, brotli", size.tap, 2_500, "bytes")


def _uploads(times: uploading.Times) -> Iterator[Figure]:
    yield Figure("The check of an upload that is stopped", f"{times.check:.1f} s")
    yield _at_most("  taps meanwhile, p95", times.checked * 1e3, 100, "ms")
    yield Figure("The longest evening, checked and imported", f"{times.importing:.1f} s")
    yield _at_most("  taps meanwhile, p95", times.imported * 1e3, 100, "ms")
    yield _at_most(f"  taps while {uploading.MANY} upload, p95", times.many * 1e3, 100, "ms")
    yield Figure("  taps before, p95", f"{times.calm * 1e3:.1f} ms")
    yield Figure("  the longest tap of all", f"{times.longest * 1e3:.1f} ms")


def _replaying(deals: entering.Deals) -> Iterator[Figure]:
    pace = replaying.paces(deals)
    rate, beside_chess = round(1 / pace.entry), pace.entry / pace.push_san
    yield Figure(
        "Replay of 1,000 deals",
        f"{rate:,} entries/s",
        "≥ 40,000 entries/s, or ≤ 2 × chess",
        rate >= 40_000 or beside_chess <= 2,
    )
    yield _micro("  an entry", pace.entry)
    yield _micro("  a move of chess, push_san", pace.push_san)
    yield _micro("  a move of chess, pgn.read_game", pace.read_game)
    yield _at_most("  an entry ÷ push_san", beside_chess, 1.6)
    yield _at_most("  an entry ÷ pgn.read_game", pace.entry / pace.read_game, 2)
    yield _micro("  an entry of card Loo", pace.card_entry)
    yield _at_most("  card Loo ÷ domino Loo", pace.card_entry / pace.entry, 1.2)
    yield _micro("A play of card Loo checked, with proofs", pace.check)
    yield _micro("  a move of chess checked, parse_san", pace.parse_san)
    yield Figure("  a play ÷ parse_san", f"{pace.check / pace.parse_san:.2f} ×")


def _servers(seconds: float, deals: entering.Deals) -> Iterator[Figure]:
    """Yield what one core does on either database, and what two servers do on one PostgreSQL."""
    with closing(Postgres(fsync="on")) as postgres:
        for name, database in (("SQLite", ""), ("PostgreSQL", postgres.schema())):
            found = saturating.rate(deals, database)
            yield Figure(f"One core, {name}", f"{found.taps:,.0f} taps/s")
            yield Figure("  the bare route on it", f"{found.bare:,.0f} /s")
            yield Figure("  a tap keeps the core busy", f"{found.busy / found.taps * 1e3:.2f} ms")
            yield Figure("  the core waits for the database", f"{1 - found.busy:.0%} of the time")
        calm = live.many_tables(seconds, servers=2, postgres=postgres)
        yield Figure(f"Two servers, PostgreSQL: {_tables(calm, seconds)}", "")
        yield _at_most("  tap to the last phone, p95", calm.news.p95 * 1e3, 40, "ms")
        yield Figure("  p50, and the longest", _both(calm.news.p50, calm.news.most))
        yield from _fates(calm)
        wild = live.many_tables(
            max(seconds, 4.5 * live.KILL_EVERY), kills=True, servers=2, postgres=postgres
        )
        yield Figure(
            f"  one killed {wild.kills} times, the database restarted", f"{wild.taps:,} taps"
        )
        yield from _fates(wild)
        yield Figure("  made again for want of an answer", f"{wild.again}")
        yield _at_most("  from a new start to its last phone back", wild.back, 3, "s")


def _live(seconds: float) -> Iterator[Figure]:
    table = live.one_table()
    yield _at_most(
        "1,000 phones at a table: tap to last phone, p95", table.news.p95 * 1e3, 45, "ms"
    )
    yield Figure("  p50, and the longest", _both(table.news.p50, table.news.most))
    yield Figure("  tap to its own answer, p95", f"{table.answer.p95 * 1e3:.1f} ms")
    yield _at_most("Memory for each phone that listens", table.phone / 1000, 40, "kB")
    calm = live.many_tables(seconds)
    yield _at_most(f"{_tables(calm, seconds)}: p95", calm.times.p95 * 1e3, 50, "ms")
    yield Figure("  p50, and the longest", _both(calm.times.p50, calm.times.most))
    yield from _fates(calm)
    yield Figure("  made again for want of an answer", f"{calm.again}", "0", calm.again == 0)
    wild = live.many_tables(max(seconds, 3.5 * live.KILL_EVERY), kills=True)
    yield Figure(f"The same, and the server killed {wild.kills} times", f"{wild.taps:,} taps")
    yield from _fates(wild)
    yield Figure("  made again for want of an answer", f"{wild.again}")
    yield Figure("  from a new start to the last phone back", f"{wild.back:.1f} s")


def _tables(fates: live.Fates, seconds: float) -> str:
    pace = fates.taps / seconds
    return f"{live.TABLES} tables of {live.AT_A_TABLE} phones, {pace:.0f} taps/s"


def _both(usual: float, longest: float) -> str:
    return f"{usual * 1e3:.1f}, {longest * 1e3:.0f} ms"


def _fates(fates: live.Fates) -> Iterator[Figure]:
    """Yield what became of the taps, and what must not be; that is printed at once as well."""
    for fault in fates.faults[:20]:
        print(fault, flush=True)
    yield Figure("  taken; another was faster", f"{fates.taken:,}; {fates.faster:,}")
    faults = len(fates.faults)
    yield Figure(
        "  lost, doubled, out of step, or shown and never was", f"{faults}", "0", not faults
    )


if __name__ == "__main__":
    main()
