"""The table screen of a deal of Napoleon (docs/rules.md 6)."""

from companion.ids import Rule
from companion.rules.actions import DealEntry, Declared, Settled
from companion.rules.facts import Phase, Settlement
from companion.rules.napoleon.deal import NapDeal
from companion.web.views.deal_view import DealView, Row, trick_rows
from companion.wording.languages import _
from companion.wording.napoleon import contracts as wording
from companion.wording.napoleon.contracts import contract_terms
from companion.wording.screens import trick_count


class NapView(DealView, frozen=True):
    """The parts of a screen about a deal of Napoleon."""

    deal: NapDeal

    @property
    def terms(self) -> str:
        deal = self.deal
        if deal.contract is None:
            return ""
        return wording.terms(deal.declarer, deal.contract, plays=deal.play is not None)

    @property
    def no_trump(self) -> str:
        if self.deal.play and self.deal.contract and not self.deal.contract.trumps:
            return _("No trumps")
        # The suit of the first card is known only if each play is recorded.
        can_come = self.deal.setup.depth == "plays" and self.deal.phase is not Phase.SETTLING
        return _("No trump yet") if can_come else ""

    @property
    def bids_at_once(self) -> str:
        # If cards can be bought, a bid also needs their number.
        deal = self.deal
        at_once = deal.setup.depth == "result" and not deal.begun and not deal.bidding.sells
        return _("Who bid highest, and what?") if at_once else ""

    def rows(self) -> tuple[Row, ...]:
        deal, asking = self.deal, self.deal.phase is Phase.DECLARING
        words = {
            bid.player: wording.bid(bid, with_purchase=asking)
            for bid in deal.bidding.bids
            if asking or bid.player == deal.declarer
        }
        players = deal.setup.players
        return trick_rows(players, words, players, deal.turn or "", deal.play)

    def note(self, option: DealEntry) -> str:
        deal = self.deal
        if isinstance(option, Declared):
            contracts = deal.bidding.contracts
            return next((contract_terms(c) for c in contracts if c.id == option.choice), "")
        if isinstance(option, Settled) and deal.contract:
            return wording.may_settle(deal.contract, bool(deal.made), deal.offender is not None)
        return ""

    def came_out(self, player: str, settlement: Settlement) -> tuple[str, str]:
        deal = self.deal
        if deal.contract is None:
            return _("passed"), ""
        if player == deal.offender:
            return "", _("revoked")
        if player == deal.declarer:
            won = any(line.target == player for line in settlement.lines)
            words = wording.declarer_came_out(deal.contract, won)
            return (words, "") if won else ("", words)
        number = settlement.tricks.get(player)
        return "" if number is None else trick_count(number), ""

    def idle(self, player: str, settlement: Settlement) -> tuple[str, Rule]:
        if self.deal.offender is None:
            return _("Everyone passed, so nobody pays."), Rule.ALL_PASS
        return _(
            "{offender} revoked and pays for {player} too.",
            offender=self.deal.offender,
            player=player,
        ), Rule.REVOKE
