"""Imports of evenings and groups from files."""

import re
from collections.abc import Iterator, Sequence

from flask import Blueprint, Response, current_app, flash, request
from msgspec import UNSET
from werkzeug.exceptions import RequestEntityTooLarge

from companion.errors import MalformedEntry
from companion.evening import record as evening_record
from companion.evening.entries import MOST_ENTRIES, EveningClosed, WorthSet
from companion.evening.record import Record, RecordError, RecordTooLarge
from companion.facts import Fact
from companion.groups import record as group_record
from companion.groups.record import GroupRecord
from companion.tables import RecordRefused, policy
from companion.tables.checking import Spend
from companion.tables.group_files import MOST_EVENINGS, Imported, import_evenings, import_group
from companion.web import forms
from companion.web.access import charge, groups, opened, tables
from companion.web.api.routes import wants_page
from companion.web.bodies import read_body
from companion.web.respond import goto, render
from companion.web.security import device, opener
from companion.wording import say
from companion.wording.evening.records import refused_entry
from companion.wording.groups import refused_in_evening
from companion.wording.languages import _

bp = Blueprint("imports", __name__)

MOST_SHOWN = 201
"""Maximum number of refused entries that the page lists."""
_HIDDEN = "!"
"""Marks the key of an evening that the group hides."""
_WORTH = re.compile(r"(.*?)(?:~(?:([1-9]\d{0,8})([A-Z]{3}))?)?", re.ASCII)
"""A key, and `~10EUR` if the group says what a chip is worth, or `~` if it says that it is no money."""
RECENT = 200
"""Number of the device's evenings that are compared with an imported one."""


@bp.post("/records")
def import_file() -> Response:
    """Import an evening, or a group with its evenings. This device will host it.

    A large group comes in parts (`static/import.js`): each is a group's file with some of the evenings.
    With `more` a part adds only its evenings, and the answer is their keys, for a browser the
    history. The next parts name the keys of all `before` them, and the last makes the group.
    """
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
        return _not_imported(list(map(say, error.faults)), saved=_saved())
    except RecordRefused as error:
        # Put the first refused entry first, because it can be the reason for the others.
        named = error.problems[:MOST_SHOWN]
        first, *following = [refused_entry(one.entry, one.fact) for one in named]
        if error.evening:
            first = refused_in_evening(error.evening, first)
        unnamed = len(error.problems) - len(named)
        return _not_imported([first], following, more=unnamed, saved=_saved())


def _saved() -> int:
    """Return the number of evenings in earlier parts of a file."""
    return len(request.form.get("before", "").split())


def _imported(data: bytes, most: int, entry_id: str) -> Response:
    before = list(dict.fromkeys(request.form.get("before", "").split()))
    record, broken = tables().checks.run(lambda spend: _read(data, most, spend, len(before)))
    if isinstance(record, GroupRecord) and "more" in request.form:
        found = import_evenings(
            groups(), record, opener(), entry_id, MOST_ENTRIES, earlier=len(before)
        )
        if broken:
            flash(say(broken))  # seen once the group is there
        if wants_page():  # a form that the browser itself has sent
            return goto("home.history")
        return Response(" ".join(map(_marked, found)), mimetype="text/plain")
    if isinstance(record, GroupRecord):
        earlier = list(_earlier(before))
        key = import_group(groups(), record, opener(), entry_id, MOST_ENTRIES, earlier).key
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


def _marked(imported: Imported) -> str:
    info, is_hidden, worth, _rows_before = imported
    says = "~" if worth is None else f"~{worth.minor}{worth.currency}" if worth else ""
    return _HIDDEN * is_hidden + info.key + says


def _earlier(marked: Sequence[str]) -> Iterator[Imported]:
    """Yield the evenings of earlier parts, as `_marked` names them. Raises `Denied`."""
    for one in marked:
        found = _WORTH.fullmatch(one.removeprefix(_HIDDEN))
        key, minor, currency = found.groups("") if found else (one, "", "")
        table = opened(key)
        policy.check_host(table)
        if groups().store.of_evening(table.info.id) is None:
            no_worth = None if "~" in one else UNSET
            worth = WorthSet(int(minor), currency) if minor else no_worth
            yield table.info, one.startswith(_HIDDEN), worth, 0


def _read(
    data: bytes, most: int, spend: Spend, earlier: int
) -> tuple[Record | GroupRecord, Fact | None]:
    if not group_record.is_group(data):
        record = evening_record.loads(data, most)
        return record, record.broken_seals()
    group = group_record.loads(data, most, spend, MOST_EVENINGS - earlier, earlier)
    return group, group.broken_seals()


def _not_imported(
    faults: list[str],
    following: Sequence[str] = (),
    status: int = 422,
    more: int = 0,
    saved: int = 0,
) -> Response:
    """Return the page that says why a file was not imported.

    `following` lists faults that the first may have caused; `more` counts those not listed, and
    `saved` the evenings of earlier parts, which are imported.
    """
    return render(
        "evenings/not_imported.html",
        status,
        faults=faults,
        following=following,
        more=more,
        saved=saved,
    )
