"""Requests that no browser sends, to a real server: unread streams, cut bodies, broken lines."""

import json
import re
import select
import socket
import sys
import time
from contextlib import suppress
from http.client import HTTPConnection

import pytest

from companion.store import keys
from companion.tables import Limits, live
from tests.browser import phone
from tests.browser.phone import Server

pytestmark = pytest.mark.server

MORE_THAN_ALLOWED = Limits().streams + Limits().streams // 2
BET = {"kind": "declared", "player": "Bob", "choice": "play"}
FORM = b"kind=declared&player=Bob&choice=play&after=2&entry_id=cut-off-1"
JSON = json.dumps({"entry": BET, "after": 2, "entry_id": "cut-off-2"}).encode()
PART = b'--XX\r\nContent-Disposition: form-data; name="%b"\r\n\r\n%b\r\n'
PARTS = b"".join(PART % tuple(field.split(b"=")) for field in FORM.split(b"&")) + b"--XX--\r\n"
OF_A_FORM = b"Content-Type: application/x-www-form-urlencoded"
IN_CHUNKS = OF_A_FORM + b"\r\nTransfer-Encoding: chunked"
NOT_WHOLE = {
    "form": (OF_A_FORM + b"\r\nContent-Length: 64", FORM),
    "JSON": (b"Content-Type: application/json\r\nContent-Length: 500", JSON),
    "parts": (b"Content-Type: multipart/form-data; boundary=XX\r\nContent-Length: 900", PARTS),
}
CHUNKS = {
    "whole": b"%x\r\n%b\r\n0\r\n\r\n" % (len(FORM), FORM),
    "not whole": b"ff\r\n" + FORM,
    "size": b"zz\r\n" + FORM,
    "none yet": b"",
}
IMPATIENT = (
    "import sys; from companion.serving import gunicorn; gunicorn.STALLED = 2; "
    "from companion.web import bodies; bodies.PATIENCE = 1; "
    "from companion.__main__ import main; sys.exit(main())"
)
"""A server that waits one second for a form, and two for a stalled connection."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One server for all tests. It must log nothing and keep running."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(phone, "COMPANION", [sys.executable, "-c", IMPATIENT])
        server = Server(tmp_path_factory.mktemp("instance")).start()
    yield server
    server.stop()
    assert server.err == ""


def send(server, sent):
    """Send some bytes and return the response."""
    with socket.create_connection(("127.0.0.1", server.port), 20) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        with suppress(ConnectionResetError):  # closed before every byte was read
            while some := connection.recv(65536):
                answer += some
    return answer


def status(answer):
    return int(answer.split()[1])


def test_closed_streams_do_not_count(server):
    path = server.evening()
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
    for _ in range(MORE_THAN_ALLOWED):
        connection.request("HEAD", f"{path}/live")
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200
    connection.close()
    for _ in range(MORE_THAN_ALLOWED):
        with socket.create_connection(("127.0.0.1", server.port), 20) as cut:
            cut.sendall(f"GET {path}/live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    give_up = time.monotonic() + live.PULSE + 20
    while True:
        listening = HTTPConnection("127.0.0.1", server.port, timeout=20)
        listening.request("GET", f"{path}/live")
        answer = listening.getresponse()
        listening.close()
        if answer.status == 200:
            break
        assert time.monotonic() < give_up, "the streams still count as open"
        time.sleep(0.1)


def test_incomplete_forms_are_not_entered(server):
    path = server.evening("up 6", depth="tricks")
    begin = f"POST {path}/entries HTTP/1.1\r\nHost: localhost\r\n".encode()
    for what, (headers, body) in NOT_WHOLE.items():
        assert status(send(server, begin + headers + b"\r\n\r\n" + body)) == 400, what
        assert len(server.entries(path)) == 2, what
    whole = begin + OF_A_FORM + b"\r\nContent-Length: %d\r\n\r\n" % len(FORM) + FORM
    assert status(send(server, whole)) == 303
    assert len(server.entries(path)) == 3


def test_chunked_bodies_are_refused(server):
    path = server.evening("up 6", depth="tricks")
    begin = f"POST {path}/entries HTTP/1.1\r\nHost: localhost\r\n".encode()
    for what, chunks in CHUNKS.items():
        answer = send(server, begin + IN_CHUNKS + b"\r\n\r\n" + chunks)
        assert status(answer) == 411 and b"Nothing was saved" in answer, what
        assert len(server.entries(path)) == 2, what


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: " + 8000 * "x", 200),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: " + 9000 * "x", 431),
        ("GET / HTTP/1.1\r\nHost: localhost" + 60 * "\r\nX-Many: x", 431),
        ("GET /" + 3000 * "x" + " HTTP/1.1\r\nHost: localhost", 414),
        ("GET / HTTP/9.9", 400),
        ("nothing at all", 400),
    ],
    ids=["large", "too large", "too many", "too long", "version", "line"],
)
def test_request_heads_are_limited(server, line, answer):
    assert status(send(server, f"{line}\r\n\r\n".encode())) == answer


def test_connection_survives_an_unread_body(server):
    body = b"POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
    answers = send(server, body + 1_000_000 * b"x" + b"GET / HTTP/1.0\r\n\r\n")
    assert b"HTTP/1.1 404" in answers and b"HTTP/1.0 200" in answers


@pytest.mark.slow
@pytest.mark.parametrize("trickles", [False, True])
def test_a_stalled_body_times_out(server, trickles):
    path = server.evening("up 6", depth="tricks")
    begin = f"POST {path}/entries HTTP/1.1\r\nHost: localhost\r\n".encode()
    with socket.create_connection(("127.0.0.1", server.port)) as slow:
        slow.settimeout(0.1)
        slow.sendall(begin + OF_A_FORM + b"\r\nContent-Length: 5000\r\n\r\n" + FORM)
        answer, give_up = b"", time.monotonic() + 20
        while b"</html>" not in answer:
            assert time.monotonic() < give_up, "the server waits for ever"
            if trickles and not answer:
                slow.sendall(b"&")
            try:
                some = slow.recv(65536)
            except TimeoutError:
                continue
            assert some, "the connection is closed without an answer"
            answer += some
        assert status(answer) == 408 and b"Nothing was saved" in answer
        slow.settimeout(20)
        with suppress(ConnectionResetError):  # closed before every byte was read
            assert slow.recv(1) == b""
    assert len(server.entries(path)) == 2


def test_an_unread_answer_closes_the_connection(server):
    page = send(server, b"GET / HTTP/1.0\r\n\r\n").decode()
    (style,) = re.findall(r"/static/app\.\w+\.css", page)
    asked = 200 * f"GET {style} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with socket.socket() as asking:
        asking.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        asking.settimeout(20)
        asking.connect(("127.0.0.1", server.port))
        asking.sendall(asked)
        ended = select.poll()
        ended.register(asking, 0)
        assert ended.poll(20_000), "the server keeps the connection for ever"


def test_malformed_requests_are_not_logged(server):
    path = server.evening("up 6")
    token = keys.host_token(server.instance)
    length = b"POST /j HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc"
    for line in (
        f"GET {path} HTTP/9.9\r\n\r\n",
        f"GET {path} \x01 {path}\r\n\r\n",
        f"GET / HTTP/1.1\r\nNo Name{path}: x\r\n\r\n",
        f"G\x01T /host/{token} HTTP/1.1\r\n\r\n",
        f"GET\x01{path.replace('/', '%2F')} HTTP/1.1\r\n\r\n",
        f"{length.decode()}code=ABCDEF&x\r\n\r\n",
    ):
        send(server, line.encode())
    # The fixture checks that nothing is logged. Thousands of lines would fill the disk.


HOSTS = {
    "loo.local:8080": "loo.local:8080",
    "raspberrypi": "raspberrypi",
    "192.168.1.20:8000": "192.168.1.20:8000",
    "[fd00::1]:8000": "[fd00::1]:8000",
    "Known.example": "Known.example",
    "evil.example": None,
    "evil.example:80@localhost": None,
    "<x>": None,
    47 * "x." + "local": 47 * "x." + "local",
    48 * "x." + "local": None,
    "": None,
}


def test_links_show_only_known_hosts(tmp_path):
    server = Server(tmp_path, "--allow-host", "known.example").start()
    try:
        path = server.evening()
        for asked, named in HOSTS.items():
            request = f"GET {path}/people HTTP/1.1\r\nHost: {asked}\r\nConnection: close\r\n\r\n"
            page = send(server, request.encode()).decode()
            own = f"127.0.0.1:{server.port}"
            assert status(page) == 200, asked
            assert f">http://{named or own}{path}<" in page, asked
            assert named or asked == "" or asked not in page, asked
    finally:
        server.stop()


def test_links_begin_with_the_public_address(tmp_path):
    server = Server(tmp_path, "--public-url", "https://loo.example.org").start()
    try:
        path = server.evening("up 6", depth="tricks")
        page = send(server, f"GET {path}/people HTTP/1.0\r\n\r\n".encode()).decode()
        assert f">https://loo.example.org{path}<" in page and "127.0.0.1" not in page
        begin = f"POST {path}/entries HTTP/1.0\r\nContent-Length: {len(FORM)}\r\n".encode()
        for origin, answer in ((b"https://evil.example", 403), (b"https://loo.example.org", 303)):
            asked = begin + OF_A_FORM + b"\r\nOrigin: " + origin + b"\r\n\r\n" + FORM
            assert status(send(server, asked)) == answer
    finally:
        server.stop()
    assert "https://loo.example.org/host/" in server.out
