"""Downloads of an evening, and imports of an evening or a group."""

from collections.abc import Sequence

from flask import Blueprint, Response, abort, current_app, flash, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.errors import MalformedEntry
from companion.evening import Evening
from companion.evening import record as evening_record
from companion.evening.entries import MOST_ENTRIES
from companion.evening.record import Record, RecordError, RecordTooLarge, dumps
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
from companion.facts import Fact
from companion.groups import record as group_record
from companion.groups.record import GroupRecord
from companion.store import TableAccess
from companion.tables import RecordRefused
from companion.tables.checking import Spend
from companion.tables.group_files import import_group
from companion.web import forms
from companion.web.access import charge, evening_of, groups, opened, tables
from companion.web.bodies import read_body
from companion.web.errors import page
from companion.web.respond import CSV, attachment, goto, render
from companion.web.security import device
from companion.wording import say
from companion.wording.evening.records import refused_entry
from companion.wording.groups import refused_in_evening
from companion.wording.languages import _

bp = Blueprint("files", __name__)

JSON = "application/json; charset=utf-8"
MOST_LINES = 50_000
"""The most lines of a generated file. A thousand deals take 10,000; 50,000 take 200 MB of memory."""
MOST_EVENINGS = 1_000
"""The most evenings of an imported group, each of which is written separately."""
MOST_SHOWN = 201
"""The most refused entries that the page lists."""
RECENT = 200
"""How many of the device's evenings are compared with an imported one."""


@bp.get("/e/<key>/download")
def ways(key: str) -> Response:
    return render("evening/download.html", info=opened(key).info)


@bp.get("/e/<key>/record.json")
def record(key: str) -> Response:
    table = opened(key)
    entries = tuple(tables().evenings.log.read(table.info.id))
    content = dumps(Record(table.info.name, table.info.opened_at, entries))
    return _file(table, content, JSON, "evening-{day}.json")


@bp.get("/e/<key>/replay.json")
def results(key: str) -> Response:
    """The results of the evening, as `companion replay` prints them."""
    table = opened(key)
    evening = _small_evening(table)
    seal = shown(tables().evenings.log.seal(table.info.id, evening.length))
    content = results_file(report(evening, (), say, Seals(seal, seal)))
    return _file(table, content, JSON, "results-{day}.json")


@bp.get("/e/<key>/<any(deals, ledger):name>.csv")
def spreadsheet(key: str, name: str) -> Response:
    """The settled deals, a row for each player dealt in; or the ledger, a row for each line."""
    table = opened(key)
    state = _small_evening(table).state
    if name == "deals":
        content = csv_file(DEAL_COLUMNS, deal_rows(state))
    else:
        content = csv_file(LEDGER_COLUMNS, ledger_rows(state))
    return _file(table, content, CSV, name + "-{day}.csv")


def _small_evening(table: TableAccess) -> Evening:
    """Return the evening, unless its files would take too much memory."""
    evening = evening_of(table)
    if size(evening.state) > MOST_LINES:
        text = _("Download the evening’s record, then run “companion replay” on it.")
        abort(page(413, _("This evening is too long for that file"), text))
    return evening


def _file(table: TableAccess, content: bytes, content_type: str, name: str) -> Response:
    return attachment(content, content_type, name.format(day=table.info.opened_at[:10]))


@bp.post("/records")
def import_file() -> Response:
    """Import an evening, or a group with its evenings. This device will host it."""
    most: int = current_app.config["LARGEST_FILE"]
    request.max_content_length = most + 64 * 1024
    # Werkzeug reads 64 kB at a time, and counts the end of the previous block with it.
    request.max_form_memory_size = 128 * 1024
    try:
        # Hold the slot until the rows are written, so that few uploads are in memory at once.
        with tables().checks.slot():
            charge("uploads")
            read_body()
            file = request.files.get("record")
            data = file.read(most + 1) if file else b""
            entry_id = forms.content_id(request.form, data) if "entry_id" in request.form else ""
            with tables().checks.importing():
                return _imported(data, most, entry_id)
    except RequestEntityTooLarge:
        return _not_imported([say(RecordTooLarge(most))], status=413)
    except MalformedEntry as error:
        return _not_imported([say(error.fact)])
    except RecordError as error:
        return _not_imported(list(map(say, error.faults)))
    except RecordRefused as error:
        # Put the first refused entry first, because it can be the reason for the others.
        named = error.problems[:MOST_SHOWN]
        first, *following = [refused_entry(one.entry, one.fact) for one in named]
        if error.evening:
            first = refused_in_evening(error.evening, first)
        return _not_imported([first], following, more=len(error.problems) - len(named))


def _imported(data: bytes, most: int, entry_id: str) -> Response:
    record, broken = tables().checks.run(lambda spend: _read(data, most, spend))
    if isinstance(record, GroupRecord):
        key = import_group(groups(), record, device(), entry_id, MOST_ENTRIES).key
        shows = "groups.show"
    else:
        known = tables().access_store.evenings(device(), RECENT)
        key = tables().import_record(record, device(), entry_id or None).key
        shows = "table.show"
        if any((one.name, one.opened_at) == (record.name, record.opened_at) for one in known):
            flash(_("You had this evening, or one like it, already. Now there are two."))
    if broken:
        flash(say(broken))
    return goto(shows, key=key)


def _read(data: bytes, most: int, spend: Spend) -> tuple[Record | GroupRecord, Fact | None]:
    if not group_record.is_group(data):
        record = evening_record.loads(data, most)
        return record, record.broken_seals()
    group = group_record.loads(data, most, spend, MOST_EVENINGS)
    return group, group.broken_seals()


def _not_imported(
    faults: list[str], following: Sequence[str] = (), status: int = 422, more: int = 0
) -> Response:
    """Return the page that says why a file was not imported.

    The faults in `following`, and `more` that are not listed, may follow from the first.
    """
    return render(
        "evenings/not_imported.html", status, faults=faults, following=following, more=more
    )
