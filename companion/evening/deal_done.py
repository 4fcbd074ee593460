"""A settled deal of a game."""

from collections.abc import Mapping

from msgspec import Struct

from companion.evening.penalties import Penalty
from companion.rules.deal import Deal
from companion.rules.facts import Settlement
from companion.rules.ledger import Line, sums


class DealDone(Struct, frozen=True, gc=False):
    """A settled deal."""

    number: int
    deal: Deal
    settlement: Settlement
    lines: tuple[Line, ...]
    """Stakes and payments, in order of booking."""
    scores: Mapping[str, int]
    """Scores after the deal; empty in a game for chips."""

    def __repr__(self) -> str:
        return f"<DealDone: {self.number}, {self.deal}>"

    def revokers(self) -> set[str]:
        """Return the players with a recorded revoke."""
        return {revoke.player for revoke in self.deal.revokes if revoke.stands == "revoke"}

    def penalties(self) -> tuple[Penalty, ...]:
        """Return the penalties booked with the deal, one for each recipient."""
        facts = [one.fact for one in self.lines] + [one.fact for one in self.settlement.points]
        return tuple(fact for fact in facts if isinstance(fact, Penalty))

    def chips(self) -> dict[str, int]:
        """Return the chips that each account won or lost, including stakes."""
        return sums(self.lines)

    def points(self) -> dict[str, int]:
        """Return the points of each player who won or lost any."""
        found: dict[str, int] = {}
        for one in self.settlement.points:
            found[one.player] = found.get(one.player, 0) + one.points
        return found
