"""What a game declares of itself: one `Game` a file, and a line in the registry."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal

from msgspec import Struct

from companion.facts import AccountId, Fact
from companion.ids import OF_THE_RECORD, Rule
from companion.pieces import Pack
from companion.rules.deal import Deal
from companion.rules.facts import DEPTHS, Depth, Setup
from companion.rules.house import Rules
from companion.rules.scores import Race

Family = Literal["loo", "napoleon", "rummy"]
"""What kind of game it is: how a deal goes, and so how it is shown and told."""
PoolFamily = Literal["loo", "napoleon", "rummy", "bourre"]
"""The games for which chips wait that one of them has left in its pool."""
DecidedBy = Literal["account", "table", "silent", "resolved", "beyond"]
UNTOLD = frozenset({Rule.MISDEAL, Rule.PENALTY, Rule.SITTING_OUT})
"""What no account of any game speaks of."""


class Authority(Fact, frozen=True):
    """Who decides a rule: the account, the table, or the companion.

    The companion decides where the account is `silent`, reads it where it is unclear or contradicted
    (`resolved`), and adds to it where it tells but a part (`beyond`).
    """

    decided_by: DecidedBy
    account: AccountId
    """The account that the game is played by."""


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
    silent_for_points: frozenset[Rule] = frozenset()
    """Those of which it says nothing for a game that is played for points."""
    resolved: frozenset[Rule] = frozenset()
    """Those that it tells unclearly, or against itself or another account, as the companion reads them."""
    beyond: frozenset[Rule] = frozenset()
    """Those of which it tells a part, and the companion adds the rest."""

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

    def authority(self, name: str | None, rules: Rules, rule: Rule) -> Authority | None:
        """Return who decides a rule in a game with these house rules, filled in from a preset.

        None for a rule of the record.
        """
        if rule in OF_THE_RECORD:
            return None
        preset = self.preset(name)
        return Authority(self._decided_by(preset, rules, rule), preset.account)

    def _decided_by(self, preset: Preset, rules: Rules, rule: Rule) -> DecidedBy:
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
                return "table"
        if rule in preset.resolved:
            return "resolved"
        if rule in preset.beyond:
            return "beyond"
        if rule in (Rule.TOO_FEW_PLAYERS, Rule.TOO_MANY_PLAYERS):
            return self._decides_players(preset, rules, rule)
        silent = preset.silent | UNTOLD
        if self.race(rules):
            silent |= preset.silent_for_points
        return "silent" if rule in silent else "account"

    def _decides_players(self, preset: Preset, rules: Rules, rule: Rule) -> DecidedBy:
        """Return who says how many can play."""
        if preset.players is None:
            return "silent"
        fewest, most = preset.players
        told = fewest == self.least
        if rule is Rule.TOO_MANY_PLAYERS:
            if most > self.most(rules):
                return "resolved"  # the pack does not hold so many hands
            told = told and most == self.most(rules)
        return "account" if told else "beyond"
