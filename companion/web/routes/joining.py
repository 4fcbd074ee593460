"""Coming in: by a join code, or by the server's own host link."""

import hmac

from flask import (
    Blueprint,
    Response,
    current_app,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    session,
)

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
    """Ask for the six letters."""
    return _form()


@bp.post("/j")
def join() -> Response:
    """Lead to the table whose code it is."""
    typed = request.form.get("code", "")
    try:
        letters = read_code(typed)
    except EntryError as error:
        return _form(typed, say(error.fact), 422)
    # Counted before it is looked up, or of many at once all would be.
    tables().budgets.spend("codes", address())
    info = tables().settings.open_by_code(letters)
    if info:
        tables().budgets.give_back("codes", address())
    else:
        sentence = _("No table has this code now. Check the letters, or ask for a new code.")
        return _form(typed, sentence, 422)
    table = opened(info.key)
    remember(tables().access_store, table)
    if not table.seat:
        flash(_("You are in. Tap ⋯, then This phone, to choose whose it is."))
    return goto("table.show", key=info.key)


def _form(typed: str = "", problem: str = "", status: int = 200) -> Response:
    content = render_template("home/join.html", typed=typed[:LONGEST], problem=problem)
    return make_response(content, status)


# The host of the server


@bp.get("/host/<token>")
def offer(token: str) -> Response:
    """Show a button. Looking at the link does nothing, for programs that preview links look too."""
    _check(token)
    return render("home/host.html", token=token)


@bp.post("/host/<token>")
def become(token: str) -> Response:
    """Make the browser host of this server."""
    _check(token)
    session.permanent = True
    session["host"] = current_app.config["HOST_MARK"]
    return flash_and_goto(
        _("This browser is now the host of this server: it sees every evening and hosts it."),
        "home.index",
    )


@bp.post("/host")
def give_up() -> Response:
    """Make the browser an ordinary one again."""
    if is_server_host():
        flash(_("This browser is no longer the host of this server."))
    session.pop("host", None)
    return goto("home.index")


def _check(token: str) -> None:
    """Raise `UnknownEvening`, as for any wrong link, unless the token is this server's."""
    if not hmac.compare_digest(mark(token), current_app.config["HOST_MARK"]):
        raise UnknownEvening(token)
