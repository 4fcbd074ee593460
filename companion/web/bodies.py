"""The bodies of requests: taken whole, or not at all.

A phone that leaves the network half way sends half a form, and half of `6-5` is `6`. The server
hands on what has arrived, so what was announced is compared with it here.
"""

from collections.abc import Iterable
from typing import IO
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.wsgi import get_content_length


class Body:
    """The body of a request. `OSError`, which Werkzeug answers with 400, if it is not whole."""

    def __init__(self, stream: IO[bytes], length: int | None) -> None:
        """`length` is what was announced; None if it comes in chunks, which end by themselves."""
        self._stream = stream
        self._missing = length or 0

    def read(self, size: int = -1) -> bytes:
        """Return at most so many bytes of it; none at its end."""
        try:
            data = self._stream.read(size)
        except Exception as error:  # each server has its own errors for malformed chunks
            raise OSError("the body is malformed") from error
        if not data and size and self._missing > 0:
            raise OSError("the body was cut off")
        self._missing -= len(data)
        return data


class WholeBodies:
    """A WSGI app whose requests have whole bodies."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        environ["wsgi.input"] = Body(environ["wsgi.input"], get_content_length(environ))
        return self._app(environ, start_response)
