"""The JSON interface: its routes, and its errors as problem documents (RFC 9457).

`POST /e/<key>/entries` uses `ToProgram` if the request's headers ask for JSON."""

from typing import Any

import msgspec
from flask import Blueprint, Response, current_app, request

from companion.errors import AmbiguousMeld, EntryError, MalformedEntry, RevokeProven
from companion.evening import AnyEntry, Evening
from companion.evening.entries import FormatFault, NotInFormat, not_in_format
from companion.facts import AnyFact, PlainFact
from companion.store import TableAccess
from companion.tables import Submitted
from companion.tables.table_facts import EnteredAlready
from companion.web.access import evening_of, opened_evening, tables
from companion.web.addresses import url_for
from companion.web.api.documents import Problem, table_state
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
    """Return whether to answer an error with a problem document.

    Programs get one, and so does everyone who has sent no form and asks for no page.
    """
    is_of_page = request.method in SAFE and not request.path.endswith((".json", ".csv"))
    is_form = request.mimetype in FORMS
    return wants_json() or not (is_of_page or is_form or wants_page())


def wants_page() -> bool:
    """Return whether the request's headers are those of a browser."""
    return "HX-Request" in request.headers or any(
        kind == "text/html" for kind, _quality in request.accept_mimetypes
    )


def problem(status: int, title: str, detail: str, code: str = "", **more: Any) -> Response:
    """Return an error as a response. By default, its code depends on the status."""
    code = code or CODES.get(status, "bad-request" if status < 500 else "server")
    document = Problem(f"urn:companion:problem:{code}", title, status, code, detail, **more)
    return Response(msgspec.json.encode(document), status, mimetype=MEDIA_TYPE)


def reason_of(fact: AnyFact) -> str:
    """Return the id of a fact without names and numbers, like `host-only`; "" for others."""
    return fact.name.lower().replace("_", "-") if isinstance(fact, PlainFact) else ""


def refused(error: EntryError, entry: AnyEntry | None = None, **more: Any) -> Response:
    """Return why an entry, or what was sent instead of one, is refused."""
    fact = error.fact
    if entry is None and isinstance(fact, NotInFormat):
        is_unread = fact.fault in (FormatFault.NO_JSON, FormatFault.TOO_DEEP)
        return problem(
            400 if is_unread else 422,
            _("That could not be read"),
            say(fact),
            str(fact.fault),
            field=fact.field,
            expected=expected_there(fact),
        )
    title, code = _("The entry was refused"), str(error.rule)
    return problem(422, title, say(fact), code, reason=reason_of(fact), entry=entry, **more)


bp = Blueprint("api", __name__)

_requests: msgspec.json.Decoder[EntryRequest] = msgspec.json.Decoder(EntryRequest)


@bp.get("/e/<key>/state.json")
def state(key: str) -> Response:
    return _state(*opened_evening(key))


class ToProgram:
    """The responses to an entry sent as JSON: the state after it, or a problem."""

    def __init__(self) -> None:
        self._entry: AnyEntry | None = None

    def sent(self) -> EntryRequest:
        try:
            sent = _requests.decode(request.get_data())
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise MalformedEntry(not_in_format(error)) from error
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
        return _not_saved(say(fact), "conflict")


def _not_saved(detail: str, code: str) -> Response:
    return problem(409, _("The entry was not saved"), detail, code)


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
    return Response(body, mimetype=JSON)
