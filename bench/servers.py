"""Servers and a crowd of phones, each in processes of their own."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

from msgspec import to_builtins

from companion.evening import AnyEntry
from companion.store import open_store

HERE = Path(__file__).resolve().parent.parent
Lines = list[tuple[float, str, int, int, str]]
"""Notes of the phones: when, what, about whom, and more."""


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
