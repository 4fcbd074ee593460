"""What the display shows: everything, and nothing to tap."""

from typing import Any

from msgspec import Struct

from companion.evening import Evening
from companion.store import TableAccess
from companion.tables import Tables
from companion.web.views.player_rows import Row
from companion.web.views.qr_code import qr_code
from companion.web.views.screen import Screen, screen
from companion.wording.languages import _
from companion.wording.screens import goes_on


class Line(Struct, frozen=True):
    """A player on the display."""

    row: Row
    words: str
    """How he stands in the deal, or came out of it."""
    change: str = ""
    """What the deal brings him, and of what that is the sum: "tricks +10, stake −5 = +5"."""


def link_to_watch(tables: Tables, table: TableAccess, root: str) -> str:
    """Return the address by which others can watch a table; `root` is where the site lies."""
    return f"{root}e/{tables.link_to_watch(table)}"


def content(table: TableAccess, evening: Evening, watch: str) -> dict[str, Any]:
    """Return what the templates of the display show; between deals that is `watch` too."""
    shown = screen(table, evening)
    between = shown.deal is None or not shown.deal.begun or bool(shown.whys)
    # A screen in the room must not give the right to record away, whoever opened it.
    url = watch if between and shown.asks != "closed" else ""
    return {
        "s": shown,
        "word": word(shown),
        "lines": lines(shown),
        "url": url,
        "code": qr_code(url) if url else "",
    }


def word(shown: Screen) -> str:
    """Return in a few words what goes on. Nobody has to answer."""
    deal = shown.deal
    if deal is None:
        return _("No game yet") if shown.asks == "none" else shown.question
    play = shown.view.play if shown.view else None
    trick = len(play.trick_winners) + 1 if play else 0
    dealer = deal.setup.dealer
    return goes_on(shown.asks, shown.player, dealer, trick, shown.leads) or shown.question


def lines(shown: Screen) -> list[Line]:
    """Return a line for each at the table."""
    came_out = {one.name: one for one in shown.whys}
    return [
        Line(row, one.note, one.sum) if (one := came_out.get(row.name)) else Line(row, row.state)
        for row in shown.rows
    ]
