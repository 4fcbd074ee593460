"""Points: games that are played for a score instead of chips (docs/rules.md 3, "scoring", and 4)."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from companion.facts import AnyFact, Fact, SignedPoints
from companion.ids import Rule
from companion.rules.ledger import Outcome

LooTerm = Literal["looed", "rounced", "bourre", "rammed"]
"""What a game calls it to be in and take no trick."""


class SolePoints(Fact, frozen=True):
    points: SignedPoints


class TrickPoints(Fact, frozen=True):
    points: int


class LooedPoints(Fact, frozen=True):
    player: str
    revoked: bool
    """By a revoke; else without a trick."""
    term: LooTerm
    points: int


class RevokePoints(Fact, frozen=True):
    """Points for a revoke in a deal in which nobody else scores."""

    player: str
    points: SignedPoints


class GeneralPoints(Fact, frozen=True):
    player: str
    tricks: int
    """Tricks taken."""
    made: bool
    """Whether all tricks were taken, which wins the game."""
    points: SignedPoints


class Points(Struct, frozen=True):
    """Points that a deal gives one player."""

    player: str
    points: int
    """Added to the score; may be negative."""
    rule: Rule
    fact: AnyFact
    wins: bool = False
    """Whether the game is won with them, whatever the scores."""


class Race(Struct, frozen=True):
    """A game for scores: where it starts, where it ends, and what a deal is worth.

    `trick`, `looed` and `sole` are the points for one trick, for being looed, and for taking
    everything without play. The game is a race up to `goal` if a trick counts up, else down to it.
    """

    start: int
    goal: int
    trick: int
    looed: int
    sole: int
    term: LooTerm = "looed"

    def score_deal(self, outcome: Outcome, before: Mapping[str, int] = {}) -> tuple[Points, ...]:
        """Return the points of a deal, trick by trick as they fell where that is known.

        `before` are the scores before it; who is not named is at the start.
        """
        if outcome.sole:
            return (Points(outcome.sole, self.sole, outcome.sole_by, SolePoints(self.sole)),)
        if outcome.divided:
            return tuple(
                Points(player, self.looed, Rule.REVOKE, RevokePoints(player, self.looed))
                for player in outcome.offenders
            )
        paid = outcome.scoring_tricks()
        general = self._general(outcome, before)
        winners = outcome.trick_winners or tuple(
            p for p, number in paid.items() for _ in range(number)
        )
        tricks = [
            Points(player, self.trick, Rule.SCORE, TrickPoints(self.trick))
            for player in winners
            if player in paid and player != outcome.general
        ]
        looed = [self._loo(outcome, one) for one in outcome.looed() if one != outcome.general]
        return (*tricks, *general, *looed)

    def _general(self, outcome: Outcome, before: Mapping[str, int]) -> tuple[Points, ...]:
        """Return the points of the player who declared to take every trick, if anyone did."""
        player = outcome.general
        if player is None:
            return ()
        if player in outcome.looed() and outcome.loo_rule(player) is Rule.REVOKE:
            return (self._loo(outcome, player),)
        tricks = outcome.tricks[player]
        made = tricks == outcome.trick_count
        score = before.get(player, self.start)
        # Who is level with another at the end of the race may have passed the goal already.
        left = 0 if self.reached(score) else self.goal - score
        points = left if made else self.looed
        fact = GeneralPoints(player, tricks, made, points)
        return (Points(player, points, Rule.GENERAL, fact, wins=made),)

    def _loo(self, outcome: Outcome, player: str) -> Points:
        rule = outcome.loo_rule(player)
        looed = LooedPoints(player, rule is Rule.REVOKE, self.term, self.looed)
        return Points(player, self.looed, rule, looed)

    def reached(self, score: int) -> bool:
        """Return whether `score` has reached or passed the goal."""
        return score >= self.goal if self.trick > 0 else score <= self.goal

    def best(self, scores: Mapping[str, int]) -> tuple[str, ...]:
        """Return those with the best of `scores`."""
        if not scores:
            return ()
        top = max(scores.values()) if self.trick > 0 else min(scores.values())
        return tuple(player for player, score in scores.items() if score == top)

    def decide(
        self,
        before: Mapping[str, int],
        points: tuple[Points, ...],
        in_order: bool,
        level: tuple[str, ...],
    ) -> tuple[str, ...]:
        """Return who has won after a deal: nobody (), one, or several who are level (`score-tie`).

        `before` are the scores before the deal; `in_order` says whether `points` come as the tricks
        fell. `level` are those who were level after the deal before: then the better score decides,
        however it came about.
        """
        won = next((point.player for point in points if point.wins), None)
        if won is not None:
            return (won,)
        scores = dict(before)
        for point in points:
            scores[point.player] += point.points
            if in_order and not level and self.reached(scores[point.player]):
                return (point.player,)
        return self.best({p: s for p, s in scores.items() if p in level or self.reached(s)})
