"""Penalties that the table agrees on, other than for revokes (docs/rules.md 1, Penalties)."""

from collections.abc import Collection

from companion.errors import MalformedEntry, RuleViolation
from companion.evening.entries import Penalized
from companion.evening.game_facts import EveningFact
from companion.evening.seats import NotAtTable
from companion.facts import AnyFact, Fact, GameId
from companion.ids import Rule
from companion.rules.actions import check_reason
from companion.rules.ledger import POOL, Line
from companion.rules.scores import Points, Race

EACH = "each"
"""Recipient for all other players dealt in. A player of this name cannot be paid alone."""
MOST = 1_000_000
MOST_IN_A_DEAL = 200
"""Maximum number of penalty payments between two settlements. Every state holds them all."""


class PenaltyAmount(Fact, frozen=True):
    amount: int


class NoPoolToPay(Fact, frozen=True):
    game: GameId


class PaysOwnPenalty(Fact, frozen=True):
    player: str


class TooManyPenalties(Fact, frozen=True):
    most: int


class Penalty(Fact, frozen=True):
    player: str
    amount: int
    """Chips to each player paid, or points."""
    to: str
    """A player or `pool`; "" for points."""
    reason: str
    """In the table's words, or ""."""


def reason_of(fact: AnyFact) -> str:
    """Return the table's reason for a penalty, or ""."""
    return fact.reason if isinstance(fact, Penalty) else ""


def check(entry: Penalized, seated: Collection[str]) -> None:
    """Raise `EntryError` unless the player is seated and the amount in range."""
    check_reason(entry.reason)
    if entry.player not in seated:
        raise RuleViolation(Rule.NOT_IN, NotAtTable(entry.player[:40]))
    if not 1 <= entry.amount <= MOST:
        raise MalformedEntry(PenaltyAmount(entry.amount))


def lines(
    entry: Penalized,
    game: str,
    has_pool: bool,
    seated: Collection[str],
    dealt_in: Collection[str],
) -> tuple[Line, ...]:
    """Return the payments of a penalty in chips. Raises `EntryError`.

    Without `to` the penalty goes to the pool, or without a pool to each of the players `dealt_in`.
    """
    to = entry.to or (POOL if has_pool else EACH)
    if to == POOL and not has_pool:
        raise RuleViolation(Rule.PENALTY, NoPoolToPay(game))
    if to == entry.player:
        raise RuleViolation(Rule.PENALTY, PaysOwnPenalty(entry.player))
    if to not in (POOL, EACH) and to not in seated:
        raise RuleViolation(Rule.NOT_IN, NotAtTable(to[:40]))
    paid = [one for one in dealt_in if one != entry.player] if to == EACH else [to]
    if not paid:
        raise RuleViolation(Rule.PENALTY, EveningFact.NOBODY_ELSE)
    return tuple(
        Line(
            entry.player,
            one,
            entry.amount,
            "penalty",
            Rule.PENALTY,
            Penalty(entry.player, entry.amount, one, entry.reason or ""),
        )
        for one in paid
    )


def points(entry: Penalized, race: Race) -> Points:
    """Return the points of a penalty in a game for scores. Raises `RuleViolation`."""
    if entry.to is not None:
        raise RuleViolation(Rule.PENALTY, EveningFact.POINTS_TO_NOBODY)
    against = -entry.amount if race.trick > 0 else entry.amount
    if race.tallies:
        against = 0
    fact = Penalty(entry.player, entry.amount, "", entry.reason or "")
    return Points(entry.player, against, Rule.PENALTY, fact)
