"""Very many phones: how soon they have the news, and what they see when the server is killed."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

from flask import render_template
from msgspec import Struct, to_builtins

from bench.dealing import DOMINOES, Dealer
from companion.evening import AnyEntry, Evening
from companion.store import open_store
from companion.store.sql.access import SQLAccess
from companion.web import create_app
from companion.web.views.screen import screen
from tests.postgres import Postgres

HERE = Path(__file__).resolve().parent.parent
TABLES, AT_A_TABLE = 250, 4
EVERY = 3.0
"""Seconds between two taps at one table, on average."""
KILL_EVERY = 10.0
Lines = list[tuple[float, str, int, int, str]]


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


class Server:
    """`companion serve` on a folder, or on a database, at a port of this machine."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder = folder
        self.database = database
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Server":
        """Start it, and return once it answers."""
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "companion", "--instance", str(self.folder)),
                *("serve", "--host", "127.0.0.1", "--port", str(self.port)),
                *(("--database", self.database) if self.database else ()),
            ],
            cwd=HERE,
            stdout=subprocess.DEVNULL,
        )
        for _ in range(600):
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=5) as one:
                    one.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
                    if b" 200 " in one.recv(64):
                        return self
            except OSError:
                pass
            time.sleep(0.05)
        raise RuntimeError("the server did not start")

    @property
    def worker(self) -> int:
        """The process that answers."""
        pid = self._process.pid if self._process else 0
        return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])

    @property
    def memory(self) -> int:
        """Bytes of memory that the worker has now."""
        for line in Path(f"/proc/{self.worker}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise RuntimeError("no VmRSS")

    def alone_with(self, crowd: "Crowd") -> None:
        """Give the worker a core and the phones another: none of their work is the server's."""
        first, *others = sorted(os.sched_getaffinity(0))
        for thread in os.listdir(f"/proc/{self.worker}/task"):
            os.sched_setaffinity(int(thread), {first})
        os.sched_setaffinity(crowd.pid, set(others) or {first})

    def kill(self) -> None:
        """SIGKILL to all of it at once."""
        if self._process is None:
            return
        for pid in (self._process.pid, self.worker):
            os.kill(pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """Stop it as Ctrl-C would."""
        if self._process and self._process.poll() is None:
            self._process.terminate()
            self._process.wait()


class Crowd:
    """Phones in a process of their own (`bench.crowd`)."""

    def __init__(
        self, servers: list[Server], keys: list[str], scripts: list[list[AnyEntry]]
    ) -> None:
        self.notes = servers[0].folder / "notes"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.crowd"],
            cwd=HERE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        told = [[_form(entry) for entry in script] for script in scripts]
        ports = [server.port for server in servers]
        self.do("begin", ports=ports, keys=keys, scripts=told, notes=str(self.notes))

    @property
    def pid(self) -> int:
        """The process of all these phones."""
        return self._process.pid

    def begin(self, do: str, **order: Any) -> None:
        """Give an order."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"do": do, **order}) + "\n")
        self._process.stdin.flush()

    def end(self) -> dict[str, Any]:
        """Return the answer to the last order."""
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the crowd has gone home")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def do(self, do: str, **order: Any) -> dict[str, Any]:
        """Give an order and return the answer."""
        self.begin(do, **order)
        return self.end()

    def read(self) -> Lines:
        """Return the notes so far: when, what, and about whom."""
        found: Lines = []
        text = self.notes.read_text()
        for line in text[: text.rfind("\n") + 1].splitlines():
            what, at, one, other, more = line.split(" ")
            found.append((float(at), what, int(one), int(other), more))
        return found

    def close(self) -> None:
        """Send them home."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.kill()
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()


def _form(entry: AnyEntry) -> str:
    fields = to_builtins(entry)
    return urlencode({name: "true" if value is True else value for name, value in fields.items()})


def scripts(number: int, deals: int) -> list[list[AnyEntry]]:
    """Return what is said at so many tables, one differing from the other."""
    return [
        [DOMINOES, *chain.from_iterable(Dealer(DOMINOES, seed).deals(deals))]
        for seed in range(number)
    ]


@contextmanager
def running(
    tables: int, said: list[list[AnyEntry]], servers: int = 1, database: str = ""
) -> Iterator[tuple[list[Server], Crowd, list[str]]]:
    """Servers with so many tables, each at its beginning, and nobody there yet."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        with closing(open_store(folder, database)) as store:
            keys = [
                store.log.open_evening(f"Table {one}", said[one % len(said)][:1], "bench").key
                for one in range(tables)
            ]
        started = [Server(folder, database).start() for _ in range(servers)]
        try:
            with closing(Crowd(started, keys, said)) as crowd:
                yield started, crowd, keys
        finally:
            for server in started:
                server.stop()


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


class Evening8(Struct, frozen=True):
    """An evening left open, with eight phones."""

    early: int
    late: int
    """Bytes of memory after 2,000 entries, and at the end."""
    between: int
    """Entries between the two."""


def long_evening(entries: int = 10_000, early: int = 2_000) -> Evening8:
    """Measure an evening that goes on and on."""
    with running(1, scripts(1, entries // 18)) as ((server,), crowd, _):
        crowd.do("load", number=8)
        crowd.do("listen")
        crowd.do("one_by_one", taps=early - 1, pause=0.0)
        first = server.memory
        crowd.do("one_by_one", taps=entries - early, pause=0.0)
        return Evening8(first, server.memory, entries - early)


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
