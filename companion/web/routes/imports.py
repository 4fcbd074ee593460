"""Imports of evenings and groups from files."""

from collections.abc import Sequence

from flask import Blueprint, Response, current_app, flash, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.errors import MalformedEntry
from companion.evening import record as evening_record
from companion.evening.entries import EveningClosed
from companion.evening.record import Record, RecordError, RecordTooLarge
from companion.facts import Fact
from companion.groups import record as group_record
from companion.groups.record import GroupRecord
from companion.tables import RecordRefused
from companion.tables.checking import CheckTime
from companion.tables.group_files import MOST_EVENINGS, import_group
from companion.web import forms
from companion.web.access import charge, groups, tables
from companion.web.bodies import read_body
from companion.web.respond import goto, render
from companion.web.security import device, opener
from companion.wording import say
from companion.wording.evening.records import refused_entry
from companion.wording.groups import refused_in_evening
from companion.wording.languages import _

bp = Blueprint("imports", __name__)

MOST_ENTRIES = 200_000
"""Maximum number of entries in all evenings of a group together."""
MOST_SHOWN = 201
"""Maximum number of refused entries that the page lists."""
RECENT = 200
"""Number of the device's evenings that are compared with an imported one."""


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
            read_body(request, current_app)
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
        unnamed = len(error.problems) - len(named)
        return _not_imported([first], following, more=unnamed)


def _imported(data: bytes, most: int, entry_id: str) -> Response:
    record, broken = tables().checks.run(lambda check_time: _read(data, most, check_time))
    if isinstance(record, GroupRecord):
        key = import_group(groups(), record, opener(), entry_id, MOST_ENTRIES).key
        shows = "groups.show"
    else:
        known = tables().access_store.evenings(device(), RECENT)
        key = tables().import_record(record, opener(), entry_id or None).key
        is_over = any(isinstance(one, EveningClosed) for one in record.entries)
        shows = "results.evening" if is_over else "table.show"
        if any((one.name, one.opened_at) == (record.name, record.opened_at) for one in known):
            flash(_("You had this evening, or one like it, already. Now there are two."))
    flash(_("Imported: {name}.", name=record.name))
    if broken:
        flash(say(broken))
    return goto(shows, key=key)


def _read(
    data: bytes, most: int, check_time: CheckTime
) -> tuple[Record | GroupRecord, Fact | None]:
    if not group_record.is_group(data):
        record = evening_record.loads(data, most)
        return record, record.broken_seals()
    group = group_record.loads(data, most, check_time, MOST_EVENINGS)
    return group, group.broken_seals()


def _not_imported(
    faults: list[str],
    following: Sequence[str] = (),
    status: int = 422,
    more: int = 0,
) -> Response:
    """Return the page that says why a file was not imported.

    `following` lists faults that the first may have caused; `more` counts those not listed.
    """
    return render(
        "evenings/not_imported.html",
        status,
        faults=faults,
        following=following,
        more=more,
    )
