"""The page that closes an evening: it says first what is still open."""

import secrets

from flask import Blueprint, Response, make_response, render_template, url_for

from companion.evening import AnyEntry
from companion.evening.entries import EveningClosed
from companion.tables import policy
from companion.web.access import opened, tables
from companion.web.respond import Page, goto, register
from companion.web.views.closing_view import closing

bp = Blueprint("closing", __name__, url_prefix="/e/<key>")


@bp.get("/close")
def ask(key: str) -> Response:
    """Say what is still open, and offer every way in which the evening can be closed now."""
    table = opened(key)
    evening = tables().evenings.evening(table.info.id)
    if evening.state.closed:
        return goto("results.evening", key=key)
    policy.may_enter_kind(table, evening, EveningClosed)
    return make_response(
        render_template(
            "evening/close.html",
            info=table.info,
            closing=closing(evening),
            after=evening.length,
            entry_id=secrets.token_urlsafe(9),
        )
    )


def _here(key: str, _entry: AnyEntry) -> str:
    return url_for("closing.ask", key=key)


register("close", Page(lambda _shown, _problem: None, _here))
