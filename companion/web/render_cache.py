"""A table as it is drawn, once for all the phones that see the same."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from flask import Flask, has_request_context, render_template
from msgspec import Struct

from companion.evening import AnyEntry, Evening
from companion.store import TableAccess
from companion.tables import Submitted, Tables
from companion.web.views.display import content
from companion.web.views.screen import Screen, screen
from companion.wording.evening.entries import entry_news
from companion.wording.languages import language

Environ = dict[str, Any]
"""A request as the server hands it over (WSGI)."""
KEPT = 256
"""Tables, and drawings of them, that are kept."""


class Now(Struct, frozen=True):
    """An evening as it stands, and who said what a phone sees differently for being its own."""

    rung: int
    evening: Evening
    newest: AnyEntry
    newest_by: str
    undoable_by: str


class Drawing(Struct, frozen=True):
    """A table in HTML, and the same as an event of a stream, with the position as its id."""

    html: str
    event: bytes


class RenderCache:
    """The tables drawn last, each once for all the phones that see the same."""

    def __init__(self, app: Flask, tables: Tables) -> None:
        self._app = app
        self._tables = tables
        self._now: OrderedDict[int, Now] = OrderedDict()
        self._drawings: OrderedDict[tuple[Any, ...], Drawing] = OrderedDict()

    def now(self, number: int, least: int) -> Now:
        """Return how an evening stands, which is `least` so long.

        It is read once after the bell has rung, and not again for every phone. What another process
        has said may be missing until the bell rings for it.
        """
        rung = self._tables.bell.rung(number)
        found = self._now.get(number)
        if found is None or found.rung != rung or found.evening.length < least:
            evenings = self._tables.evenings
            evening = evenings.evening(number)
            newest, by = evenings.log.entries_with_devices(number, after=evening.length - 1)[0]
            undoable_by = evenings.device_of(number, evening.undoable or 0)
            found = self._keep(number, Now(rung, evening, newest, by, undoable_by))
        return found

    def rung(self, number: int) -> int:
        """Return how often the bell has rung for an evening; `after` asks for that."""
        return self._tables.bell.rung(number)

    def after(self, table: TableAccess, entered: Submitted, rung: int) -> Now:
        """Return how an evening stands after this phone's entry, without reading it again.

        `rung` is what the bell had rung before. If it has rung but once since, for this entry, then
        nobody else has moved the evening on.
        """
        number, evening = table.info.id, entered.evening
        if self.rung(number) != rung + 1:
            return self.now(number, least=evening.length)
        undoable_by = self._tables.evenings.device_of(number, evening.undoable or 0)
        return self._keep(number, Now(rung + 1, evening, entered.entry, table.device, undoable_by))

    def _keep(self, number: int, now: Now) -> Now:
        self._now[number] = now
        if len(self._now) > KEPT:
            self._now.popitem(last=False)
        return now

    def drawing(self, table: TableAccess, now: Now, asked: Environ | None = None) -> Drawing:
        """Return the state of a table as a phone sees it that has opened it so.

        A stream draws after its request is over: `asked` is the environment of that.
        """
        own = now.newest_by == table.device, now.undoable_by == table.device
        known = (language(), table.info.id, now.evening.length, *own, table.info.key, table.rights)
        return self._drawings.get(known) or self._draw(
            known, lambda: _table(table, now), now, asked
        )

    def on_display(self, table: TableAccess, now: Now, watch: str, asked: Environ) -> Drawing:
        """Return the state of a table as every display shows it that shows this link to watch."""
        known = (language(), table.info.id, now.evening.length, watch)
        return self._drawings.get(known) or self._draw(
            known, lambda: _display(table, now, watch), now, asked
        )

    def _draw(
        self,
        known: tuple[Any, ...],
        html_of: Callable[[], str],
        now: Now,
        asked: Environ | None,
    ) -> Drawing:
        # Addresses are made within a request. What is drawn depends on nothing else of it.
        if asked is None or has_request_context():
            html = html_of()
        else:
            with self._app.request_context(asked):
                html = html_of()
        self._drawings[known] = found = Drawing(html, event(html, seq=now.evening.length))
        if len(self._drawings) > KEPT:
            self._drawings.popitem(last=False)
        return found


def _table(table: TableAccess, now: Now) -> str:
    shown = screen(table, now.evening)
    said = words_for_ears(shown, now.newest)
    return render_template("table/_answer.html", s=shown, said=said)


def _display(table: TableAccess, now: Now, watch: str) -> str:
    return render_template("table/_display.html", **content(table, now.evening, watch))


def words_for_ears(shown: Screen, entry: AnyEntry) -> str:
    """Return what a screen reader is told after an entry."""
    game = shown.session.game if shown.session else None
    return f"{entry_news(entry, game)} {shown.question}"


def event(data: str, name: str = "", seq: int | None = None) -> bytes:
    """Return an event as it is sent (server-sent events, in the HTML standard)."""
    lines = [f"event: {name}"] if name else []
    if seq is not None:
        lines.append(f"id: {seq}")
    lines += [f"data: {line}" for line in data.splitlines() or [""] if line.strip() or name]
    return ("\n".join(lines) + "\n\n").encode()
