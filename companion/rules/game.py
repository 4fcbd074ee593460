"""What a game declares of itself: one `Game` a file, and a line in the registry."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from companion.pieces import Pack
from companion.rules.deal import Deal, Setup
from companion.rules.house import HouseRules
from companion.rules.scores import Race


class RuleText(Struct, frozen=True):
    """One rule as the rules page prints it."""

    id: str
    """The id that refusals cite and the page has an anchor for."""
    title: str
    text: str


class Game(Struct, frozen=True):
    """A game the companion knows."""

    id: str
    """Its name in records and addresses: `domino-loo`."""
    title: str
    summary: str
    source: str
    """The account the rules come from."""
    edition: int
    """Of these rules; a record may name the one it was played by."""
    least: int
    """Fewest players dealt in."""
    most: int
    pack: Pack
    house_rules: type[HouseRules]
    presets: Mapping[str, Mapping[str, Any]]
    """Named sets of house rules, each as what differs from the defaults."""
    tricks: int
    """Tricks in a deal."""
    choices: Mapping[str, str]
    """What can be declared, with the words for it: ``{"miss": "takes the miss"}``."""
    settle_house_rules: Callable[[Any, int], Any]
    """Fills in what was left open, given the house rules and the number of players at the start."""
    race: Callable[[Any], Race | None]
    """How a game for scores is won under these house rules; None for chips."""
    begin: Callable[[Setup], Deal]
    texts: Callable[[Any], tuple[RuleText, ...]]
    """The rules in force, in reading order."""
