"""The home page, the history, this phone's settings, and a health check."""

from flask import Blueprint, Response, request

from companion import __version__
from companion.pieces.cards import Card
from companion.rules.games import GAMES
from companion.store import EveningInfo, StoreError
from companion.tables.example import example
from companion.web import addresses, forms, languages, seat_order
from companion.web.access import groups, is_server_host, tables
from companion.web.respond import goto, render
from companion.web.security import device
from companion.web.views.evening_list import Summary, listed, listed_of
from companion.wording import say

bp = Blueprint("home", __name__)

RECENT = 8
"""Number of evenings read for the home page."""
A_PAGE = 30
MOST_GROUPS = 50
"""Number of a phone's groups listed on the home page and when an evening is added to one."""


@bp.get("/")
def index() -> Response:
    recent = _summaries(RECENT)
    evenings = [one for one in recent if not one.closed]
    return render(
        "home/index.html",
        evenings=evenings,
        going_on=bool(evenings) and evenings[0] is recent[0],
        last=next((one for one in recent if one.usual), None),
        groups=_groups(),
        games=GAMES,
        form_id=forms.new_id(),
        hosts=is_server_host(),
        is_secure=addresses.is_secure(),
    )


@bp.get("/help")
def help_page() -> Response:
    return render("home/help.html", example=(Card("K", "D"), Card("9", "S")))


@bp.get("/example")
def show_example() -> Response:
    """A group of three evenings to explore before playing."""
    return goto("groups.show", key=example(groups()))


@bp.get("/history")
def history() -> Response:
    """The evenings of this device, the newest first."""
    page = forms.page_number(request.args)
    found = _summaries(A_PAGE + 1, offset=A_PAGE * (page - 1))
    more = len(found) > A_PAGE
    return render("home/history.html", evenings=found[:A_PAGE], page=page, more=more)


@bp.get("/healthz")
def health() -> Response:
    """Say whether the log can be read and written, and the version."""
    try:
        tables().evenings.log.check()
    except StoreError as error:
        return Response(f"{say(error.fact)}\n", 503, mimetype="text/plain")
    return Response(f"ok {__version__}\n", mimetype="text/plain")


@bp.post("/language")
def choose_language() -> Response:
    languages.choose(request.form.get("language", ""))
    return goto("home.index")


@bp.post("/seat-order")
def order_seats() -> Response:
    """Set the order in which this phone shows the players, and go back to the table."""
    key = request.form.get("key", "")
    answer = goto("table.show", key=key) if key else goto("home.index")
    return seat_order.choose(answer, fixed=request.form.get("order") == seat_order.FIXED)


def _summaries(limit: int, offset: int = 0) -> list[Summary]:
    """Return evenings of this device, or for the server's host of all devices."""
    if is_server_host():
        return listed(tables().evenings.log.evenings(limit, offset))
    return listed_of(device(), limit, offset)


def _groups() -> list[EveningInfo]:
    """Return the groups of this device, or for the server's host of all devices."""
    if is_server_host():
        return groups().store.evenings(MOST_GROUPS)
    return groups().access_store.evenings(device(), MOST_GROUPS)
