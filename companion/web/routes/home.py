"""The first page, the history, and the check that the server is well."""

from flask import Blueprint, Response, make_response, render_template, request

from companion import __version__
from companion.pieces.cards import Card
from companion.rules.games import GAMES
from companion.store import EveningInfo, StoreError
from companion.tables.example import example
from companion.web import addresses, forms, seat_order
from companion.web.access import groups, is_server_host, tables
from companion.web.forms import page_number
from companion.web.languages import choose
from companion.web.respond import goto, render
from companion.web.security import device
from companion.web.views.evening_list import Summary, listed, listed_of
from companion.wording import say

bp = Blueprint("home", __name__)

RECENT = 8
"""Evenings looked at for the first page."""
A_PAGE = 30
MOST_GROUPS = 50
"""Groups of a phone that are listed: on the first page, and for an evening to be added to."""


@bp.get("/")
def index() -> Response:
    """The evening to continue or the table to sit down at again, then all the rest."""
    recent = _summaries(RECENT)
    evenings = [one for one in recent if not one.closed]
    form_id = forms.new_id()
    content = render_template(
        "home/index.html",
        evenings=evenings,
        going_on=bool(evenings) and evenings[0] is recent[0],
        last=next((one for one in recent if one.usual), None),
        groups=_groups(),
        games=GAMES,
        form_id=form_id,
        hosts=is_server_host(),
        is_secure=addresses.is_secure(),
    )
    return make_response(content)


@bp.get("/help")
def help_page() -> Response:
    """How the companion works."""
    cards = Card("K", "D"), Card("9", "S")
    return render("home/help.html", example=cards)


@bp.get("/example")
def show_example() -> Response:
    """A group of three evenings, to look at before the first deal."""
    return goto("groups.show", key=example(groups()))


@bp.get("/history")
def history() -> Response:
    """All evenings of this device, the newest first, a page at a time."""
    page = page_number(request.args)
    found = _summaries(A_PAGE + 1, offset=A_PAGE * (page - 1))
    content = render_template(
        "home/history.html", evenings=found[:A_PAGE], page=page, more=len(found) > A_PAGE
    )
    return make_response(content)


@bp.get("/healthz")
def health() -> Response:
    """Say whether the log can be read and written, and which version says so."""
    try:
        tables().evenings.log.check()
    except StoreError as error:
        return Response(f"{say(error.fact)}\n", 503, mimetype="text/plain")
    return Response(f"ok {__version__}\n", mimetype="text/plain")


@bp.post("/language")
def choose_language() -> Response:
    """Answer this phone in another language from now on."""
    choose(request.form.get("language", ""))
    return goto("home.index")


@bp.post("/seat-order")
def order_seats() -> Response:
    """Keep on this phone in which order it shows the players, and go back to the table."""
    key = request.form.get("key", "")
    answer = goto("table.show", key=key) if key else goto("home.index")
    return seat_order.choose(answer, fixed=request.form.get("order") == seat_order.FIXED)


def _summaries(limit: int, offset: int = 0) -> list[Summary]:
    """Return evenings of this device, or all to the host of the server."""
    if is_server_host():
        return listed(tables().evenings.log.evenings(limit, offset))
    return listed_of(device(), limit, offset)


def _groups() -> list[EveningInfo]:
    """Return the groups of this device, or all to the host of the server."""
    if is_server_host():
        return groups().store.evenings(MOST_GROUPS)
    return groups().access_store.evenings(device(), MOST_GROUPS)
