"""Evenings as lists show them."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from companion.evening.entries import GameStarted
from companion.evening.usual import usual_table
from companion.groups.summary import EveningSummary
from companion.rules.game import Game
from companion.rules.games import GAMES
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
    return Summary(
        info,
        state.closed,
        joined(state.people()),
        _line(
            [(one.game, len(one.deals), one.winner or "") for one in state.sessions],
            state.balances(),
        ),
        tuple(dict.fromkeys(game_title(session.game) for session in state.sessions)),
        None if info.watches else usual_table(evening),
    )


def summed_up(info: EveningInfo, found: EveningSummary) -> Summary:
    """Return the same of an evening that is summed up, without folding it."""
    games = [(GAMES[one.game], one.deals, one.winner) for one in found.games]
    return Summary(
        info,
        found.closed,
        joined([one.player for one in found.people]),
        _line(games, {one.player: one.amount for one in found.people}),
        tuple(dict.fromkeys(game_title(game) for game, _deals, _winner in games)),
    )


def _line(games: Sequence[tuple[Game, int, str]], balances: Mapping[str, int]) -> str:
    """Return what was played, who has won, and who is up and down most."""
    parts = [deals_played(game, deals) for game, deals, _winner in games]
    parts += [_("{player} won", player=winner) for _game, _deals, winner in games if winner]
    chips = {name: amount for name, amount in balances.items() if amount}
    if chips:
        most, least = max(chips, key=chips.__getitem__), min(chips, key=chips.__getitem__)
        parts.append(f"{most} {signed(chips[most])}")
        if chips[least] < 0 and least != most:
            parts.append(f"{least} {signed(chips[least])}")
    return " · ".join(parts)
