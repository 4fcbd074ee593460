"""The server behind nginx and Caddy, with the configurations of docs/."""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPSConnection
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request

import pytest

from companion.tables import Limits
from tests.browser.phone import CHECKOUT, QUIET, Server, free_port

pytestmark = pytest.mark.server

# The same paths as in tools/setup.
NGINX = ("nginx", "/usr/sbin/nginx", str(CHECKOUT / ".venv/nginx/usr/sbin/nginx"))
CADDY = ("caddy", str(CHECKOUT / ".venv/caddy/usr/bin/caddy"))
NAME = "loo.example.org"
AROUND = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/companion.conf;
}}
"""
IN = ("Bob in", "Cat in", "Dan in", "Ann in")
TRICK = {"kind": "trick-won", "player": "Bob"}


def on_the_page(name, changes):
    """Return a configuration of docs/, with replacements."""
    given = (CHECKOUT / "docs" / name).read_text()
    for there, here in changes.items():
        assert given.count(there) == 1, there
        given = given.replace(there, here)
    return given


class Proxy:
    """A proxy with TLS in front of a server, at free ports."""

    def __init__(self, folder, server):
        self.folder = folder
        self.server = server
        self.http = free_port()
        self.https = next(port for port in iter(free_port, None) if port != self.http)
        self.tls = ssl.create_default_context(cafile=self._certificate())
        self.process = None

    def _certificate(self):
        names = f"subjectAltName=DNS:{NAME}"
        command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out cert.pem"
        command = [*command.split(), "-subj", f"/CN={NAME}", "-addext", names]
        subprocess.run(command, cwd=self.folder, check=True, capture_output=True)
        return self.folder / "cert.pem"

    def given(self, name, changes):
        """Return a configuration of docs/ with the ports and files of this test."""
        return on_the_page(name, {"127.0.0.1:8000": f"127.0.0.1:{self.server.port}", **changes})

    def start(self):
        program, *arguments = self.command()
        found = next((path for name in program if (path := shutil.which(name))), None)
        if found is None:
            pytest.fail(
                f"No {program[0]} was found. `tools/setup slow` installs it.", pytrace=False
            )
        self.process = subprocess.Popen(
            [found, *arguments],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "HOME": str(self.folder)},
        )
        give_up = time.monotonic() + 20
        while time.monotonic() < give_up:
            if self.process.poll() is not None:
                raise AssertionError(f"it did not start: {self.process.stderr.read()}")
            try:
                socket.create_connection(("127.0.0.1", self.https)).close()
                return self
            except ConnectionError:
                time.sleep(0.02)
        raise AssertionError("it does not answer")

    def stop(self):
        self.process.terminate()
        _, self.err = self.process.communicate(timeout=20)

    @property
    def host(self):
        return f"{NAME}:{self.https}"

    def connect(self, source="127.0.0.1"):
        """Connect to the proxy by its name, from an address of this machine."""
        there = socket.create_connection(("127.0.0.1", self.https), 20, (source, 0))
        connection = HTTPSConnection(NAME, self.https, context=self.tls)
        connection.sock = self.tls.wrap_socket(there, server_hostname=NAME)
        return connection

    def ask(self, method, path, fields=None, source="127.0.0.1", **headers):
        """Send a request; return the response and its body."""
        body = urlencode(fields) if isinstance(fields, dict) else fields
        if isinstance(fields, dict):
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        connection = self.connect(source)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            answer.text = answer.read().decode()
            return answer
        finally:
            connection.close()

    def enter(self, path, after, fields=None, **headers):
        said = {**(fields or TRICK), "after": after, "entry_id": f"proxied-{after:04}"}
        return self.ask("POST", f"{path}/entries", said, **headers)

    def listen(self, path, source="127.0.0.1", **headers):
        """Open a stream; return the connection and the unread response."""
        connection = self.connect(source)
        connection.request("GET", f"{path}/live", headers=headers)
        return connection, connection.getresponse()


class Nginx(Proxy):
    def command(self):
        changes = {
            "listen 80;": f"listen 127.0.0.1:{self.http};",
            "listen 443 ssl": f"listen 127.0.0.1:{self.https} ssl",
            f"/etc/letsencrypt/live/{NAME}/fullchain.pem": f"{self.folder}/cert.pem",
            f"/etc/letsencrypt/live/{NAME}/privkey.pem": f"{self.folder}/key.pem",
        }
        (self.folder / "companion.conf").write_text(self.given("nginx.conf", changes))
        user = "user root;" if os.geteuid() == 0 else ""  # it must read the folder of this test
        (self.folder / "nginx.conf").write_text(AROUND.format(user=user, folder=self.folder))
        return NGINX, "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")


class Caddy(Proxy):
    def command(self):
        ports = f"admin off\nhttp_port {self.http}\nhttps_port {self.https}\n"
        tls = f"tls {self.folder}/cert.pem {self.folder}/key.pem"
        changes = {
            "    servers {": f"{ports}    servers {{",
            f"{{$LOO_DOMAIN:{NAME}}} {{": f"{NAME} {{\nbind 127.0.0.1\n{tls}",
        }
        (self.folder / "Caddyfile").write_text(self.given("Caddyfile", changes))
        return CADDY, "run", "--config", str(self.folder / "Caddyfile")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(
        tmp_path_factory.mktemp("behind"), "--behind-proxy", "--allow-host", NAME
    ).start()
    yield server
    server.stop()


@pytest.fixture(scope="module", params=[Nginx, pytest.param(Caddy, marks=pytest.mark.slow)])
def proxy(request, tmp_path_factory, server):
    proxy = request.param(tmp_path_factory.mktemp("proxy"), server).start()
    yield proxy
    proxy.stop()


@pytest.fixture
def path(server):
    return server.evening("up 6", *IN, depth="tricks")


def event(answer):
    """Return the next event of a stream."""
    lines = []
    while (line := answer.readline().decode()) not in ("\n", ""):
        lines.append(line)
    return "".join(lines)


def news(answer):
    """Return the next event that is not a pulse."""
    while (found := event(answer)).startswith("event: pulse"):
        pass
    return found


def test_plain_http_leads_to_https(proxy):
    connection = HTTPConnection("127.0.0.1", proxy.http)
    connection.request("GET", "/e/abc?x=1", headers={"Host": NAME})
    answer = connection.getresponse()
    assert answer.status in (301, 308)
    assert re.fullmatch(rf"https://{NAME}(:{proxy.https})?/e/abc\?x=1", answer.headers["Location"])
    connection.close()


def test_the_headers_of_a_page(proxy, path):
    answer = proxy.ask("GET", path)
    assert answer.status == 200
    assert "max-age" in answer.headers["Strict-Transport-Security"]
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    cookie = answer.headers["Set-Cookie"]
    assert all(word in cookie for word in ("Secure", "HttpOnly", "SameSite=Lax"))


def test_links_use_the_address_of_the_proxy(proxy, path):
    cookie = proxy.ask("GET", path).headers["Set-Cookie"].partition(";")[0]
    text = proxy.ask("GET", f"{path}/people", Cookie=cookie).text
    assert f"https://{proxy.host}{path}" in text
    assert "http://" not in text.replace("http://www.w3.org", "")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec_Fetch_Site": "same-origin"}, 303),
        ({"Origin": "https://{}"}, 303),
        ({"Origin": f"https://{NAME}"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        # The proxy overwrites a header that the phone sends itself.
        ({"Origin": "https://evil.example", "X_Forwarded_Host": "evil.example"}, 403),
    ],
    ids=str,
)
def test_the_check_of_the_origin(proxy, path, headers, status):
    headers = {name: value.format(proxy.host) for name, value in headers.items()}
    assert proxy.enter(path, 6, **headers).status == status


def test_links_show_only_allowed_hosts(proxy, path):
    text = proxy.ask("GET", f"{path}/people", Host="evil.example").text
    # Caddy sends an empty response for any name but its own.
    assert (path in text or not text) and "evil.example" not in text


def test_a_stream_is_not_held_back(proxy, server, path):
    connection, answer = proxy.listen(path, **{"Accept-Encoding": "gzip, br"})
    assert answer.status == 200 and not answer.headers["Content-Encoding"]
    assert event(answer).startswith("event: pulse")
    assert news(answer).startswith("id: 6\n")
    for after in (6, 7, 8):
        assert proxy.enter(path, after).status == 303
        assert news(answer).startswith(f"id: {after + 1}\n")
    connection.close()
    connection, answer = proxy.listen(path, **{"Last-Event-ID": "7"})
    assert news(answer).startswith("id: 9\n")
    connection.close()


def test_each_address_has_its_own_limit(proxy, path):
    """The limit applies to the phone's address, not to the proxy's or one in the phone's header."""
    streams = []
    try:
        for number in range(Limits().streams):
            headers = {"X-Forwarded-For": f"192.0.2.{number}"}
            connection, answer = proxy.listen(path, "127.0.0.2", **headers)
            streams.append(connection)
            assert answer.status == 200
        connection, answer = proxy.listen(path, "127.0.0.2")
        streams.append(connection)
        assert answer.status == 429 and int(answer.headers["Retry-After"])
        connection, answer = proxy.listen(path, "127.0.0.3")
        streams.append(connection)
        assert answer.status == 200
    finally:
        for connection in streams:
            connection.close()


def test_limits_of_size(proxy, path):
    answer = proxy.enter(path, 6, {"kind": "turned-up", "piece": "6" * 70_000})
    assert answer.status == 413 and "Content-Security-Policy" in answer.headers
    for _attempt in range(3):
        # A proxy may hang up before a body that it refuses is sent.
        with suppress(ssl.SSLEOFError, BrokenPipeError):
            assert proxy.ask("POST", "/records", b"x" * 18_000_000).status == 413
            return
    raise AssertionError("the refusal could not be read")


def test_when_the_server_is_away(proxy, server, path):
    """The page does not mistake the proxy's error page for a response from the server."""
    server.stop()
    try:
        answer = proxy.ask("GET", path)
        assert answer.status == 502 and "Content-Security-Policy" not in answer.headers
    finally:
        server.start()
    assert proxy.ask("GET", path).status == 200


def test_an_entry_through_the_proxy(proxy, server, path):
    assert proxy.enter(path, 6).status == 303
    assert json.loads(proxy.ask("GET", f"{path}/record.json").text)["entries"][-1] == TRICK


def test_without_the_option_headers_are_ignored(tmp_path):
    server = Server(tmp_path).start()
    try:
        said = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}
        with QUIET.open(Request(server.url + "/", headers=said), timeout=10) as answer:
            assert "Secure" not in answer.headers["Set-Cookie"]
            assert "evil.example" not in answer.read().decode()
        path = server.evening("up 6", *IN, depth="tricks")
        said = {**said, "Origin": "https://evil.example"}
        request = Request(f"{server.url}{path}/entries", b"kind=trick-won", headers=said)
        with pytest.raises(HTTPError) as refused:
            QUIET.open(request, timeout=10)
        assert refused.value.code == 403
        refused.value.close()
    finally:
        server.stop()
