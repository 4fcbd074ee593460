"""The companion in a browser: the app in a Web Worker that runs CPython (Pyodide), without a server.

The worker (`static/pocket/worker.js`) calls `Pocket.answer` for each request of the page, and writes the
data folder to the browser's storage before it sends the answer on.
"""

import io
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from werkzeug.exceptions import InternalServerError

from companion.store import StoreError
from companion.store.errors import StoreTrouble
from companion.store.sqlite.files import BACKUPS
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
        self._site = urlsplit(address)
        self._root = self._site.path.rstrip("/")
        self._jar = Path(folder) / "cookies.json"
        self._cookies = json.loads(self._jar.read_bytes()) if self._jar.exists() else {}
        self._cookies[ZONE] = zone
        names = json.loads(Path(__file__).with_name("static.json").read_bytes())
        self.app = create_app(
            Path(folder), public_url=address, features=POCKET, assets=names, root=self._site.path
        )
        # Only the newest copy from before an upgrade is kept: the folder is in memory.
        for copy in sorted(Path(folder, BACKUPS).glob("companion-before-*"))[:-1]:
            copy.unlink()

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
        if cookies := [value for name, value in sent if name == "Set-Cookie"]:
            self._keep(cookies)
        return status, sent, content

    def refused(self, method: str, path: str, headers: Mapping[str, str], is_full: bool) -> Answer:
        """Return the response to a request whose changes could not be kept."""
        error = StoreError(StoreTrouble("full", "", "")) if is_full else InternalServerError()
        with self.app.request_context(self._environ(method, path, headers, b"")):
            self.app.preprocess_request()
            response = self.app.finalize_request(self.app.handle_user_exception(error))
        return response.status_code, list(response.headers), response.get_data()

    def _environ(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes
    ) -> dict[str, Any]:
        path, _mark, query = path.partition("?")
        sent = {f"HTTP_{name.upper().replace('-', '_')}": text for name, text in headers.items()}
        return {
            **sent,
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": unquote(self._root, "latin-1"),
            "PATH_INFO": unquote(path.removeprefix(self._root), "latin-1"),
            "QUERY_STRING": query,
            "CONTENT_TYPE": sent.get("HTTP_CONTENT_TYPE", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_HOST": self._site.netloc,
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self._cookies.items()),
            "REMOTE_ADDR": "127.0.0.1",
            "SERVER_NAME": self._site.hostname,
            "SERVER_PORT": str(self._site.port or 443),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": self._site.scheme,
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }

    def _keep(self, sent: Iterable[str]) -> None:
        """Keep the cookies that a response sets, for a service worker cannot set any."""
        for header in sent:
            cookie, _mark, attributes = header.partition(";")
            name, _mark, value = cookie.partition("=")
            self._cookies[name] = value
            if "Max-Age=0" in attributes:
                del self._cookies[name]
        self._jar.write_text(json.dumps(self._cookies))
