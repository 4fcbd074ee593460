"""Errors of the JSON interface, as problem documents (RFC 9457)."""

from typing import Any

import msgspec
from flask import Response, request

from companion.web.api.documents import Problem

MEDIA_TYPE = "application/problem+json"
JSON = "application/json"
CODES = {
    400: "bad-request",
    403: "denied",
    404: "not-found",
    405: "method-not-allowed",
    408: "too-slow",
    411: "no-length",
    413: "too-large",
    415: "wrong-content-type",
    429: "too-many",
    500: "server",
    503: "store",
}
"""Codes by status, for errors without a rule."""


def wants_json() -> bool:
    """Return whether the request comes from a program, not a browser."""
    if request.mimetype == JSON or request.path.endswith("/state.json"):
        return True
    accepts = request.accept_mimetypes
    return accepts.accept_json and not accepts.accept_html


def wants_page() -> bool:
    """Return whether the request's headers are those of a browser."""
    return "HX-Request" in request.headers or any(
        kind == "text/html" for kind, _quality in request.accept_mimetypes
    )


def problem(status: int, title: str, detail: str, code: str = "", **more: Any) -> Response:
    """Return an error as a response; by default its code is derived from the status."""
    code = code or CODES.get(status, "bad-request" if status < 500 else "server")
    found = Problem(f"urn:companion:problem:{code}", title, status, code, detail, **more)
    return Response(msgspec.json.encode(found), status, mimetype=MEDIA_TYPE)
