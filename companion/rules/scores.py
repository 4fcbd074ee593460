"""Points: games that are played for a score instead of chips (docs/rules.md 3, "scoring", and 4)."""

from collections.abc import Mapping

from msgspec import Struct

from companion.rules.ids import Fact, Rule
from companion.rules.ledger import Outcome


def signed(number: int) -> str:
    """Return a number as people read it, with its sign and a real minus: +12, −40, 0."""
    return f"{number:+d}".replace("-", "\u2212") if number else "0"


class Points(Struct, frozen=True):
    """Points that a deal gives one player."""

    player: str
    points: int
    """Added to the score; may be negative."""
    rule: Rule
    fact: Fact | str


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
    looed_word: str

    @property
    def terms(self) -> str:
        """What a deal is worth, for the table screen."""
        return f"{self.aim} · a trick {signed(self.trick)}, {self.looed_word} {signed(self.looed)}"

    @property
    def aim(self) -> str:
        """The goal in words."""
        return f"first to {self.goal}" if self.trick > 0 else "first to zero"

    def score_deal(self, outcome: Outcome) -> tuple[Points, ...]:
        """Return the points of a deal, trick by trick as they fell where that is known."""
        if outcome.sole:
            why = f"Without play: {signed(self.sole)}."
            return (Points(outcome.sole, self.sole, outcome.sole_by, why),)
        if outcome.divided:
            says = f"revoked: {signed(self.looed)}, nobody else scores."
            return tuple(
                Points(p, self.looed, Rule.REVOKE, f"{p} {says}") for p in outcome.offenders
            )
        paid = outcome.scoring_tricks()
        fell = outcome.trick_winners or tuple(
            p for p, number in paid.items() for _ in range(number)
        )
        tricks = [
            Points(player, self.trick, Rule.SCORE, f"A trick: {signed(self.trick)}.")
            for player in fell
            if player in paid
        ]
        return (*tricks, *(self._loo(outcome, player) for player in outcome.looed()))

    def _loo(self, outcome: Outcome, player: str) -> Points:
        rule = outcome.loo_rule(player)
        cause = "revoked" if rule == "revoke" else "was in and took no trick"
        why = f"{player} {cause}: {self.looed_word}, {signed(self.looed)}."
        return Points(player, self.looed, rule, why)

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
        scores = dict(before)
        for point in points:
            scores[point.player] += point.points
            if in_order and not level and self.reached(scores[point.player]):
                return (point.player,)
        return self.best({p: s for p, s in scores.items() if p in level or self.reached(s)})
