"""Importing an evening or a group from a file; a whole group, or who won from whom in it, as a file."""

from collections.abc import Sequence

from flask import (
    Blueprint,
    Response,
    current_app,
    flash,
    make_response,
    render_template,
    request,
)
from werkzeug.exceptions import RequestEntityTooLarge

from companion.errors import MalformedEntry
from companion.evening import record as evening_record
from companion.evening.entries import MOST_ENTRIES
from companion.evening.record import Record, RecordError, RecordTooLarge
from companion.evening.spreadsheets import csv_file
from companion.facts import AnyFact, Fact
from companion.groups import record as group_record
from companion.groups.record import GroupRecord
from companion.groups.spreadsheets import WON_COLUMNS, won_rows
from companion.tables import RecordRefused
from companion.tables.checking import Spend
from companion.tables.group_files import export_group, import_group
from companion.web import forms
from companion.web.access import charge, groups, opened_group, tables
from companion.web.bodies import read_body
from companion.web.respond import goto
from companion.web.security import device
from companion.wording import say
from companion.wording.evening.records import refused_entry
from companion.wording.groups import refused_in_evening
from companion.wording.languages import _

bp = Blueprint("files", __name__)

MOST_EVENINGS = 1_000
"""Of a group that a phone imports: each is written by itself."""

MOST_SHOWN = 201
"""Entries of a record that are refused which are named."""
RECENT = 200
"""Evenings of the device among which the one imported may be already."""


@bp.post("/records")
def import_file() -> Response:
    """Import an evening, or a group with its evenings, hosted by this device."""
    most: int = current_app.config["LARGEST_FILE"]
    request.max_content_length = most + 64 * 1024
    # Werkzeug reads 64 kB at once, and counts with them the end of what it read before.
    request.max_form_memory_size = 128 * 1024
    try:
        # The slot is held until the rows are written: of many uploads few are in memory.
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
        # What a wrong entry leads to is refused too, so that the first one is what to mend.
        shown = error.problems[:MOST_SHOWN]
        first, *following = [refused_entry(one.entry, one.fact) for one in shown]
        if error.evening:
            first = refused_in_evening(error.evening, first)
        return _not_imported([first], following, more=len(error.problems) - len(shown))


def _imported(data: bytes, most: int, entry_id: str) -> Response:
    record, broken = tables().checks.run(lambda spend: _read(data, most, spend))
    if isinstance(record, GroupRecord):
        group = import_group(groups(), record, device(), entry_id, MOST_ENTRIES)
        _tell_of_broken_seals(broken)
        return goto("groups.show", key=group.key)
    known = tables().access_store.evenings(device(), RECENT)
    info = tables().import_record(record, device(), entry_id or None)
    if any((one.name, one.opened_at) == (record.name, record.opened_at) for one in known):
        flash(_("You had this evening, or one like it, already. Now there are two."))
    _tell_of_broken_seals(broken)
    return goto("table.show", key=info.key)


@bp.get("/g/<key>/group.json")
def group_file(key: str) -> Response:
    """A whole group as a file: its rows and its evenings, links apart."""
    group = opened_group(key)
    answer = Response(export_group(groups(), group), mimetype="application/json")
    answer.headers.set("Content-Disposition", "attachment", filename="group.json")
    return answer


@bp.get("/g/<key>/won-from.csv")
def won_from(key: str) -> Response:
    """Who won from whom, for a spreadsheet."""
    report = groups().report(opened_group(key))
    answer = make_response(csv_file(WON_COLUMNS, won_rows(report.figures)))
    answer.content_type = "text/csv; charset=utf-8"
    answer.headers.set("Content-Disposition", "attachment", filename="won-from.csv")
    return answer


def _read(data: bytes, most: int, spend: Spend) -> tuple[Record | GroupRecord, Fact | None]:
    """Return what a file holds, and what its seals do not. Raises `RecordError`."""
    if not group_record.is_group(data):
        record = evening_record.loads(data, most)
        return record, record.broken_seals()
    group = group_record.loads(data, most, spend, MOST_EVENINGS)
    return group, group.broken_seals()


def _tell_of_broken_seals(broken: AnyFact | None) -> None:
    if broken:
        flash(say(broken))


def _not_imported(
    faults: list[str], following: Sequence[str] = (), status: int = 422, more: int = 0
) -> Response:
    """Return the page that says why a file was not imported.

    `following`, and so many `more`, may follow from that.
    """
    page = render_template(
        "evenings/not_imported.html", faults=faults, following=following, more=more
    )
    return make_response(page, status)
