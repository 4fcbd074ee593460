"""The table: its page, its entries, and the stream that sends its state when it changes."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

from flask import Blueprint, Response, current_app, request

from companion.store import StoreError, TableAccess, UnknownEvening
from companion.tables import Tables, policy
from companion.tables.budgets import network
from companion.tables.live import Listener, TooMany
from companion.web import addresses
from companion.web.access import address, opened, opened_evening, tables
from companion.web.api.routes import LINES, for_all_sites, wants_json
from companion.web.errors import page
from companion.web.preferences import turns_players
from companion.web.render_cache import RenderCache, Viewer, display, phone, program, render_cache
from companion.web.respond import enter as respond
from companion.web.respond import goto, table_page
from companion.web.routes.people import me_form
from companion.web.views.display import link_to_watch
from companion.web.views.screen import screen
from companion.wording.languages import _, language

bp = Blueprint("table", __name__, url_prefix="/e/<key>")

_POSITION = re.compile(r"[0-9]{1,9}")


@bp.get("")
def show(key: str) -> Response:
    table, evening = opened_evening(key)
    if evening.state.closed:
        return goto("results.evening", key=key)
    shown = screen(table, evening)
    # A phone that came to confirm a settlement is not asked.
    asks_who = (
        policy.is_asked_who(current_app.config["FEATURES"], table, evening)
        and not shown.second_look
    )
    # A browser that keeps no cookies opens an evening without becoming its host.
    hostless = not (table.comes_back or tables().access_store.is_hosted(table.info.id))
    return table_page(shown, who=me_form(table) if asks_who else None, hostless=hostless)


@bp.post("/entries")
def enter(key: str) -> Response:
    """Take an entry, and respond with the state after it."""
    table = opened(key)
    # The right to record is checked later, because a form sent again is accepted.
    policy.check_not_watching(table)
    return respond(table)


@bp.get("/live")
def live(key: str) -> Response:
    """Stream the state: at once if it has changed since `after`, and then after each change.

    It is also sent at once if the page was made for other `rights`, because these can change without
    an entry. With `display`, the state is made for a display; a program gets a line of JSON.
    """
    table = opened(key)
    styles = current_app.extensions["assets"].version("app.css")
    if {"rights", "display"} & request.args.keys() and request.args.get("styles") != styles:
        # A page of another version would show this one's tables without their styles. It loads again.
        return Response(Viewer(table, "").gone, mimetype="text/event-stream")
    try:
        listener = tables().notifier.listen(table.info.id, network(address()))
    except TooMany:
        advice = _("Close some of the tabs that show a table, then reload this one.")
        return page(429, _("Too many tables are open here"), advice, 30)
    is_program, root = wants_json(), addresses.root() if "display" in request.args else ""
    all_tables, spoken, turns = tables(), language(), turns_players()

    def viewer_of(access: TableAccess) -> Viewer:
        if is_program:
            return program(access, spoken)
        if root:
            return display(access, spoken, link_to_watch(all_tables, access, root))
        return phone(access, spoken, turns)

    known = request.headers.get("Last-Event-ID") or request.args.get("after", "")
    rights = policy.rights(table)
    # Always send a display, because its link may have been replaced without a new entry.
    is_other = bool(root) or request.args.get("rights", rights) != rights
    seen = -1 if is_other or not _POSITION.fullmatch(known) else int(known)
    answer = Response(
        _events(render_cache(), all_tables, listener, table, viewer_of, seen),
        mimetype=LINES if is_program else "text/event-stream",
    )
    # Tell proxies not to buffer the stream.
    answer.headers["X-Accel-Buffering"] = "no"
    return for_all_sites(table.info.watches, answer) if is_program else answer


def _events(
    cache: RenderCache,
    all_tables: Tables,
    listener: Listener,
    table: TableAccess,
    viewer_of: Callable[[TableAccess], Viewer],
    seen: int,
) -> Iterator[bytes]:
    number, viewer = table.info.id, viewer_of(table)
    with suppress(TooMany), listener:  # the phone gets the reason with its next request
        yield viewer.pulse
        while not listener.is_over:
            listener.attend()
            try:
                evening, last = cache.now(number, least=seen)
                # A phone's table leads to the evening's page now.
                if evening.state.closed and not (viewer.is_program or viewer.watch):
                    yield viewer.gone
                    return
                # Check rights now, because the line before may have taken long.
                if listener.rights_moved():
                    table = all_tables.reopen(table)
                    if (again := viewer_of(table)) != viewer:
                        viewer, seen = again, -1
                news = viewer.pulse
                if evening.length != seen:
                    news = cache.rendered(viewer, table.device, evening, last).event
            except UnknownEvening:
                yield viewer.gone
                return
            except StoreError:
                return  # the phone learns why when it asks again
            seen = evening.length
            # Free the memory while waiting.
            del evening
            yield news
            listener.wait()
