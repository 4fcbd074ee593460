"""Error pages, which say what to do next: fragments for htmx, JSON for programs."""

import logging
import re
import time

from flask import Flask, Response, current_app, make_response, redirect, render_template, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge

from companion.errors import EntryError
from companion.evening.record import RecordError
from companion.facts import AnyFact
from companion.store import StoreError, UnknownEvening
from companion.store.keys import KEY_LENGTH
from companion.tables import Busy, Denied, OverBudget
from companion.tables.groups import Counting
from companion.web.access import opened
from companion.web.api.routes import for_all_sites, problem, refused, wants_page, wants_problem
from companion.web.respond import goto, in_place, is_fragment, render
from companion.wording import say
from companion.wording.languages import N_, SOURCE, _, using
from companion.wording.tables import too_many

_LOGGER = logging.getLogger(__name__)
PAGES = {
    400: (N_("That could not be read"), N_("Go back, reload the page, and try again.")),
    403: (
        N_("That came from another site"),
        N_("The companion accepts entries only from its own pages. Open the table’s link again."),
    ),
    404: (
        N_("Page not found"),
        N_(
            "The link may be incomplete or mistyped. Open it again from where you got "
            "it, or go to the home page."
        ),
    ),
    405: (N_("That cannot be done here"), N_("Go back to the table and try again.")),
    408: (
        N_("That took too long"),
        N_("Your connection may be slow. Nothing was saved. Try again."),
    ),
    411: (
        N_("That could not be read"),
        N_("Send it whole, with its Content-Length. Nothing was saved."),
    ),
    413: (
        N_("That is too large"),
        N_("Shorten what you entered, then try again. Nothing was lost."),
    ),
    415: (
        N_("That could not be read"),
        N_(
            "Send it as a form, or as application/json where openapi.json says so. Nothing was saved."
        ),
    ),
    429: (
        N_("Too much at once"),
        N_(
            "Too much is being asked from your network at once. Nothing was saved. "
            "Wait a moment, then try again."
        ),
    ),
    500: (
        N_("Something went wrong"),
        N_("Everything entered before is safe. Reload the table and try again."),
    ),
    503: (N_("The database cannot be used"), N_("Everything entered before is safe.")),
}
NO_GROUP = (
    N_("Group not found"),
    N_(
        "The link may be incomplete or mistyped. Or the host has replaced it, or deleted the group. Ask "
        "someone in the group for a new link."
    ),
)
DENIED = N_("This phone cannot do that")
NO_TABLE = (
    N_("Evening not found"),
    N_(
        "The link may be incomplete or mistyped. Or the host has replaced it, or thrown the evening "
        "away. Ask someone at the table for a new link or the join code."
    ),
)


_LINK = re.compile(rf"(/[eg]/[\w-]{{{KEY_LENGTH}}})(?![\w-])[^/]*/?", re.ASCII)
"""A link with something behind it, such as the full stop or bracket of a message, or a tracker's mark."""


def init_app(app: Flask) -> None:
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(UnknownEvening, _unknown_evening)
    app.register_error_handler(StoreError, _store_failed)
    app.register_error_handler(Counting, _counting)
    app.register_error_handler(OverBudget, _over_budget)
    app.register_error_handler(Denied, lambda error: page(403, _(DENIED), error.fact))
    app.register_error_handler(
        Busy, lambda error: page(503, _("The server is busy"), error.fact, 60)
    )
    app.register_error_handler(
        RecordError, lambda error: page(422, _("That could not be read"), error.faults[0])
    )
    app.register_error_handler(EntryError, _refused)


def page(
    status: int, title: str, why: str | AnyFact, retry_after: object = "", expected: str = ""
) -> Response:
    """Return an error: as a note for htmx, as JSON for a program, otherwise as a page."""
    text = why if isinstance(why, str) else say(why)
    if wants_problem() or (status in (405, 415) and not wants_page()):
        answer = problem(status, title, why, expected=expected)
        if request.method == "GET" and status in (403, 404):
            _let_sites_read(answer)
    elif is_fragment():
        answer = in_place(render_template("table/_note.html", text=f"{title}. {text}"), status)
    else:
        # With a wrong link, there is no table to go back to.
        key = "" if status == 404 else (request.view_args or {}).get("key", "")
        answer = render(
            "errors/error.html",
            status,
            title=title,
            text=text,
            key=key,
            of_group=_is_of_group(),
            of_table=request.path.startswith(("/e/", "/host/")),
        )
    if retry_after:
        answer.headers["Retry-After"] = str(retry_after)
    return answer


def _let_sites_read(answer: Response) -> None:
    """Let pages of other sites read why there is no JSON, unless the link is one to record."""
    key = (request.view_args or {}).get("key")
    if not key or _is_of_group():
        return
    try:
        watches = opened(key).info.watches
    except UnknownEvening:
        watches = True
    for_all_sites(watches, answer)


def _refused(error: EntryError) -> Response:
    """Answer a program, or for a page that does not show a refusal itself."""
    if wants_problem():
        return refused(error)
    return page(422, _("The entry was not saved"), error.fact)


def _unknown_evening(_error: UnknownEvening) -> Response:
    return _shortened() or page(404, *map(_, NO_GROUP if _is_of_group() else NO_TABLE))


def _shortened() -> Response | None:
    """Redirect to a link that has something behind it, or return None."""
    shorter = _LINK.fullmatch(request.path)
    if shorter is None or shorter[1] == request.path or request.method != "GET":
        return None
    return make_response(redirect(request.script_root + shorter[1], 302))


def _counting(error: Counting) -> Response:
    """Reload the page by itself until all is counted. A form that was sent stays in the page before."""
    done, all_of_them = error.args
    title = _("Counting the evenings: {done} of {all}", done=done, all=all_of_them)
    if request.method == "POST":
        text = _("Nothing was saved. Wait a few seconds, then go back and send it again.")
        return page(503, title, text, 1)
    answer = page(503, title, _("In a few seconds the page opens by itself."), 1)
    answer.headers["Refresh"] = "1"
    return answer


def _store_failed(error: StoreError) -> Response:
    _log(error.fact)
    return page(503, _(PAGES[503][0]), error.fact)


def _log(fact: AnyFact) -> None:
    """Log a problem of the store, at most once a minute, because it may recur with every tap."""
    last, at = current_app.extensions.get("trouble", (None, 0.0))
    if fact != last or time.monotonic() - at > 60:
        current_app.extensions["trouble"] = fact, time.monotonic()
        with using(SOURCE):
            _LOGGER.error("%s", say(fact))


def _over_budget(error: OverBudget) -> Response:
    fact = error.fact
    if not fact.most:
        return page(403, too_many(fact), say(fact))
    return page(429, too_many(fact), say(fact), fact.seconds)


def _is_of_group() -> bool:
    return request.path.startswith("/g/")


def _opened_again() -> Response:
    """Redirect from a form's URL, which a browser requests when it restores a tab."""
    _start, kind, key, *_rest = (*request.path.split("/"), "", "")
    shows = {"e": "table.show", "g": "groups.show"}.get(kind)
    return goto(shows, key=key) if shows else goto("home.index")


def _http_error(error: HTTPException) -> Response:
    if error.code is not None and 300 <= error.code < 400:
        return make_response(error.get_response())
    if isinstance(error, MethodNotAllowed) and request.method == "GET" and wants_page():
        return _opened_again()
    if error.code == 404 and (shorter := _shortened()):
        return shorter
    status = error.code or 500
    title, text = map(_, PAGES.get(status, PAGES[400 if status < 500 else 500]))
    is_large = isinstance(error, RequestEntityTooLarge)
    most = _("at most {most} bytes", most=request.max_content_length) if is_large else ""
    answer = page(status, title, text, expected=most)
    told = ("Allow", "Retry-After")
    answer.headers.update({name: one for name, one in error.get_headers() if name in told})
    return answer
