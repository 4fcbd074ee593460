"""Routes of the JSON interface. `POST /e/<key>/entries` leads here by header."""

from typing import Any

import msgspec
from flask import Blueprint, Response, request

from companion.errors import AmbiguousMeld, EntryError, MalformedEntry, RevokeProven
from companion.evening import AnyEntry, Evening
from companion.evening.entries import FormatFault, NotInFormat, not_in_format
from companion.facts import AnyFact
from companion.store import TableAccess
from companion.tables import Submitted
from companion.tables.table_facts import EnteredAlready
from companion.web.access import evening_of, opened_evening, tables
from companion.web.api import problems
from companion.web.api.documents import EntryRequest, table_state
from companion.web.api.openapi import description
from companion.web.forms import Sent
from companion.wording import say
from companion.wording.evening.records import expected_there
from companion.wording.languages import _

bp = Blueprint("api", __name__)

_requests: msgspec.json.Decoder[EntryRequest] = msgspec.json.Decoder(EntryRequest)


@bp.get("/e/<key>/state.json")
def state(key: str) -> Response:
    return _state(*opened_evening(key))


class ToProgram:
    """The answers to an entry sent as JSON: the state after it, or a problem."""

    def __init__(self) -> None:
        self._entry: AnyEntry | None = None

    def sent(self) -> Sent:
        try:
            sent = _requests.decode(request.get_data())
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise MalformedEntry(not_in_format(error)) from error
        self._entry = sent.entry
        return Sent(sent.entry, sent.after, sent.entry_id, sent.sure)

    def entered(self, access: TableAccess, entered: Submitted) -> Response:
        return _state(access, entered.evening)

    def refused(self, access: TableAccess, error: EntryError) -> Response:
        fact, session = error.fact, evening_of(access).state.session
        if self._entry is None and isinstance(fact, NotInFormat):
            is_unread = fact.fault in (FormatFault.NO_JSON, FormatFault.TOO_DEEP)
            return problems.problem(
                400 if is_unread else 422,
                _("That could not be read"),
                say(fact),
                str(fact.fault),
                field=fact.field,
                expected=expected_there(fact),
            )
        return problems.problem(
            422,
            _("The entry was refused"),
            say(fact),
            str(error.rule),
            authority=session.authority(error.rule) if session else None,
            entry=self._entry,
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
    return problems.problem(409, _("The entry was not saved"), detail, code)


@bp.get("/openapi.json")
def openapi() -> dict[str, Any]:
    return description()


def _state(access: TableAccess, evening: Evening) -> Response:
    body = msgspec.json.encode(table_state(tables(), access, evening))
    return Response(body, mimetype=problems.JSON)
