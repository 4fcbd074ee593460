"""A table as it is drawn, once for all the phones that see the same."""

from collections import OrderedDict
from collections.abc import Hashable
from contextlib import ExitStack
from typing import Any

from flask import Flask, has_request_context, render_template
from msgspec import Struct, field

from companion.evening import AnyEntry, Evening
from companion.store import TableAccess
from companion.tables import Submitted, Tables, policy
from companion.web import seat_order
from companion.web.views.display import content
from companion.web.views.screen import Screen, screen
from companion.wording.evening.entries import entry_news
from companion.wording.languages import using
from companion.wording.pieces import aloud

Environ = dict[str, Any]
"""A request as the server hands it over (WSGI)."""
KEPT = 256
"""Tables that are kept with their drawings."""
DRAWINGS = 200
"""Of one table as it stands."""
KEPT_BYTES = 64 * 1024 * 1024
"""Of the drawings of all tables; those of a table of four phones have some 50 kB."""
KEPT_WEIGHT = 40_000
"""What their evenings weigh: one table beyond that is kept alone."""


class Drawing(Struct, frozen=True):
    """A table in HTML, and the same as an event of a stream, with the position as its id."""

    html: bytes
    event: bytes

    @property
    def size(self) -> int:
        """Bytes that it keeps."""
        return len(self.html) + len(self.event)


class Drawings(Struct):
    """The drawings of a table as it stands, by who is shown the same."""

    found: dict[Hashable, Drawing] = field(default_factory=dict)
    size: int = 0
    """Bytes of all of them."""

    def add(self, known: Hashable, drawing: Drawing) -> None:
        """Keep a drawing. Each name that displays ask for, and each link in turn, has its own."""
        if len(self.found) >= DRAWINGS:
            self.clear()
        self.found[known] = drawing
        self.size += drawing.size

    def clear(self) -> None:
        """Forget all of them."""
        self.found, self.size = {}, 0


class Now(Struct):
    """An evening as it stands, and who made the entries that look different on the phone that made them."""

    rung: int
    evening: Evening
    newest: AnyEntry
    newest_by: str
    undoable_by: str
    undo_names: tuple[str, str]
    """The name and the seat of that phone, by which others are told whose entry they would undo."""
    drawings: Drawings = field(default_factory=Drawings)


class Viewer(Struct):
    """A phone that is shown a table in its language; or a display, which has a link to watch.

    A stream draws after its request is over: `asked` is the environment of that.
    """

    table: TableAccess
    language: str
    watch: str | None = None
    fixed_seats: bool = False
    asked: Environ | None = None
    alike: Hashable = None
    """The same for all who are shown the same, but for what is a phone's own."""

    def __post_init__(self) -> None:
        if self.watch is None:
            rights = policy.rights(self.table)
            self.alike = self.language, self.fixed_seats, self.table.info.key, rights
        else:
            self.alike = self.language, self.watch, self.table.info.name


class RenderCache:
    """The tables drawn last, each once for all the phones that see the same."""

    def __init__(self, app: Flask, tables: Tables) -> None:
        self._app = app
        self._tables = tables
        self._now: OrderedDict[int, Now] = OrderedDict()
        self._weight = 0

    def now(self, number: int, least: int) -> Now:
        """Return how an evening stands, which is `least` so long.

        It is read once after the bell has rung, and not again for every phone. What another process
        has written may be missing until the bell rings for it.
        """
        found = self._kept(number, least)
        if found is None:
            # It may take a while. Of all phones that are woken at once, one reads for the others.
            with self._tables.evenings.holding(number):
                found = self._kept(number, least) or self._read(number)
        return found

    def _kept(self, number: int, least: int) -> Now | None:
        found = self._now.get(number)
        if found is None or found.rung != self.rung(number) or found.evening.length < least:
            return None
        return found

    def _read(self, number: int) -> Now:
        rung = self.rung(number)
        evenings = self._tables.evenings
        evening = evenings.evening(number)
        newest, by = evenings.log.entries_with_devices(number, after=evening.length - 1)[0]
        undoable_by = evenings.device_of(number, evening.undoable or 0)
        device = self._tables.access_store.device(undoable_by, number)
        names = (device.name, device.seat) if device else ("", "")
        return self._keep(number, Now(rung, evening, newest, by, undoable_by, names))

    def rung(self, number: int) -> int:
        """Return how often the bell has rung for an evening; `after` asks for that."""
        return self._tables.bell.rung(number)

    def after(self, table: TableAccess, entered: Submitted, rung: int) -> Now:
        """Return how an evening stands after this phone's entry, without reading it again.

        `rung` is what the bell had rung before. If it has rung but once since, for this entry, then
        nobody else has moved the evening on. A form that was sent again has not rung.
        """
        number, evening = table.info.id, entered.evening
        evenings = self._tables.evenings
        is_own = (
            entered.number == evening.length
            and evenings.kept(number, evening.length) is not None
            and evenings.device_of(number, entered.number) == table.device
            and evenings.device_of(number, evening.undoable or 0) == table.device
        )
        if self.rung(number) != rung + 1 or not is_own:
            return self.now(number, least=evening.length)
        names = table.name, table.seat
        now = Now(rung + 1, evening, entered.entry, table.device, table.device, names)
        return self._keep(number, now)

    def _keep(self, number: int, now: Now) -> Now:
        if before := self._now.pop(number, None):
            self._weight -= before.evening.weight
            is_same = before.evening.length == now.evening.length
            if is_same and before.undo_names == now.undo_names:
                now.drawings = before.drawings
        self._now[number] = now
        self._weight += now.evening.weight
        while len(self._now) > KEPT or (self._weight > KEPT_WEIGHT and len(self._now) > 1):
            _, oldest = self._now.popitem(last=False)
            self._weight -= oldest.evening.weight
        return now

    def drawing(self, viewer: Viewer, now: Now) -> Drawing:
        """Return the state of a table as this viewer is shown it."""
        known = _known(viewer, now)
        found = now.drawings.found.get(known)
        if found is None:
            with self._tables.evenings.holding(viewer.table.info.id):
                found = now.drawings.found.get(known) or self._draw(viewer, now, known)
        return found

    def _draw(self, viewer: Viewer, now: Now, known: Hashable) -> Drawing:
        # Addresses are made within a request. What is drawn depends on nothing else of it.
        with ExitStack() as around:
            around.enter_context(using(viewer.language))
            if viewer.asked is not None and not has_request_context():
                around.enter_context(self._app.request_context(viewer.asked))
            html = _html(viewer, now)
        found = Drawing(html.encode(), event(html, seq=now.evening.length))
        now.drawings.add(known, found)
        self._forget_oldest(now.drawings)
        return found

    def _forget_oldest(self, last: Drawings) -> None:
        """Forget drawings, those of the tables that have been still for longest, down to what is kept.

        `last` has the newest; if they alone are too many, all of them go.
        """
        size = sum(now.drawings.size for now in self._now.values())
        if size <= KEPT_BYTES:
            return
        others = (now.drawings for now in self._now.values() if now.drawings is not last)
        for drawings in (*others, last):
            size -= drawings.size
            drawings.clear()
            if size <= KEPT_BYTES:
                return


def _known(viewer: Viewer, now: Now) -> Hashable:
    """Return by what a drawing is known: all who are shown the same have the same."""
    if viewer.watch is not None:
        return viewer.alike
    device = viewer.table.device
    return viewer.alike, now.newest_by == device, now.undoable_by == device


def _html(viewer: Viewer, now: Now) -> str:
    table = viewer.table
    if viewer.watch is not None:
        return render_template("table/_display.html", **content(table, now.evening, viewer.watch))
    shown = screen(table, now.evening)
    if viewer.fixed_seats:
        shown = seat_order.fixed(shown)
    announcement = words_for_ears(shown, now.newest)
    return render_template("table/_answer.html", s=shown, announcement=announcement)


def words_for_ears(shown: Screen, entry: AnyEntry) -> str:
    """Return what a screen reader is told after an entry."""
    game = shown.session.game if shown.session else None
    return aloud(f"{entry_news(entry, game)} {shown.question}")


def event(data: str, name: str = "", seq: int | None = None) -> bytes:
    """Return an event as it is sent (server-sent events, in the HTML standard)."""
    lines = [f"event: {name}"] if name else []
    if seq is not None:
        lines.append(f"id: {seq}")
    lines += [f"data: {line}" for line in data.splitlines() or [""] if line.strip() or name]
    return ("\n".join(lines) + "\n\n").encode()
