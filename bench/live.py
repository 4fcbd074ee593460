"""Measure how soon many phones show a tap, and count entries lost when servers are killed."""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import chain
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from bench.dealing import DOMINOES, Dealer, fields_of
from bench.server import HERE, Server
from companion.evening import AnyEntry
from companion.store import open_store
from tests.postgres import Postgres

PHONES = 1_000
TAPS = 60
TABLES, AT_A_TABLE = 100, 4
EVERY = 1.2
"""Seconds between two taps at one table, on average."""
SECONDS = 45.0
KILL_EVERY = 10.0


class Fates(Struct, frozen=True):
    """The outcomes of the taps."""

    taken: int
    late: int
    """Taps for which another phone of the table was faster."""
    again: int
    """Taps sent again because no response arrived."""
    kills: int
    lost: int
    twice: int
    out_of_step: int
    """Phones that did not reach the end of the log."""


class Crowd:
    """The process with the phones (`bench.crowd`)."""

    def __init__(
        self, servers: list[Server], keys: list[str], scripts: list[list[AnyEntry]]
    ) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.crowd"],
            cwd=HERE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        said = [[fields_of(entry) for entry in script] for script in scripts]
        self._write({"ports": [one.port for one in servers], "keys": keys, "scripts": said})

    def order(self, name: str, **arguments: Any) -> None:
        self._write([name, arguments])

    def answer(self) -> Any:
        """Return the crowd's reply to the last command."""
        assert self.process.stdout
        if line := self.process.stdout.readline():
            return json.loads(line)
        raise RuntimeError("the process with the phones has ended")

    def do(self, name: str, **arguments: Any) -> Any:
        """Send a command and return the reply."""
        self.order(name, **arguments)
        return self.answer()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()

    def _write(self, what: object) -> None:
        assert self.process.stdin
        print(json.dumps(what), file=self.process.stdin, flush=True)


@contextmanager
def running(
    tables: int, scripts: list[list[AnyEntry]], servers: int = 1, database: str = ""
) -> Iterator[tuple[list[Server], Crowd, list[str]]]:
    """Run servers with new tables, and a crowd that has no phones yet."""
    with TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        with closing(open_store(folder, database)) as store:
            keys = [
                store.log.open_evening(f"Table {one}", scripts[one % len(scripts)][:1], "bench").key
                for one in range(tables)
            ]
        started = [stack.enter_context(Server(folder, database)) for _ in range(servers)]
        crowd = stack.enter_context(closing(Crowd(started, keys, scripts)))
        yield started, crowd, keys


def script(seed: int, deals: int) -> list[AnyEntry]:
    """Return the entries that the crowd makes at a table."""
    return [DOMINOES, *chain(*Dealer(DOMINOES, seed).deals(deals))]


def one_table() -> float:
    """Return the 95th percentile of the times from a tap to the last of 1,000 phones, in seconds."""
    with running(1, [script(0, 20)]) as ((server,), crowd, _):
        server.keep_apart_from(crowd.process.pid)
        crowd.do("gather", number=PHONES)
        took = crowd.do("one_by_one", taps=TAPS, pause=0.2)
    return quantiles(took[5:], n=20)[-1]


def two_servers() -> Fates:
    """Kill two servers in turn and restart their PostgreSQL once, while phones tap."""
    with closing(Postgres(fsync="on")) as postgres:
        scripts = [script(seed, 15) for seed in range(5)]
        database = postgres.schema()
        with running(TABLES, scripts, 2, database) as (servers, crowd, keys):
            crowd.do("gather", number=TABLES * AT_A_TABLE)
            end = time.monotonic() + SECONDS
            crowd.order("together", seconds=SECONDS, pause=EVERY * AT_A_TABLE)
            kills = 0
            while time.monotonic() + KILL_EVERY < end:
                time.sleep(KILL_EVERY)
                server = servers[kills % 2]
                server.kill()
                server.start()
                kills += 1
                if kills == 2:
                    postgres.stop()
                    postgres.start()
            done = crowd.answer()
            logs = list(_logs(servers[0].folder, database, keys))
            out_of_step = crowd.do("out_of_step", ends=[len(log) for log in logs])
    lost = sum(
        seq > len(logs[table]) or logs[table][seq - 1] != entry_id
        for table, seq, entry_id in done["taken"]
    )
    twice = sum(count - 1 for log in logs for count in Counter(log).values())
    fates = {"late": 0, "again": 0, **done["fates"]}
    return Fates(**fates, kills=kills, lost=lost, twice=twice, out_of_step=out_of_step)


def _logs(folder: Path, database: str, keys: list[str]) -> Iterator[list[str]]:
    """Yield the entry_ids in the log of each table, in order."""
    with closing(open_store(folder, database)) as store:
        for key in keys:
            rows = store.log.connection.rows(
                "select entry_id from entry where evening = :evening order by seq",
                {"evening": store.log.find(key).id},
            )
            yield [entry_id for (entry_id,) in rows]
