"""In which games, under which house rules, a word means something."""

from collections.abc import Callable

from companion.rules.game import Game
from companion.rules.house import HouseRules
from companion.rules.loo.bourre import BourreRules

Has = Callable[[Game, HouseRules], bool]
"""Whether a word means something in a game under these house rules."""


def rule(name: str, *but: object) -> Has:
    """Return whether a house rule is there and has none of these values."""
    return lambda game, rules: (
        getattr(rules, name, but[0] if but else False) not in (but or (False,))
    )


def tricks(game: Game, rules: HouseRules) -> bool:
    """In games played for tricks."""
    return bool(game.tricks)


def loo(game: Game, rules: HouseRules) -> bool:
    """In the Loo family."""
    return game.family == "loo"


def nap(game: Game, rules: HouseRules) -> bool:
    """In Napoleon."""
    return game.family == "napoleon"


def rummy(game: Game, rules: HouseRules) -> bool:
    """In Coon Can."""
    return game.family == "rummy"


def tiles(game: Game, rules: HouseRules) -> bool:
    """With dominoes."""
    return game.pack.piece == "tile"


def pool(game: Game, rules: HouseRules) -> bool:
    """Where there is a pool to win."""
    return loo(game, rules) and game.race(rules) is None


def bourre(game: Game, rules: HouseRules) -> bool:
    """In Bourré."""
    return isinstance(rules, BourreRules)


def shares(game: Game, rules: HouseRules) -> bool:
    """Where each trick wins a share of the pool."""
    return pool(game, rules) and not bourre(game, rules)


def rounced(game: Game, rules: HouseRules) -> bool:
    """Where a loo is called so, at Rounce."""
    race = game.race(rules)
    return race is not None and race.term == "rounced"


def rammed(game: Game, rules: HouseRules) -> bool:
    """Where a loo is called so, at Rams."""
    race = game.race(rules)
    return race is not None and race.term == "rammed"


def dummies(game: Game, rules: HouseRules) -> bool:
    """Where spare hands are called so, at Rounce."""
    return tiles(game, rules) and rounced(game, rules)


def misses(game: Game, rules: HouseRules) -> bool:
    """Where there is a spare hand to take."""
    return getattr(rules, "miss", "none") == "one" or (
        tiles(game, rules) and not dummies(game, rules)
    )


def defends(game: Game, rules: HouseRules) -> bool:
    """Where a last player can defend the miss."""
    return getattr(rules, "lone", "") == "enter-or-defend" and misses(game, rules)


def draw(game: Game, rules: HouseRules) -> bool:
    """Where cards are exchanged."""
    return getattr(rules, "draw", "none") != "none" or bourre(game, rules)


pam, flush = rule("pam", "none"), rule("flush", "none")
purchase = rule("purchase")
