"""What is refused before it begins: at once, and without reading much of what was sent.

Such an answer is worked out once and kept. It says the same to everyone, in the server's language,
and ends the connection: whoever goes on has to come again.
"""

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, abort, request
from werkzeug.exceptions import TooManyRequests
from werkzeug.test import create_environ, run_wsgi_app

ENDS = "companion.ends"
"""In the environment of a request: its connection is to be closed, whatever else was sent on it."""
PAUSE = 20
"""Seconds after which to try again, where too much was asked at once."""
_STATUS = "companion.refused"
_NOT_KEPT = ("set-cookie", "date")

Asker = tuple[str, str] | None
"""The header by which the app knows who asks."""
_HTMX: Asker = ("HX-Request", "true")
_PROGRAM: Asker = ("Accept", "application/json")
_BROWSER: Asker = None
Kept = tuple[str, list[tuple[str, str]], bytes]


class Refusals:
    """Answers refusals, as a page, a note for htmx, or a problem for programs."""

    def __init__(self, app: WSGIApplication) -> None:
        """`app` words them (`init_app`)."""
        self._app = app
        self._kept: dict[tuple[int, Asker], Kept] = {}

    def answer(
        self, status: int, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Answer a request with an error."""
        asker = _asker(environ)
        kept = self._kept.get((status, asker))
        if kept is None:
            kept = self._kept[status, asker] = self._worded(status, asker)
        environ[ENDS] = True
        line, answered, body = kept
        start_response(line, list(answered))
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]

    def _worded(self, status: int, asker: Asker) -> Kept:
        asked = create_environ(headers=dict([asker] if asker else []))
        asked[_STATUS] = status
        parts, line, answered = run_wsgi_app(self._app, asked, buffered=True)
        kept = [(name, value) for name, value in answered if name.lower() not in _NOT_KEPT]
        return line, kept, b"".join(parts)


def _asker(environ: WSGIEnvironment) -> Asker:
    """Return who asks, without parsing anything."""
    if "HTTP_HX_REQUEST" in environ:
        return _HTMX
    accept = environ.get("HTTP_ACCEPT", "")
    is_program = (
        environ.get("CONTENT_TYPE", "").startswith("application/json")
        or environ["PATH_INFO"].endswith("/state.json")
        or ("application/json" in accept and "text/html" not in accept)
    )
    return _PROGRAM if is_program else _BROWSER


def init_app(app: Flask) -> None:
    """Word the refusals as all errors are."""

    @app.before_request
    def refuse() -> None:
        status = request.environ.get(_STATUS)
        if status == TooManyRequests.code:
            raise TooManyRequests(retry_after=PAUSE)
        if status:
            abort(status)
