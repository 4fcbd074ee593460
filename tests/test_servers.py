"""Two servers on one database, behind an nginx that alternates between them."""

import json
import os
import signal
import time
from contextlib import ExitStack, closing
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest

from companion.store import keys
from tests.browser.phone import QUIET, Server, children, free_port, launch
from tests.postgres import Postgres
from tests.test_proxy import IN, NAME, Nginx, news, on_the_page

pytestmark = pytest.mark.slow


class NginxOfTwo(Nginx):
    """The nginx of docs/nginx.conf, for two servers."""

    def __init__(self, folder, servers):
        self.servers = servers
        super().__init__(folder, servers[0])

    def given(self, name, changes):
        both = "".join(f"server 127.0.0.1:{one.port};" for one in self.servers)
        return on_the_page(name, {"server 127.0.0.1:8000;": both, **changes})


@pytest.fixture
def servers(tmp_path, database):
    """Two servers, each with its own data folder, as on two machines."""
    options = ("--behind-proxy", "--public-url", f"https://{NAME}", "--allow-host", NAME)
    options = (*options, "--budget", "evenings=3")
    found = [Server(tmp_path / name, *options, database=database).start() for name in ("a", "b")]
    yield found
    for server in found:
        server.stop()


@pytest.fixture
def proxy(tmp_path, servers):
    proxy = NginxOfTwo(tmp_path, servers).start()
    yield proxy
    proxy.stop()


class Stays(HTTPRedirectHandler):
    """Follows no redirect."""

    def redirect_request(self, *_):
        return None


ONCE = build_opener(Stays())


class Phone:
    """A browser that keeps its cookie, behind the proxy."""

    def __init__(self, proxy):
        self.proxy = proxy
        self.cookie = {}

    def ask(self, method, path, fields=None):
        headers = {"Origin": f"https://{self.proxy.host}", **self.cookie}
        answer = self.proxy.ask(method, path, fields, **headers)
        if sent := answer.headers["Set-Cookie"]:
            self.cookie = {"Cookie": sent.partition(";")[0]}
        return answer

    def enter(self, table, after, **entry):
        fields = {**entry, "after": after, "entry_id": f"entry-{after:04}"}
        return self.ask("POST", f"{table}/entries", fields).status


def test_both_servers_recognize_a_phone(proxy, servers):
    """Sessions, hosts, links, codes and the host link are the same on both servers."""
    path = servers[0].evening("up 6", *IN, depth="tricks")
    host, guest = Phone(proxy), Phone(proxy)
    token, other = (keys.host_token(server.instance) for server in servers)
    assert token == other
    host.ask("POST", f"/host/{token}")
    for _ in range(4):
        assert host.ask("GET", f"{path}/people").status == 200
        assert "Become the host" not in host.ask("GET", f"{path}/more").text
    # From now on only the host records, on both servers at once.
    host.ask("POST", f"{path}/people/rules", {"records": "host"})
    for _ in range(4):
        assert guest.enter(path, 6, kind="trick-won", player="Bob") == 403
    for after in range(6, 10):
        assert host.enter(path, after, kind="trick-won", player="Bob") in (200, 303)
    assert len(json.loads(host.ask("GET", f"{path}/record.json").text)["entries"]) == 10


def test_an_entry_on_one_server_appears_on_the_other(proxy, servers):
    path = servers[0].evening("up 6", *IN, depth="tricks")
    with ExitStack() as streams:
        told = []
        for _ in servers:
            connection, answer = proxy.listen(path)
            streams.callback(connection.close)
            told.append(answer)
            assert news(answer).startswith("id: 6\n")
        for after in range(6, 10):
            assert proxy.enter(path, after).status == 303
            assert all(news(answer).startswith(f"id: {after + 1}\n") for answer in told)


def test_a_replaced_link_ends_the_streams_of_all_servers_within_a_second(proxy, servers):
    path = servers[0].evening("up 6", *IN, depth="tricks")
    host = Phone(proxy)
    host.ask("POST", f"/host/{keys.host_token(servers[0].instance)}")
    with ExitStack() as streams:
        answers = []
        for _ in servers:
            connection, answer = proxy.listen(path)
            streams.callback(connection.close)
            answers.append(answer)
            assert news(answer).startswith("id: 6\n")
        assert host.ask("POST", f"{path}/people/replace", {"link": "record"}).status == 303
        replaced = time.monotonic()
        assert all("event: gone" in news(answer) for answer in answers)
        assert time.monotonic() - replaced < 1


def test_a_replaced_link_ends_a_stream_of_another_process_on_the_file(tmp_path):
    with ExitStack() as ending:
        server = Server(tmp_path, database="").start()
        ending.callback(server.stop)
        path = server.evening("up 6", *IN, depth="tricks")
        answer = ending.enter_context(QUIET.open(f"{server.url}{path}/live", timeout=20))
        assert news(answer).startswith("id: 6\n")
        store = ending.enter_context(closing(server.store()))
        store.access.replace(store.log.find(path.removeprefix("/e/")).id, "record")
        replaced = time.monotonic()
        assert "event: gone" in news(answer)
        assert time.monotonic() - replaced < 1


def test_servers_share_a_budget(servers):
    """Requests alternate, with the header of a proxy: loopback itself has no budget."""
    statuses = []
    for number in range(5):
        fields = {"name": "N", "seat": ["Ann", "Bob"], "dealer": "1", "do": "open"}
        body = urlencode({**fields, "entry_id": f"evening-{number:06}"}, doseq=True).encode()
        said = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https"}
        url = f"{servers[number % 2].url}/evenings/new"
        try:
            with ONCE.open(Request(url, body, {**said, "X-Forwarded-Host": NAME})) as answer:
                statuses.append(answer.status)
        except HTTPError as error:
            with error:
                statuses.append(error.code)
    assert statuses == [303, 303, 303, 429, 429]


def health(server):
    try:
        with QUIET.open(f"{server.url}/healthz", timeout=20) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()
    except OSError as error:  # the connection ended with the killed worker
        return 0, str(error)


def until(answer, act, *arguments):
    give_up = time.monotonic() + 30
    while (found := act(*arguments)) != answer:
        assert time.monotonic() < give_up, found
        time.sleep(0.1)


def won(after):
    """Return the form of a tap."""
    entry_id = f"entry-{after:04}"
    return {"kind": "trick-won", "player": "Bob", "after": after, "entry_id": entry_id}


AWAY = 503, "The database cannot be reached right now. Try again in a moment.\n"


def test_a_worker_without_the_database_waits_for_it(tmp_path):
    """gunicorn would exit if the worker failed to start."""
    with closing(Postgres()) as postgres:
        server = Server(tmp_path, database=postgres.schema()).start()
        try:
            path = server.evening("up 6", *IN, depth="tricks")
            postgres.stop()
            (worker,) = children(server.process.pid)
            os.kill(worker, signal.SIGKILL)
            until(AWAY, health, server)
            assert children(server.process.pid) not in ([], [worker])
            assert server.post(f"{path}/entries", won(6)) == 503
            postgres.start()
            until(200, server.post, f"{path}/entries", won(6))
            assert len(server.entries(path)) == 7
        finally:
            assert server.stop() == 0


def test_a_database_that_is_read_only_for_a_while(tmp_path):
    """Pages are shown, and each server says why it refuses entries."""
    with closing(Postgres()) as postgres:
        here = postgres.schema()
        server = Server(tmp_path / "a", database=here).start()

        def change(setting):
            writing = f"{here}%20-cdefault_transaction_read_only%3Doff"
            postgres.execute(f"alter system {setting}", writing)
            postgres.execute("select pg_reload_conf()", writing)

        try:
            path = server.evening("up 6", *IN, depth="tricks")
            assert server.post(f"{path}/entries", won(6)) == 200
            change("set default_transaction_read_only = on")
            until(503, lambda: health(server)[0])
            said = health(server)[1]
            assert "can only be read" in said
            assert server.post(f"{path}/entries", won(7)) == 503
            assert len(server.entries(path)) == 7
            another = launch(tmp_path / "b", "--port", str(free_port()), "--database", here)
            _, why = another.communicate(timeout=30)
            assert (another.returncode, why) == (2, said)
            change("reset default_transaction_read_only")
            until(200, server.post, f"{path}/entries", won(7))
            assert health(server)[0] == 200 and len(server.entries(path)) == 8
        finally:
            assert server.stop() == 0


def test_one_server_survives_the_other(proxy, servers):
    path = servers[0].evening("up 6", *IN, depth="tricks")
    servers[0].stop(signal.SIGKILL)
    for after in range(6, 10):
        assert proxy.enter(path, after).status in (303, 502)
        assert proxy.enter(path, after).status == 303  # the same entry_id counts once
    entries = json.loads(proxy.ask("GET", f"{path}/record.json").text)["entries"]
    assert len(entries) == 10
