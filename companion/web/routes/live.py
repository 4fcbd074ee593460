"""The stream that keeps a phone up to date: the whole state of its table, whenever that moves.

A display has one too, with what is shown there.
"""

import re
from collections.abc import Iterator
from contextlib import suppress

from flask import Blueprint, Response, current_app, request

from companion.store import StoreError, UnknownEvening
from companion.tables import Tables, policy
from companion.tables.budgets import network
from companion.tables.live import Listener, TooMany
from companion.web import addresses
from companion.web.access import address, opened, tables
from companion.web.api import routes as api
from companion.web.api.problems import wants_json
from companion.web.errors import page
from companion.web.render_cache import RenderCache, Viewer, event
from companion.web.seat_order import is_fixed
from companion.web.views.display import link_to_watch
from companion.wording.languages import _, language

_POSITION = re.compile(r"[0-9]{1,9}")

bp = Blueprint("live", __name__, url_prefix="/e/<key>")


@bp.get("/live")
def live(key: str) -> Response:
    """Stream the state: at once if it has moved since `after`, then whenever it moves.

    It comes at once too if the page was drawn for other `rights`: no position tells of those that
    were given or taken while the phone was away. With `display` it comes as a display shows it.
    """
    table = opened(key)
    try:
        listener = tables().bell.listen(table.info.id, network(address()))
    except TooMany:
        answer = page(
            429,
            _("Too many tables are open here"),
            _("Close some of the tabs that show a table, then reload this one."),
        )
        answer.headers["Retry-After"] = "30"
        return answer
    if wants_json():
        return api.stream(table, listener)
    seen = _POSITION.fullmatch(
        request.headers.get("Last-Event-ID") or request.args.get("after", "")
    )
    rights = policy.rights(table)
    if request.args.get("rights", rights) != rights:
        seen = None
    viewer = Viewer(table, language(), fixed_seats=is_fixed(), asked=request.environ)
    events = _events(
        current_app.extensions["render_cache"],
        tables(),
        listener,
        viewer,
        int(seen[0]) if seen else -1,
        addresses.root() if "display" in request.args else "",
    )
    answer = Response(events, mimetype="text/event-stream")
    # A proxy that collects the answer would keep it from the phone.
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def _events(
    cache: RenderCache,
    all_tables: Tables,
    listener: Listener,
    viewer: Viewer,
    seen: int,
    root: str,
) -> Iterator[bytes]:
    """Yield the events of one phone, until its link is replaced or the server stops.

    For a display, `root` is where the link to watch lies that it shows; for a phone it is empty.
    """
    number = viewer.table.info.id
    with suppress(TooMany), listener:  # it is told why when it asks again
        yield event("", "pulse")
        # A display is always drawn: its link may have been replaced while it was away, which no
        # position tells.
        moved = bool(root)
        while not listener.is_over:
            listener.attend()
            try:
                now = cache.now(number, least=seen)
                # After that, which may have taken long.
                if moved or listener.rights_moved():
                    again = _again(all_tables, viewer, root)
                    if again.alike != viewer.alike:
                        viewer, seen = again, -1
                    moved = False
                drawing = cache.drawing(viewer, now) if now.evening.length != seen else None
            except UnknownEvening:
                yield event("", "gone")
                return
            except StoreError:
                return  # the phone asks again, and is told what is wrong
            seen = now.evening.length
            news = drawing.event if drawing else event("", "pulse")
            # Who waits must not keep in memory what nobody else does.
            del now, drawing
            yield news
            listener.wait()


def _again(all_tables: Tables, viewer: Viewer, root: str) -> Viewer:
    """Return a viewer as its rights and links are now. Raises `StoreError`, `UnknownEvening`."""
    table = all_tables.reopen(viewer.table)
    watch = link_to_watch(all_tables, table, root) if root else None
    return Viewer(table, viewer.language, watch, viewer.fixed_seats, viewer.asked)
