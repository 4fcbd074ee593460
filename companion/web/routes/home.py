"""The home page, the history, join codes, and the link that makes a browser the server's host."""

import hmac

from flask import Blueprint, Response, current_app, flash, redirect, request, session

from companion import __version__
from companion.errors import EntryError
from companion.pieces.cards import Card
from companion.rules.games import GAMES
from companion.store import EveningInfo, StoreError, UnknownEvening
from companion.store.keys import mark
from companion.tables.group_files import example
from companion.tables.settings import LONGEST, read_code
from companion.web import addresses, forms, languages, seat_order
from companion.web.access import address, groups, is_server_host, opened, tables
from companion.web.respond import flash_and_goto, goto, render
from companion.web.security import device
from companion.web.views.evening_list import Summary, listed, listed_of
from companion.wording import say
from companion.wording.languages import _

bp = Blueprint("home", __name__)

RECENT = 8
"""How many evenings are read for the home page."""
A_PAGE = 30
MOST_GROUPS = 50
"""The most groups of a phone on the home page, and to choose from when an evening is added to one."""


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
        tables().evenings.log.connection.check()
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
    if is_server_host():
        return listed(tables().evenings.log.evenings(limit, offset))
    return listed_of(device(), limit, offset)


def _groups() -> list[EveningInfo]:
    if is_server_host():
        return groups().store.evenings(MOST_GROUPS)
    return groups().access_store.evenings(device(), MOST_GROUPS)


bp.add_url_rule("/join", "join_in_full", lambda: redirect("/j", code=303))


@bp.get("/j")
def ask_code() -> Response:
    return _join_form()


@bp.post("/j")
def join() -> Response:
    """Show the table with this join code."""
    typed = request.form.get("code", "")
    try:
        letters = read_code(typed)
    except EntryError as error:
        return _join_form(typed, say(error.fact), 422)
    # Count the code before the look-up, so that concurrent requests cannot exceed the budget.
    tables().budgets.spend("codes", address())
    info = tables().settings.open_by_code(letters)
    if info is None:
        sentence = _("No table has this code now. Check the letters, or ask for a new code.")
        return _join_form(typed, sentence, 422)
    tables().budgets.give_back("codes", address())
    table = opened(info.key)
    tables().settings.remember(table)
    if not table.seat:
        flash(_("You are in. Tap ⋯, then This phone, to choose whose it is."))
    return goto("table.show", key=info.key)


def _join_form(typed: str = "", problem: str = "", status: int = 200) -> Response:
    return render("home/join.html", status, typed=typed[:LONGEST], problem=problem)


@bp.get("/host/<token>")
def offer_host(token: str) -> Response:
    """Show a button. Opening the link changes nothing, since programs that preview links open it."""
    _check_token(token)
    return render("home/host.html", token=token)


@bp.post("/host/<token>")
def become_host(token: str) -> Response:
    _check_token(token)
    session.permanent = True
    session["host"] = current_app.config["HOST_MARK"]
    says = _("This browser is now the host of this server: it sees every evening and hosts it.")
    return flash_and_goto(says, "home.index")


@bp.post("/host")
def give_up_host() -> Response:
    if is_server_host():
        flash(_("This browser is no longer the host of this server."))
    session.pop("host", None)
    return goto("home.index")


def _check_token(token: str) -> None:
    """Raise `UnknownEvening`, as for any wrong link, unless the token is this server's."""
    if not hmac.compare_digest(mark(token), current_app.config["HOST_MARK"]):
        raise UnknownEvening(token)
