"""The table: the screen, and what is entered in it."""

from flask import Blueprint, Response, request

from companion.tables import policy
from companion.web.access import evening_of, opened
from companion.web.api import problems
from companion.web.api.routes import ToProgram
from companion.web.respond import ToForm, table_page
from companion.web.respond import enter as respond
from companion.web.views.screen import screen

bp = Blueprint("table", __name__, url_prefix="/e/<key>")


@bp.get("")
def show(key: str) -> Response:
    """The table."""
    table = opened(key)
    return table_page(screen(table, evening_of(table)))


@bp.post("/entries")
def enter(key: str) -> Response:
    """Take one entry, and answer with the state after it."""
    table = opened(key)
    # Whether it may record is judged later: a form that is sent again is answered as before.
    policy.may_have_a_name(table)
    is_program = request.mimetype == problems.JSON
    return respond(table, ToProgram() if is_program else ToForm())
