"""Cached tables, each as sent to all phones with the same view."""

from collections import OrderedDict
from collections.abc import Hashable
from contextlib import nullcontext

import msgspec
from flask import Flask, current_app, has_request_context, render_template
from msgspec import UNSET, Struct, UnsetType

from companion.evening import AnyEntry, Evening
from companion.store import Device, TableAccess
from companion.tables import Submitted, Tables, policy
from companion.web.api.documents import table_state
from companion.web.preferences import in_order_of_play
from companion.web.views.display import content
from companion.web.views.screen import Authors, Screen, screen
from companion.wording.evening.entries import entry_news
from companion.wording.languages import using
from companion.wording.pieces import aloud, use_suits

MOST_BYTES = 64 * 1024 * 1024
"""Maximum bytes in the cache. A table for four phones takes about 50 kB."""
MOST_TABLES = 10_000
"""Maximum number of tables in the cache of last entries."""


class Rendered(Struct, frozen=True):
    """A table as HTML, and as a stream's event with the position as its id.

    For a program, they are JSON and a line of a stream.
    """

    html: bytes
    event: bytes


class Viewer(Struct, frozen=True, cache_hash=True):
    """The part of a cache key that describes the viewer."""

    access: TableAccess
    """The rights; only a program's include its device."""
    language: str
    watch: str | None = None
    """The watch link on a display."""
    turns: bool = False
    is_program: bool = False

    @property
    def pulse(self) -> bytes:
        """What a stream sends to keep the connection open."""
        return b"\n" if self.is_program else PULSE

    @property
    def gone(self) -> bytes:
        """What a stream sends once its link has been replaced, or no longer leads to the table."""
        return b"" if self.is_program else empty_event("gone")


def phone(access: TableAccess, language: str, turns: bool) -> Viewer:
    return Viewer(policy.without_device(access), language, turns=turns)


def display(access: TableAccess, language: str, watch: str) -> Viewer:
    return Viewer(policy.watching(access), language, watch)


def program(access: TableAccess, language: str) -> Viewer:
    return Viewer(access, language, is_program=True)


class LastEntries(Struct):
    """The devices that made the last entries of a log. Each is sent a table of its own."""

    version: int
    """The evening's version (`Notifier.version`) when this was read."""
    length: int
    newest_by: str
    undoable_by: str
    undoable_device: Device | UnsetType | None = UNSET
    """`UNSET` until it is looked up."""


class RenderCache:
    """A cache of rendered tables, and of the authors of each table's last entries."""

    def __init__(self, app: Flask, tables: Tables) -> None:
        self._app = app
        self._tables = tables
        self._rendered: OrderedDict[Hashable, Rendered] = OrderedDict()
        self._bytes = 0
        self._last: dict[int, LastEntries] = {}

    def now(self, number: int, least: int) -> tuple[Evening, LastEntries]:
        """Return an evening with at least `least` entries, and the devices of its last entries.

        The log is read once after each notice, not for each phone. Entries from another
        process may be missing until the notifier reports them.
        """
        if current := self._current(number, least):
            return current
        # The first phone to wake up reads the log for all.
        with self._tables.evenings.holding(number):
            if current := self._current(number, least):
                return current
            version = self._tables.notifier.version(number)
            evening = self._tables.evenings.evening(number)
            last = self._last_entries(number, evening, version)
            if len(self._last) >= MOST_TABLES:
                self._last.clear()
            self._last[number] = last
        return evening, last

    def _current(self, number: int, least: int) -> tuple[Evening, LastEntries] | None:
        """Return an evening and its last entries if they were read since the last notice."""
        last = self._last.get(number)
        if not last or last.version != self._tables.notifier.version(number) or last.length < least:
            return None
        evening = self._tables.evenings.cached(number, last.length)
        return (evening, last) if evening else None

    def after_entry(self, viewer: Viewer, device: str, entered: Submitted) -> Rendered:
        """Return the table after the viewer's own entry."""
        number, evening = viewer.access.info.id, entered.evening
        # The log may have grown meanwhile.
        evening = self._tables.evenings.at(number, evening.length)
        newest = entered.entry if entered.number == evening.length else None
        return self.rendered(
            viewer, device, evening, self._last_entries(number, evening, 0), newest
        )

    def rendered(
        self,
        viewer: Viewer,
        device: str,
        evening: Evening,
        last: LastEntries,
        newest: AnyEntry | None = None,
    ) -> Rendered:
        """Return the table for a viewer. `newest` is the last entry, if known."""
        number = viewer.access.info.id
        has_authors = not viewer.watch and not viewer.is_program
        authors = self._authors(number, last, device) if has_authors else Authors()
        key = number, evening.length, viewer, authors
        if cached := self._rendered.get(key):
            return cached
        with self._tables.evenings.holding(number):
            if cached := self._rendered.get(key):
                return cached
            # A stream renders after its request has ended.
            here = nullcontext() if has_request_context() else self._app.app_context()
            with here, using(viewer.language):
                rendered = self._render(viewer, authors, evening, newest)
            self._add(key, rendered)
        return rendered

    def _render(
        self, viewer: Viewer, authors: Authors, evening: Evening, newest: AnyEntry | None
    ) -> Rendered:
        session = evening.state.session
        use_suits(session.rules if session else None)
        if viewer.is_program:
            state = msgspec.json.encode(table_state(self._tables, viewer.access, evening))
            return Rendered(state, state + b"\n")
        html = self._html(viewer, authors, evening, newest).encode()
        return Rendered(html, state_event(html, evening.length))

    def _html(
        self, viewer: Viewer, authors: Authors, evening: Evening, newest: AnyEntry | None
    ) -> str:
        access = viewer.access
        if viewer.watch:
            return render_template("table/_display.html", **content(access, evening, viewer.watch))
        shown = screen(access, evening, authors=authors)
        if viewer.turns:
            shown = in_order_of_play(shown)
        if newest is None:
            log = self._tables.evenings.log
            newest = log.entries_with_devices(access.info.id, evening.length - 1, 1)[0][0]
        return answer(shown, announcement=words_for_ears(shown, newest))

    def _last_entries(self, number: int, evening: Evening, version: int) -> LastEntries:
        device_of = self._tables.evenings.device_of
        newest_by = device_of(number, evening.length)
        undoable_by = device_of(number, evening.undoable or 0)
        return LastEntries(version, evening.length, newest_by, undoable_by)

    def _authors(self, number: int, last: LastEntries, device: str) -> Authors:
        made_newest = last.newest_by == device
        if last.undoable_by == device:
            return Authors(made_newest)
        if last.undoable_device is UNSET:
            last.undoable_device = self._tables.access_store.device(last.undoable_by, number)
        author = last.undoable_device
        if not author:
            return Authors(made_newest, "nobody")
        return Authors(made_newest, "another", author.name or author.seat)

    def _add(self, key: Hashable, rendered: Rendered) -> None:
        self._rendered[key] = rendered
        self._bytes += len(rendered.html) + len(rendered.event)
        while self._bytes > MOST_BYTES and len(self._rendered) > 1:
            _, oldest = self._rendered.popitem(last=False)
            self._bytes -= len(oldest.html) + len(oldest.event)


def render_cache() -> RenderCache:
    cache: RenderCache = current_app.extensions["render_cache"]
    return cache


def answer(shown: Screen, note: str = "", announcement: str = "") -> str:
    """Return a table as an HTML fragment, with a note about what happened."""
    template = current_app.jinja_env.get_template("table/_answer.html")
    return str(template.module.answer(shown, note, announcement))  # type: ignore[attr-defined]


def words_for_ears(shown: Screen, entry: AnyEntry) -> str:
    """Return the announcement for screen readers after an entry.

    It has the question too, unless this phone made the entry: then the focus goes to the question.
    """
    game = shown.session.game if shown.session else None
    question = "" if shown.newest.is_own else shown.question
    return aloud(f"{entry_news(entry, game)} {question}".rstrip())


def state_event(html: bytes, seq: int) -> bytes:
    """Return a stream's event with a table, which is at position `seq` of its log."""
    # Bytes, because a text with other letters than Latin ones takes much longer to split and join.
    return b"id: %d\ndata: %b\n\n" % (seq, b"\ndata: ".join(html.splitlines()))


def empty_event(name: str) -> bytes:
    return f"event: {name}\ndata: \n\n".encode()


PULSE = empty_event("pulse")
