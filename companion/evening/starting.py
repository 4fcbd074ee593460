"""Checking a game's first entry and starting the game."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.errors import MalformedEntry, RuleViolation
from companion.evening.entries import Amended, AnyEntry, GameStarted
from companion.evening.game_session import GameSession, read_depth
from companion.evening.seats import Seat, check_names
from companion.facts import Fact, GameId, Ids, Typed
from companion.games import GAMES, game_of
from companion.ids import Rule
from companion.rules import house
from companion.rules.game import Game, PoolFamily


class UnknownGame(Fact, frozen=True):
    game: Typed
    known: Ids


class UnknownEdition(Fact, frozen=True):
    game: GameId
    asked: int
    newest: int
    """Editions 1 to this one are known."""


class UnknownPreset(Fact, frozen=True):
    game: GameId
    preset: Typed
    known: Ids


class TooManyToStart(Fact, frozen=True):
    game: GameId
    most: int
    number: int


class TooFewToStart(Fact, frozen=True):
    game: GameId
    least: int
    number: int


class DealerWithoutSeat(Fact, frozen=True):
    dealer: Typed


def new_game(
    game: str,
    seats: Iterable[str],
    dealer: str,
    depth: str,
    preset: str | None = None,
    house_rules: Mapping[str, str | int | bool | None] = {},
) -> GameStarted:
    """Return the entry that starts a game by its newest edition. Only entering it checks it."""
    edition = GAMES[game].edition if game in GAMES else None
    return GameStarted(game, tuple(seats), dealer, depth, preset, house_rules, edition)


def start(
    entry: GameStarted, waiting: Mapping[PoolFamily, int], known: tuple[str, ...]
) -> GameSession:
    """Return a new game. Raises `MalformedEntry` or `RuleViolation`.

    `waiting` are the chips that earlier games left in their pools, by family; `known` are the people
    of the evening so far.
    """
    game, edition, chosen = read_start(entry)
    game = started_game(entry)
    number = len(entry.seats)
    rules = game.settle_house_rules(chosen, number)
    most = game.most(rules)
    if number > most:
        raise RuleViolation(Rule.TOO_MANY_PLAYERS, TooManyToStart(game.id, most, number))
    if number < game.least:
        raise RuleViolation(Rule.TOO_FEW_PLAYERS, TooFewToStart(game.id, game.least, number))
    check_names(entry.seats, known)
    if entry.dealer not in entry.seats:
        raise RuleViolation(Rule.NOT_IN, DealerWithoutSeat(entry.dealer))
    race = game.race(rules)
    chips = 0 if race else _brought(game, rules, waiting)
    return GameSession(
        game=game,
        rules=rules,
        depth=read_depth(game, entry.depth),
        seats=tuple(Seat(player) for player in entry.seats),
        preset=entry.preset,
        edition=edition,
        to_deal=entry.dealer,
        pool=chips,
        opening_pool=chips,
        balances=dict.fromkeys(entry.seats, 0),
        scores=dict.fromkeys(entry.seats, race.start) if race else {},
    ).with_next_deal()


def check_title(entry: AnyEntry) -> None:
    """Raise `MalformedEntry` if an entry starts a game that the companion does not know without a title.

    Only for a new entry, also one that corrects: old records have games without one.
    """
    start = entry.by if isinstance(entry, Amended) else entry
    if not isinstance(start, GameStarted):
        return
    game = GAMES.get(start.game)
    for rule in house.declared(game.house_rules) if game else ():
        if rule.about.is_title and not start.house_rules.get(rule.name):
            fault = house.UnfitHouseRule(rule.name, rule.kind, (), rule.about.least, "")
            raise MalformedEntry(house.HouseRuleFaults((fault,)))


def game_key(entry: GameStarted) -> str:
    """Return the key of the game that an entry starts."""
    title = entry.house_rules.get("name")
    return f"{entry.game}:{title}" if isinstance(title, str) and title else entry.game


def started_game(entry: GameStarted) -> Game:
    """Return the game that an entry starts, with its title. Raises `KeyError` for an unknown one."""
    return game_of(game_key(entry))


def read_start(entry: GameStarted) -> tuple[Game, int, house.HouseRules]:
    """Return the game, its edition and the house rules that an entry names. Raises `MalformedEntry`."""
    game = GAMES.get(entry.game)
    if game is None:
        raise MalformedEntry(UnknownGame(entry.game, tuple(GAMES)))
    # Old records have no edition.
    edition = 1 if entry.edition is None else entry.edition
    if not 1 <= edition <= game.edition:
        raise MalformedEntry(UnknownEdition(game.id, edition, game.edition))
    return game, edition, read_rules(game, entry.preset, entry.house_rules, edition)


def _brought(game: Game, rules: house.HouseRules, waiting: Mapping[PoolFamily, int]) -> int:
    """Return the chips that a game takes over into its pool."""
    if rules.waiting_chips == "own-family":
        return waiting.get(game.pool_family, 0)
    return sum(waiting.values()) if game.pool.takes_carried else 0


def read_rules(
    game: Game, preset: str | None, chosen: Mapping[str, Any], edition: int | None = None
) -> house.HouseRules:
    """Return a preset of a game with the chosen house rules, by default in the newest edition.

    Raises `MalformedEntry`.
    """
    if preset is not None and preset not in game.accounts.presets:
        raise MalformedEntry(UnknownPreset(game.id, preset, tuple(game.accounts.presets)))
    rules: house.HouseRules = house.read(game.house_rules, {**game.preset(preset).values, **chosen})
    return replace(rules, **game.editions[(edition or game.edition) - 1])
