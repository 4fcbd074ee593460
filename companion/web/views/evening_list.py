"""Evenings as lists show them."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from companion.evening.entries import GameStarted
from companion.groups.summary import EveningSummary
from companion.rules.game import Game
from companion.rules.games import GAMES
from companion.store import EveningInfo, StoreError
from companion.web.access import groups, tables
from companion.wording import say
from companion.wording.games import game_title
from companion.wording.languages import _, _n
from companion.wording.numbers import joined, signed


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
    names: tuple[str, ...] = ()
    starts: tuple[GameStarted, ...] = ()
    """How each game was last started."""


def listed(infos: Iterable[EveningInfo]) -> list[Summary]:
    """Return evenings as a list shows them, but those that were deleted meanwhile."""
    infos = list(infos)
    known = groups().listed([info.id for info in infos])
    found = []
    for info in infos:
        match known.get(info.id):
            case StoreError() as error:
                # One evening that cannot be read must not hide the others.
                found.append(Summary(info, closed=True, people="", line=say(error.fact)))
            case EveningSummary() as its:
                found.append(summed_up(info, its))
    return found


def listed_of(device: str, limit: int, offset: int = 0) -> list[Summary]:
    """Return the newest evenings of a device, after the first `offset`, as `listed` does."""
    return listed(tables().access_store.evenings(device, limit, offset))


def summed_up(info: EveningInfo, found: EveningSummary) -> Summary:
    """Return an evening as a list shows it."""
    games = [(GAMES[one.game], one.deals, tuple(one.wins)) for one in found.games]
    people = tuple(one.player for one in found.people)
    return Summary(
        info,
        found.closed,
        joined(people),
        _line(games, {one.player: one.amount for one in found.people}),
        tuple(dict.fromkeys(game_title(game) for game, _deals, _winners in games)),
        None if info.watches else found.usual,
        people,
        found.starts,
    )


def _line(games: Iterable[tuple[Game, int, Iterable[str]]], balances: Mapping[str, int]) -> str:
    """Return what was played, who has won, and who is up and down most.

    Each of `games` is with its deals and its winners; the same game may come several times.
    """
    played: dict[Game, int] = {}
    won: dict[tuple[str, Game], None] = {}
    for game, deals, winners in games:
        played[game] = played.get(game, 0) + deals
        won |= dict.fromkeys((winner, game) for winner in winners)
    parts = [
        _n("{game}, {n} deal", "{game}, {n} deals", deals, game=game_title(game))
        for game, deals in played.items()
    ]
    parts += [
        _("{player} won {game}", player=winner, game=game_title(game)) for winner, game in won
    ]
    chips = {name: amount for name, amount in balances.items() if amount}
    if chips:
        most, least = max(chips, key=chips.__getitem__), min(chips, key=chips.__getitem__)
        parts.append(f"{most} {signed(chips[most])}")
        if chips[least] < 0 and least != most:
            parts.append(f"{least} {signed(chips[least])}")
    return " · ".join(parts)
