"""A server in a process of its own: `python -m bench.server FOLDER PORT [DATABASE]`.

It runs the companion and, below /bare/, a bare app, in the same worker and under the
same settings.
"""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from flask import Flask, request
from werkzeug.middleware.dispatcher import DispatcherMiddleware

import companion.web
from companion.serving.gunicorn import serve

HERE = Path(__file__).resolve().parent.parent


class Server:
    """The companion on a folder, or on a database, at a free port of this machine."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder = folder
        self.database = database
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self._process:
            self._process.terminate()
            self._process.wait()

    def start(self) -> "Server":
        """Start the server and wait until it responds."""
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "bench.server", str(self.folder), str(self.port)),
                *filter(None, [self.database]),
            ],
            cwd=HERE,
            stdout=subprocess.DEVNULL,
        )
        for _ in range(600):
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
                    connection.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
                    if b" 200 " in connection.recv(64):
                        return self
            except OSError:
                pass
            time.sleep(0.05)
        raise RuntimeError("the server did not start")

    @property
    def worker(self) -> int:
        """The worker process."""
        pid = self._process.pid if self._process else 0
        return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])

    def keep_apart_from(self, process: int) -> None:
        """Run the worker on one core and another process on the other cores."""
        first, *others = sorted(os.sched_getaffinity(0))
        for thread in os.listdir(f"/proc/{self.worker}/task"):
            os.sched_setaffinity(int(thread), {first})
        os.sched_setaffinity(process, set(others) or {first})

    def kill(self) -> None:
        """Kill the server and its worker at once."""
        if self._process:
            for pid in (self._process.pid, self.worker):
                os.kill(pid, signal.SIGKILL)
            self._process.wait()


def bare_app(folder: Path) -> Flask:
    """Return an app whose route inserts the posted text as one row and commits."""
    app = Flask("bare")
    db = sqlite3.connect(folder / "bare.db", isolation_level=None, check_same_thread=False)
    db.execute("pragma journal_mode = wal")
    db.execute("pragma synchronous = full")
    db.execute("create table if not exists note (id integer primary key, text text not null)")

    @app.post("/")
    def note() -> str:
        db.execute("begin immediate")
        db.execute("insert into note (text) values (?)", (request.form["text"],))
        db.execute("commit")
        return "ok"

    return app


def main(folder: Path, port: int, database: str = "") -> None:
    create_app = companion.web.create_app

    def with_bare(instance: Path, *options: Any, **others: Any) -> Flask:
        app = create_app(instance, *options, **others)
        both = DispatcherMiddleware(app.wsgi_app, {"/bare": bare_app(instance)})
        app.wsgi_app = both  # type: ignore[method-assign]
        return app

    companion.web.create_app = with_bare
    serve("127.0.0.1", port, 1, folder, database=database)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
