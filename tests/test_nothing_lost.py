"""Each answered entry is stored once and in order, even if the server or database fails."""

import http.client
import itertools
import resource
import signal
import threading
import time
from contextlib import ExitStack, closing
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from tests.browser.phone import Server, children
from tests.postgres import Postgres

pytestmark = pytest.mark.server

LONG = 30


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "instance")
    yield server
    server.stop(signal.SIGKILL)  # a normal stop is tested elsewhere, and is slow


def ask(server, path, fields, **more):
    """Send a form as the page's script does; return the response's status and text."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LONG)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", **more}
    try:
        connection.request("POST", path, urlencode(fields), headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def log_of(server, path):
    """Return the entry_ids of a table in order. Its positions must be dense."""
    with closing(server.store()) as store:
        assert list(store.log.faults()) == []
        rows = store.log.connection.rows(
            "select seq, entry_id from entry join evening on id = evening where key = :key order by seq",
            {"key": path.removeprefix("/e/")},
        )
    assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
    return [entry_id for _, entry_id in rows]


def turned(after, **fields):
    """Return the form of the next entry: turn up a trump, or undo that."""
    said = {"kind": "undone", "entry": after, "sure": "true"}
    if after % 2:
        said = {"kind": "turned-up", "piece": "6"}
    return {**said, "after": after, **fields}


class Stream:
    """A stream that is read in the background."""

    def __init__(self, server, path):
        self.seen = []
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LONG)
        self._connection.request("GET", f"{path}/live")
        self._answer = self._connection.getresponse()
        assert self._answer.status == 200
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self):
        try:
            while line := self._answer.readline():
                if line.startswith(b"id: "):
                    with self._news:
                        self.seen.append(int(line[4:]))
                        self._news.notify_all()
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass  # closed, or the server was killed

    def until(self, seq):
        with self._news:
            assert self._news.wait_for(lambda: seq in self.seen, LONG), (seq, self.seen)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._connection.sock and self._connection.sock.shutdown(2)
        self._thread.join()
        self._answer.close()
        self._connection.close()


class Hands:
    """Two phones at one table that enter as fast as possible and try again after errors."""

    def __init__(self, server, path, names="ab"):
        self.server = server
        self.path = path
        self.answered = {}
        """The log position that each response gave, by entry_id."""
        self.failures = []
        self._stopping = threading.Event()
        self._threads = [threading.Thread(target=self._enter, args=(name,)) for name in names]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._stopping.set()
        for thread in self._threads:
            thread.join()

    def _enter(self, name):
        after = 1
        for count in itertools.count():
            fields = turned(after, entry_id=f"{name}-{count:08}")
            while True:
                if self._stopping.is_set():
                    return
                try:
                    status, text = ask(self.server, f"{self.path}/entries", fields)
                    break
                except (OSError, http.client.HTTPException):
                    time.sleep(0.02)  # the same form again until it is answered
            if status not in (200, 409):
                self.failures.append((status, text))
                return
            if status == 200 and "already entered" not in text:
                self.answered[fields["entry_id"]] = after + 1
            after = int(text.partition('data-seq="')[2].partition('"')[0])

    def check(self, log):
        """Each answered entry is in the log once, at the position that its response gave."""
        assert len(set(log)) == len(log)
        for entry_id, seq in dict(self.answered).items():
            assert log[seq - 1] == entry_id

    def until(self, number):
        give_up = time.monotonic() + LONG
        while len(self.answered) < number:
            assert not self.failures and time.monotonic() < give_up, self.failures
            time.sleep(0.01)


def test_repeated_kills_while_two_phones_enter(server):
    server.start()
    path = server.evening(depth="tricks")
    with Hands(server, path) as hands:
        for _ in range(3):
            hands.until(len(hands.answered) + 10)
            server.stop(signal.SIGKILL)
            hands.check(log_of(server, path))
            server.start()
        hands.until(len(hands.answered) + 10)
    assert not hands.failures
    log = log_of(server, path)
    hands.check(log)
    # Each stop cuts off at most one response to each phone; its entry may be stored.
    assert len(log) - 1 - len(hands.answered) <= 2 * 4


@pytest.fixture(params=["two workers", "two servers"])
def servers(request, tmp_path):
    """Two servers on one database, or one server with two workers twice."""
    instance = tmp_path / "instance"
    if request.param == "two workers":
        first = Server(instance, "--workers", "2")
        found = [first, first]
    else:
        found = [Server(instance), Server(instance)]
    for server in dict.fromkeys(found):
        server.start()
    yield found
    for server in dict.fromkeys(found):
        server.stop(signal.SIGKILL)


def test_two_processes_on_one_database(servers):
    first, second = servers
    path = first.evening(depth="tricks")
    with ExitStack() as stack:
        streams = [stack.enter_context(Stream(one, path)) for one in servers * 4]
        for stream in streams:
            stream.until(1)
        for after, server in enumerate([first, second, second, first, first, second], 1):
            status, _ = ask(server, f"{path}/entries", turned(after, entry_id=f"entry-{after:06}"))
            assert status == 200
            for stream in streams:
                stream.until(after + 1)
        for stream in streams:
            assert stream.seen == sorted(set(stream.seen))
    for server in servers:
        assert len(server.entries(path)) == 7


def test_two_processes_and_two_hands(servers):
    """Two phones enter at once, each through its own process."""
    first, second = servers
    path = first.evening(depth="tricks")
    with Stream(first, path) as one, Stream(second, path) as other:
        with Hands(first, path) as hands, Hands(second, path, "cd") as more:
            hands.until(20), more.until(20)
        assert not hands.failures and not more.failures
        log = log_of(first, path)
        one.until(len(log)), other.until(len(log))
    hands.check(log)
    more.check(log)


@pytest.mark.sqlite
def test_the_disk_is_full_during_play(server):
    """The entry is refused with a message; with free space again the same tap counts once."""
    server.start()
    path = server.evening(depth="tricks")
    (worker,) = children(server.process.pid)
    fields = turned(1, entry_id="when-full-000")
    with Stream(server, path) as stream:
        stream.until(1)
        was = resource.prlimit(worker, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        for _ in range(3):
            status, text = ask(server, f"{path}/entries", fields)
            assert status == 503 and "nothing was written" in text
        assert len(log_of(server, path)) == 1 and stream.seen == [1]
        resource.prlimit(worker, resource.RLIMIT_FSIZE, was)
        for _ in range(3):
            assert ask(server, f"{path}/entries", fields)[0] == 200
        stream.until(2)
        assert stream.seen == [1, 2]
    assert log_of(server, path)[1:] == ["when-full-000"]
    assert server.stop() == 0
    assert "Traceback" not in server.err


@pytest.mark.slow
def test_the_database_is_restarted_during_play(tmp_path):
    """Two servers refuse entries with a message until the database is back."""
    with closing(Postgres()) as database, ExitStack() as stack:
        address = database.schema()
        servers = [Server(tmp_path / name, database=address) for name in ("one", "two")]
        for server in servers:
            stack.callback(server.stop, signal.SIGKILL)
            server.start()
        path = servers[0].evening(depth="tricks")
        for after in (1, 3):
            fields = turned(after, entry_id=f"entry-{after:06}")
            database.stop(signal.SIGINT if after % 4 == 1 else signal.SIGQUIT)
            status, text = ask(servers[0], f"{path}/entries", fields)
            assert status == 503 and "cannot be reached right now" in text
            with pytest.raises(HTTPError, match="503"):
                urlopen(f"{servers[1].url}/healthz", timeout=LONG)
            database.start()
            give_up = time.monotonic() + LONG
            while ask(servers[0], f"{path}/entries", fields)[0] != 200:
                assert time.monotonic() < give_up
                time.sleep(0.05)
            # The streams ended. Connect again, as pages do.
            with Stream(servers[0], path) as one, Stream(servers[1], path) as other:
                one.until(after + 1), other.until(after + 1)
                more = turned(after + 1, entry_id=f"entry-{after + 1:06}")
                assert ask(servers[1], f"{path}/entries", more)[0] == 200
                one.until(after + 2), other.until(after + 2)
        assert log_of(servers[0], path)[1:] == [f"entry-{after:06}" for after in range(1, 5)]
        for server in servers:
            assert server.stop() == 0 and "Traceback" not in server.err
