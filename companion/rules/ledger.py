"""Chips: ledger lines, accounts, and the arithmetic of a pool (docs/rules.md 1).

Every chip that moves is one line. Amounts are positive integers; nothing here is ever a float.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, Protocol

from msgspec import Struct

from companion.rules.ids import Fact, Rule

POOL = "pool"
"""The account of the pool. No player may bear this name."""

Reason = Literal[
    "stake", "tricks", "pool-taken", "loo", "revoke", "contract", "purchase", "pips", "ending"
]


class Line(Struct, frozen=True):
    """Chips that move from one account to another."""

    source: str
    target: str
    amount: int
    """Chips, at least 1."""
    reason: Reason
    rule: Rule
    """The rule that moves them."""
    fact: Fact | str
    """The numbers of the formula."""


class PoolRules(Protocol):
    """The house rules of any game that is played for a pool."""

    @property
    def loo(self) -> Literal["pool", "fixed", "capped"]: ...
    @property
    def loo_chips(self) -> int | None: ...
    @property
    def remainder(self) -> Literal["carry", "last-trick", "eldest-first"]: ...
    @property
    def revoke(self) -> Literal["divide", "loo", "note"]: ...
    @property
    def revoke_pays(self) -> Literal["pool", "loo"]: ...


class Outcome(Struct, frozen=True):
    """What a deal came to, before anything is paid."""

    players: tuple[str, ...]
    """Those who were in, clockwise from eldest."""
    tricks: Mapping[str, int]
    """Tricks taken by each who was in."""
    of: int
    """How many tricks a deal has."""
    trick_winners: tuple[str, ...] = ()
    """Winners of the tricks as they fell; empty where only totals are known."""
    sole: str | None = None
    """Who takes everything without play."""
    sole_by: Rule = Rule.SOLE_PLAYER
    """The rule by which he does: all dropped before him who deals, or he took the miss."""
    for_the_pool: str | None = None
    """The dealer, if playing for the pool."""
    offenders: tuple[str, ...] = ()
    """Those with a recorded revoke, clockwise from eldest."""
    revoke: Literal["divide", "loo", "note"] = "divide"

    @property
    def divided(self) -> bool:
        """Whether a revoke makes the tricks count for nothing."""
        return bool(self.offenders) and self.revoke == "divide"

    def looed(self) -> tuple[str, ...]:
        """Return who is looed, clockwise from eldest (docs/rules.md 1, "Looed", "Revoke penalty")."""
        if self.sole or self.divided:
            return ()
        offenders = self.offenders if self.revoke == "loo" else ()
        return tuple(
            player
            for player in self.players
            if player in offenders or (not self.tricks[player] and player != self.for_the_pool)
        )

    def loo_rule(self, player: str) -> Rule:
        """Return the id of the rule by which a looed player is looed."""
        return Rule.REVOKE if self.revoke == "loo" and player in self.offenders else Rule.LOOED

    def scoring_tricks(self) -> dict[str, int]:
        """Return the tricks of each player who is paid for them: not an offender under `loo`."""
        offenders = self.offenders if self.revoke == "loo" else ()
        return {p: n for p, n in self.tricks.items() if n and p not in offenders}


def sums(lines: Iterable[Line], start: Mapping[str, int] | None = None) -> dict[str, int]:
    """Return what each account is up or down, in chips, after `lines`."""
    accounts = dict(start or {})
    for line in lines:
        accounts[line.source] = accounts.get(line.source, 0) - line.amount
        accounts[line.target] = accounts.get(line.target, 0) + line.amount
    return accounts


def penalty(rules: PoolRules, pool: int) -> tuple[int, str]:
    """Return the chips one looed player pays when the pool was `pool`, and the formula in words."""
    chips = rules.loo_chips or 0
    if rules.loo == "fixed":
        return chips, f"a loo always costs {chips}"
    if rules.loo == "capped" and pool > chips:
        return chips, f"a loo costs what the pool held ({pool}), at most {chips}"
    return pool, f"a loo costs what the pool held: {pool}"


def settle_pool(outcome: Outcome, pool: int, rules: PoolRules) -> tuple[Line, ...]:
    """Return the payments that settle a deal played for a pool of `pool` chips.

    The order is the order of payment: out of the pool first, then into it, each clockwise from
    eldest. Lines of nothing are left out.
    """
    if outcome.sole:
        why = {
            Rule.ALL_DROPPED: "All dropped before the dealer, who takes the whole pool",
            Rule.CLAIMER_SWEEPS: f"{outcome.sole} took the miss, only the dealer is left, "
            "and the pool is won at once",
            Rule.SOLE_PLAYER: f"{outcome.sole} is the only one in and takes the whole pool",
        }[outcome.sole_by]
        lines = [Line(POOL, outcome.sole, pool, "pool-taken", outcome.sole_by, f"{why}: {pool}.")]
    elif outcome.divided:
        lines = [*_divided(outcome, pool), *_revoke_payments(outcome, pool, rules)]
    else:
        lines = [*_shares(outcome, pool), *_remainder(outcome, pool, rules)]
        chips, formula = penalty(rules, pool)
        for player in outcome.looed():
            rule = outcome.loo_rule(player)
            cause = "revoked" if rule == "revoke" else "was in and took no trick"
            lines.append(Line(player, POOL, chips, "loo", rule, f"{player} {cause}: {formula}."))
    return tuple(line for line in lines if line.amount)


def _shares(outcome: Outcome, pool: int) -> list[Line]:
    share, over = divmod(pool, outcome.of)
    left = f", {over} over" if over else ""
    formula = f"{pool} in the pool ÷ {outcome.of} tricks = {share} a trick{left}"
    return [
        Line(
            POOL,
            player,
            share * number,
            "tricks",
            Rule.SHARE,
            f"{number} {'trick' if number == 1 else 'tricks'} × {share} ({formula}).",
        )
        for player, number in outcome.scoring_tricks().items()
        if player != outcome.for_the_pool
    ]


def _remainder(outcome: Outcome, pool: int, rules: PoolRules) -> list[Line]:
    over = pool % outcome.of
    if not over or rules.remainder == "carry":
        return []
    takers = [p for p in outcome.scoring_tricks() if p != outcome.for_the_pool]
    if rules.remainder == "last-trick":
        last = outcome.trick_winners[-1] if outcome.trick_winners else None
        if last not in takers:
            return []
        why = f"{over} left over by {pool} ÷ {outcome.of} go to the winner of the last trick."
        return [Line(POOL, last, over, "tricks", Rule.INDIVISIBLE, why)]
    why = f"{over} left over by {pool} ÷ {outcome.of}: one each from the dealer's left."
    return [Line(POOL, player, 1, "tricks", Rule.INDIVISIBLE, why) for player in takers[:over]]


def _divided(outcome: Outcome, pool: int) -> list[Line]:
    innocent = [p for p in outcome.players if p not in outcome.offenders]
    if not innocent:
        return []
    part = pool // len(innocent)
    why = f"A revoke: {pool} in the pool ÷ {len(innocent)} who did not revoke = {part} each."
    return [
        Line(POOL, player, part, "revoke", Rule.REVOKE, why)
        for player in innocent
        if player != outcome.for_the_pool
    ]


def _revoke_payments(outcome: Outcome, pool: int, rules: PoolRules) -> list[Line]:
    if rules.revoke_pays == "pool":
        chips, formula = pool, f"pays what the pool held: {pool}"
    else:
        chips, formula = penalty(rules, pool)
        formula = f"pays one loo penalty; {formula}"
    return [
        Line(player, POOL, chips, "revoke", Rule.REVOKE, f"{player} revoked and {formula}.")
        for player in outcome.offenders
    ]


def divide_ending(pool: int, seated: tuple[str, ...]) -> tuple[Line, ...]:
    """Return the lines that divide the pool among all seated when a game ends.

    `seated` begins at the left of whoever dealt last, since the odd chips go one each from there.
    """
    if not pool or not seated:
        return ()
    part, odd = divmod(pool, len(seated))
    why = f"{pool} left in the pool ÷ {len(seated)} at the table = {part} each"
    over = f", and one of the {odd} over" if odd > 1 else ", and the one over"
    return tuple(
        Line(
            POOL,
            player,
            part + (place < odd),
            "ending",
            Rule.ENDING,
            f"{why}{over if place < odd else ''}.",
        )
        for place, player in enumerate(seated)
        if part + (place < odd)
    )
