"""Pages about the phones of an evening: links and code, names and seats, and the settings."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, cast

from flask import Blueprint, Response, abort, flash, request, url_for
from msgspec import Struct, structs

from companion.errors import MalformedEntry
from companion.store import (
    MOST_LISTED,
    Conflict,
    Device,
    EveningInfo,
    RecordingMode,
    Role,
    TableAccess,
)
from companion.tables import policy
from companion.tables.access import Links, LinkSettings
from companion.tables.table_facts import TableFact
from companion.web import addresses, forms
from companion.web.access import evening_of, groups, opened, opened_evening, tables
from companion.web.preferences import turns_players
from companion.web.respond import Page, flash_and_goto, goto, register, render
from companion.web.views.evening_list import page_of
from companion.web.views.screen import screen
from companion.wording import say
from companion.wording.languages import N_, _
from companion.wording.numbers import day

bp = Blueprint("people", __name__, url_prefix="/e/<key>")

A_PAGE = 50
"""Maximum number of devices on a page."""
RECORDS: dict[RecordingMode, tuple[str, str, str]] = {
    "all": (
        N_("Everyone"),
        N_("Every phone that has joined can enter anything."),
        N_("Everyone keeps score."),
    ),
    "own": (
        N_("Everyone for their own seat"),
        N_(
            "A phone enters what its own player does, and what concerns everyone, like "
            "the turn-up or who won a trick. The host can enter anything."
        ),
        N_("Everyone keeps score for their own seat."),
    ),
    "host": (
        N_("Only the host"),
        N_("The other phones can only watch."),
        N_("Only the host keeps score."),
    ),
}
"""For each recording mode, a label, an explanation, and the message after it is set."""
LINKS = {
    "record": (
        N_("Replace the join link"),
        N_("Replace the join link?"),
        N_(
            "The old link and the join code stop working at once. Every phone that used "
            "them is removed, except yours. Share the new link with those who keep score."
        ),
    ),
    "watch": (
        N_("Replace the watch link"),
        N_("Replace the watch link?"),
        N_(
            "The old link and the join code stop working at once. Every phone and "
            "display that used the link is removed. Share the new one with those who "
            "watch."
        ),
    ),
}
"""For each link that can be replaced, a label, the question before, and the effect."""


class Person(Struct, frozen=True):
    """A device in the list."""

    handle: str
    """Identifies the device in a form without revealing its id."""
    device: Device
    is_this: bool

    @property
    def title(self) -> str:
        """The device's name at this table."""
        if self.device.name or self.device.seat:
            return self.device.name or _("{player}’s phone", player=self.device.seat)
        return (
            _("A phone that only watches") if self.device.watches else _("A phone without a name")
        )


# The links and the code


def invitation(endpoint: str, links: Links) -> dict[str, object]:
    """Return the variables for a page of links, each link with its QR code."""
    watch = addresses.link(endpoint, key=links.watch)
    record = links.record and addresses.link(endpoint, key=links.record)
    return {
        "watch": (watch, addresses.qr_code(watch)),
        "record": record and (record, addresses.qr_code(record)),
        "private": addresses.is_private(),
    }


def link_to_replace() -> str:
    which: str = request.values.get("link", "")
    if which not in LINKS:
        abort(400)
    return which


def link_replaced(access: TableAccess, settings: LinkSettings, endpoint: str) -> Response:
    """Replace a link, and show the new one."""
    which = link_to_replace()
    new = settings.replace_link(access, watch=which == "watch")
    used_it = access.info.watches == (which == "watch")
    key = new if used_it else access.info.key
    return flash_and_goto(_("The link is replaced. Here is the new one."), endpoint, key=key)


def host_taken(access: TableAccess, settings: LinkSettings, endpoint: str) -> Response:
    """Make this phone the host, if there is none."""
    done = settings.become_host(access)
    says = _("This phone is now the host.") if done else _("Someone else is the host already.")
    return flash_and_goto(says, endpoint, key=access.info.key)


@bp.post("/code")
def code(key: str) -> Response:
    """Make a new join code. The old one stops working."""
    if tables().settings.new_code(opened(key)) is None:
        flash(_("This evening is closed, so it has no join code."))
    return goto("people.people", key=key)


@bp.route("/people/replace", methods=["GET", "POST"])
def replace(key: str) -> Response:
    table = opened(key)
    policy.check_host(table)
    if request.method == "POST":
        return link_replaced(table, tables().settings, "people.people")
    which = link_to_replace()
    _label, question, says = map(_, LINKS[which])
    # The device may not know the group.
    if groups().store.of_evening(table.info.id):
        in_group = _("This evening is in a group. Everyone in the group gets the new link.")
        says = f"{says} {in_group}"
    return sure(table.info, "people.people", question, says, _("Replace it"), link=which)


def sure(
    info: EveningInfo,
    back: str,
    title: str,
    text: str,
    button: str,
    also: tuple[str, str] | None = None,
    **fields: str,
) -> Response:
    """Ask before a change; `back` is the endpoint of the page before, `also` another link."""
    words = {"title": title, "text": text, "button": button}
    return render("table/sure.html", info=info, back=back, **words, also=also, fields=fields)


# The name and the seat of this phone


def me_form(table: TableAccess, problem: str = "", **filled: str) -> dict[str, Any]:
    """Return the variables of the form for a phone's name and seat."""
    evening = evening_of(table)
    session = evening.state.session
    others = {
        device.seat: device.name or _("another phone")
        for device in tables().access_store.devices(table.info.id)
        if device.seat and device.id != table.device
    }
    return {
        "name": filled.get("name", table.name),
        "seat": filled.get("seat", policy.player_of(table, evening)),
        "seats": {name: others.get(name, "") for name in session.seated()} if session else {},
        "problem": problem,
    }


@bp.post("/me")
def me(key: str) -> Response:
    """Set the name and the seat of this phone, or whether it only watches."""
    table, role = opened(key), request.form.get("part")
    if role in ("", "later", "watches"):
        tables().settings.choose_role(table, cast(Role, role))
        return goto("table.show", key=key)
    policy.check_not_watching(table)
    name, seat = forms.name(request.form), request.form.get("seat", "")
    try:
        tables().settings.name_device(table, name, seat)
    except MalformedEntry as error:
        return _settings(table, 422, me_form(table, say(error.fact), name=name[:60], seat=seat))
    if seat:
        says = _("This is now {player}’s phone.", player=seat)
    elif name:
        says = _("This phone is now called {name}.", name=name)
    else:
        says = _("This phone has no name now.")
    return flash_and_goto(says, "table.show", key=key)


# The settings of the phone and of the evening


@bp.get("/settings")
def settings(key: str) -> Response:
    return _settings(opened(key))


def _settings(
    table: TableAccess, status: int = 200, me: dict[str, Any] | None = None, **problems: str
) -> Response:
    return render(
        "table/settings.html",
        status,
        s=screen(table, evening_of(table)),
        info=table.info,
        me=me or me_form(table),
        **{"problem": "", "unusable": "", **problems},
        group=groups().of_evening(table),
        turns=turns_players(),
        records=RECORDS,
    )


register(
    "player-renamed",
    Page(lambda shown, problem: _settings(shown.table, problem.status, problem=problem.text)),
)


@bp.route("/throw-away", methods=["GET", "POST"])
def throw_away(key: str) -> Response:
    """Delete an evening in which no deal has an entry. Opening the page asks first."""
    table, evening = opened_evening(key)
    policy.check_host(table)
    if not policy.can_throw_away(table, evening):
        return flash_and_goto(say(TableFact.DEAL_HAS_ENTRIES), "table.show", key=key)
    if request.method == "POST":
        try:
            tables().throw_away(table)
        except Conflict:
            late = _("Someone was faster, so nothing was thrown away. Here is the table now.")
            return flash_and_goto(late, "table.show", key=key)
        says = _("{evening} is thrown away.", evening=table.info.name)
        return flash_and_goto(says, "home.index")
    title = _("Throw {evening} away?", evening=table.info.name)
    says = _("It is deleted for good, on every phone. Its links stop working.")
    return sure(table.info, "table.show", title, says, _("Throw away"))


# The devices


@bp.get("/people")
def people(key: str) -> Response:
    """The links and the join code, and the devices at the table, page by page."""
    table = opened(key)
    store = tables().access_store
    listed = page_of(_people(table), forms.page_number(request.args), A_PAGE)
    return render(
        "table/people.html",
        table=table,
        info=table.info,
        people=listed.rows,
        page=listed.number,
        pages=listed.pages,
        most_listed=MOST_LISTED if listed.total >= MOST_LISTED else 0,
        can_claim=policy.can_claim_hosting(table, store.is_hosted(table.info.id)),
        can_record=policy.can_record(table),
        code=tables().settings.code(table),
        closed=evening_of(table).state.closed,
        where=addresses.link("home.ask_code"),
        replaceable=LINKS,
        **invitation("table.show", tables().settings.links(table)),
    )


def _people(table: TableAccess) -> list[Person]:
    evening = evening_of(table)
    return [
        Person(
            sha256(f"{table.info.id} {device.id}".encode()).hexdigest()[:16],
            structs.replace(device, seat=policy.player_of(device, evening)),
            device.id == table.device,
        )
        for device in tables().access_store.devices(table.info.id)
    ]


@bp.post("/name")
def rename(key: str) -> Response:
    """Change the name, the day and the place of an evening."""
    table, name = opened(key), forms.name(request.form)
    place = forms.name(request.form, "place") if "place" in request.form else None
    try:
        info = tables().settings.describe(table, name, forms.day(request.form), place)
    except MalformedEntry as error:
        return _settings(table, 422, unusable=say(error.fact))
    says = _("The evening is now called {name}.", name=name)
    if info.opened_at != table.info.opened_at:
        says = _("{name} is now of {day}.", name=name, day=day(info))
    elif info.place != table.info.place:
        says = _("Saved.")
    return flash_and_goto(says, "people.settings", key=key)


@bp.post("/people/rules")
def set_rules(key: str) -> Response:
    """Set who records, and whether big payments need a second phone."""
    table = opened(key)
    policy.check_host(table)
    records = next((one for one in RECORDS if one == request.form.get("records")), None)
    if records is None:
        abort(400)
    look = "second_look" in request.form
    try:
        tables().settings.set_rules(table, records, look)
    except MalformedEntry as error:
        return flash_and_goto(say(error.fact), "people.settings", key=key)
    payments = (
        _("Big payments need a second phone.") if look else _("Big payments need no second phone.")
    )
    return flash_and_goto(f"{_(RECORDS[records][2])} {payments}", "people.settings", key=key)


@bp.post("/people/claim")
def become_host(key: str) -> Response:
    return host_taken(opened(key), tables().settings, "people.people")


@bp.route("/people/remove", methods=["GET", "POST"])
def remove(key: str) -> Response:
    """Remove another device, which then can only watch, or let it `back`. A page asks first."""
    table = opened(key)
    person = _chosen(table, policy.can_remove)
    if person is None:
        return flash_and_goto(say(TableFact.CANNOT_REMOVE), "people.people", key=key)
    if request.method == "POST":
        back = "back" in request.form
        tables().settings.set_removed(table, person.device.id, removed=not back)
        phone = person.title
        says = (
            _("{phone} is back.", phone=phone)
            if back
            else _("{phone} can now only watch.", phone=phone)
        )
        return flash_and_goto(says, "people.people", key=key)
    says = _(
        "It can then only watch, until you let it back. But anyone who has the join link can come "
        "as a new phone. To prevent that, replace the join link as well: then every phone needs the "
        "new one."
    )
    title = _("Remove “{phone}”?", phone=person.title)
    also = url_for("people.replace", key=key, link="record"), _("Replace the join link")
    return sure(table.info, "people.people", title, says, _("Remove"), also, to=person.handle)


@bp.route("/people/host", methods=["GET", "POST"])
def hand_over(key: str) -> Response:
    """Make another device the host. Opening the page asks first."""
    table = opened(key)
    person = _chosen(table, policy.can_become_host)
    if person is None:
        return flash_and_goto(say(TableFact.CANNOT_BECOME_HOST), "people.people", key=key)
    if request.method == "POST":
        tables().settings.hand_over(table, person.device.id)
        says = _("{phone} is now the host.", phone=person.title)
        return flash_and_goto(says, "people.people", key=key)
    says = _(
        "You can no longer choose who keeps score, correct earlier deals, replace the links or close the "
        "evening; that phone can. You cannot take this back: only the new host can make you the host "
        "again."
    )
    if table.is_server_host:
        stays = _("You stay the host of the server.")
        says = f"{says} {stays}"
    title = _("Make “{phone}” the host?", phone=person.title)
    return sure(table.info, "people.people", title, says, _("Hand over"), to=person.handle)


def _chosen(table: TableAccess, can: Callable[[Device], bool]) -> Person | None:
    """Return the device that the host has chosen, if `can` allows it. Raises `Denied`."""
    policy.check_host(table)
    to = request.values.get("to", "")
    person = next((one for one in _people(table) if one.handle == to), None)
    return person if person and can(person.device) else None
