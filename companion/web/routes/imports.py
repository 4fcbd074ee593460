"""Imports of evenings and groups from files."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from flask import Blueprint, Response, current_app, flash, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.errors import EntryError
from companion.evening import names
from companion.evening import record as evening_record
from companion.evening.entries import EveningClosed
from companion.evening.payments import currency_code
from companion.evening.record import LONGEST_NAME, Record, RecordError, RecordTooLarge
from companion.facts import Fact
from companion.groups import record as group_record
from companion.groups.entries import Source
from companion.groups.record import GroupRecord, TooManyEvenings
from companion.store import TableAccess
from companion.tables import RecordRefused, policy
from companion.tables.checking import CheckTime
from companion.tables.days import local_time
from companion.tables.group_files import MOST_EVENINGS, import_evenings, import_group
from companion.tables.results_csv import import_results, plan, remove_results
from companion.web import forms
from companion.web.access import charge, groups, opened_group, tables
from companion.web.bodies import read_body
from companion.web.respond import flash_and_goto, goto, render
from companion.web.routes.people import sure
from companion.web.security import device, opener
from companion.wording import say
from companion.wording.evening.records import refused_entry
from companion.wording.groups import refused_in_evening
from companion.wording.languages import _, _n
from companion.wording.numbers import joined, zone_in_use
from companion.wording.results_csv import read, span, sums, understood

bp = Blueprint("imports", __name__)

MOST_SHOWN = 201
"""Maximum number of refused entries that the page lists."""
RECENT = 200
"""Number of the device's evenings that are compared with an imported one."""


@bp.post("/records")
def import_file() -> Response:
    """Import an evening, or a group with its evenings. This device will host it."""
    return _uploaded("record", _imported)


def _uploaded(field: str, work: Callable[[bytes, int], Response]) -> Response:
    """Return what `work` makes of a file and its maximum size, or why it could not be imported."""
    most: int = current_app.config["LARGEST_FILE"]
    request.max_content_length = most + 64 * 1024
    # Werkzeug reads 64 kB at a time, and counts the end of the previous block with it.
    request.max_form_memory_size = 128 * 1024 if field == "record" else request.max_content_length
    try:
        # Hold the slot until the rows are written, so that few uploads are in memory at once.
        with tables().checks.slot():
            charge("uploads")
            read_body(request, current_app)
            file = request.files.get(field)
            data = file.read(most + 1) if file else b""
            if len(data) > most:
                raise RequestEntityTooLarge
            with tables().checks.importing():
                return work(data, most)
    except RequestEntityTooLarge:
        return _not_imported([say(RecordTooLarge(most))], status=413)
    except EntryError as error:
        return _not_imported([say(error.fact)])
    except RecordError as error:
        faults = list(map(say, error.faults))
        return _not_imported(faults[:MOST_SHOWN], more=len(faults[MOST_SHOWN:]))
    except RecordRefused as error:
        # Put the first refused entry first, because it can be the reason for the others.
        named = error.problems[:MOST_SHOWN]
        first, *following = [refused_entry(one.entry, one.fact) for one in named]
        if error.evening:
            first = refused_in_evening(error.evening, first)
        unnamed = len(error.problems) - len(named)
        return _not_imported([first], following, more=unnamed)


def most_entries(size: int) -> int:
    """Return the maximum number of entries in all evenings of a group together, for files of `size`."""
    return max(200_000, size // 2**20 * 12_500)


def _imported(data: bytes, most: int) -> Response:
    entry_id = forms.content_id(request.form, data) if "entry_id" in request.form else ""
    record, broken = tables().checks.run(lambda check_time: _read(data, most, check_time))
    if isinstance(record, GroupRecord):
        most_together = most_entries(most)
        if not record.name:
            new = import_evenings(groups(), record, opener(), entry_id, most_together)
            if broken:
                flash(say(broken))
            return flash_and_goto(_imported_of(new, len(record.evenings)), "home.history")
        key = import_group(groups(), record, opener(), entry_id, most_together).key
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


def _imported_of(new: int, all_of_them: int) -> str:
    says = _n("{n} evening imported.", "{n} evenings imported.", new)
    if there := all_of_them - new:
        says += " " + _n("{n} was here already.", "{n} were here already.", there)
    return says


def _read(
    data: bytes, most: int, check_time: CheckTime
) -> tuple[Record | GroupRecord, Fact | None]:
    if not group_record.is_group(data):
        record = evening_record.loads(data, most)
        return record, record.broken_seals()
    group = group_record.loads(data, most, check_time, MOST_EVENINGS)
    return group, group.broken_seals()


@bp.route("/g/<key>/import", methods=["GET", "POST"])
def from_spreadsheet(key: str) -> Response:
    """Show what is understood of a spreadsheet of results, then write it into a group."""
    if request.method == "POST":
        # Rights may change while the file arrives.
        return _uploaded("file", lambda data, _most: _results(_hosted(key), data))
    return render("groups/import.html", info=_hosted(key).info)


def _hosted(key: str) -> TableAccess:
    group = opened_group(key)
    policy.check_group_host(group)
    return group


def _results(group: TableAccess, data: bytes) -> Response:
    report, zone, key = groups().report(group), zone_in_use(), group.info.key
    form = request.form.to_dict()
    form["currency"] = currency_code(form.get("currency", ""))
    form["game"] = names.tidy(form.get("game", "")) or _("Cards")
    today = local_time(datetime.now(UTC).isoformat(), zone).date()
    data = data or form.get("text", "").encode()
    sheet = read(data, form["game"], form.get("order") == "month", today)
    if before := report.group.source(sheet.content):
        told = _("You imported this file on {day}. Nothing was added.", day=span([before.day]))
        return flash_and_goto(told, "groups.show", key=key)
    people = {names.likeness(name): name for name in report.people}
    people |= {one.removeprefix("as:"): to for one, to in form.items() if one[:3] == "as:" and to}
    made = plan(sheet, people, form, zone)
    if len(made.evenings) > MOST_EVENINGS:
        made.faults.append(TooManyEvenings(MOST_EVENINGS))
    file = request.files.get("file")
    name = names.tidy((file and file.filename) or form.get("name", ""))[:LONGEST_NAME]
    if "write" in form and not (made.faults or made.wanted):
        source = Source(name, sheet.content, today)
        new = import_results(groups(), group, made.evenings, source)
        return flash_and_goto(_imported_of(new, len(made.evenings)), "groups.show", key=key)
    return render(
        "groups/import.html",
        422 if made.faults else 200,
        info=group.info,
        report=report,
        sheet=sheet,
        people=people,
        form=form,
        name=name,
        lines=understood(sheet, made),
        sums=sums(sheet),
        points_of_one=made.points_of_one,
        faults=list(dict.fromkeys(map(say, made.faults))),
        unbalanced=[(span([day]), game, f"{rest:+n}") for day, game, rest in made.unbalanced],
    )


@bp.route("/g/<key>/import/remove", methods=["GET", "POST"])
def remove(key: str) -> Response:
    """Delete the evenings that a spreadsheet brought. Opening the page asks first."""
    group = _hosted(key)
    content = request.values.get("content", "")
    source = groups().store.group(group.info.id).source(content)
    if source is None:
        return goto("groups.more", key=key)
    if request.method == "POST":
        changed = remove_results(groups(), group, content)
        stay = _("Changed since, and still here: {evenings}.", evenings=joined(changed))
        return flash_and_goto(stay if changed else _("Removed."), "groups.show", key=key)
    title = _("Remove what came from {file}?", file=source.file)
    says = _(
        "Its evenings are deleted for good, on every phone, except those that somebody has changed since. "
        "You can download the group first."
    )
    return sure(group.info, "groups.more", title, says, _("Remove"), content=content)


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
