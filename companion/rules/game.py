"""The declaration of a game: one `Game` in each game's file."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal

from msgspec import Struct

from companion.facts import Fact
from companion.ids import OF_THE_RECORD, Rule
from companion.pieces import Pack
from companion.rules.deal import Deal
from companion.rules.facts import DEPTHS, Depth, Setup
from companion.rules.house import Rules
from companion.rules.scores import Race

Family = Literal["loo", "napoleon", "rummy", "other"]
"""The kind of game, which decides how a deal is played and shown."""
PoolFamily = str
"""The games that share the chips left in a pool: a family, or the id of a game with a pool of its own."""
DecidedBy = Literal["account", "table", "silent", "resolved", "beyond"]
UNTOLD = frozenset({Rule.MISDEAL, Rule.PENALTY, Rule.SITTING_OUT})
"""Rules that no account mentions."""


class Authority(Fact, frozen=True):
    """Who decides a rule: the account, the table, or the companion.

    The companion decides if the account says nothing (`silent`), is unclear or contradicted
    (`resolved`), or covers the rule only partly (`beyond`).
    """

    decided_by: DecidedBy
    account: str


class Preset(Struct, frozen=True):
    """A set of house rules, as in one account of the game."""

    account: str
    """The id of the account: `classic`."""
    players: tuple[int, int] | None = None
    """Fewest and most players, if the account says so."""
    advised: tuple[int, int] | None = None
    """Fewest and most players for the best game, if the account says so."""
    values: Mapping[str, Any] = {}
    """House rules that differ from the defaults."""
    silent: frozenset[Rule] = frozenset()
    silent_for_points: frozenset[Rule] = frozenset()
    """Rules that the account omits for a game played for points."""
    resolved: frozenset[Rule] = frozenset()
    """Rules on which the account is unclear, or contradicts itself or another account."""
    beyond: frozenset[Rule] = frozenset()
    """Rules that the account covers only partly."""

    @property
    def usual_most(self) -> int:
        """The maximum number of players that the account advises or allows; 4 if it gives none."""
        return (self.advised or self.players or (2, 4))[1]


class Accounts(Struct, frozen=True):
    """What the accounts of a game say."""

    usual: Preset
    """The rules without a preset; its `values` are the defaults."""
    presets: Mapping[str, Preset] = {}
    governs: Mapping[Rule, tuple[str, ...]] = {}
    """The house rules that decide a rule."""


class Recording(Struct, frozen=True):
    """How deals of a game are recorded."""

    choices: tuple[str, ...] = ()
    """What a player can declare."""
    gives_up: str = "drop"
    """The choice that all remaining players can declare with one tap."""
    depths: tuple[Depth, ...] = DEPTHS
    asks_dealer: bool = True
    """Whether it matters who deals first."""


class PoolTraits(Struct, frozen=True):
    """What happens to a game's pool, in a game for chips."""

    family: PoolFamily | None = None
    """Which games can win the chips left in the pool; None for all games of the same family."""
    takes_carried: bool = True
    """Whether the game takes over chips left by any game, under `waiting_chips: any`."""
    exists: Callable[[Any], bool] = lambda rules: True
    """Return whether there is a pool, under these house rules."""
    rule: Rule = Rule.SHARE
    """The rule about chips that stay in it."""


class Game(Struct, Generic[Rules], frozen=True, eq=False):
    """A game: its house rules, its accounts, and how a deal of it begins. `GAMES` has all by id."""

    id: str
    """Game id in records and URLs: `domino-loo`."""
    family: Family
    accounts: Accounts
    editions: tuple[Mapping[str, Any], ...]
    """The house rules that each edition decides, the oldest first, where they differ from the defaults."""
    least: int
    """Fewest players dealt in."""
    most: Callable[[Rules], int]
    """Return the maximum number of players dealt in, under these house rules."""
    pack: Pack
    house_rules: type[Rules]
    """The type of its house rules. Its defaults know no edition; `GameSession.rules` are those in force."""
    tricks: int
    """Tricks in a deal, and pieces in a hand; 0 in a game without tricks."""
    begin: Callable[[Setup[Rules]], Deal]
    settle_house_rules: Callable[[Rules, int], Rules] = lambda rules, players: rules
    """Fill in open house rules, given the number of players at the start.

    Raises `MalformedEntry` for house rules that contradict each other."""
    race: Callable[[Rules], Race | None] = lambda rules: None
    """How a game for points is won; None for chips."""
    recording: Recording = Recording()
    pool: PoolTraits = PoolTraits()
    title: str = ""
    """The title that a table has typed, in a game that the companion does not know."""

    def __repr__(self) -> str:
        return f"<Game: {self.id}>"

    @property
    def edition(self) -> int:
        """The newest edition, used by new games (`new_game`). Editions count from 1."""
        return len(self.editions)

    @property
    def pool_family(self) -> PoolFamily:
        """The games that can win the chips left in its pool."""
        return self.pool.family or self.family

    @property
    def key(self) -> str:
        """The game's id, with the title that a table has typed: ``other:Skat``."""
        return f"{self.id}:{self.title}" if self.title else self.id

    def preset(self, name: str | None) -> Preset:
        """Return a preset, or the usual rules for None. Raises `KeyError`."""
        return self.accounts.usual if name is None else self.accounts.presets[name]

    def authority(self, name: str | None, rules: Rules, rule: Rule) -> Authority | None:
        """Return who decides a rule; None for a rule of the record."""
        if rule in OF_THE_RECORD:
            return None
        preset = self.preset(name)
        return Authority(self._decided_by(preset, rules, rule), preset.account)

    def _decided_by(self, preset: Preset, rules: Rules, rule: Rule) -> DecidedBy:
        plain = self.house_rules(**preset.values)
        # Open house rules may depend on the number of players.
        settled = [
            self.settle_house_rules(plain, players)
            for players in range(self.least, preset.usual_most + 1)
        ]
        for governing in self.accounts.governs.get(rule, ()):
            if hasattr(plain, governing) and getattr(rules, governing) not in {
                getattr(one, governing) for one in settled
            }:
                return "table"
        if rule in preset.resolved:
            return "resolved"
        if rule in preset.beyond:
            return "beyond"
        silent = preset.silent | UNTOLD
        if self.race(rules):
            silent |= preset.silent_for_points
        if rule in silent:
            return "silent"
        if rule in (Rule.TOO_FEW_PLAYERS, Rule.TOO_MANY_PLAYERS):
            return self._decides_players(preset, rules, rule)
        return "account"

    def _decides_players(self, preset: Preset, rules: Rules, rule: Rule) -> DecidedBy:
        if preset.players is None:
            return "silent"
        fewest, most = preset.players
        told = fewest == self.least
        if rule is Rule.TOO_MANY_PLAYERS:
            if most > self.most(rules):
                return "resolved"  # the pack is too small
            told = told and most == self.most(rules)
        return "account" if told else "beyond"
