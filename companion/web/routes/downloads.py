"""An evening to take along: the record file, its results as JSON, and rows for a spreadsheet."""

from flask import Blueprint, Response, abort, make_response, render_template

from companion.evening import Evening, State
from companion.evening.record import Record, dumps
from companion.evening.replay import report, results_file
from companion.evening.seal import Seals, shown
from companion.evening.spreadsheets import (
    DEAL_COLUMNS,
    LEDGER_COLUMNS,
    csv_file,
    deal_rows,
    ledger_rows,
    size,
)
from companion.store import TableAccess
from companion.web.access import opened, tables
from companion.web.errors import page
from companion.wording import say
from companion.wording.languages import _

bp = Blueprint("downloads", __name__, url_prefix="/e/<key>")

MOST_LINES = 50_000
"""Lines of a file that is worked out: a thousand deals have ten thousand, and these take 200 MB at most."""


@bp.get("/download")
def ways(key: str) -> Response:
    """What can be downloaded, and what each file is good for."""
    return make_response(render_template("evening/download.html", info=opened(key).info))


@bp.get("/record.json")
def record(key: str) -> Response:
    """The evening as a record file."""
    table = opened(key)
    entries = tuple(tables().evenings.log.read(table.info.id))
    content = dumps(Record(table.info.name, table.info.opened_at, entries))
    return _file(table, content, "application/json", "evening-{day}.json")


@bp.get("/replay.json")
def results(key: str) -> Response:
    """What follows from the evening, as `companion replay` prints it."""
    table = opened(key)
    evening = tables().evenings.evening(table.info.id)
    _check_size(evening)
    seal = shown(tables().evenings.log.seal(table.info.id, evening.length))
    content = results_file(report(evening, (), say, Seals(seal, seal)))
    return _file(table, content, "application/json", "results-{day}.json")


@bp.get("/deals.csv")
def deals(key: str) -> Response:
    """The settled deals, a row for each player dealt in."""
    table = opened(key)
    content = csv_file(DEAL_COLUMNS, deal_rows(_state(table)))
    return _file(table, content, "text/csv", "deals-{day}.csv")


@bp.get("/ledger.csv")
def ledger(key: str) -> Response:
    """Every booked line, a row each."""
    table = opened(key)
    content = csv_file(LEDGER_COLUMNS, ledger_rows(_state(table)))
    return _file(table, content, "text/csv", "ledger-{day}.csv")


def _state(table: TableAccess) -> State:
    evening = tables().evenings.evening(table.info.id)
    _check_size(evening)
    return evening.state


def _check_size(evening: Evening) -> None:
    """Answer with a page if a file would take too much memory."""
    if size(evening.state) > MOST_LINES:
        text = _("Download the evening’s record, then run “companion replay” on it.")
        abort(page(413, _("This evening is too long for that file"), text))


def _file(table: TableAccess, content: bytes, mimetype: str, name: str) -> Response:
    answer = make_response(content)
    answer.content_type = f"{mimetype}; charset=utf-8"
    filename = name.format(day=table.info.opened_at[:10])
    answer.headers.set("Content-Disposition", "attachment", filename=filename)
    return answer
