"""The companion in a browser: the app in a Web Worker that runs CPython (Pyodide), without a server.

The worker (`static/pocket/worker.js`) calls `Pocket.answer` for each request of the page, and writes the
data folder to the browser's storage before it sends the answer on.
"""

import io
import json
import sys
from collections.abc import Iterable, Mapping
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from companion.store import StoreError
from companion.store.errors import StoreTrouble
from companion.tables.features import POCKET
from companion.web import create_app
from companion.web.preferences import ZONE

Answer = tuple[int, list[tuple[str, str]], bytes]
"""Status, headers and body of a response."""


class Pocket:
    """The app with the cookies of its only phone."""

    def __init__(self, folder: str, address: str, zone: str) -> None:
        """Open the database in `folder`. Raises `StoreError`.

        `address` is that of the pocket's folder on the web, with a slash at its end. `zone` names the
        phone's time zone.
        """
        site = urlsplit(address)
        self._script_name = site.path.rstrip("/")
        self._host = site.netloc
        self._scheme = site.scheme
        self._jar = Path(folder) / "cookies.json"
        self._cookies: dict[str, str] = {}
        if self._jar.exists():
            self._cookies = json.loads(self._jar.read_bytes())
        self._cookies[ZONE] = zone
        names = json.loads(Path(__file__).with_name("static.json").read_bytes())
        self.app = create_app(
            Path(folder), public_url=address, features=POCKET, assets=names, root=site.path
        )

    def answer(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> Answer:
        """Return the app's response. `path` is that of the address, with the query."""
        started: list[Any] = []

        def start_response(status: str, sent: list[tuple[str, str]], *_error: object) -> None:
            started[:] = int(status.partition(" ")[0]), sent

        environ = self._environ(method, path, headers, body)
        chunks: Iterable[bytes] = self.app.wsgi_app(environ, start_response)  # type: ignore[arg-type]
        try:
            content = b"".join(chunks)
        finally:
            if close := getattr(chunks, "close", None):
                close()
        status, sent = started
        self._keep(value for name, value in sent if name == "Set-Cookie")
        return status, [one for one in sent if one[0] != "Set-Cookie"], content

    def refused(self, path: str) -> Answer:
        """Return the page that says that the browser's storage could not be written."""
        fact = StoreTrouble("full", "", "")
        with self.app.request_context(self._environ("GET", path, {}, b"")):
            response = self.app.handle_user_exception(StoreError(fact))
            made = self.app.make_response(response)
        return made.status_code, list(made.headers), made.get_data()

    def _environ(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes
    ) -> dict[str, Any]:
        path, _mark, query = path.partition("?")
        sent = {name.upper().replace("-", "_"): value for name, value in headers.items()}
        return {
            **{f"HTTP_{name}": value for name, value in sent.items()},
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": self._script_name,
            "PATH_INFO": unquote(path.removeprefix(self._script_name), "latin-1"),
            "QUERY_STRING": query,
            "CONTENT_TYPE": sent.get("CONTENT_TYPE", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_HOST": self._host,
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self._cookies.items()),
            "REMOTE_ADDR": "127.0.0.1",
            "SERVER_NAME": self._host.partition(":")[0],
            "SERVER_PORT": self._host.partition(":")[2] or "443",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": self._scheme,
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }

    def _keep(self, sent: Iterable[str]) -> None:
        """Keep the cookies that a response sets, for a service worker cannot set any."""
        before = dict(self._cookies)
        for header in sent:
            for name, cookie in SimpleCookie(header).items():
                if cookie["max-age"] == "0":
                    self._cookies.pop(name, None)
                else:
                    self._cookies[name] = cookie.value
        if self._cookies != before:
            self._jar.write_text(json.dumps(self._cookies))
