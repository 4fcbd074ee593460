"""The stream that keeps a phone up to date: the whole state of its table, whenever that moves."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Flask, Response, current_app, render_template, request

from companion.evening import Evening
from companion.live import Bell, Listener, TooMany
from companion.store import Opened, StoreError, UnknownEvening
from companion.web.errors import page
from companion.web.rights import doors, keeper, opened
from companion.web.screen import screen
from companion.web.table import words_for_ears

bp = Blueprint("live", __name__, url_prefix="/e/<key>")

PULSE = 15.0
"""Seconds after which a phone hears that the stream still lives."""
DRAWN = 256
"""Messages kept: most phones of a table get the same one."""


class Messages:
    """The messages drawn last, each once for all the phones that see the same."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._drawn: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()

    def message(self, table: Opened, evening: Evening) -> bytes:
        """Return the state of a table as an event of the stream, with its position as id."""
        number, seq = table.info.id, evening.length
        own = keeper().device_of(number, seq) == table.device
        seen_as = (table.info.key, table.watches, table.is_host, table.records, table.second_look)
        known = (number, seq, own, *seen_as)
        found = self._drawn.get(known)
        if found is None:
            self._drawn[known] = found = self._draw(table, evening)
            while len(self._drawn) > DRAWN:
                self._drawn.popitem(last=False)
        return found

    def _draw(self, table: Opened, evening: Evening) -> bytes:
        shown = screen(table, evening)
        said = words_for_ears(shown)
        # A stream has no request any more by then, and addresses are made within one.
        with self._app.test_request_context():
            text = render_template("table/_answer.html", s=shown, said=said)
        return event(text, seq=evening.length)


def event(data: str, name: str = "", seq: int | None = None) -> bytes:
    """Return an event as it is sent (server-sent events, in the HTML standard)."""
    lines = [f"event: {name}"] if name else []
    if seq is not None:
        lines.append(f"id: {seq}")
    lines += [f"data: {line}" for line in data.splitlines() or [""] if line.strip() or name]
    return ("\n".join(lines) + "\n\n").encode()


@bp.get("/live")
def live(key: str) -> Response:
    """Stream the state: at once if it has moved since `after`, then whenever it moves."""
    table = opened(key)
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    bell: Bell = app.extensions["bell"]
    try:
        listener = bell.listen(table.info.id, request.remote_addr or "")
    except TooMany:
        answer = page(
            429,
            "Too many open tables here",
            "Close some of the tabs that show a table, then reload this one.",
        )
        answer.headers["Retry-After"] = "30"
        return answer
    seen = request.headers.get("Last-Event-ID") or request.args.get("after", "")
    events = _events(app, table, listener, int(seen) if seen.isdecimal() else -1)
    answer = Response(events, mimetype="text/event-stream")
    # A proxy that collects the answer would keep it from the phone.
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def _events(app: Flask, table: Opened, listener: Listener, seen: int) -> Iterator[bytes]:
    """Yield the events of one phone until its link is replaced or the server stops."""
    messages: Messages = app.extensions["messages"]
    with listener:
        yield event("", "pulse")
        while not listener.is_over:
            listener.attend()
            try:
                with app.app_context():
                    if listener.rights_moved:
                        listener.rights_moved = False
                        seen = -1
                        again = doors().open(table.info.key, table.device)
                        table = again.as_host() if table.is_server_host else again
                    evening = keeper().evening(table.info.id)
                    message = messages.message(table, evening) if evening.length != seen else None
            except UnknownEvening:
                yield event("", "gone")
                return
            except StoreError:
                return  # the phone asks again, and is told what is wrong
            if message is not None:
                seen = evening.length
                yield message
            elif not listener.wait(PULSE):
                yield event("", "pulse")
