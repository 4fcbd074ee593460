"""Routes of the JSON interface. `POST /e/<key>/entries` and `/live` lead here by header."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
from flask import Blueprint, Response, request

from companion.errors import AmbiguousMeld, EntryError, MalformedEntry, RevokeProven
from companion.evening import AnyEntry, Evening
from companion.evening.entries import FormatFault, NotInFormat, not_in_format
from companion.facts import AnyFact
from companion.store import StoreError, TableAccess, UnknownEvening
from companion.tables import Submitted, Tables
from companion.tables.live import Listener, TooMany
from companion.tables.table_facts import EnteredAlready
from companion.web.access import evening_of, opened_evening, tables
from companion.web.api import problems
from companion.web.api.documents import EntryRequest, table_state
from companion.web.api.openapi import description
from companion.web.forms import Sent
from companion.wording import say
from companion.wording.evening.records import expected_there
from companion.wording.languages import _, language, using

bp = Blueprint("api", __name__)

LINES = "application/x-ndjson"
_POSITION = re.compile(r"[0-9]{1,9}")
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


def stream(access: TableAccess, listener: Listener) -> Response:
    """Return a stream of states, one a line, beginning after the position `after` in the query."""
    known = _POSITION.fullmatch(request.args.get("after", ""))
    seen = int(known[0]) if known else -1
    answer = Response(_lines(tables(), access, listener, seen, language()), mimetype=LINES)
    # Tell proxies not to buffer the stream.
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def _lines(
    all_tables: Tables, access: TableAccess, listener: Listener, seen: int, spoken: str
) -> Iterator[bytes]:
    with suppress(TooMany), listener:  # the program gets the reason with its next request
        yield b"\n"
        while not listener.is_over:
            listener.attend()
            try:
                evening = all_tables.evenings.evening(access.info.id)
                # Check rights now: the line before may have taken long.
                if listener.rights_moved():
                    before, access = access, all_tables.reopen(access)
                    if access != before:
                        seen = -1
                line = b""
                if evening.length != seen:
                    with using(spoken):
                        line = msgspec.json.encode(table_state(all_tables, access, evening))
            except (UnknownEvening, StoreError):
                return  # the program learns why when it asks again
            seen = evening.length
            # Free the memory while waiting.
            del evening
            yield line + b"\n"
            listener.wait()


@bp.get("/openapi.json")
def openapi() -> dict[str, Any]:
    return description()


def _state(access: TableAccess, evening: Evening) -> Response:
    body = msgspec.json.encode(table_state(tables(), access, evening))
    return Response(body, mimetype=problems.JSON)
