"""Broken, cut or combined requests for a server, as bytes."""

import re
import socket

from tests.fuzz import mutations

STATUS = re.compile(rb"^HTTP/1\.[01] (\d{3})", re.M)
_FIELDS = b"kind=turned-up&piece=6&after=1&entry_id=fuzz-0001"
_JSON = b'{"entry":{"kind":"turned-up","piece":"6"},"after":1,"entry_id":"fuzz-0002"}'
_PART = b'--fuzz\r\nContent-Disposition: form-data; name="kind"\r\n\r\nturned-up\r\n--fuzz--\r\n'
_BODIES = [
    (b"application/x-www-form-urlencoded", _FIELDS),
    (b"application/json", _JSON),
    (b"multipart/form-data; boundary=fuzz", _PART),
]
_LINES = [
    b"Transfer-Encoding: chunked", b"Transfer-Encoding: xchunked", b"Transfer-Encoding: chunked, identity", b"Transfer-Encoding:\x0bchunked",
    b"Content-Length: 0", b"Content-Length: 5", b"Content-Length: 99999", b"Content-Length: -1", b"Content-Length: +5", b"Content-Length: 5, 5",
    b"Content-Length: 99999999999999999999", b"Content-Length", b": empty", b" folded: yes", b"Host: a", b"Host:", b"X-Long: " + b"a" * 9000,
    b"X-Nul: a\x00b", b"X-High: \xff\xfe", b"X\xff: a", b"X Y: a", b"Expect: 100-continue", b"Upgrade: websocket\r\nConnection: Upgrade", b"Upgrade: h2c",
    b"Connection: close, keep-alive", b"Cookie: " + b"a=b; " * 1500, b"Cookie: companion=\xff", b"Sec-Fetch-Site: \xff", b"Accept: \x01",
    b"\n", b"\r", b"", b"Content-Encoding: gzip", b"Range: bytes=0-0,-1,5-2", b"Date: x", b"Content-Type: a\r\nContent-Type: b",
]  # fmt: skip
_FIRST = [
    b"GET", b"get / HTTP/1.1", b"GET /", b"GET / HTTP/0.9", b"GET / HTTP/2.0", b"GET / HTTP/1.1 x", b"GET  / HTTP/1.1", b"\x16\x03\x01\x02\x00",
    b"PRI * HTTP/2.0", b"CONNECT localhost:80 HTTP/1.1", b"OPTIONS * HTTP/1.1", b"GET http://localhost/ HTTP/1.1", b"GET http://[/ HTTP/1.1",
    b"GET //example.org/ HTTP/1.1", b"GET /\xff HTTP/1.1", b"GET /%00 HTTP/1.1", b"GET /%zz?% HTTP/1.1", b"GET /" + b"a" * 3000 + b" HTTP/1.1",
    b"GET ?a HTTP/1.1", b"GET #a HTTP/1.1", b"\r\n\r\nGET / HTTP/1.1", b"PROXY TCP4 1.2.3.4 1.2.3.4 1 1", b"GET\t/\tHTTP/1.1", b"", b"X" * 70000,
]  # fmt: skip


def message(rng, path):
    """Return the bytes to send to the table at this path."""
    kind, body = rng.choice(_BODIES)
    lines = [b"POST %s/entries HTTP/1.1" % path, b"Host: localhost", b"Content-Type: " + kind]
    if rng.random() < 0.5:
        lines.append(b"Content-Length: %d" % len(body))
    else:
        lines.append(b"Transfer-Encoding: chunked")
        half = rng.randrange(1, len(body))
        sizes = rng.choice(
            [
                (b"%x", b"0"),
                (b"%x;a=b", b"0"),
                (b"0%x", b"00"),
                (b"-%x", b"0"),
                (b"%xg", b""),
                (b"%x" + b"0" * 17, b"0"),
            ]
        )
        parts = [
            sizes[0] % len(one) + b"\r\n" + one + b"\r\n" for one in (body[:half], body[half:])
        ]
        body = b"".join(parts) + sizes[1] + b"\r\n\r\n"
    if rng.random() < 0.3:
        lines[0] = rng.choice(_FIRST)
    for _ in range(rng.choice((0, 0, 1, 1, 2, 60))):
        lines.insert(rng.randrange(1, len(lines) + 1), rng.choice(_LINES))
    found = rng.choice([b"\r\n"] * 8 + [b"\n", b"\r"]).join([*lines, b"", b""]) + body
    if rng.random() < 0.4:
        found = mutations.octets(rng, found)
    if rng.random() < 0.1:
        found += message(rng, path)
    return found


def statuses(port, sent, is_patient):
    """Send bytes; return the statuses of the responses, none if the server hangs up."""
    with socket.create_connection(("127.0.0.1", port), 20) as connection:
        try:
            connection.sendall(sent)
            if not is_patient:
                return []
            connection.shutdown(socket.SHUT_WR)
            found = b"".join(iter(lambda: connection.recv(65536), b""))
        except TimeoutError:
            raise
        except OSError:  # the server closed the connection
            return []
    return [int(status) for status in STATUS.findall(found)]
