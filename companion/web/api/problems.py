"""Problem documents: every error of the JSON interface (RFC 9457)."""

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
"""The codes of errors that no rule stands behind, by status."""


def wants_json() -> bool:
    """Return whether a program asks, rather than a browser."""
    if request.mimetype == JSON or request.path.endswith("/state.json"):
        return True
    accepts = request.accept_mimetypes
    return accepts.accept_json and not accepts.accept_html


def wants_page() -> bool:
    """Return whether a browser asks: it says so, as a program that says nothing does not."""
    return "HX-Request" in request.headers or any(
        kind == "text/html" for kind, _quality in request.accept_mimetypes
    )


def answer(problem: Problem) -> Response:
    """Return a problem as an answer."""
    return Response(msgspec.json.encode(problem), problem.status, mimetype=MEDIA_TYPE)


def problem(status: int, title: str, detail: str, code: str = "") -> Response:
    """Return an answer that says why something was not done."""
    code = code or CODES.get(status, "bad-request" if status < 500 else "server")
    return answer(Problem(_type(code), title, status, code, detail))


def refusal(error: EntryError, entry: AnyEntry | None, session: GameSession | None) -> Response:
    """Return the answer to an entry that the rules refuse, in the game on the table if there is one."""
    code = str(error.rule)
    fact = error.fact
    return answer(
        Problem(
            type=_type(code),
            title=_("The entry was refused"),
            status=422,
            code=code,
            detail=say(fact),
            authority=session.authority(error.rule) if session else None,
            entry=entry,
            proofs=error.proofs if isinstance(error, RevokeProven) else (),
            ways=error.ways if isinstance(error, AmbiguousMeld) else (),
        )
    )


def malformed(fact: NotInFormat) -> Response:
    """Return the answer to JSON that is no entry: which field, and what was expected there."""
    status = 400 if fact.fault in (FormatFault.NO_JSON, FormatFault.TOO_DEEP) else 422
    code = str(fact.fault)
    return answer(
        Problem(
            type=_type(code),
            title=_("That could not be read"),
            status=status,
            code=code,
            detail=say(fact),
            field=fact.field,
            expected=expected_there(fact),
        )
    )


def _type(code: str) -> str:
    return f"urn:companion:problem:{code}"
