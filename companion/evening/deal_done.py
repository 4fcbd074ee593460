"""A settled deal, as a game keeps it."""

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
    """Stakes and payments, in the order they were booked."""
    scores: Mapping[str, int]
    """After the deal, in a game for scores; else empty."""

    def __repr__(self) -> str:
        return f"<DealDone: {self.number}, {self.deal}>"

    def revokers(self) -> set[str]:
        """Return the players with a recorded revoke."""
        return {revoke.player for revoke in self.deal.revokes if revoke.stands == "revoke"}

    def penalties(self) -> tuple[Penalty, ...]:
        """Return the penalties that are booked with it, one for each who is paid."""
        facts = [one.fact for one in self.lines] + [one.fact for one in self.settlement.points]
        return tuple(fact for fact in facts if isinstance(fact, Penalty))

    def chips(self) -> dict[str, int]:
        """Return what the deal brought each account, in chips, the stakes included."""
        return sums(self.lines)

    def points(self) -> dict[str, int]:
        """Return what the deal brought each player who got or lost any points."""
        found: dict[str, int] = {}
        for one in self.settlement.points:
            found[one.player] = found.get(one.player, 0) + one.points
        return found
