"""The two ends of the wire: the companion's server with a bare app beside it, and a phone.

Run as a program with a folder, this serves both apps from that folder. The same worker answers for
both under the same settings. Everything below /bare/ goes to the bare app, past all that the
companion puts around its pages.
"""

import atexit
import gzip
import re
import secrets
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import brotli
from flask import Flask, request
from msgspec import Struct, to_builtins
from werkzeug.middleware.dispatcher import DispatcherMiddleware

import companion.web
from companion.evening import AnyEntry
from companion.server import serve

_ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
_PACKED = re.compile(rb"\r\ncontent-encoding: (\w+)", re.IGNORECASE)
_COOKIE = re.compile(rb"\r\nset-cookie: ([^;\r]+)", re.IGNORECASE)
_UNPACK = {b"br": brotli.decompress, b"gzip": gzip.decompress}


# The server


def bare_app(folder: Path, database: str = "") -> Flask:
    """Return an app whose route inserts what was posted as one row and commits."""
    app = Flask("bare")
    insert = _on_a_server(database) if database else _in_a_file(folder)

    @app.post("/")
    def note() -> str:
        insert(request.form["text"])
        return "ok"

    return app


def _in_a_file(folder: Path) -> Callable[[str], None]:
    db = sqlite3.connect(folder / "bare.db", isolation_level=None, check_same_thread=False)
    db.execute("pragma journal_mode = wal")
    db.execute("pragma synchronous = full")
    db.execute("create table if not exists note (id integer primary key, text text not null)")

    def insert(text: str) -> None:
        db.execute("begin immediate")
        db.execute("insert into note (text) values (?)", (text,))
        db.execute("commit")

    return insert


def _on_a_server(database: str) -> Callable[[str], None]:
    from psycopg_pool import ConnectionPool

    pool = ConnectionPool(database, kwargs={"autocommit": True}, max_size=10, open=True)
    atexit.register(pool.close)
    with pool.connection() as db:
        db.execute("create schema if not exists bare")
        db.execute("create table if not exists bare.note (id serial primary key, text text)")

    def insert(text: str) -> None:
        with pool.connection() as db:
            db.execute("insert into bare.note (text) values (%s)", (text,))

    return insert


def serve_both(folder: Path, database: str = "") -> None:
    """Serve at a port of 127.0.0.1 that the system chooses; the greeting names it."""
    create_app = companion.web.create_app

    def with_bare(instance: Path, *options: Any, **others: Any) -> Flask:
        app = create_app(instance, *options, **others)
        both = DispatcherMiddleware(app.wsgi_app, {"/bare": bare_app(instance, database)})
        app.wsgi_app = both  # type: ignore[method-assign]
        return app

    companion.web.create_app = with_bare
    serve("127.0.0.1", 0, 1, folder, database=database)


@contextmanager
def running(folder: Path, database: str = "") -> Iterator[int]:
    """Run the server on `folder` in a process of its own; the value is its port."""
    with serving(folder, database) as (_, port):
        yield port


@contextmanager
def serving(folder: Path, database: str = "") -> Iterator[tuple[int, int]]:
    """The same; the value is the process that answers, and its port."""
    command = [sys.executable, "-m", "bench.wire", str(folder), *filter(None, [database])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            port = _port(server)
            children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
            while not (workers := children.read_text().split()):
                time.sleep(0.01)
            yield int(workers[0]), port
        finally:
            server.terminate()


def _port(server: "subprocess.Popen[str]") -> int:
    for line in server.stdout or ():
        found = _ADDRESS.search(line)
        if found:
            return int(found[1])
    raise RuntimeError("the server did not start")


# The phone


class Answer(Struct, frozen=True):
    """What came back."""

    head: bytes
    body: bytes
    """As it was sent, perhaps compressed."""

    @property
    def size(self) -> int:
        """Bytes over the wire, the headers included."""
        return len(self.head) + len(self.body)

    def text(self) -> str:
        """Return the body as text."""
        packed = _PACKED.search(self.head)
        return (_UNPACK[packed[1]](self.body) if packed else self.body).decode()


class Phone:
    """Asks as a browser with htmx does, over one connection that is kept open."""

    def __init__(self, port: int, accepts: str = "gzip, br") -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._common = f"Host: 127.0.0.1:{port}\r\nAccept-Encoding: {accepts}\r\n"
        self._cookie = ""

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def get(self, path: str) -> Answer:
        """Load one address."""
        return self._ask(f"GET {path} HTTP/1.1\r\n", b"")

    def post(self, path: str, fields: dict[str, str]) -> Answer:
        """Send a form."""
        form = urlencode(fields).encode()
        return self._ask(
            f"POST {path} HTTP/1.1\r\nHX-Request: true\r\nSec-Fetch-Site: same-origin\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n",
            form,
        )

    def say(self, key: str, entry: AnyEntry, after: int) -> Answer:
        """Enter something in the evening with this key, whose log stands at `after`."""
        fields = {
            name: "true" if value is True else str(value)
            for name, value in to_builtins(entry).items()
        }
        entry_id = secrets.token_urlsafe(9)
        return self.post(f"/e/{key}/entries", {**fields, "after": str(after), "entry_id": entry_id})

    def _ask(self, line_and_own: str, body: bytes) -> Answer:
        self._socket.sendall(f"{line_and_own}{self._common}{self._cookie}\r\n".encode() + body)
        answer = self._read()
        if b" 200 " not in answer.head[:16]:
            raise RuntimeError(f"{line_and_own.splitlines()[0]}: {answer.text()}")
        cookie = _COOKIE.search(answer.head)
        if cookie:
            self._cookie = f"Cookie: {cookie[1].decode()}\r\n"
        return answer

    def _read(self) -> Answer:
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._more()
        head, end, body = received.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        if length is None:
            raise RuntimeError("an answer does not say how long it is")
        while len(body) < int(length[1]):
            body += self._more()
        return Answer(head + end, body)

    def _more(self) -> bytes:
        received = self._socket.recv(1 << 16)
        if not received:
            raise ConnectionError("the server closed the connection")
        return received


if __name__ == "__main__":
    serve_both(Path(sys.argv[1]), *sys.argv[2:])
