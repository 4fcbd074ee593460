"""Who is at a table: its links and its code, the devices, and what its host has set."""

from hashlib import sha256
from typing import get_args

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from msgspec import Struct, structs

from companion.errors import MalformedEntry
from companion.evening import names
from companion.store import MOST_LISTED, Device, RecordingMode, TableAccess
from companion.tables import policy
from companion.tables.table_facts import TableFact
from companion.web import addresses
from companion.web.access import groups, opened, tables
from companion.web.views.qr_code import qr_code
from companion.wording import say
from companion.wording.languages import N_, _

bp = Blueprint("people", __name__, url_prefix="/e/<key>")

A_PAGE = 50
"""Devices that are listed at once."""
RECORDS: dict[RecordingMode, tuple[str, str]] = {
    "all": (N_("Everyone"), N_("Every phone that has joined can enter anything.")),
    "own": (
        N_("Everyone for their own seat"),
        N_(
            "A phone enters what its own player does, and what concerns everyone, like "
            "the turn-up or who won a trick. The host can enter anything."
        ),
    ),
    "host": (N_("Only the host"), N_("The other phones can only watch.")),
}
"""Who records: the words for it, and an explanation."""
LINKS = {
    "record": (
        N_("Replace the join link"),
        N_(
            "The old link and the join code stop working at once. Every phone that used "
            "them is removed, except yours. Share the new link with those who keep score."
        ),
    ),
    "watch": (
        N_("Replace the watch link"),
        N_(
            "The old link and the join code stop working at once. Every phone and "
            "display that used the link is removed. Share the new one with those who "
            "watch."
        ),
    ),
}
"""What can be replaced, and what happens then."""
ASKED = {
    "record": N_("Replace the join link?"),
    "watch": N_("Replace the watch link?"),
}
WHO_RECORDS: dict[RecordingMode, str] = {
    "all": N_("Who records: everyone."),
    "own": N_("Who records: everyone for their own seat."),
    "host": N_("Who records: only the host."),
}


class Person(Struct, frozen=True):
    """A device in the list."""

    handle: str
    """Names it in a form. The id itself is the device's own business."""
    device: Device
    is_this: bool

    @property
    def title(self) -> str:
        """What it is called here."""
        if self.device.name or self.device.seat:
            return self.device.name or _("{player}’s phone", player=self.device.seat)
        return (
            _("A phone that only watches") if self.device.watches else _("A phone without a name")
        )


# The links and the code


@bp.get("/link")
def link(key: str) -> Response:
    """The table's links, to be opened on another phone. One that watches sees no link to record."""
    table = opened(key)
    links = tables().settings.links(table)
    watch = addresses.link("table.show", key=links.watch)
    record = links.record and addresses.link("table.show", key=links.record)
    return make_response(
        render_template(
            "table/link.html",
            can_record=policy.can_record(table),
            info=table.info,
            watch=(watch, qr_code(watch)),
            record=record and (record, qr_code(record)),
            code=links.code,
            closed=tables().evenings.evening(table.info.id).state.closed,
            where=addresses.link("joining.ask"),
            private=addresses.is_private(),
            me=me_form(table),
        )
    )


@bp.post("/code")
def code(key: str) -> Response:
    """Make a join code. The one before stops working."""
    table = opened(key)
    if tables().settings.new_code(table) is None:
        flash(_("This evening is closed, so it has no join code."))
    return _to("people.link", key)


# Who this phone is


def me_form(table: TableAccess, problem: str = "", **filled: str) -> dict[str, object]:
    """Return what the form for a phone's name and seat shows."""
    evening = tables().evenings.evening(table.info.id)
    session = evening.state.session
    others = {
        device.seat: device.name or _("another phone")
        for device in tables().access_store.with_seats(table.info.id)
        if device.id != table.device
    }
    return {
        "name": filled.get("name", table.name),
        "seat": filled.get("seat", policy.player_of(table, evening)),
        "seats": {name: others.get(name, "") for name in session.seated()} if session else {},
        "problem": problem,
    }


@bp.get("/me")
def askme_form(key: str) -> Response:
    """Ask what this phone is called, and whose it is."""
    table = opened(key)
    policy.may_have_a_name(table)
    return _asked(table, me_form(table))


@bp.post("/me")
def me(key: str) -> Response:
    """Say what this phone is called, and whose it is."""
    table = opened(key)
    policy.may_have_a_name(table)
    name = names.tidy(request.form.get("name", "")[:1000])
    seat = request.form.get("seat", "")
    try:
        tables().settings.name_device(table, name, seat)
    except MalformedEntry as error:
        again = me_form(table, say(error.fact), name=name[:60], seat=seat)
        return _asked(table, again, 422)
    if seat:
        flash(_("This is now {player}’s phone.", player=seat))
    elif name:
        flash(_("This phone is now called {name}.", name=name))
    else:
        flash(_("This phone has no name now."))
    return _to("people.link" if request.form.get("back") == "invite" else "table.show", key)


def _asked(table: TableAccess, form: dict[str, object], status: int = 200) -> Response:
    return make_response(render_template("table/me.html", info=table.info, me=form), status)


# The devices, and what the host sets


@bp.get("/people")
def people(key: str) -> Response:
    """The devices that are there, a page of them; for the host, what he can do about them."""
    table = opened(key)
    rules = tables().access_store.rules(table.info.id)
    number = tables().access_store.number_of_devices(table.info.id)
    pages = max(1, -(-number // A_PAGE))
    text = request.args.get("page", "1")
    asked = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 1
    page = min(max(asked, 1), pages)
    return make_response(
        render_template(
            "table/people.html",
            table=table,
            info=table.info,
            people=_people(table, A_PAGE, offset=A_PAGE * (page - 1)),
            page=page,
            pages=pages,
            most_listed=MOST_LISTED if number >= MOST_LISTED else 0,
            can_claim=policy.can_claim_hosting(
                table, tables().access_store.is_hosted(table.info.id)
            ),
            rules=rules,
            records=RECORDS,
            links=LINKS,
        )
    )


def _people(table: TableAccess, limit: int = -1, offset: int = 0) -> list[Person]:
    evening = tables().evenings.evening(table.info.id)
    return [
        Person(
            _handle(table, device),
            structs.replace(device, seat=policy.player_of(device, evening)),
            device.id == table.device,
        )
        for device in tables().access_store.devices(table.info.id, limit, offset)
    ]


def _handle(table: TableAccess, device: Device) -> str:
    return sha256(f"{table.info.id} {device.id}".encode()).hexdigest()[:16]


@bp.post("/name")
def rename(key: str) -> Response:
    """Call the evening otherwise."""
    table = opened(key)
    name = names.tidy(request.form.get("name", "")[:1000])
    try:
        tables().settings.rename(table, name)
    except MalformedEntry as error:
        flash(say(error.fact))
    else:
        flash(_("The evening is now called {name}.", name=name))
    return _to("pages.more", key)


@bp.post("/people/rules")
def set_rules(key: str) -> Response:
    """Set who records, and whether a costly settlement wants a second look."""
    table = opened(key)
    policy.may_host(table)
    records = next(
        (one for one in get_args(RecordingMode) if one == request.form.get("records")), None
    )
    if records is None:
        abort(400)
    look = "second_look" in request.form
    try:
        tables().settings.set_rules(table, records, look)
    except MalformedEntry as error:
        flash(say(error.fact))
        return _to("people.people", key)
    flash(
        " ".join(
            (
                _(WHO_RECORDS[records]),
                _("Big payments need a second phone.")
                if look
                else _("Big payments need no second phone."),
            )
        )
    )
    return _to("people.people", key)


@bp.post("/people/claim")
def claim(key: str) -> Response:
    """Make this phone the host of an evening that nobody hosts."""
    table = opened(key)
    if tables().settings.claim_hosting(table):
        flash(_("This phone is now the host."))
    else:
        flash(_("Someone else is the host already."))
    return _to("people.people", key)


@bp.get("/people/host")
def ask_to_hand_over(key: str) -> Response:
    """Ask whether another device is to be host."""
    table = opened(key)
    person = _next_host(table)
    if person is None:
        return _no_host(key)
    says = _(
        "From then on only that phone can choose who records, replace the links and "
        "close the evening."
    )
    if table.is_server_host:
        says = f"{says} {_('You stay the host of the server.')}"
    title = _("Make “{phone}” the host?", phone=person.title)
    return _sure(table, title, says, _("Hand over"), to=person.handle)


@bp.post("/people/host")
def hand_over(key: str) -> Response:
    """Make another device host."""
    table = opened(key)
    person = _next_host(table)
    if person is None:
        return _no_host(key)
    tables().settings.hand_over(table, person.device.id)
    flash(_("{phone} is now the host.", phone=person.title))
    return _to("people.people", key)


def _next_host(table: TableAccess) -> Person | None:
    """Return who is asked for as the host, if that can be. Raises `Denied` if a host has to ask."""
    policy.may_host(table)
    to = request.values.get("to", "")
    person = next((one for one in _people(table) if one.handle == to), None)
    return person if person and policy.can_become_host(person.device) else None


def _no_host(key: str) -> Response:
    flash(say(TableFact.CANNOT_BECOME_HOST))
    return _to("people.people", key)


@bp.get("/people/replace")
def ask_to_replace(key: str) -> Response:
    """Ask whether a link is to be replaced."""
    table = opened(key)
    which = _which_link(table)
    says = _(LINKS[which][1])
    if groups().is_in_group(table):
        says = f"{says} {_('This evening is in a group. Everyone in the group gets the new link.')}"
    return _sure(table, _(ASKED[which]), says, _("Replace it"), link=which)


@bp.post("/people/replace")
def replace(key: str) -> Response:
    """Replace a link."""
    table = opened(key)
    which = _which_link(table)
    new = tables().settings.replace_link(table, watch=which == "watch")
    flash(_("The link is replaced. Here is the new one."))
    came_by_it = table.info.watches == (which == "watch")
    return _to("people.link", new if came_by_it else key)


def _which_link(table: TableAccess) -> str:
    """Return which link is to be replaced. Raises `Denied` unless the host asks."""
    policy.may_host(table)
    which = request.values.get("link", "")
    if which not in LINKS:
        abort(400)
    return which


def _sure(table: TableAccess, title: str, text: str, button: str, **fields: str) -> Response:
    """Ask once, on a page of its own."""
    return make_response(
        render_template(
            "table/sure.html",
            info=table.info,
            title=title,
            text=text,
            button=button,
            fields=fields,
        )
    )


def _to(endpoint: str, key: str) -> Response:
    return make_response(redirect(url_for(endpoint, key=key), code=303))
