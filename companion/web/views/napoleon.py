"""What the table screen shows of a deal of Napoleon (docs/rules.md 6)."""

from msgspec import Struct

from companion.ids import Rule
from companion.pieces import Piece
from companion.rules.actions import DealEntry, Declared, Settled
from companion.rules.facts import Phase, Settlement
from companion.rules.napoleon.deal import NapDeal
from companion.rules.tricks.play import TrickPlay
from companion.web.views.deal_view import PieceSelection, Standing
from companion.wording.languages import _
from companion.wording.napoleon import table as wording
from companion.wording.napoleon.contracts import contract_terms
from companion.wording.screens import trick_count


class NapView(Struct, frozen=True):
    """What a screen shows of a deal of Napoleon."""

    deal: NapDeal

    @property
    def terms(self) -> str:
        """Return who plays what, and what it pays."""
        deal = self.deal
        if deal.contract is None:
            return ""
        return wording.terms(deal.declarer, deal.contract, plays=deal.play is not None)

    @property
    def no_trump(self) -> str:
        """What the table screen says while no suit is trump."""
        if self.deal.play and self.deal.contract and not self.deal.contract.trumps:
            return _("No trumps")
        # Only card by card is the suit of the first card known.
        can_come = self.deal.setup.depth == "plays" and self.deal.phase is not Phase.SETTLING
        return _("No trump yet") if can_come else ""

    @property
    def bids_at_once(self) -> str:
        """What asks for the highest bid alone, where only results are recorded."""
        # A bid tells how many cards its player bought, too.
        deal = self.deal
        at_once = deal.setup.depth == "result" and not deal.begun and not deal.bidding.sells
        return _("Who bid highest, and what?") if at_once else ""

    @property
    def play(self) -> TrickPlay | None:
        """The tricks, once a contract is played."""
        return self.deal.play

    @property
    def seen(self) -> frozenset[Piece]:
        """The cards that have been played."""
        return self.deal.play.seen if self.deal.play else frozenset()

    @property
    def selections(self) -> tuple[PieceSelection, ...]:
        """Nobody shows cards."""
        return ()

    @property
    def hands(self) -> None:
        """Nobody is left with anything."""
        return None

    def standing(self) -> tuple[Standing, ...]:
        """Return a row for each dealt in, clockwise from the dealer's left."""
        deal, play = self.deal, self.deal.play
        bids = {bid.player: bid for bid in deal.bidding.bids}
        laid = play.laid() if play else {}
        taken = play.taken() if play else {}
        asking = deal.phase is Phase.DECLARING
        shown = bids if asking else {name: bids[name] for name in bids if name == deal.declarer}
        return tuple(
            Standing(
                player=player,
                state=wording.bid(shown[player], with_purchase=asking) if player in shown else "",
                is_in=True,
                tricks=taken.get(player, 0),
                on_turn=player == deal.turn,
                laid=laid.get(player),
            )
            for player in deal.setup.players
        )

    def note(self, option: DealEntry) -> str:
        """Return what a contract pays, or why the deal can be settled at once."""
        deal = self.deal
        if isinstance(option, Declared):
            contracts = deal.bidding.contracts
            return next((contract_terms(c) for c in contracts if c.id == option.choice), "")
        if isinstance(option, Settled) and deal.contract:
            return wording.may_settle(deal.contract, bool(deal.made), deal.offender is not None)
        return ""

    def came_out(self, player: str, settlement: Settlement) -> str:
        """Return in a word or two how a player came out of the deal."""
        deal = self.deal
        if deal.contract is None:
            return _("passed")
        if player == deal.offender:
            return wording.revoked()
        if player == deal.declarer:
            won = any(line.target == player for line in settlement.lines)
            return wording.declarer_came_out(deal.contract, won)
        number = settlement.tricks.get(player)
        return "" if number is None else trick_count(number)

    def idle(self, player: str, settlement: Settlement) -> tuple[str, Rule]:
        """Return why a player neither wins nor pays, and the rule."""
        if self.deal.offender is None:
            return _("Everyone passed, so nobody pays."), Rule.ALL_PASS
        return _(
            "{offender} revoked and pays for {player} too.",
            offender=self.deal.offender,
            player=player,
        ), Rule.REVOKE
