"""How a game begins: what its first entry names, checked and read."""

from collections.abc import Mapping
from typing import Any

from companion.errors import MalformedEntry, RuleViolation
from companion.evening.entries import GameStarted
from companion.evening.game_session import GameSession, read_depth
from companion.evening.seats import Seat, check_names
from companion.rules import house
from companion.rules.game import Game
from companion.rules.games import GAMES
from companion.rules.ids import Fact, Rule


class UnknownGame(Fact, frozen=True):
    """No game has that name; there are these."""

    game: str
    known: tuple[str, ...]


class UnknownEdition(Fact, frozen=True):
    """The game is known in another edition of its rules than was asked for."""

    game: str
    asked: int
    known: int


class UnknownPreset(Fact, frozen=True):
    """The game has no preset of that name; it has these."""

    game: str
    preset: str
    known: tuple[str, ...]


class TooManyToStart(Fact, frozen=True):
    """More players than the game can begin with under its house rules."""

    game: str
    most: int
    number: int


class TooFewToStart(Fact, frozen=True):
    """Fewer players than the game needs."""

    game: str
    least: int
    number: int


class DealerWithoutSeat(Fact, frozen=True):
    """The first dealer is none of the players."""

    dealer: str


def start(entry: GameStarted, pool: int, known: tuple[str, ...]) -> GameSession:
    """Return a game at its beginning.

    `pool` are chips carried from an earlier game, taken if this one is a Loo game for chips;
    `known` are the people the evening knows already. Raises `MalformedEntry` or `RuleViolation`.
    """
    game = GAMES.get(entry.game)
    if game is None:
        raise MalformedEntry(UnknownGame(entry.game, tuple(GAMES)))
    if entry.edition is not None and entry.edition != game.edition:
        raise MalformedEntry(UnknownEdition(game.id, entry.edition, game.edition))
    number = len(entry.seats)
    rules = game.settle_house_rules(read_rules(game, entry.preset, entry.house_rules), number)
    most = game.most(rules)
    if number > most:
        raise RuleViolation(Rule.TOO_MANY_PLAYERS, TooManyToStart(game.id, most, number))
    if number < game.least:
        raise RuleViolation(Rule.TOO_FEW_PLAYERS, TooFewToStart(game.id, game.least, number))
    check_names(entry.seats, known)
    if entry.dealer not in entry.seats:
        raise RuleViolation(Rule.NOT_IN, DealerWithoutSeat(entry.dealer))
    race = game.race(rules)
    chips = pool if race is None and game.takes_carried else 0
    return GameSession(
        game=game,
        rules=rules,
        depth=read_depth(game, entry.depth),
        seats=tuple(Seat(player) for player in entry.seats),
        preset=entry.preset,
        to_deal=entry.dealer,
        pool=chips,
        opening_pool=chips,
        balances=dict.fromkeys(entry.seats, 0),
        scores=dict.fromkeys(entry.seats, race.start) if race else {},
    ).with_next_deal()


def read_rules(game: Game, preset: str | None, chosen: Mapping[str, Any]) -> house.HouseRules:
    """Return a preset of a game with what is chosen beside it. Raises `MalformedEntry`."""
    if preset is not None and preset not in game.presets:
        raise MalformedEntry(UnknownPreset(game.id, preset, tuple(game.presets)))
    rules: house.HouseRules = house.read(game.house_rules, {**game.preset(preset).values, **chosen})
    return rules
