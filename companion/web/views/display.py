"""The display: everything on the table, and no buttons."""

from typing import Any

from msgspec.structs import replace

from companion.evening import Evening, State
from companion.store import TableAccess
from companion.tables import Tables
from companion.web import addresses
from companion.web.views import Row
from companion.web.views.evening_view import MOST_LINES, gone, headline
from companion.web.views.screen import Screen, screen
from companion.web.views.settlement_view import ranked, whys
from companion.wording.evening import results
from companion.wording.languages import _, _p
from companion.wording.numbers import signed
from companion.wording.screens import goes_on


def link_to_watch(tables: Tables, table: TableAccess, root: str) -> str:
    """Return the address where others can watch a table; `root` is the site's."""
    return f"{root}e/{tables.settings.links(table).watch}"


def content(table: TableAccess, evening: Evening, watch: str) -> dict[str, Any]:
    """Return the variables of the display's templates; between deals it shows the link `watch`."""
    shown = screen(table, evening)
    between = shown.deal is None or not shown.deal.begun or bool(shown.result.reasons)
    state = evening.state
    # Everyone in the room sees this link, so it must not let them record.
    url = watch if between and not state.closed else ""
    figures, shown_lines = final(state) if state.closed else ("", lines(shown))
    return {
        "s": shown,
        "words": (list(headline(state)) if state.closed else []) or [word(shown)],
        "figures": figures,
        "lines": shown_lines,
        "url": url,
        "code": addresses.qr_code(url) if url else "",
    }


def word(shown: Screen) -> str:
    """Return the current state of play, in a few words."""
    deal = shown.deal
    if deal is None:
        return _("No game yet") if shown.input_template == "none" else shown.question
    play = shown.view.play if shown.view else None
    trick = len(play.trick_winners) + 1 if play else 0
    dealer = deal.setup.dealer
    asked = shown.answers
    return goes_on(shown.input_template, asked.player, dealer, trick, asked.leads) or shown.question


def lines(shown: Screen) -> list[Row]:
    session, is_scored = shown.session, shown.evening.state.scored is not None
    reasons = whys(session) if session and is_scored else shown.result.reasons
    came_out = {one.name: one for one in reasons}
    return [
        replace(row, state=one.said, change=one.figure, parts="" if is_scored else one.parts)
        if (one := came_out.get(row.player)) and (one.is_moved or one.parts)
        else row
        for row in shown.rows
    ]


def final(state: State) -> tuple[str, list[Row]]:
    """Return a title, and a row for each player of a closed evening, the best first.

    The figures are the chips of all games; if no game was for chips, the scores of the last one.
    """
    session = state.session
    if session is None:
        return "", []
    if session.race and all(one.race for one in state.sessions):
        return results.score_title(session.game), ranked(session)[:MOST_LINES]
    chips, has_left = state.balances(), gone(state)
    best = sorted(chips, key=lambda name: -chips[name])[:MOST_LINES]
    return _("The whole evening, in chips"), [
        Row(name, _p("player", "left") if name in has_left else "", figure=signed(chips[name]))
        for name in best
    ]
