"""Read the bodies of requests, completely and within a time limit."""

import time
from typing import Any

import flask
from flask import Flask
from werkzeug import formparser
from werkzeug.exceptions import BadRequest, LengthRequired, RequestTimeout
from werkzeug.wsgi import get_content_length

from companion.web.request_queue import Loop

PATIENCE = 20
"""Seconds allowed for a small body."""
PIECE = 16 * 1024
SLOWEST = 20_000
"""Bytes per second. A larger body gets additional time at this rate."""
LARGEST_FORM = 64 * 1024
"""Maximum size of a form in bytes. An import may be larger."""
APART = (None, "imports.import_file", "imports.from_spreadsheet", "imports.open_evening")
"""The endpoints whose bodies are not read before their views."""


class NamedParts(formparser.FormDataParser):
    """Form parser that refuses parts without a name, which Werkzeug accepts."""

    def parse(self, *args: Any, **options: Any) -> "formparser.t_parse_result":
        rest, fields, files = super().parse(*args, **options)
        if None in fields or None in files:
            for _, file in files.items(multi=True):
                file.close()
            raise BadRequest
        return rest, fields, files


class InPieces:
    """Body that yields to other requests after each large piece."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        data: bytes = self._stream.read(size)
        if len(data) >= PIECE:
            time.sleep(0)
        return data


class Request(flask.Request):
    """Request that refuses a truncated body: cut short, the piece `6-5` could be read as `6`."""

    form_data_parser_class = NamedParts
    # Plain values, which Flask would look up in its settings six times for each form.
    max_content_length = LARGEST_FORM
    max_form_memory_size = LARGEST_FORM
    max_form_parts = 1000

    def __init__(self, environ: dict[str, Any], *args: Any, **options: Any) -> None:
        # Gunicorn sets this flag even for truncated bodies. Without it, Werkzeug counts the bytes.
        environ.pop("wsgi.input_terminated", None)
        environ["wsgi.input"] = InPieces(environ["wsgi.input"])
        super().__init__(environ, *args, **options)


def read(request: flask.Request, app: Flask) -> None:
    """Read the body before rights are checked, since rights may change while a body arrives."""
    if "HTTP_TRANSFER_ENCODING" in request.environ:
        raise LengthRequired
    if request.method == "POST" and request.endpoint not in APART:
        read_body(request, app)


def read_body(request: flask.Request, app: Flask) -> None:
    """Read the whole body. Raises `RequestTimeout` if it does not arrive in time."""
    loop: Loop | None = app.extensions["loop"]
    if loop is None:
        request.get_data(parse_form_data=True)
        return
    length = get_content_length(request.environ) or 0
    with loop.limit(PATIENCE + length / SLOWEST, RequestTimeout()):
        request.get_data(parse_form_data=True)
