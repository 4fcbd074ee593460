"""What a game declares of itself: one `Game` a file, and a line in the registry."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field

from companion.pieces import Pack
from companion.rules.deal import DEPTHS, Deal, Depth, Setup
from companion.rules.house import HouseRules
from companion.rules.scores import Race


class RuleText(Struct, frozen=True):
    """One rule as the rules page prints it."""

    id: str
    """The id that refusals cite and the page has an anchor for."""
    title: str
    text: str
    absent: bool = False
    """Whether it is a rule of other games, and what is said is that this one has nothing of it."""


class Preset(Struct, frozen=True):
    """A named set of house rules: a game as one account tells it."""

    title: str
    account: str
    """The account in a few words, for the reason of a payment."""
    source: str
    """The account in full."""
    advised: tuple[int, int]
    """How many players the account advises, from and to."""
    values: Mapping[str, Any] = {}
    """What differs from the defaults."""
    silent: frozenset[str] = frozenset()
    """Ids of rules of which the account says nothing, so that the companion's own holds."""


class Game(Struct, frozen=True):
    """A game the companion knows."""

    id: str
    """Its name in records and addresses: `domino-loo`."""
    title: str
    summary: str
    usual: Preset
    """What holds where no preset is named; its `values` are the defaults."""
    edition: int
    """Of these rules; a record may name the one it was played by."""
    least: int
    """Fewest players dealt in."""
    most: Callable[[Any], int]
    """The most that can be dealt in under these house rules."""
    pack: Pack
    house_rules: type[HouseRules]
    presets: Mapping[str, Preset]
    governs: Mapping[str, tuple[str, ...]]
    """For the id of a rule that moves chips or points: the house rules that decide it."""
    tricks: int
    """Tricks in a deal."""
    choices: Mapping[str, str]
    """What can be declared, with the words for it: ``{"miss": "takes the miss"}``."""
    settle_house_rules: Callable[[Any, int], Any]
    """Fills in what was left open, given the house rules and the number of players at the start.

    Raises `MalformedEntry` for house rules that cannot be together."""
    race: Callable[[Any], Race | None]
    """How a game for scores is won under these house rules; None for chips."""
    begin: Callable[[Setup], Deal]
    texts: Callable[[Any], tuple[RuleText, ...]]
    """The rules in force, in reading order."""
    depths: Mapping[Depth, str] = field(default_factory=lambda: DEPTHS)
    """The depths it can be recorded at, the deepest first, with an explanation each."""
    exchanges: str = "exchanges"
    """The word for exchanging cards with a declaration."""
    gives_up: str = "drop"
    """The declaration that all who are left can make with one tap."""
    takes_carried: bool = True
    """Whether chips that an earlier game left in the pool are played for, if it is for chips."""
    play_on_to: str = "a deal that loos nobody"
    """What it is best to play on to while the pool holds chips."""
    pool_waits: str = "Nobody puts anything in: the pool has been paid into."
    """What is said before a deal to which nobody stakes anything, while the pool holds chips."""
    pool_rule: str = "share"
    """The id of the rule that says what stays in the pool."""
    story: str = "loo"
    """The template that tells a deal on its page, of `templates/table/summaries`."""
    lies: str = ""
    """The template that draws what lies on the table, of `templates/table/layouts`, if any does."""

    def __repr__(self) -> str:
        return f"<Game: {self.id}>"

    def preset(self, name: str | None) -> Preset:
        """Return a preset by its name, or what holds without one. Raises `KeyError`."""
        return self.usual if name is None else self.presets[name]

    def authority(self, name: str | None, rules: Any, rule: str) -> str:
        """Return in words who decides a rule under these house rules: the account or the table."""
        preset = self.preset(name)
        plain = self.house_rules(**preset.values)
        # What the account leaves open may depend on how many play.
        settled = [
            self.settle_house_rules(plain, players)
            for players in range(self.least, preset.advised[1] + 1)
        ]
        for governing in self.governs.get(rule, ()):
            if hasattr(plain, governing) and getattr(rules, governing) not in {
                getattr(one, governing) for one in settled
            }:
                return "as this table agreed"
        if rule in preset.silent:
            return "as we settle it: the account is silent"
        return f"as {preset.account} has it"
