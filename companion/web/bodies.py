"""The bodies of requests: taken whole and in time, or not at all."""

import time
from typing import Any

import flask
from flask import Flask, current_app, request
from werkzeug import formparser
from werkzeug.exceptions import BadRequest, LengthRequired, RequestTimeout
from werkzeug.wsgi import get_content_length

from companion.web.turns import Loop

PATIENCE = 20
"""Seconds in which a small body has to arrive."""
PIECE = 16 * 1024
SLOWEST = 20_000
"""Bytes a second: a larger body has so much more time."""


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


class InPieces:
    """A body that lets others run after each large piece."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes, at most `size`."""
        data: bytes = self._stream.read(size)
        if len(data) >= PIECE:
            time.sleep(0)
        return data


class Request(flask.Request):
    """A request whose body is as long as announced: half of `6-5` is `6`."""

    form_data_parser_class = NamedParts

    def __init__(self, environ: dict[str, Any], *args: Any, **options: Any) -> None:
        # Gunicorn says so of each body, also of one that was cut off. Without it Werkzeug counts.
        environ.pop("wsgi.input_terminated", None)
        environ["wsgi.input"] = InPieces(environ["wsgi.input"])
        super().__init__(environ, *args, **options)


def read_body() -> None:
    """Read the whole body. Raises `RequestTimeout` if it does not arrive in time."""
    loop: Loop | None = current_app.extensions["loop"]
    if loop is None:
        request.get_data(parse_form_data=True)
        return
    length = get_content_length(request.environ) or 0
    with loop.limit(PATIENCE + length / SLOWEST, RequestTimeout()):
        request.get_data(parse_form_data=True)


def init_app(app: Flask, loop: Loop | None, *apart: str) -> None:
    """Read bodies before anything else is done: rights can be taken away while they arrive.

    The views `apart` read theirs themselves.
    """
    app.request_class = Request
    app.extensions["loop"] = loop

    @app.before_request
    def read() -> None:
        if "Transfer-Encoding" in request.headers:
            raise LengthRequired
        if request.method == "POST" and request.endpoint not in (None, *apart):
            read_body()
