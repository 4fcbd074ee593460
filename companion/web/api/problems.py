"""Errors of the JSON interface, as problem documents (RFC 9457)."""

from typing import Any

import msgspec
from flask import Response, request

from companion.errors import AmbiguousMeld, EntryError, RevokeProven
from companion.evening import AnyEntry
from companion.evening.entries import FormatFault, NotInFormat
from companion.evening.game_session import GameSession
from companion.web.api.documents import Problem
from companion.wording import say
from companion.wording.evening.records import expected_there
from companion.wording.languages import _

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
    """Return whether the request says that it comes from a browser."""
    return "HX-Request" in request.headers or any(
        kind == "text/html" for kind, _quality in request.accept_mimetypes
    )


def problem(status: int, title: str, detail: str, code: str = "", **more: Any) -> Response:
    """Return an error as an answer; its code is by default that of the status."""
    code = code or CODES.get(status, "bad-request" if status < 500 else "server")
    found = Problem(f"urn:companion:problem:{code}", title, status, code, detail, **more)
    return Response(msgspec.json.encode(found), status, mimetype=MEDIA_TYPE)


def refusal(error: EntryError, entry: AnyEntry | None, session: GameSession | None) -> Response:
    """Return the answer to an entry that the rules refuse, with the game on the table if any."""
    return problem(
        422,
        _("The entry was refused"),
        say(error.fact),
        str(error.rule),
        authority=session.authority(error.rule) if session else None,
        entry=entry,
        proofs=error.proofs if isinstance(error, RevokeProven) else (),
        ways=error.ways if isinstance(error, AmbiguousMeld) else (),
    )


def malformed(fact: NotInFormat) -> Response:
    """Return the answer to JSON that is not an entry: the wrong field, and what was expected."""
    status = 400 if fact.fault in (FormatFault.NO_JSON, FormatFault.TOO_DEEP) else 422
    title, expected = _("That could not be read"), expected_there(fact)
    code = str(fact.fault)
    return problem(status, title, say(fact), code, field=fact.field, expected=expected)
