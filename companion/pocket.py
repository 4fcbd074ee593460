"""The companion in a browser: the app in a Web Worker that runs CPython (Pyodide), without a server.

The worker (`static/pocket/worker.js`) calls `Pocket.answer` for each request of the page, and writes the
data folder to the browser's storage before it sends the answer on.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from werkzeug.exceptions import InternalServerError
from werkzeug.test import create_environ, run_wsgi_app

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
        root = urlsplit(address).path
        self._address = address
        self._root = root.rstrip("/")
        self._jar = Path(folder) / "cookies.json"
        self._cookies = json.loads(self._jar.read_bytes()) if self._jar.exists() else {}
        self._cookies[ZONE] = zone
        names = json.loads(Path(__file__).with_name("static.json").read_bytes())
        self.app = create_app(
            Path(folder), public_url=address, features=POCKET, assets=names, root=root
        )
        # Only the newest copy from before an upgrade is kept: all are in memory.
        for copy in sorted(Path(folder, BACKUPS).glob("companion-before-*"))[:-1]:
            copy.unlink()

    def answer(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> Answer:
        """Return the app's response. `path` is that of the address, with the query."""
        environ = self._environ(method, path, headers, body)
        chunks, status, sent = run_wsgi_app(self.app.wsgi_app, environ, buffered=True)
        if cookies := sent.getlist("Set-Cookie"):
            self._keep(cookies)
        return int(status.partition(" ")[0]), list(sent), b"".join(chunks)

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
        place, _mark, query = path.removeprefix(self._root).partition("?")
        own = {
            # Werkzeug would read two slashes as the start of a host.
            "PATH_INFO": unquote(place, "latin-1"),
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self._cookies.items()),
            "REMOTE_ADDR": "127.0.0.1",
        }
        return create_environ(
            base_url=self._address,
            query_string=query,
            method=method,
            headers=dict(headers),
            data=bytes(body),  # from a view of the memory of the browser
            environ_overrides=own,
        )

    def _keep(self, sent: Iterable[str]) -> None:
        """Keep the cookies that a response sets, for a service worker cannot set any."""
        for header in sent:
            cookie, _mark, attributes = header.partition(";")
            name, _mark, value = cookie.partition("=")
            self._cookies[name] = value
            if "Max-Age=0" in attributes:
                del self._cookies[name]
        self._jar.write_text(json.dumps(self._cookies))
