"""Evenings as lists show them."""

from msgspec import Struct

from companion.evening.entries import GameStarted
from companion.evening.usual import usual_table
from companion.store import EveningInfo, StoreError
from companion.web.access import tables
from companion.web.views.settlement_view import booked
from companion.wording import say
from companion.wording.games import game_title
from companion.wording.languages import _
from companion.wording.numbers import joined, signed
from companion.wording.pages import deals_played


class Summary(Struct, frozen=True):
    """An evening in a list."""

    info: EveningInfo
    closed: bool
    people: str
    line: str
    games: tuple[str, ...] = ()
    """Their titles, in the order they were played."""
    usual: GameStarted | None = None
    """Its last game, as it would be played again; None on a device that only watched."""


def summary(info: EveningInfo) -> Summary:
    """Return an evening as a list shows it."""
    try:
        evening = tables().evenings.evening(info.id)
    except StoreError as error:
        # One evening that cannot be read must not hide the others.
        return Summary(info, closed=True, people="", line=say(error.fact))
    state = booked(evening.state)
    games = [deals_played(s.game, len(s.deals)) for s in state.sessions]
    results = [_("{player} won", player=s.winner) for s in state.sessions if s.winner]
    chips = {name: amount for name, amount in state.balances().items() if amount}
    if chips:
        most, least = max(chips, key=chips.__getitem__), min(chips, key=chips.__getitem__)
        results.append(f"{most} {signed(chips[most])}")
        if chips[least] < 0 and least != most:
            results.append(f"{least} {signed(chips[least])}")
    return Summary(
        info,
        state.closed,
        joined(state.people()),
        " · ".join(games + results),
        tuple(dict.fromkeys(game_title(session.game) for session in state.sessions)),
        None if info.watches else usual_table(evening),
    )
