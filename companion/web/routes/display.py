"""The display: a screen in the middle of the table, that shows everything and asks nothing."""

from flask import Blueprint, Response, make_response, render_template

from companion.web import addresses
from companion.web.access import opened, tables
from companion.web.views.display import content, link_to_watch

bp = Blueprint("display", __name__, url_prefix="/e/<key>")


@bp.get("/display")
def show(key: str) -> Response:
    """The display. The stream keeps it up to date; without script it looks again by itself."""
    table = opened(key)
    watch = link_to_watch(tables(), table, addresses.root())
    what = content(table, tables().evenings.evening(table.info.id), watch)
    return make_response(render_template("table/display.html", **what))
