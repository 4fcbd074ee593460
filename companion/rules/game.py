"""What a game declares of itself: one `Game` a file, and a line in the registry."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal

from msgspec import Struct

from companion.pieces import Pack
from companion.rules.deal import Deal
from companion.rules.facts import DEPTHS, Depth, Setup
from companion.rules.house import Rules
from companion.rules.ids import Fact, Rule
from companion.rules.scores import Race

Family = Literal["loo", "napoleon", "rummy"]
"""What kind of game it is: how a deal goes, and so how it is shown and told."""
PoolFamily = Literal["loo", "napoleon", "rummy", "bourre"]
"""The games for which chips wait that one of them has left in its pool."""


class Authority(Fact, frozen=True):
    """Who decides a rule: the account, the table, or the companion.

    The companion decides where the account is silent, and where it is unclear or contradicted.
    """

    decided_by: Literal["account", "table", "silent", "resolved"]
    account: str
    """The id of the account that the game is played by."""


class Preset(Struct, frozen=True):
    """A set of house rules: a game as one account tells it."""

    account: str
    """The id of the account: `classic`."""
    players: tuple[int, int] | None = None
    """For how many players the account has the game, from and to, if it says so."""
    advised: tuple[int, int] | None = None
    """With how many of them it calls the game best, if it says so."""
    values: Mapping[str, Any] = {}
    """What differs from the defaults."""
    silent: frozenset[Rule] = frozenset()
    """The rules of which the account says nothing, so that the companion's own holds."""
    resolved: frozenset[Rule] = frozenset()
    """Those that it tells unclearly, or against itself or another account, as the companion reads them."""

    @property
    def usual_most(self) -> int:
        """The most players that are usual, as far as the account says."""
        return (self.advised or self.players or (2, 4))[1]


class Game(Struct, Generic[Rules], frozen=True, eq=False):
    """A game the companion knows, and the struct that declares its house rules."""

    id: str
    """Its name in records and addresses: `domino-loo`."""
    family: Family
    usual: Preset
    """What holds where no preset is named; its `values` are the defaults."""
    editions: tuple[Mapping[str, Any], ...]
    """Of these rules, the oldest first: the house rules that each decides, where they differ from
    their defaults, which are those of edition 1."""
    least: int
    """Fewest players dealt in."""
    most: Callable[[Rules], int]
    """The most that can be dealt in under these house rules."""
    pack: Pack
    house_rules: type[Rules]
    presets: Mapping[str, Preset]
    governs: Mapping[Rule, tuple[str, ...]]
    """For a rule that moves chips or points: the house rules that decide it."""
    tricks: int
    """Tricks in a deal."""
    choices: tuple[str, ...]
    """What can be declared."""
    settle_house_rules: Callable[[Rules, int], Rules]
    """Fills in what was left open, given the house rules and the number of players at the start.

    Raises `MalformedEntry` for house rules that cannot be together."""
    race: Callable[[Rules], Race | None]
    """How a game for scores is won under these house rules; None for chips."""
    begin: Callable[[Setup[Rules]], Deal]
    depths: tuple[Depth, ...] = DEPTHS
    """The depths it can be recorded at, the deepest first."""
    gives_up: str = "drop"
    """The declaration that all who are left can make with one tap."""
    takes_carried: bool = True
    """Whether chips that a game of any family left are played for, under `waiting_chips: any`."""
    own_pool: Literal["bourre"] | None = None
    """For which games its pool waits, if not for those of its family."""
    has_pool: Callable[[Rules], bool] = lambda rules: True
    """Whether there is a pool under these house rules, in a game for chips."""
    pool_rule: Rule = Rule.SHARE
    """The rule that says what stays in the pool."""

    def __repr__(self) -> str:
        return f"<Game: {self.id}>"

    @property
    def edition(self) -> int:
        """The newest edition, by which new games are played. They count from 1."""
        return len(self.editions)

    @property
    def pool_family(self) -> PoolFamily:
        """The games for which chips wait that this one leaves in its pool."""
        return self.own_pool or self.family

    def preset(self, name: str | None) -> Preset:
        """Return a preset by its name, or what holds without one. Raises `KeyError`."""
        return self.usual if name is None else self.presets[name]

    def authority(self, name: str | None, rules: Rules, rule: Rule) -> Authority:
        """Return who decides a rule in a game with these house rules, filled in from a preset."""
        preset = self.preset(name)
        plain = self.house_rules(**preset.values)
        # What the account leaves open may depend on how many play.
        settled = [
            self.settle_house_rules(plain, players)
            for players in range(self.least, preset.usual_most + 1)
        ]
        for governing in self.governs.get(rule, ()):
            if hasattr(plain, governing) and getattr(rules, governing) not in {
                getattr(one, governing) for one in settled
            }:
                return Authority("table", preset.account)
        if rule in preset.resolved:
            return Authority("resolved", preset.account)
        return Authority("silent" if rule in preset.silent else "account", preset.account)
