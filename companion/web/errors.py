"""Errors as pages (or fragments, for htmx) that say what to do next. Never a stack trace."""

from flask import Flask, Response, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.store import StoreError, UnknownEvening
from companion.tables import Denied
from companion.wording import say

PAGES = {
    400: ("That could not be read", "Go back, reload the page, and try again."),
    403: (
        "That came from another site",
        "Entries are taken only from the companion's own pages. Open the table's link again.",
    ),
    404: (
        "There is nothing here",
        "The link may be cut short or mistyped. Open it again from where you got it, "
        "or start from the first page.",
    ),
    405: ("That cannot be done here", "Go back to the table and try again."),
    413: ("That is too much", "Shorten what you entered, then try again. Nothing was lost."),
    500: (
        "Something went wrong",
        "Nothing that was answered before is lost. Reload the table and try again.",
    ),
    503: ("The store cannot be used", "Nothing that was answered before is lost."),
}
DENIED = "That is not for this phone"
NO_TABLE = (
    "There is no such table",
    "The link may be cut short or mistyped, or the host has replaced it. Nothing is lost: ask at "
    "the table for the link as it is now.",
)


def init_app(app: Flask) -> None:
    """Answer every error with a page of our own."""
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Denied, lambda error: page(403, DENIED, say(error.fact)))
    app.register_error_handler(UnknownEvening, lambda _: page(404, *NO_TABLE))
    app.register_error_handler(StoreError, lambda error: page(503, PAGES[503][0], say(error.fact)))


def page(status: int, title: str, text: str) -> Response:
    """Return an error as a page, or for htmx as a note where the thumb is."""
    if request.headers.get("HX-Request"):
        answer = make_response(render_template("table/_note.html", text=f"{title}. {text}"), status)
        answer.headers["HX-Retarget"] = "#problem"
        answer.headers["HX-Reswap"] = "innerHTML"
        return answer
    return make_response(render_template("errors/error.html", title=title, text=text), status)


def _http_error(error: HTTPException) -> Response:
    if error.code is not None and 300 <= error.code < 400:
        return make_response(error.get_response())
    status = error.code or 500
    return page(status, *PAGES.get(status, PAGES[400 if status < 500 else 500]))
