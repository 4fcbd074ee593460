"""Very many phones: how soon they have the news, and what they see when the server is killed."""

import sqlite3
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

from flask import render_template
from msgspec import Struct

from bench.dealing import DOMINOES, Dealer
from bench.servers import Crowd, Lines, Server, running
from companion.evening import AnyEntry, Evening
from companion.store import open_store
from companion.store.sql.access import SQLAccess
from companion.web import create_app
from companion.web.views.screen import screen
from tests.postgres import Postgres

TABLES, AT_A_TABLE = 250, 4
EVERY = 3.0
"""Seconds between two taps at one table, on average."""
KILL_EVERY = 10.0


class Times(Struct, frozen=True):
    """Of all taps, in seconds."""

    p50: float
    p95: float
    most: float

    @classmethod
    def of(cls, took: Sequence[float]) -> "Times":
        """Return what is usual among these times."""
        cuts = quantiles(took, n=100, method="inclusive")
        return cls(cuts[49], cuts[94], max(took))


class Fates(Struct, frozen=True):
    """What became of the taps of a crowd."""

    times: Times
    """From each tap to its answer."""
    news: Times
    """From each tap to the last phone of its table."""
    taps: int
    taken: int
    faster: int
    """Taps for which another phone of the table had been faster."""
    again: int
    """Times that a tap had to be made again, for want of an answer."""
    faults: list[str]
    """Whatever must not be, in words."""
    kills: int = 0
    back: float = 0.0
    """Seconds from a new start of the server until the last phone had its stream again."""


class Start(Struct, frozen=True):
    """A server was killed and started again."""

    server: int
    killed: float
    at: float
    """When it answered again."""


def scripts(number: int, deals: int) -> list[list[AnyEntry]]:
    """Return what is said at so many tables, one differing from the other."""
    return [
        [DOMINOES, *chain.from_iterable(Dealer(DOMINOES, seed).deals(deals))]
        for seed in range(number)
    ]


class Table(Struct, frozen=True):
    """A thousand phones at one table."""

    news: Times
    """From a tap to the last phone."""
    answer: Times
    """From a tap to its answer."""
    phone: float
    """Bytes of memory for each phone that listens."""


def one_table(phones: int = 1000, taps: int = 60) -> Table:
    """Measure a table with very many phones."""
    with running(1, scripts(1, 20)) as ((server,), crowd, _):
        crowd.do("load", number=50)
        server.alone_with(crowd)
        before = server.memory
        crowd.do("load", number=phones - 50)
        crowd.do("listen")
        after = server.memory
        crowd.do("one_by_one", taps=5, pause=0.1)
        done = crowd.do("one_by_one", taps=taps, pause=0.2)
        _settle(server, crowd)
    return Table(Times.of(done["took"]), Times.of(done["answered"]), (after - before) / phones)


def many_tables(
    seconds: float, kills: bool = False, servers: int = 1, postgres: Postgres | None = None
) -> Fates:
    """Measure many tables at once; with `kills` a server is killed and started, over and over.

    Then the database is started anew as well, once, if it is a server of its own.
    """
    said = scripts(5, 40)
    database = postgres.schema() if postgres else ""
    with running(TABLES, said, servers, database) as (started, crowd, keys):
        crowd.do("load", number=TABLES * AT_A_TABLE)
        crowd.do("listen")
        faults: list[str] = []
        starts: list[Start] = []
        begun = time.monotonic()
        crowd.begin("together", seconds=seconds, every=EVERY * AT_A_TABLE)
        restart = postgres
        while kills and time.monotonic() + KILL_EVERY < begun + seconds:
            time.sleep(KILL_EVERY)
            number = len(starts) % servers
            killed = time.time()
            started[number].kill()
            # All that was answered before is in the notes; it has to be in the log now.
            faults += _not_kept(started[0], keys, crowd.read())
            started[number].start()
            starts.append(Start(number, killed, time.time()))
            if restart and time.monotonic() > begun + seconds / 2:
                time.sleep(KILL_EVERY / 2)
                restart.stop()
                restart.start()
                restart = None
        done = crowd.end()
        ends = _settle(started[0], crowd, faults)
        lines = crowd.read()
        faults += done["errors"]
        faults += _not_kept(started[0], keys, lines)
        faults += _not_sent(started[0], keys, lines, said)
        faults += _never_was(crowd.do("report"), ends, said)
    fates = done["fates"]
    return Fates(
        times=Times.of(done["took"]),
        news=Times.of(done["news"]),
        taps=len(done["took"]),
        taken=fates.get("taken", 0),
        faster=fates.get("faster", 0),
        again=fates.get("again", 0),
        faults=faults,
        kills=len(starts),
        back=_back(lines, starts, servers),
    )


# What the log holds, beside what the phones say


def _rows(server: Server, keys: list[str]) -> dict[int, list[tuple[int, str]]]:
    """Return the log: for each table its positions with their entry_ids, in order."""
    places = {key: table for table, key in enumerate(keys)}
    found: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for key, seq, entry_id in _query(
        server,
        "select key, seq, entry_id from entry, evening where id = entry.evening order by key, seq",
    ):
        found[places[key]].append((seq, entry_id))
    return found


def _query(server: Server, sql: str) -> list[tuple[Any, ...]]:
    if server.database:
        import psycopg

        with psycopg.connect(server.database) as there:
            return there.execute(sql.encode()).fetchall()
    with closing(sqlite3.connect(server.folder / "companion.db")) as here:
        return here.execute(sql).fetchall()


def _settle(server: Server, crowd: Crowd, faults: list[str] | None = None) -> list[int]:
    """Wait until all phones are in step with the log; return where that ends for each table."""
    found = _query(server, "select max(seq) from entry group by evening order by evening")
    ends = [end for (end,) in found]
    late = crowd.do("settle", ends=ends)["late"]
    if late and faults is None:
        raise RuntimeError(f"{len(late)} phones are not in step")
    if late and faults is not None:
        faults.append(f"{len(late)} phones are not in step")
    return ends


def _not_kept(server: Server, keys: list[str], lines: Lines) -> Iterator[str]:
    """Yield what was answered or shown and is not in the log."""
    log = {table: dict(rows) for table, rows in _rows(server, keys).items()}
    for _, what, table, seq, entry_id in lines:
        if what == "ack" and log[table].get(seq) != entry_id:
            yield f"table {table}: entry {seq} ({entry_id}) was answered and is lost"
        if what == "seen" and seq not in log[table]:
            yield f"table {table}: {seq} was shown and is not in the log"


def _not_sent(
    server: Server, keys: list[str], lines: Lines, said: list[list[AnyEntry]]
) -> Iterator[str]:
    """Yield what is in the log and was not sent so, or stands there twice, or leaves a gap."""
    sent = {(table, entry_id): seq for _, what, table, seq, entry_id in lines if what == "tap"}
    for table, rows in _rows(server, keys).items():
        if [seq for seq, _ in rows] != list(range(1, len(rows) + 1)):
            yield f"table {table}: the log has gaps"
        for entry_id, times in Counter(entry_id for _, entry_id in rows).items():
            if times > 1:
                yield f"table {table}: {entry_id} counts {times} times"
        for seq, entry_id in rows[1:]:
            if sent.get((table, entry_id)) != seq:
                yield f"table {table}: nobody sent entry {seq} ({entry_id}) so"
    with closing(open_store(server.folder, server.database)) as store:
        for table, key in enumerate(keys):
            entries = store.log.read(store.log.find(key).id)
            if entries != said[table % len(said)][: len(entries)]:
                yield f"table {table}: the log says something else than was said"


def _never_was(
    report: dict[str, Any], ends: list[int], said: list[list[AnyEntry]]
) -> Iterator[str]:
    """Yield what phones were shown that never was: each state is drawn again from the log."""
    for table, seq in report["differ"]:
        yield f"table {table}: two phones were shown different states at {seq}"
    right = [_drawn(script[: max(ends)]) for script in said]
    for table, seq, state in report["seen"]:
        if seq > ends[table] or right[table % len(said)][seq - 1] != state:
            yield f"table {table}: a state was shown at {seq} that never was"


def _drawn(entries: list[AnyEntry]) -> list[str]:
    """Return the state after each of these entries, as it is sent."""
    drawn = []
    with TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        log = app.extensions["tables"].evenings.log
        table = SQLAccess(log).open(log.open_evening("Table", entries[:1], "bench").key, "")
        evening = Evening()
        for entry in entries:
            evening = evening.enter(entry)
            with app.test_request_context():
                text = render_template("table/_answer.html", s=screen(table, evening))
            text = text[
                text.index('<section id="state"') : text.index("</section>") + len("</section>")
            ]
            drawn.append("".join(line.strip() for line in text.splitlines()))
        log.close()
    return drawn


def _back(lines: Lines, starts: list[Start], servers: int) -> float:
    """Return the longest time from a start until the last phone of that server had its stream."""
    longest = 0.0
    for place, start in enumerate(starts):
        later = (one.killed for one in starts[place + 1 :] if one.server == start.server)
        end = next(later, float("inf"))
        back = [
            at - start.at
            for at, what, phone, *_ in lines
            if what == "back"
            and phone // TABLES % servers == start.server
            and start.killed < at < end
        ]
        longest = max(longest, *back, 0.0)
    return longest
