"""A group: its evenings, who may come in, and what its host changes."""

import secrets

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    make_response,
    render_template,
    request,
)

from companion.errors import EntryError
from companion.evening import names
from companion.evening.entries import Paid, Undone, WorthSet
from companion.evening.money import minor_units
from companion.evening.spreadsheets import csv_file
from companion.groups.entries import (
    EveningHidden,
    GroupChange,
    GroupEntry,
    PersonMerged,
    Renamed,
    convert,
)
from companion.groups.spreadsheets import FIGURE_COLUMNS, figure_rows
from companion.rules.games import GAMES
from companion.store import TableAccess
from companion.tables import ReusedId, group_policy, policy
from companion.web import addresses, forms
from companion.web.access import (
    charge,
    groups,
    opened_group,
)
from companion.web.respond import goto
from companion.web.security import device
from companion.web.views import group_figures
from companion.web.views.group_view import page_of, undoable
from companion.web.views.qr_code import qr_code
from companion.wording import say
from companion.wording.groups import over
from companion.wording.languages import N_, _
from companion.wording.money import money

bp = Blueprint("groups", __name__)

LONGEST_SEARCH = 60
REPLACED = {
    "record": (
        N_("Replace the join link?"),
        N_(
            "The old link stops working at once, and every phone that used it is removed from the "
            "group, except yours. Share the new link with the group. Links of evenings stay as "
            "they are."
        ),
    ),
    "watch": (
        N_("Replace the watch link?"),
        N_(
            "The old link stops working at once, and every phone that used it is removed from the "
            "group. Share the new one with those who watch. Links of evenings stay as they are."
        ),
    ),
}
"""What can be replaced: what is asked, and what happens then."""


@bp.get("/groups/new")
def new() -> Response:
    """Ask what a new group is called."""
    return _asked_name("")


@bp.post("/groups/new")
def start() -> Response:
    """Start a group."""
    name = names.tidy(request.form.get("name", "")[:1000])
    charge("evenings")
    try:
        info = groups().start(name, device(), forms.content_id(request.form))
    except EntryError as error:
        return _asked_name(name[:100], say(error.fact))
    return goto("groups.show", key=info.key)


def _asked_name(name: str, problem: str = "") -> Response:
    page = render_template("groups/new.html", name=name, problem=problem, form_id=_form_id())
    return make_response(page, 422 if problem else 200)


@bp.get("/g/<key>")
def show(key: str) -> Response:
    """The group: a new evening, and all that were, the newest first."""
    group = opened_group(key)
    report = groups().report(group)
    search = names.tidy(request.args.get("q", "")[:LONGEST_SEARCH])
    return make_response(
        render_template(
            "groups/group.html",
            info=group.info,
            group=report.group,
            usual=groups().usual_table(group) if policy.can_record(group) else None,
            games=GAMES,
            can_record=policy.can_record(group),
            page=page_of(report.shown, report, search, forms.page_number(request.args)),
            left_out=group_figures.left_out(report),
            picture=group_figures.picture(report),
            often=group_figures.often(report),
            debts=group_figures.debts(group, report, forms.page_number(request.args, name="owed")),
            form_id=_form_id(),
        )
    )


@bp.get("/g/<key>/figures")
def figures(key: str) -> Response:
    """Everybody's figures: over all evenings, and in each game."""
    group = opened_group(key)
    report = groups().report(group)
    return make_response(
        render_template(
            "groups/figures.html",
            info=group.info,
            group=report.group,
            left_out=group_figures.left_out(report),
            total=over(len(report.figures.evenings), report.figures.deals),
            picture=group_figures.picture(report),
            everybody=group_figures.everybody(report),
            games=list(group_figures.by_game(report)),
            won_from=(won_from := group_figures.pairs(report))[: group_figures.MOST_PAIRS],
            more_pairs=max(len(won_from) - group_figures.MOST_PAIRS, 0),
        )
    )


@bp.get("/g/<key>/figures.csv")
def figures_file(key: str) -> Response:
    """Everybody's figures for a spreadsheet."""
    report = groups().report(opened_group(key))
    rows = figure_rows(report.figures, report.still_open)
    answer = make_response(csv_file(FIGURE_COLUMNS, rows))
    answer.content_type = "text/csv; charset=utf-8"
    answer.headers.set("Content-Disposition", "attachment", filename="figures.csv")
    return answer


@bp.get("/g/<key>/link")
def link(key: str) -> Response:
    """The group's links, to be opened on another phone. One that watches sees no link to record."""
    group = opened_group(key)
    links = groups().links(group)
    watch = addresses.link("groups.show", key=links.watch)
    record = links.record and addresses.link("groups.show", key=links.record)
    return make_response(
        render_template(
            "groups/link.html",
            info=group.info,
            watch=(watch, qr_code(watch)),
            record=record and (record, qr_code(record)),
            can_replace=group_policy.can_host(group),
            private=addresses.is_private(),
        )
    )


@bp.get("/g/<key>/replace")
def ask_to_replace(key: str) -> Response:
    """Ask whether a link is to be replaced."""
    group = opened_group(key)
    which = _which_link(group)
    title, text = map(_, REPLACED[which])
    page = render_template("groups/sure.html", info=group.info, title=title, text=text, link=which)
    return make_response(page)


@bp.post("/g/<key>/replace")
def replace(key: str) -> Response:
    """Replace a link."""
    group = opened_group(key)
    which = _which_link(group)
    replaced = groups().replace_link(group, watch=which == "watch")
    flash(_("The link is replaced. Here is the new one."))
    came_by_it = group.info.watches == (which == "watch")
    return goto("groups.link", key=replaced if came_by_it else key)


def _which_link(group: TableAccess) -> str:
    """Return which link is to be replaced. Raises `Denied` unless the host asks."""
    group_policy.check_host(group)
    which = request.values.get("link", "")
    if which not in REPLACED:
        abort(400)
    return which


# What its host changes


@bp.get("/g/<key>/more")
def more(key: str) -> Response:
    """What a group is called, who is who, and the newest change."""
    return _more(opened_group(key))


@bp.post("/g/<key>/claim")
def claim(key: str) -> Response:
    """Make this phone the host of a group that nobody hosts."""
    group = opened_group(key)
    if groups().claim_hosting(group):
        flash(_("This phone is now the host."))
    else:
        flash(_("Someone else is the host already."))
    return goto("groups.more", key=key)


@bp.get("/g/<key>/hidden")
def hidden(key: str) -> Response:
    """All evenings of the group, to be hidden and shown again."""
    return _hidden(opened_group(key))


@bp.post("/g/<key>/entries")
def enter(key: str) -> Response:
    """Enter a change of the group."""
    group = opened_group(key)
    policy.may_record(group)
    try:
        entry = convert(_fields())
        about = _undone(group, entry.entry) if isinstance(entry, Undone) else entry
        groups().submit(group, entry, forms.entry_id(request.form))
    except EntryError as error:
        return _more(group, say(error.fact))
    except ReusedId:
        flash(_("Someone was faster, so nothing was changed. Here is the group now."))
        return goto("groups.more", key=key)
    flash(_done(entry))
    match about:
        case EveningHidden():
            return goto("groups.hidden", key=key)
        case Paid() | WorthSet():
            return goto("groups.show", key=key)
    return goto("groups.more", key=key)


def _undone(group: TableAccess, number: int) -> GroupEntry | None:
    """Return the entry of a row that is to be taken back, unless that has been done."""
    row = groups().store.group(group.info.id).row(number)
    return row.entry if row else None


@bp.post("/g/<key>/settle")
def settle(key: str) -> Response:
    """Mark every payment that is open across the evenings as paid."""
    group = opened_group(key)
    policy.may_record(group)
    try:
        groups().settle_all(group, forms.entry_id(request.form))
    except EntryError as error:
        return _more(group, say(error.fact))
    flash(_("Everything is settled."))
    return goto("groups.show", key=key)


def _fields() -> dict[str, str | int]:
    """Return the fields of an entry; what a chip is worth is typed as people write it."""
    fields: dict[str, str | int] = {
        name: names.tidy(value) if name in ("name", "from", "into", "to") else value
        for name, value in request.form.items()
        if name not in ("after", "entry_id")
    }
    if fields.get("kind") == "worth-set" and "amount" in fields:
        currency = str(fields.get("currency", "")).strip().upper()
        fields |= {"minor": minor_units(str(fields.pop("amount")), currency), "currency": currency}
    return fields


def _done(entry: GroupChange) -> str:
    match entry:
        case Renamed():
            return _("The group is now called {name}.", name=entry.name)
        case PersonMerged():
            return _("{one} now counts as {other}.", one=entry.from_, other=entry.into)
        case EveningHidden():
            return _("The evening is hidden. Its own link still works.")
        case Paid():
            return _("{source} has paid {target}.", source=entry.source, target=entry.target)
        case WorthSet():
            return _("A chip is now worth {amount}.", amount=money(entry.minor, entry.currency))
        case Undone():
            return _("That is undone.")


def _more(group: TableAccess, problem: str = "") -> Response:
    report = groups().report(group)
    page = render_template(
        "groups/more.html",
        info=group.info,
        group=report.group,
        people=report.people,
        hosts=group_policy.can_host(group),
        can_claim=policy.can_claim_hosting(group, groups().access_store.is_hosted(group.info.id)),
        page=undoable(
            groups().undoable(group, report.group), report, forms.page_number(request.args)
        ),
        problem=problem,
        form_id=_form_id(),
    )
    return make_response(page, 422 if problem else 200)


def _hidden(group: TableAccess) -> Response:
    group_policy.check_host(group)
    report = groups().report(group)
    page = render_template(
        "groups/hidden.html",
        info=group.info,
        group=report.group,
        page=page_of(report.members, report, "", forms.page_number(request.args)),
        form_id=_form_id(),
    )
    return make_response(page)


def _form_id() -> str:
    return secrets.token_urlsafe(9)
