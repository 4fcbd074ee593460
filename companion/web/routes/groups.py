"""Pages of a group: its evenings, its links, and the host's settings."""

from flask import Blueprint, Response, flash, request

from companion.errors import EntryError
from companion.evening import names
from companion.evening.entries import Undone, WorthSet
from companion.evening.payments import currency_code, minor_units
from companion.groups.entries import (
    EveningHidden,
    GroupChange,
    GroupPaid,
    PersonMerged,
    Renamed,
    SeasonEntry,
    SeasonNamed,
    convert,
)
from companion.groups.figures import naming
from companion.groups.seasons import standings
from companion.store import TableAccess
from companion.tables import ReusedId, policy
from companion.tables.group_files import export_group, readable
from companion.web import addresses, forms
from companion.web.access import charge, groups, opened, opened_group
from companion.web.api.documents import NewGroup
from companion.web.api.routes import content_id, created, read_json
from companion.web.respond import CSV, attachment, flash_and_goto, goto, render
from companion.web.routes.home import known_groups
from companion.web.routes.people import host_taken, invitation, link_replaced, link_to_replace, sure
from companion.web.security import device, opener
from companion.web.views import group_view
from companion.web.views.evening_list import (
    A_PAGE,
    by_month,
    listed,
    night,
    page_of,
    sought,
    summed_up,
    tonight,
)
from companion.web.views.group_view import undoable
from companion.web.views.settling_view import group_worth, one_chip, settling_across
from companion.wording import say, spreadsheets
from companion.wording.groups import left_out, over
from companion.wording.languages import N_, _, _n
from companion.wording.money import money

bp = Blueprint("groups", __name__)

ADDED = 50
"""Maximum number of evenings added together; only so many of the phone's newest are offered."""
A_SEASON = 100
"""Maximum number of evenings of a season on one page."""
LISTED = 5
"""Maximum number of open evenings that the group's page asks about."""
LINKS = {
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
"""The question before a link is replaced, and the effect."""


@bp.get("/groups/new")
def new() -> Response:
    return _new("")


@bp.post("/groups/new")
def start() -> Response:
    name = forms.name(request.form)
    charge("evenings")
    try:
        info = groups().start(name, opener(), forms.content_id(request.form))
    except EntryError as error:
        return _new(name[:100], say(error.fact))
    return goto("groups.add" if request.args.get("then") == "add" else "groups.show", key=info.key)


@bp.post("/groups")
def start_by_program() -> Response:
    new = read_json(NewGroup)
    charge("evenings")
    entry_id = content_id() if new.entry_id else forms.new_id()
    info = groups().start(names.tidy(new.name), device(), entry_id)
    return created(opened_group(info.key), "groups.show")


def _new(name: str, problem: str = "") -> Response:
    return _form("groups/new.html", problem, name=name)


def _form(template: str, problem: str = "", **values: object) -> Response:
    form_id = forms.new_id()
    return render(template, 422 if problem else 200, problem=problem, form_id=form_id, **values)


@bp.get("/g/<key>")
def show(key: str) -> Response:
    """A group's page, with its evenings, the newest first."""
    group = opened_group(key)
    report = groups().report(group, request.args.get("unit"))
    asked, can_record = request.args, policy.can_record(group)
    return _form(
        "groups/group.html",
        info=group.info,
        usual=report.usual if can_record else None,
        can_record=can_record,
        **by_month(asked, *sought(report.shown, asked)),
        hosts=policy.can_host(group),
        sources=report.group.sources,
        left_out=left_out(report.figures.left_out),
        picture=group_view.picture(report),
        often=group_view.often(report),
        still_open=group_view.still_open(report),
        faces=group_view.faces_of(report),
        all_debts=settling_across(group, report, forms.page_number(request.args, name="owed")),
        worth=group_worth(group, report),
        query={"unit": report.figures.unit} if len(report.figures.units) > 1 else {},
        unit=report.figures.unit,
        units=report.figures.units,
        undecided=report.undecided[:LISTED],
        newest=night(report.played[0]) if report.played else None,
    )


@bp.get("/g/<key>/figures")
def figures(key: str) -> Response:
    """The figures of all players, over all evenings and in each game."""
    group = opened_group(key)
    of_all = groups().report(group, request.args.get("unit"))
    query, options, report = group_view.chosen(of_all, request.args)
    season = options["season"].get(query.get("season", ""))
    link = ""  # a private link would lead nowhere
    if season and not addresses.is_private():
        link = addresses.link("groups.figures", key=group.watch_key, **query)
    won_from = group_view.pairs(report)
    return render(
        "groups/figures.html",
        query=query,
        options=options,
        season=season,
        is_over=season is not None and season[2] < tonight(),
        standings=standings(report.group, report.figures),
        evenings=page_of(report.played, forms.page_number(request.args), A_SEASON).map(
            lambda info: summed_up(info, report.summaries[info.id])
        ),
        link=link,
        hosts=policy.can_host(group),
        info=group.info,
        group=report.group,
        left_out=left_out(report.figures.left_out),
        total=over(len(report.figures.evenings), report.figures.deals),
        unit=report.figures.unit,
        units=report.figures.units,
        picture=group_view.picture(report),
        everybody=group_view.everybody(report),
        faces=group_view.faces_of(of_all),
        games=group_view.by_game(report),
        won_from=won_from[: group_view.MOST_PAIRS],
        more_pairs=max(len(won_from) - group_view.MOST_PAIRS, 0),
    )


@bp.get("/g/<key>/person")
def person(key: str) -> Response:
    """What the person with the asked `name`, in any spelling, did, and against whom."""
    group = opened_group(key)
    of_all = groups().report(group, request.args.get("unit"))
    name = naming(of_all.group, of_all.people)(request.args.get("name", ""))
    if name not in of_all.people:
        text = _("Nobody in this group has this name. Tap a name on the page of the group.")
        title = _("Person not found")
        return render("errors/error.html", 404, title=title, text=text, key=key, of_group=True)
    query, options, report = group_view.chosen(of_all, request.args)
    return render(
        "groups/person.html",
        info=group.info,
        name=name,
        query=query,
        options=options,
        unit=report.figures.unit,
        units=report.figures.units,
        **group_view.person(report, name),
        faces=group_view.faces_of(of_all),
    )


@bp.get("/g/<key>/figures.csv", defaults={"name": "figures"})
@bp.get("/g/<key>/won-from.csv", defaults={"name": "won-from"})
@bp.get("/g/<key>/deals.csv", defaults={"name": "deals"})
@bp.get("/g/<key>/ledger.csv", defaults={"name": "ledger"})
def spreadsheet(key: str, name: str) -> Response:
    """The figures of all players, the winnings between them, or the deals or ledger of all evenings."""
    group = opened_group(key)
    _query, _options, report = group_view.chosen(groups().report(group), request.args)
    content = spreadsheets.group_file(name, report, readable(groups(), group, report))
    return attachment(content, CSV, group.info.name, f"{tonight()}-{name}.csv")


@bp.get("/g/<key>/group.json")
def group_file(key: str) -> Response:
    """The whole group as a file: its rows and its evenings, without their links."""
    group, ending = opened_group(key), f"group-{tonight()}.json"
    return attachment(export_group(groups(), group), "application/json", group.info.name, ending)


@bp.route("/g/<key>/replace", methods=["GET", "POST"])
def replace(key: str) -> Response:
    group = opened_group(key)
    policy.check_group_host(group)
    if request.method == "POST":
        return link_replaced(group, groups(), "groups.more")
    which = link_to_replace()
    title, text = map(_, LINKS[which])
    return sure(group.info, "groups.more", title, text, _("Replace it"), link=which)


# Changes


@bp.get("/g/<key>/more")
def more(key: str) -> Response:
    return _more(opened_group(key))


def _more(group: TableAccess, problem: str = "") -> Response:
    report = groups().report(group)
    newest = groups().undoable(group, report)
    return _form(
        "groups/more.html",
        problem,
        info=group.info,
        group=report.group,
        people=report.people,
        hosts=policy.can_host(group),
        can_claim=policy.can_claim_hosting(group, groups().access_store.is_hosted(group.info.id)),
        page=undoable(newest, report, forms.page_number(request.args)),
        **invitation("groups.show", groups().links(group)),
    )


@bp.post("/g/<key>/claim")
def become_host(key: str) -> Response:
    return host_taken(opened_group(key), groups(), "groups.more")


@bp.route("/g/<key>/leave", methods=["GET", "POST"])
def leave(key: str) -> Response:
    """Take the group off this phone. Opening the page asks first."""
    group = opened_group(key)
    if request.method == "POST":
        groups().leave(group)
        says = _("{group} is no longer on this phone.", group=group.info.name)
        return flash_and_goto(says, "home.index")
    title = _("Leave {group}?", group=group.info.name)
    says = _("This phone no longer lists it. To come back, open the group’s link again.")
    if policy.can_host(group):
        says += " " + _("The group then has no host until someone with its link becomes the host.")
    return sure(group.info, "groups.more", title, says, _("Leave"))


@bp.route("/g/<key>/delete", methods=["GET", "POST"])
def delete(key: str) -> Response:
    """Delete the group. Opening the page asks first."""
    group = opened_group(key)
    policy.check_group_host(group)
    if request.method == "POST":
        groups().delete(group)
        says = _("{group} is deleted. Its evenings stay.", group=group.info.name)
        return flash_and_goto(says, "home.index")
    title = _("Delete {group}?", group=group.info.name)
    says = _(
        "It is deleted for good, on every phone, with its merged names and the payments marked in it. "
        "Its evenings stay. You can download the group first."
    )
    return sure(group.info, "groups.more", title, says, _("Delete the group"))


@bp.get("/g/<key>/hidden")
def hidden(key: str) -> Response:
    """All evenings of the group, to hide them or show them again."""
    group = opened_group(key)
    policy.check_group_host(group)
    report = groups().report(group)
    page = page_of(report.evenings, forms.page_number(request.args), A_PAGE)
    evenings = listed(page.rows)
    return _form(
        "groups/hidden.html", info=group.info, group=report.group, page=page, evenings=evenings
    )


@bp.post("/g/<key>/entries")
def enter(key: str) -> Response:
    group = opened_group(key)
    policy.check_record(group)
    try:
        entry = convert(_fields())
        rows = groups().store.group(group.info.id)
        row = rows.row(entry.entry) if isinstance(entry, Undone) else None
        also = bool(request.form.get("also"))
        now = groups().submit(group, entry, forms.entry_id(request.form), also)
    except EntryError as error:
        return _more(group, say(error.fact))
    except ReusedId:
        late = _("Someone was faster, so nothing was changed. Here is the group now.")
        return flash_and_goto(late, "groups.more", key=key)
    changed = row.entry if row else entry
    if isinstance(changed, GroupPaid):
        # The row says it, and a message would move the rows.
        owed = forms.page_number(request.args, name="owed")
        return goto("groups.show", key=key, owed=owed if owed > 1 else None, _anchor="settling")
    if isinstance(changed, SeasonEntry):
        is_there = isinstance(entry, SeasonNamed) and now.seasons
        newest = f"s{max(now.seasons)}" if is_there else tonight().year
        return goto("groups.figures", key=key, season=newest)
    flash(_done(entry))
    match changed:
        case EveningHidden():
            return goto("groups.hidden", key=key)
        case WorthSet():
            return goto("groups.show", key=key)
    return goto("groups.more", key=key)


@bp.post("/g/<key>/worths")
def confirm_worths(key: str) -> Response:
    """Let the evenings count at their own worth from now on without saying so."""
    groups().confirm_worths(opened_group(key))
    return goto("groups.show", key=key)


@bp.post("/g/<key>/settle")
def settle(key: str) -> Response:
    """Mark every open payment of all evenings, in one unit, as paid."""
    group = opened_group(key)
    policy.check_record(group)
    try:
        unit = request.form.get("currency", "")
        its_group = groups().settle_all(group, forms.entry_id(request.form), unit)
    except EntryError as error:
        return _more(group, say(error.fact))
    if not groups().is_settled(its_group):
        return goto("groups.show", key=key)
    return flash_and_goto(_("Everything is settled."), "groups.show", key=key)


def _fields() -> dict[str, str | int]:
    fields: dict[str, str | int] = {
        name: names.tidy(value) if name in ("name", "from", "into", "to") else value
        for name, value in request.form.items()
        if name not in ("after", "entry_id", "also")
    }
    for name in {"since", "until"} & fields.keys():
        fields[name] = f"{forms.day(request.form, name, is_needed=True)}"
    if fields.get("kind") == "worth-set" and "amount" in fields:
        currency = currency_code(str(fields.get("currency", "")))
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
        case WorthSet():
            amount = money(entry.minor, entry.currency)
            if request.form.get("also"):
                return _("A chip is now worth {amount}.", amount=amount)
            return _("From the next evening on a chip is worth {amount}.", amount=amount)
    return _("That is undone.")


# Evenings of a group


@bp.route("/g/<key>/add", methods=["GET", "POST"])
def add(key: str) -> Response:
    """This phone's evenings that are in no group, to add some of them."""
    group, added, problem = opened_group(key), 0, ""
    policy.check_record(group)
    takes_worth = request.form.get("worth") == "group"
    try:
        for evening in request.form.getlist("evening")[:ADDED]:
            added += groups().add(group, opened(evening), takes_worth=takes_worth)
    except EntryError as error:
        problem = say(error.fact)
    if added:
        flash(_n("{n} evening added.", "{n} evenings added.", added))
    if request.method == "POST" and not problem:
        return goto("groups.show", key=key)
    offered = groups().addable(device(), ADDED)
    its_group = groups().store.group(group.info.id)
    asks = any(groups().lacks_worth(its_group, one.id) for one in offered)
    return _form(
        "groups/add.html",
        problem,
        info=group.info,
        evenings=listed(offered),
        one_chip=one_chip(its_group.worth) if asks else "",
    )


@bp.get("/e/<key>/group")
def choose(key: str) -> Response:
    table = opened(key)
    policy.check_host(table)
    return _choose(table)


@bp.post("/e/<key>/group")
def join(key: str) -> Response:
    """Put an evening in one of this phone's groups, or in a new one."""
    table = opened(key)
    policy.check_host(table)
    name = forms.name(request.form)
    try:
        to = request.form.get("group", "")
        if not to:
            charge("evenings")
            to = groups().start(name, opener(), forms.content_id(request.form)).key
        group = opened_group(to)
        form_id = forms.content_id(request.form) if "entry_id" in request.form else None
        its_group = groups().store.group(group.info.id)
        if "worth" not in request.form and groups().lacks_worth(its_group, table.info.id):
            chip = one_chip(its_group.worth)
            return _form("groups/worth.html", info=table.info, group=group.info, one_chip=chip)
        takes_worth = request.form.get("worth") == "group"
        is_there = groups().add(group, table, form_id, takes_worth)
    except EntryError as error:
        return _choose(table, name[:100], say(error.fact))
    if is_there:
        flash(_("{evening} is now in this group.", evening=table.info.name))
    return goto("groups.show", key=to)


def _choose(table: TableAccess, name: str = "", problem: str = "") -> Response:
    mine = [one for one in known_groups() if not one.watches]
    return _form("groups/choose.html", problem, info=table.info, groups=mine, name=name)
