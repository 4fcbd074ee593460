"""Join codes, and the link that makes a browser the host of the server."""

import hmac

from flask import Blueprint, Response, current_app, flash, redirect, request, session

from companion.errors import EntryError
from companion.store import UnknownEvening
from companion.store.keys import mark
from companion.tables.code import LONGEST, read_code
from companion.tables.visits import remember
from companion.web.access import address, is_server_host, opened, tables
from companion.web.respond import flash_and_goto, goto, render
from companion.wording import say
from companion.wording.languages import _

bp = Blueprint("joining", __name__)

bp.add_url_rule("/join", "join_in_full", lambda: redirect("/j", code=303))


@bp.get("/j")
def ask() -> Response:
    return _form()


@bp.post("/j")
def join() -> Response:
    """Show the table with this join code."""
    typed = request.form.get("code", "")
    try:
        letters = read_code(typed)
    except EntryError as error:
        return _form(typed, say(error.fact), 422)
    # Counted before the look-up, so that requests at once cannot exceed the budget.
    tables().budgets.spend("codes", address())
    info = tables().settings.open_by_code(letters)
    if info is None:
        sentence = _("No table has this code now. Check the letters, or ask for a new code.")
        return _form(typed, sentence, 422)
    tables().budgets.give_back("codes", address())
    table = opened(info.key)
    remember(tables().access_store, table)
    if not table.seat:
        flash(_("You are in. Tap ⋯, then This phone, to choose whose it is."))
    return goto("table.show", key=info.key)


def _form(typed: str = "", problem: str = "", status: int = 200) -> Response:
    return render("home/join.html", status, typed=typed[:LONGEST], problem=problem)


@bp.get("/host/<token>")
def offer(token: str) -> Response:
    """Show a button. Opening the link changes nothing, since programs that preview links open it."""
    _check_token(token)
    return render("home/host.html", token=token)


@bp.post("/host/<token>")
def become(token: str) -> Response:
    """Make the browser host of this server."""
    _check_token(token)
    session.permanent = True
    session["host"] = current_app.config["HOST_MARK"]
    says = _("This browser is now the host of this server: it sees every evening and hosts it.")
    return flash_and_goto(says, "home.index")


@bp.post("/host")
def give_up() -> Response:
    if is_server_host():
        flash(_("This browser is no longer the host of this server."))
    session.pop("host", None)
    return goto("home.index")


def _check_token(token: str) -> None:
    """Raise `UnknownEvening`, as for any wrong link, unless the token is this server's."""
    if not hmac.compare_digest(mark(token), current_app.config["HOST_MARK"]):
        raise UnknownEvening(token)
