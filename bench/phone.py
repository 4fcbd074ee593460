"""A connection that sends requests like a browser with htmx."""

import gzip
import re
import secrets
import socket
from urllib.parse import urlencode

import brotli
from msgspec import Struct

from bench.dealing import fields_of
from companion.evening import AnyEntry

_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
_ENCODING = re.compile(rb"\r\ncontent-encoding: (\w+)", re.IGNORECASE)
_COOKIE = re.compile(rb"\r\nset-cookie: ([^;\r]+)", re.IGNORECASE)
_DECODE = {b"br": brotli.decompress, b"gzip": gzip.decompress}


class Answer(Struct, frozen=True):
    """A response from the server."""

    head: bytes
    body: bytes
    """The body as sent, perhaps compressed."""

    @property
    def status(self) -> int:
        return int(self.head[9:12])

    def text(self) -> str:
        encoding = _ENCODING.search(self.head)
        return (_DECODE[encoding[1]](self.body) if encoding else self.body).decode()


class Phone:
    """A connection that is kept open, with its cookie."""

    def __init__(
        self, port: int, accepts: str = "gzip, br", source: str = "127.0.0.1", cookie: str = ""
    ) -> None:
        self.cookie = cookie
        self.socket = socket.create_connection(
            ("127.0.0.1", port), timeout=20, source_address=(source, 0)
        )
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._common = f"Host: 127.0.0.1:{port}\r\nAccept-Encoding: {accepts}\r\n"

    def close(self) -> None:
        self.socket.close()

    def get(self, path: str) -> Answer:
        return self._checked(path, self.ask("GET", path))

    def post(self, path: str, fields: dict[str, str]) -> Answer:
        return self._checked(path, self.ask("POST", path, fields))

    def enter(self, key: str, entry: AnyEntry, after: int) -> Answer:
        """Enter something in an evening whose log has `after` entries."""
        fields = fields_of(entry, after, secrets.token_urlsafe(9))
        return self.post(f"/e/{key}/entries", fields)

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> Answer:
        """Send a request and return the response, whatever its status."""
        body = urlencode(fields or {}).encode()
        headers = ""
        if fields:
            headers = (
                "HX-Request: true\r\nSec-Fetch-Site: same-origin\r\n"
                "Content-Type: application/x-www-form-urlencoded\r\n"
                f"Content-Length: {len(body)}\r\n"
            )
        self.send(method, path, headers, body)
        answer = self._read()
        if cookie := _COOKIE.search(answer.head):
            self.cookie = cookie[1].decode()
        return answer

    def send(self, method: str, path: str, headers: str = "", body: bytes = b"") -> None:
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        head = f"{method} {path} HTTP/1.1\r\n{self._common}{cookie}{headers}\r\n"
        self.socket.sendall(head.encode() + body)

    def more(self) -> bytes:
        """Return the next bytes. Raises `ConnectionError` at the end."""
        received = self.socket.recv(1 << 16)
        if not received:
            raise ConnectionError("the server closed the connection")
        return received

    def _read(self) -> Answer:
        received = b""
        while b"\r\n\r\n" not in received:
            received += self.more()
        head, end, body = received.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        if length is None:
            raise ConnectionError("an answer has no length")
        while len(body) < int(length[1]):
            body += self.more()
        return Answer(head + end, body)

    def _checked(self, path: str, answer: Answer) -> Answer:
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}: {answer.text()}")
        return answer
