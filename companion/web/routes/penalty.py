"""The page on which a penalty is entered: for a slip that is no revoke."""

import secrets

from flask import Blueprint, Response, flash, make_response, render_template, request

from companion.evening.entries import Penalized
from companion.store import TableAccess
from companion.tables import policy
from companion.web.access import opened, tables
from companion.web.respond import Page, Problem, goto, register
from companion.web.views.penalties import penalty_form
from companion.web.views.screen import Screen
from companion.wording.languages import _

bp = Blueprint("penalty", __name__, url_prefix="/e/<key>")


@bp.get("/penalty")
def ask(key: str) -> Response:
    """Ask who pays a penalty, how much, to whom, and why."""
    table = opened(key)
    policy.may_enter_kind(table, tables().evenings.evening(table.info.id), Penalized)
    return _page(table)


def _page(table: TableAccess, problem: str = "", status: int = 200) -> Response:
    """Return the page, with what was chosen so far; `problem` says why that was refused."""
    evening = tables().evenings.evening(table.info.id)
    session = evening.state.session
    if session is None or session.ended or session.winner:
        flash(_("A penalty can be entered only while a game is on."))
        return goto("table.show", key=table.info.key)
    page = render_template(
        "table/penalty.html",
        info=table.info,
        form=penalty_form(session),
        given=request.form,
        problem=problem,
        after=evening.length,
        entry_id=secrets.token_urlsafe(9),
    )
    return make_response(page, status)


def _again(shown: Screen, problem: Problem) -> Response:
    return _page(shown.table, problem.text, problem.status)


register("penalty", Page(_again))
