"""The bodies of requests: taken whole and in time, or not at all.

A phone that leaves the network half way sends half a form, and half of `6-5` is `6`. The server
hands on what has arrived, so what was announced is compared with it here. And whoever sends half
and then waits holds a connection, of which the server has only so many.
"""

import socket
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import flask
from werkzeug import formparser
from werkzeug.exceptions import BadRequest, RequestTimeout, TooManyRequests
from werkzeug.wsgi import get_content_length

from companion.tables import Limits
from companion.tables.budgets import network

PATIENCE = 20
"""Seconds in which a small body has to arrive."""
SLOWEST = 20_000
"""Bytes a second: a larger body has so much more time."""


class Body:
    """The body of a request. `OSError`, which Werkzeug answers with 400, if it is not whole."""

    def __init__(
        self,
        environ: WSGIEnvironment,
        arriving: "dict[Body, None]",
        most: int,
    ) -> None:
        """`arriving` holds the bodies that are waited for; `most` of them from one address."""
        length = get_content_length(environ) or 0
        self._stream = environ["wsgi.input"]
        self._socket: socket.socket | None = environ.get("gunicorn.socket")
        self._network = network(environ.get("REMOTE_ADDR", ""))
        self._missing = length
        self._due = time.monotonic() + PATIENCE + length / SLOWEST
        self._is_late = False
        self._arriving = arriving
        self._most = most

    def read(self, size: int = -1) -> bytes:
        """Return at most so many bytes of it; none at its end.

        Raises `RequestTimeout` if it does not arrive in time, and `TooManyRequests`, without
        waiting, if too many of its address are waited for.
        """
        if sum(other._network == self._network for other in tuple(self._arriving)) >= self._most:
            raise TooManyRequests(retry_after=PATIENCE)
        self._arriving[self] = None
        try:
            data: bytes = self._stream.read(size)
        except Exception as error:  # each server has its own for a connection that has gone
            if self._is_late:
                raise RequestTimeout from error
            raise OSError("the body was cut off") from error
        finally:
            del self._arriving[self]
        self._missing -= len(data)
        if self._is_late and (self._missing > 0 or not data):
            raise RequestTimeout
        if not data and size and self._missing > 0:
            raise OSError("the body was cut off")
        if self._missing > 0:
            time.sleep(0)  # what comes fast keeps nobody else waiting
        return data

    def end_if_late(self) -> None:
        """Wake who waits for it, if its time is over. An answer can still be sent."""
        if self._socket is not None and time.monotonic() > self._due:
            self._is_late = True
            with suppress(OSError):  # the phone has gone
                self._socket.shutdown(socket.SHUT_RD)


class NamedParts(formparser.FormDataParser):
    """Reads forms; `BadRequest` where a part of one has no name, which Werkzeug lets pass."""

    def parse(self, *args: Any, **options: Any) -> "formparser.t_parse_result":
        """Return what is left of the body, its fields and its files."""
        rest, fields, files = super().parse(*args, **options)
        if None in fields or None in files:
            for _, file in files.items(multi=True):
                file.close()
            raise BadRequest
        return rest, fields, files


class Request(flask.Request):
    """A request in whose forms every field has a name."""

    form_data_parser_class = NamedParts


class WholeBodies:
    """A WSGI app whose requests have whole bodies."""

    def __init__(
        self,
        app: WSGIApplication,
        most: int = Limits().arriving,
    ) -> None:
        """`most` bodies of one address are waited for at once."""
        self._app = app
        self._most = most
        self._arriving: dict[Body, None] = {}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        environ["wsgi.input"] = Body(environ, self._arriving, self._most)
        return self._app(environ, start_response)

    def end_late(self) -> None:
        """End the bodies whose time is over; to be called every second.

        A timeout of the socket would begin anew with every byte.
        """
        for body in tuple(self._arriving):
            body.end_if_late()
