"""An evening to take along: the record file, its results as JSON, and rows for a spreadsheet."""

import json
from collections.abc import Callable
from functools import partial

from flask import Blueprint, Response, make_response, render_template

from companion.evening import Evening
from companion.evening.record import Record, dumps
from companion.evening.replay import report
from companion.evening.seal import Seals, shown
from companion.evening.spreadsheets import (
    DEAL_COLUMNS,
    LEDGER_COLUMNS,
    csv_file,
    deal_rows,
    ledger_rows,
)
from companion.store import TableAccess
from companion.web.access import opened, reading, tables
from companion.wording import say

bp = Blueprint("downloads", __name__, url_prefix="/e/<key>")


@bp.get("/download")
def ways(key: str) -> Response:
    """What can be downloaded, and what each file is good for."""
    return make_response(render_template("evening/download.html", info=opened(key).info))


@bp.get("/record.json")
def record(key: str) -> Response:
    """The evening as a record file."""
    table = opened(key)
    evenings = tables().evenings
    length = evenings.evening(table.info.id).length
    with tables().readers.turn(table.info.id, length) as aside:
        entries = tuple(evenings.entries(table.info.id))
        record = Record(table.info.name, table.info.opened_at, entries)
        content = aside(lambda: dumps(record))
    return _file(table, content, "application/json", "evening-{day}.json")


@bp.get("/replay.json")
def results(key: str) -> Response:
    """What follows from the evening, as `companion replay` prints it."""
    table = opened(key)

    def content(evening: Evening, seal: str) -> bytes:
        found = report(evening, (), say, Seals(seal, seal))
        return json.dumps(found, ensure_ascii=False, indent=1).encode() + b"\n"

    with reading(table) as (evening, aside):
        seal = shown(tables().evenings.log.seal(table.info.id, evening.length))
        file = aside(partial(content, evening, seal))
    return _file(table, file, "application/json", "results-{day}.json")


@bp.get("/deals.csv")
def deals(key: str) -> Response:
    """The settled deals, a row for each player dealt in."""
    table = opened(key)
    content = _worked_out(table, lambda evening: csv_file(DEAL_COLUMNS, deal_rows(evening.state)))
    return _file(table, content, "text/csv", "deals-{day}.csv")


@bp.get("/ledger.csv")
def ledger(key: str) -> Response:
    """Every booked line, a row each."""
    table = opened(key)
    content = _worked_out(
        table, lambda evening: csv_file(LEDGER_COLUMNS, ledger_rows(evening.state))
    )
    return _file(table, content, "text/csv", "ledger-{day}.csv")


def _worked_out(table: TableAccess, work: Callable[[Evening], bytes]) -> bytes:
    """Return what pure work makes of an evening, while other tables go on."""
    with reading(table) as (evening, aside):
        return aside(partial(work, evening))


def _file(table: TableAccess, content: bytes, mimetype: str, name: str) -> Response:
    answer = make_response(content)
    answer.content_type = f"{mimetype}; charset=utf-8"
    filename = name.format(day=table.info.opened_at[:10])
    answer.headers.set("Content-Disposition", "attachment", filename=filename)
    return answer
