"""Imports of evenings and groups from files."""

from collections.abc import Callable
from datetime import UTC, datetime

from flask import Blueprint, Response, current_app, flash, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.errors import EntryError, MalformedEntry
from companion.evening import names
from companion.evening import record as evening_record
from companion.evening.entries import EveningClosed, FormatFault, NotInFormat
from companion.evening.payments import currency_code
from companion.evening.record import LARGEST, LONGEST_NAME, Record, RecordError, RecordTooLarge
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
from companion.web.access import charge, groups, opened, opened_group, tables
from companion.web.api.documents import NewEvening
from companion.web.api.routes import content_id, created, read_json, wants_json, wants_problem
from companion.web.bodies import LARGEST_FORM, read_body
from companion.web.respond import flash_and_goto, goto, render
from companion.web.routes.evenings import new_name
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


@bp.post("/evenings")
def open_evening() -> Response:
    """Open an evening for a program, with the entries that it sends."""
    if (request.content_length or 0) > LARGEST_FORM:
        return _uploaded("", lambda _data, _most: _opened())
    charge("evenings")
    read_body(request, current_app)
    return _opened()


def _opened() -> Response:
    new = read_json(NewEvening)
    group = opened_group(new.group) if new.group else None
    name = names.tidy(new.name) or new_name(group)
    if new.entry_id and not new.entries:
        raise MalformedEntry(NotInFormat(FormatFault.MISSING_FIELD, "", "entries"))
    entry_id = content_id() if new.entry_id else None
    if group:
        info = groups().open_evening(group, name, new.entries, entry_id, zone_in_use())
    else:
        info = tables().open_evening(name, new.entries, device(), entry_id, zone_in_use())
    return created(opened(info.key), "table.show")


def _uploaded(field: str, work: Callable[[bytes, int], Response]) -> Response:
    """Return what `work` makes of a file (of JSON, without a `field`) and its maximum size, or why not."""
    most: int = current_app.config["LARGEST_FILE"] if field else LARGEST
    request.max_content_length = most + 64 * 1024 if field else most
    # Werkzeug reads 64 kB at a time, and counts the end of the previous block with it.
    request.max_form_memory_size = 128 * 1024 if field == "record" else request.max_content_length
    try:
        # Hold the slot until the rows are written, so that few uploads are in memory at once.
        with tables().checks.slot():
            charge("uploads" if field else "evenings")
            read_body(request, current_app)
            file = request.files.get(field)
            data = file.read(most + 1) if file else request.get_data()
            if len(data) > most:
                raise RequestEntityTooLarge
            with tables().checks.importing():
                return work(data, most)
    except (RequestEntityTooLarge, EntryError, RecordError) as error:
        if wants_problem():
            raise
        return _not_imported(error, most)


def most_entries(size: int) -> int:
    """Return the maximum number of entries in all evenings of a group together, for files of `size`."""
    return max(200_000, size // 2**20 * 12_500)


def _imported(data: bytes, most: int) -> Response:
    entry_id = forms.content_id(request.form, data) if "entry_id" in request.form else ""
    host = device() if wants_json() else opener()
    record, broken = tables().checks.run(lambda check_time: _read(data, most, check_time))
    if isinstance(record, GroupRecord):
        most_together = most_entries(most)
        if not record.name:
            new = import_evenings(groups(), record, host, entry_id, most_together)
            if wants_json():
                return Response(status=204)
            if broken:
                flash(say(broken))
            return flash_and_goto(_imported_of(new, len(record.evenings)), "home.history")
        key = import_group(groups(), record, host, entry_id, most_together).key
        shows = "groups.show"
        if wants_json():
            return created(opened_group(key), shows)
    else:
        known = tables().access_store.evenings(device(), RECENT)
        key = tables().import_record(record, host, entry_id or None).key
        if wants_json():
            return created(opened(key), "table.show")
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


def _not_imported(error: RequestEntityTooLarge | EntryError | RecordError, most: int) -> Response:
    """Return the page that says why a file was not imported."""
    status, more, following = 422, 0, list[str]()
    match error:
        case RequestEntityTooLarge():
            faults, status = [say(RecordTooLarge(most))], 413
        case RecordRefused():
            # Put the first refused entry first, because it can be the reason for the others.
            named = error.problems[:MOST_SHOWN]
            first, *following = [refused_entry(one.entry, one.fact) for one in named]
            faults = [refused_in_evening(error.evening, first) if error.evening else first]
            more = len(error.problems) - len(named)
        case EntryError():
            faults = [say(error.fact)]
        case RecordError():
            faults = list(map(say, error.faults))
            more = len(faults[MOST_SHOWN:])
    return render(
        "evenings/not_imported.html",
        status,
        faults=faults[:MOST_SHOWN],
        following=following,
        more=more,
    )
