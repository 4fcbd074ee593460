"""The server as a process: start, stop, and the database after a kill."""

import os
import signal
import socket
import sqlite3
import subprocess
import threading
import time
from contextlib import closing
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from msgspec.structs import replace

from companion.evening.entries import Amended, SatIn, SatOut
from companion.evening.record import Record, dumps
from companion.store import keys, open_log
from tests.browser.phone import CHECKOUT, COMPANION, QUIET, Server, free_port, launch
from tests.telling import started
from tests.test_nothing_lost import Hands, log_of

pytestmark = pytest.mark.server


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "instance")
    yield server
    server.stop()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_from_an_empty_folder_to_a_stop(server, how):
    """The folder and its files are private, and the printed addresses work."""
    assert not server.instance.exists()
    server.start()
    link = f"{server.url}/host/{keys.host_token(server.instance)}"
    for url in (server.url + "/", link):
        with QUIET.open(url, timeout=5) as answer:
            assert answer.status == 200
    assert {"companion.db", "server.key"} <= {file.name for file in server.instance.iterdir()}
    for private in (server.instance, server.instance / "server.key", server.instance / "host.key"):
        assert private.stat().st_mode & 0o077 == 0
    server.evening()
    assert server.stop(how) == 0 and server.err == ""
    assert f" {server.url}/\n" in server.out and f"\nHost link: {link} (" in server.out
    # The database is one file again.
    assert not list(server.instance.glob("companion.db-*"))


def refused(instance, *arguments):
    """Return the exit code and the one line of a server that cannot start."""
    process = launch(instance, *arguments)
    out, err = process.communicate(timeout=20)
    assert out == "" and "Traceback" not in err
    return process.returncode, err


def test_a_port_in_use(server):
    server.start()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        for port in (server.port, taken.getsockname()[1]):
            code, err = refused(server.instance, "--port", str(port))
            assert code == 1 and str(port) in err and len(err.splitlines()) == 1
    with QUIET.open(server.url + "/healthz", timeout=5) as answer:
        assert answer.status == 200


@pytest.mark.parametrize("file", ["companion.db", "server.key", "host.key"])
def test_a_damaged_file(tmp_path, file):
    (tmp_path / file).write_bytes(b"Dear diary, " * 1000 if file == "companion.db" else b"")
    code, err = refused(tmp_path, "--port", str(free_port()))
    assert code == 2 and file in err


def test_stopped_during_use(server):
    """Every answered entry is stored; other requests are finished or refused."""
    server.start()
    path = server.evening(depth="tricks")
    with Hands(server, path, "abc") as hands:
        hands.until(30)
        started = time.monotonic()
        code = server.stop()
        assert time.monotonic() - started < 12
    assert code == 0
    log = log_of(server, path)
    hands.check(log)
    assert len(log) - 1 - len(hands.answered) <= 3


class Busy:
    """A thread that waits for one response, and a phone that loads another table meanwhile."""

    def __init__(self, server, path, ask):
        self._phone = build_opener(HTTPCookieProcessor())
        self._url = f"{server.url}{path}/state.json"
        self._ask = ask
        self.answers = []
        for _ in range(2):  # at its second request the phone has its cookie
            self.look()

    def look(self):
        with self._phone.open(self._url, timeout=2) as answer:
            assert answer.status == 200

    def looks_meanwhile(self, until):
        """Load the other table until the response arrives or `until` is true; return how often."""
        thread = threading.Thread(target=lambda: self.answers.append(self._ask()))
        thread.start()
        looks = 0
        while thread.is_alive() and not until(looks):
            self.look()
            looks += 1
            time.sleep(0.02)
        return looks, thread


def test_waiting_for_the_database_blocks_no_other_table(server):
    server.start()
    path, other = server.evening(depth="tricks"), server.evening()
    said = {"kind": "turned-up", "piece": "6", "after": 1, "entry_id": "entry-000001"}
    busy = Busy(server, other, lambda: server.post(path + "/entries", said))
    with closing(sqlite3.connect(server.instance / "companion.db", isolation_level=None)) as db:
        db.execute("begin immediate")
        looks, tap = busy.looks_meanwhile(until=lambda looks: looks == 30)
        assert looks == 30 and not busy.answers
        db.execute("rollback")
    tap.join()
    assert busy.answers == [200]


@pytest.mark.slow
def test_a_slow_upload_blocks_no_other_table(server):
    """Each of several corrections of the first entry folds thousands of entries again."""
    server.start()
    start = started("Ann Bob Cat Dan")
    entries = [start, *([SatOut("Bob"), SatIn("Bob")] * 2000)]
    entries += [Amended(1, replace(start, dealer=dealer)) for dealer in ("Bob", "Ann") * 16]
    content = dumps(Record("Friday", "2026-11-20T19:30:00Z", tuple(entries)))
    head = 'Content-Disposition: form-data; name="record"; filename="record.json"'
    body = f"--here\r\n{head}\r\n\r\n".encode() + content + b"\r\n--here--\r\n"
    kind = {"Content-Type": "multipart/form-data; boundary=here"}

    def upload():
        with QUIET.open(Request(server.url + "/records", body, kind), timeout=60) as answer:
            return answer.status

    busy = Busy(server, server.evening(), upload)
    looks, _ = busy.looks_meanwhile(until=lambda looks: False)
    assert looks > 10
    assert busy.answers == [200]
    with closing(open_log(server.instance)) as log:
        assert entries in [log.read(info.id) for info in log.evenings()]


def companion(server, *arguments):
    """Run a command on the server's data folder; return its exit code and output."""
    command = [*COMPANION, "--instance", server.instance, *arguments]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_a_database_deleted_under_a_running_server_can_be_restored(server):
    """The server copies its database when it stops, and the next start says how to restore it."""
    path = server.evening("up 6", depth="tricks")
    server.start()
    with QUIET.open(f"{server.url}{path}", timeout=5) as answer:
        assert answer.status == 200
    for file in server.instance.glob("companion.db*"):
        file.unlink()
    server.stop()
    server.start()
    server.stop()
    (rescued,) = (server.instance / "backups").iterdir()
    command = f"companion --instance {server.instance} restore {rescued}"
    assert command in server.err
    code, said = companion(server, *command.split()[3:])
    assert code == 0, said
    assert len(log_of(server, path)) == 2
    server.start()
    server.stop()
    assert "backup" not in server.err


def test_the_server_of_a_closed_terminal(server):
    server.start()
    os.kill(server.process.pid, signal.SIGHUP)
    assert server.stop() == 0
