"""Points, for games played without chips (docs/rules.md 3, "scoring", and 4)."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated

from msgspec import Struct

from companion.facts import AnyFact, Fact, SignedPoints
from companion.ids import Rule
from companion.rules.ledger import Outcome

LooTerm = str
"""The id of the game's word for being in without a trick: `looed`, or its own."""


class SolePoints(Fact, frozen=True):
    points: SignedPoints


class TrickPoints(Fact, frozen=True):
    points: int


class LooedPoints(Fact, frozen=True):
    player: str
    revoked: bool
    """True for a revoke; False for taking no trick."""
    term: Annotated[LooTerm, "loo-term"]
    points: SignedPoints


class RevokePoints(Fact, frozen=True):
    """Points for a revoke that cancels the tricks."""

    player: str
    points: SignedPoints


class GeneralPoints(Fact, frozen=True):
    player: str
    tricks: int
    made: bool
    """Whether the player took all tricks, which wins the game."""
    points: SignedPoints


class Points(Struct, frozen=True):
    player: str
    points: int
    """Added to the score; can be negative."""
    rule: Rule
    fact: AnyFact
    wins: bool = False
    """Whether these points win the game regardless of the scores."""


class Race(Struct, frozen=True):
    """The scoring of a game for points.

    `trick`, `looed` and `sole` are the points for one trick, for being looed, and for taking everything
    without play. Scores go up to `goal` if a trick counts up, else down to it.
    """

    start: int
    goal: int
    trick: int
    looed: int
    sole: int
    term: LooTerm = "looed"
    tallies: bool = False
    """Whether being looed costs no points and is only counted, like a penalty."""
    after_deal: bool = False
    """Whether the best score wins after a deal in which any reaches the goal; 0 is no goal. All who are
    level win."""
    plays_on: bool = False
    """Whether a player who reaches the goal is dealt in no more, and the others play on."""

    def score_deal(self, outcome: Outcome, before: Mapping[str, int] = {}) -> tuple[Points, ...]:
        """Return the points of a deal, in the order of the tricks if known.

        `before` are earlier scores; a player not named is at the start.
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
        player = outcome.general
        if player is None:
            return ()
        if player in outcome.looed() and outcome.loo_rule(player) is Rule.REVOKE:
            return (self._loo(outcome, player),)
        tricks = outcome.tricks[player]
        made = tricks == outcome.trick_count
        score = before.get(player, self.start)
        # A tied player may have passed the goal already.
        left = 0 if self.reached(score) else self.goal - score
        points = left if made else self.looed
        fact = GeneralPoints(player, tricks, made, points)
        return (Points(player, points, Rule.GENERAL, fact, wins=made),)

    def _loo(self, outcome: Outcome, player: str) -> Points:
        rule = outcome.loo_rule(player)
        looed = LooedPoints(player, rule is Rule.REVOKE, self.term, self.looed)
        return Points(player, self.looed, rule, looed)

    def reached(self, score: int) -> bool:
        return score >= self.goal if self.trick > 0 else score <= self.goal

    def arrivals(
        self, before: Mapping[str, int], points: tuple[Points, ...], in_order: bool
    ) -> tuple[str, ...]:
        """Return the players who reach the goal with the points of a deal, in order.

        `before` are the scores of the players before the deal, in turn from eldest.
        """
        scores, finished = dict(before), list[str]()
        for point in points:
            scores[point.player] += point.points
            if in_order and self.reached(scores[point.player]) and point.player not in finished:
                finished.append(point.player)
        if not in_order:
            best_first = sorted(scores, key=lambda player: -scores[player])
            finished = [player for player in best_first if self.reached(scores[player])]
        return tuple(finished)

    def best(self, scores: Mapping[str, int]) -> tuple[str, ...]:
        if not scores:
            return ()
        top = max(scores.values()) if self.trick > 0 else min(scores.values())
        return tuple(player for player, score in scores.items() if score == top)

    def decide(
        self,
        before: Mapping[str, int],
        points: tuple[Points, ...],
        in_order: bool,
        tied: tuple[str, ...],
    ) -> tuple[str, ...]:
        """Return the players who win after a deal: none, one, or several who are tied (`score-tie`).

        `before` are the scores before the deal; `in_order` tells whether `points` are in the order of the
        tricks. If players were `tied` after the previous deal, the best score wins.
        """
        if self.after_deal:
            after = Counter(before)
            after.update({point.player: point.points for point in points})
            ends = self.goal and max(after.values()) >= self.goal
            return self.best(after) if ends else ()
        won = next((point.player for point in points if point.wins), None)
        if won is not None:
            return (won,)
        scores = dict(before)
        for point in points:
            scores[point.player] += point.points
            if in_order and not tied and self.reached(scores[point.player]):
                return (point.player,)
        return self.best({p: s for p, s in scores.items() if p in tied or self.reached(s)})
