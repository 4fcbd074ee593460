"""The page of a table, and its entries."""

from flask import Blueprint, Response, request

from companion.tables import policy
from companion.web.access import opened, opened_evening
from companion.web.api import problems
from companion.web.api.routes import ToProgram
from companion.web.respond import ToForm, table_page
from companion.web.respond import enter as respond
from companion.web.views.screen import screen

bp = Blueprint("table", __name__, url_prefix="/e/<key>")


@bp.get("")
def show(key: str) -> Response:
    return table_page(screen(*opened_evening(key)))


@bp.post("/entries")
def enter(key: str) -> Response:
    """Take an entry, and answer with the state after it."""
    table = opened(key)
    # The right to record is checked later: a form sent again is answered as before.
    policy.check_not_watching(table)
    is_program = request.mimetype == problems.JSON
    return respond(table, ToProgram() if is_program else ToForm())
