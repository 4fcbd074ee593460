"""The JSON interface: its routes, and its errors as problem documents (RFC 9457).

`POST /e/<key>/entries` uses `ToProgram` for an entry sent as JSON."""

from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Response, abort, current_app, request

from companion.errors import AmbiguousMeld, EntryError, MalformedEntry, RevokeProven
from companion.evening import AnyEntry, Evening
from companion.evening.entries import FormatFault, NotInFormat, not_in_format
from companion.facts import AnyFact, PlainFact
from companion.store import TableAccess
from companion.tables import RecordRefused, Submitted
from companion.tables.table_facts import EnteredAlready
from companion.web.access import evening_of, opened_evening, tables
from companion.web.addresses import link, url_for
from companion.web.api.documents import Opened, Problem, table_state
from companion.web.api.openapi import STYLES, description, page
from companion.web.entry_request import EntryRequest
from companion.web.security import SAFE
from companion.wording import say
from companion.wording.evening.records import expected_there
from companion.wording.languages import _

MEDIA_TYPE = "application/problem+json"
JSON = "application/json"
LINES = "application/x-ndjson"
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
CODES = {
    400: "bad-request",
    403: "denied",
    404: "not-found",
    405: "method-not-allowed",
    408: "too-slow",
    411: "no-length",
    413: "too-large",
    415: "wrong-content-type",
    422: "unreadable",
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
    return not accepts.accept_html and any(map(accepts.quality, (JSON, LINES, MEDIA_TYPE)))


def wants_problem() -> bool:
    """Return whether the request comes from a program, or is neither a form nor for a page."""
    is_of_page = request.method in SAFE and not request.path.endswith((".json", ".csv"))
    return wants_json() or not (is_of_page or request.mimetype in FORMS or wants_page())


def wants_page() -> bool:
    """Return whether the request's headers are those of a browser."""
    return "HX-Request" in request.headers or "text/html" in request.accept_mimetypes.values()


def problem(status: int, title: str, why: str | AnyFact, code: str = "", **more: Any) -> Response:
    """Return an error as a response. By default, its code depends on the status."""
    code = code or CODES.get(status, "bad-request" if status < 500 else "server")
    reason = why.name.lower().replace("_", "-") if isinstance(why, PlainFact) else ""
    detail = why if isinstance(why, str) else say(why)
    document = Problem(f"urn:companion:problem:{code}", title, status, code, detail, reason, **more)
    return Response(msgspec.json.encode(document), status, mimetype=MEDIA_TYPE)


def refused(error: EntryError, entry: AnyEntry | None = None, **more: Any) -> Response:
    """Return why an entry, or what was sent instead of one, is refused."""
    fact = error.fact
    if entry is None and isinstance(fact, NotInFormat):
        status = 400 if fact.fault in (FormatFault.NO_JSON, FormatFault.TOO_DEEP) else 422
        title, there = _("That could not be read"), expected_there(fact)
        return problem(status, title, fact, str(fact.fault), field=fact.field, expected=there)
    if isinstance(error, RecordRefused):
        entry, more["field"] = error.entry, error.field
    return problem(422, _("The entry was refused"), fact, str(error.rule), entry=entry, **more)


bp = Blueprint("api", __name__)

T = TypeVar("T")


def read_json(kind: type[T]) -> T:
    """Return the JSON that was sent. Raises `MalformedEntry` if it is of another kind."""
    if request.mimetype != JSON:
        abort(415)
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedEntry(not_in_format(error)) from error


def content_id() -> str:
    """Return an id of the body. It is the same if a program sends it again, `entry_id` and all."""
    return sha256(request.get_data()).hexdigest()[:32]


def created(access: TableAccess, endpoint: str) -> Response:
    """Return the links of an evening or a group that a program has opened."""
    join, watch = (link(endpoint, key=key) for key in (access.info.key, access.watch_key))
    body = msgspec.json.encode(Opened(access.info.name, join, watch))
    return Response(body, 201, {"Location": join}, mimetype=JSON)


def for_all_sites(watches: bool, answer: Response) -> Response:
    """Let pages of other sites read an answer to a watch link. They cannot send our cookies with it."""
    if watches:
        answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer


@bp.get("/e/<key>/state.json")
def state(key: str) -> Response:
    return _state(*opened_evening(key))


class ToProgram:
    """The responses to an entry sent as JSON: the state after it, or a problem."""

    def __init__(self) -> None:
        self._entry: AnyEntry | None = None

    def sent(self) -> EntryRequest:
        sent = read_json(EntryRequest)
        self._entry = sent.entry
        return sent

    def entered(self, access: TableAccess, entered: Submitted) -> Response:
        return _state(access, entered.evening)

    def refused(self, access: TableAccess, error: EntryError) -> Response:
        session = evening_of(access).state.session
        return refused(
            error,
            self._entry,
            authority=session.authority(error.rule) if session else None,
            proofs=error.proofs if isinstance(error, RevokeProven) else (),
            ways=error.ways if isinstance(error, AmbiguousMeld) else (),
        )

    def unsure(self, access: TableAccess) -> Response:
        detail = _("Another device made that entry. Send `sure` to undo it anyway.")
        return _not_saved(detail, "unsure")

    def outdated(self, access: TableAccess, fact: AnyFact | None) -> Response:
        if isinstance(fact, EnteredAlready):
            return _state(access, evening_of(access))
        if fact is None:
            detail = _("Another entry has this entry_id. Choose a new one for each entry.")
            return _not_saved(detail, "reused-id")
        return _not_saved(fact, "conflict")


def _not_saved(why: str | AnyFact, code: str) -> Response:
    return problem(409, _("The entry was not saved"), why, code)


@bp.get("/openapi.json")
def openapi() -> dict[str, Any]:
    return description()


@bp.get("/docs")
def docs() -> str:
    """The description as a page to read."""
    static = current_app.extensions["assets"]
    return page(tuple(map(static.url, STYLES)), url_for("home.index"))


def _state(access: TableAccess, evening: Evening) -> Response:
    body = msgspec.json.encode(table_state(tables(), access, evening))
    return for_all_sites(access.info.watches, Response(body, mimetype=JSON))
