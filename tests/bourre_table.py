"""A random deal of Bourré with real hands, recorded in an evening (docs/rules.md 8)."""

from dataclasses import dataclass
from types import SimpleNamespace

from tests.card_table import CardTable
from tests.oracle import CardLaw

MODERN = SimpleNamespace(
    must_head=True,
    must_trump=True,
    must_overtrump=True,
    lead_ace="none",
    lead_trump="none",
    lead_highest="never",
    later_lead_ace=None,
    later_lead_trump=None,
    later_lead_highest=None,
    lead_after_win=False,
)
"""The duties of a player who follows; leads are free."""


@dataclass(frozen=True)
class BourreLaw(CardLaw):
    """The same law with the cinch."""

    cinch: bool = True

    def _leading(self, card, others, number, before):
        sure = [rank + self.trump for rank in "AKQ"]
        hand = {*others, card}
        led = [place for place, (one, is_lead) in enumerate(before) if one == sure[0] and is_lead]
        since = {one for one, _ in before[led[0] :]} if led else set()
        bound = [one for one in sure if one in hand]
        if self.cinch and set(sure) <= hand | since and bound and card != bound[0]:
            return "cinch"
        return None


class BourreTable(CardTable):
    """A deal in which the dealer owns the turn-up."""

    def play_deal(self):
        """Play a whole deal; return whether any tricks were played."""
        self.rules, self.pam, self.size = self.deal.setup.rules, "none", 5
        return self._played(self.deal.setup.players, self.rules.declare)

    def _shuffled(self):
        """Return the pack, turn-up first; high trumps are likely to be dealt, and together."""
        turn_up, *others = super()._shuffled()
        sure = {rank + turn_up[1] for rank in "AKQ"} if self.rng.random() < 0.7 else set()
        return [turn_up, *sorted(others, key=lambda card: card in sure)]

    def _deal(self, players):
        turn_up = super()._deal(players)
        # Swap the turn-up with the last card of the dealer's hand; that card goes on top of the stock.
        self.stock.append(self.hands[players[-1]].pop())
        self.hands[players[-1]].append(turn_up)
        return turn_up

    def _most(self):
        return min(self.rules.most_exchanged, super()._most())

    def _law_of(self, turn_up, players):
        return BourreLaw(MODERN, turn_up, players, cinch=self.rules.cinch)
