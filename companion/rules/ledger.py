"""Ledger lines, accounts, and the arithmetic of a pool (docs/rules.md 1).

Every payment is one line. Amounts are positive integers, never floats.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Literal, Protocol

from msgspec import Struct

from companion.facts import AnyFact, Fact
from companion.ids import Rule

POOL = "pool"
"""The account of the pool. No player may have this name."""

SoleBy = Literal[Rule.ALL_DROPPED, Rule.CLAIMER_SWEEPS, Rule.SOLE_PLAYER]
"""The rule by which a player takes everything without play."""
Reason = Literal[
    "stake",
    "tricks",
    "pool-taken",
    "loo",
    "revoke",
    "contract",
    "purchase",
    "pips",
    "penalty",
    "score",
    "ending",
]


class Line(Struct, frozen=True, gc=False):
    """Chips that move from one account to another."""

    source: str
    target: str
    amount: int
    reason: Reason
    rule: Rule
    fact: AnyFact


class LooCost(Struct, frozen=True):
    chips: int
    by: Literal["pool", "fixed", "capped"]
    """How the price is set: by the pool, by a fixed number, or by a limit below the pool."""
    pool: int
    """The pool before the deal is paid."""


class LooCause(StrEnum):
    NO_TRICK = "no-trick"
    REVOKED = "revoked"
    REVOKE_PENALTY = "revoke-penalty"
    """The revoke divides the pool and costs as much as a loo."""
    FLUSH = "flush"
    TABLE_FLUSH = "table-flush"
    """A flush also looes players who dropped."""


class Looed(Fact, frozen=True):
    player: str
    cause: LooCause
    cost: LooCost


class RevokePaysPool(Fact, frozen=True):
    player: str
    pool: int


class TakesPool(Fact, frozen=True):
    player: str
    rule: SoleBy
    pool: int


class TrickShare(Fact, frozen=True):
    tricks: int
    share: int
    pool: int
    trick_count: int
    over: int
    """Chips left over after dividing the pool by the number of tricks."""


class OddChips(Fact, frozen=True):
    over: int
    pool: int
    trick_count: int
    to_last: bool
    """True if the last trick's winner gets the odd chips, False for one each from the dealer's left."""


class InnocentShare(Fact, frozen=True):
    pool: int
    players: int
    part: int


class EndingShare(Fact, frozen=True):
    pool: int
    players: int
    part: int
    odd: int
    """Chips that do not divide."""
    gets_odd: bool


class LooRules(Protocol):
    """House rules on the price of a loo."""

    @property
    def loo(self) -> Literal["pool", "fixed", "capped"]: ...
    @property
    def loo_chips(self) -> int | None: ...


class PoolRules(LooRules, Protocol):
    """House rules of a game whose pool is divided by tricks."""

    @property
    def remainder(self) -> Literal["carry", "last-trick", "eldest-first"]: ...
    @property
    def revoke(self) -> Literal["divide", "loo", "bourre", "note"]: ...
    @property
    def revoke_pays(self) -> Literal["pool", "loo"]: ...


class Outcome(Struct, frozen=True):
    """The result of a deal, before payments."""

    players: tuple[str, ...]
    """Players in, clockwise from eldest."""
    tricks: Mapping[str, int]
    trick_count: int
    trick_winners: tuple[str, ...] = ()
    """Winners of the tricks in order; empty if only totals are known."""
    sole: str | None = None
    """The player who takes everything without play."""
    sole_by: SoleBy = Rule.SOLE_PLAYER
    """Rule behind `sole`: everyone before the dealer dropped, or the player took the miss."""
    for_the_pool: str | None = None
    """The dealer, if they play for the pool."""
    general: str | None = None
    quotas: Mapping[str, int] = {}
    """Tricks that a player must take, where one is not enough."""
    dealer: str = ""
    turn_up_taken: bool = False
    """Whether the dealer took the turn-up."""
    partners: Mapping[str, tuple[str, ...]] = {}
    """Players who share what another wins and loses."""
    offenders: tuple[str, ...] = ()
    """Players with a recorded revoke, clockwise from eldest."""
    revoke: Literal["divide", "loo", "bourre", "note"] = "divide"

    @property
    def divided(self) -> bool:
        """Whether a revoke cancels the tricks."""
        return bool(self.offenders) and self.revoke == "divide"

    def looed(self) -> tuple[str, ...]:
        """Return the looed players, clockwise from eldest (docs/rules.md 1, "Looed", "Revoke penalty")."""
        if self.sole or self.divided:
            return ()
        offenders = self._losing_tricks
        if self.revoke == "bourre" and not self.scoring_tricks():
            # Only offenders took tricks, so nobody else is looed for having none.
            return offenders
        return tuple(
            player
            for player in self.players
            if player in offenders
            or (self.tricks[player] < self.quotas.get(player, 1) and player != self.for_the_pool)
        )

    def loo_rule(self, player: str) -> Rule:
        has_revoked = player in self.offenders and self.revoke != "note"
        return Rule.REVOKE if has_revoked else Rule.LOOED

    def scoring_tricks(self) -> dict[str, int]:
        """Return the tricks of each player whose tricks count."""
        return {p: n for p, n in self.tricks.items() if n and p not in self._losing_tricks}

    def made_quota(self) -> tuple[str, ...]:
        """Return the players with enough counting tricks."""
        counting = self.scoring_tricks()
        return tuple(p for p, n in counting.items() if n >= self.quotas.get(p, 1))

    def most_tricks(self) -> tuple[str, ...]:
        """Return the players with the most counting tricks; none if no trick counts."""
        counting = self.scoring_tricks()
        return tuple(p for p, n in counting.items() if n == max(counting.values()))

    @property
    def _losing_tricks(self) -> tuple[str, ...]:
        """Offenders whose tricks do not count and who pay as if looed."""
        return self.offenders if self.revoke in ("loo", "bourre") else ()


def sums(lines: Iterable[Line], start: Mapping[str, int] | None = None) -> dict[str, int]:
    """Return the balance of each account after `lines`, in chips."""
    accounts = dict(start or {})
    for line in lines:
        accounts[line.source] = accounts.get(line.source, 0) - line.amount
        accounts[line.target] = accounts.get(line.target, 0) + line.amount
    return accounts


def loo_cost(rules: LooRules, pool: int) -> LooCost:
    chips = rules.loo_chips or 0
    if rules.loo == "fixed" or (rules.loo == "capped" and pool > chips):
        return LooCost(chips, rules.loo, pool)
    return LooCost(pool, "pool", pool)


Price = Callable[[Outcome, str, LooCost], tuple[int, AnyFact]]
"""Return what a player pays for a loo, given what it costs by the house rules, and the reason."""


def usual_price(outcome: Outcome, player: str, cost: LooCost) -> tuple[int, AnyFact]:
    """Return what a loo costs by the house rules, with the reason."""
    cause = LooCause.NO_TRICK
    if outcome.loo_rule(player) is Rule.REVOKE:
        cause = LooCause.REVOKE_PENALTY if outcome.divided else LooCause.REVOKED
    return cost.chips, Looed(player, cause, cost)


def settle_pool(
    outcome: Outcome, pool: int, rules: PoolRules, price: Price = usual_price
) -> tuple[Line, ...]:
    """Return the payments of a deal with a pool of `pool` chips.

    Payments out of the pool come first, then payments into it, each clockwise from eldest.
    """
    if outcome.sole:
        lines = [sole_line(outcome.sole, outcome.sole_by, pool)]
    elif outcome.divided:
        lines = [*_divided(outcome, pool), *_revoke_payments(outcome, pool, rules, price)]
    else:
        lines = [*_shares(outcome, pool), *_remainder(outcome, pool, rules)]
        cost = loo_cost(rules, pool)
        for player in outcome.looed():
            chips, fact = price(outcome, player, cost)
            lines.append(Line(player, POOL, chips, "loo", outcome.loo_rule(player), fact))
    return tuple(line for line in lines if line.amount)


def sole_line(player: str, rule: SoleBy, pool: int) -> Line:
    """Return the payment of the whole pool to a player who wins without play."""
    return Line(POOL, player, pool, "pool-taken", rule, TakesPool(player, rule, pool))


def _shares(outcome: Outcome, pool: int) -> list[Line]:
    share, over = divmod(pool, outcome.trick_count)
    return [
        Line(
            POOL,
            player,
            share * number,
            "tricks",
            Rule.SHARE,
            TrickShare(number, share, pool, outcome.trick_count, over),
        )
        for player, number in outcome.scoring_tricks().items()
        if player != outcome.for_the_pool
    ]


def _remainder(outcome: Outcome, pool: int, rules: PoolRules) -> list[Line]:
    over = pool % outcome.trick_count
    if not over or rules.remainder == "carry":
        return []
    takers = [p for p in outcome.scoring_tricks() if p != outcome.for_the_pool]
    to_last = rules.remainder == "last-trick"
    odd = OddChips(over, pool, outcome.trick_count, to_last)
    if to_last:
        last = outcome.trick_winners[-1] if outcome.trick_winners else None
        if last not in takers:
            return []
        return [Line(POOL, last, over, "tricks", Rule.INDIVISIBLE, odd)]
    return [Line(POOL, player, 1, "tricks", Rule.INDIVISIBLE, odd) for player in takers[:over]]


def _divided(outcome: Outcome, pool: int) -> list[Line]:
    innocent = [p for p in outcome.players if p not in outcome.offenders]
    if not innocent:
        return []
    part = pool // len(innocent)
    share = InnocentShare(pool, len(innocent), part)
    return [
        Line(POOL, player, part, "revoke", Rule.REVOKE, share)
        for player in innocent
        if player != outcome.for_the_pool
    ]


def _revoke_payments(outcome: Outcome, pool: int, rules: PoolRules, price: Price) -> list[Line]:
    if rules.revoke_pays == "pool":
        return [
            Line(player, POOL, pool, "revoke", Rule.REVOKE, RevokePaysPool(player, pool))
            for player in outcome.offenders
        ]
    cost = loo_cost(rules, pool)
    return [
        Line(player, POOL, chips, "revoke", Rule.REVOKE, fact)
        for player in outcome.offenders
        for chips, fact in (price(outcome, player, cost),)
    ]


def divide_ending(pool: int, seated: tuple[str, ...]) -> tuple[Line, ...]:
    """Return the payments that divide the pool at the end of a game.

    `seated` starts at the left of the last dealer; odd chips go one each from there.
    """
    if not pool or not seated:
        return ()
    part, odd = divmod(pool, len(seated))
    return tuple(
        Line(
            POOL,
            player,
            part + (place < odd),
            "ending",
            Rule.ENDING,
            EndingShare(pool, len(seated), part, odd, gets_odd=place < odd),
        )
        for place, player in enumerate(seated)
        if part + (place < odd)
    )
