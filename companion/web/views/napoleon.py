"""What the table screen shows of a deal of Napoleon (docs/rules.md 6)."""

from msgspec import Struct

from companion.pieces import Piece
from companion.rules.actions import DealEntry, Declared, Settled
from companion.rules.facts import Phase, Settlement
from companion.rules.ids import Rule
from companion.rules.napoleon.bidding import Bid
from companion.rules.napoleon.deal import NapDeal
from companion.rules.tricks.play import TrickPlay
from companion.web.views.deal_view import PieceSelection, Standing


class NapView(Struct, frozen=True):
    """What a screen shows of a deal of Napoleon."""

    deal: NapDeal

    @property
    def terms(self) -> str:
        """Return who plays what, and what it pays."""
        if self.deal.contract is None:
            return ""
        says = "plays" if self.deal.play else "so far:"
        return f"{self.deal.declarer} {says} {self.deal.contract.words}, {self.deal.contract.terms}"

    @property
    def no_trump(self) -> str:
        """What the table screen says while no suit is trump."""
        if self.deal.play and self.deal.contract and not self.deal.contract.trumps:
            return "no trumps"
        # Only card by card is the suit of the first card known.
        can_come = self.deal.setup.depth == "plays" and self.deal.phase is not Phase.SETTLING
        return "no trump yet" if can_come else ""

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
        said = {bid.player: bid for bid in self.deal.bids}
        laid = self.deal.play.laid() if self.deal.play else {}
        taken = self.deal.play.taken() if self.deal.play else {}
        asking = self.deal.phase is Phase.DECLARING
        playing = self.deal.play if self.deal.phase is Phase.PLAYING else None
        turn = self.deal.bidding.turn if asking else playing.turn if playing else None
        return tuple(
            Standing(
                player=player,
                state=_words(said.get(player), asking)
                if asking or player == self.deal.declarer
                else "",
                is_in=True,
                tricks=taken.get(player, 0),
                on_turn=player == turn,
                laid=laid.get(player),
            )
            for player in self.deal.setup.players
        )

    def note(self, option: DealEntry) -> str:
        """Return what a contract pays, or why the deal can be settled at once."""
        if isinstance(option, Declared):
            return next((c.terms for c in self.deal.bidding.contracts if c.id == option.choice), "")
        if isinstance(option, Settled) and self.deal.contract:
            if self.deal.offender:
                return "A revoke is recorded"
            return f"{self.deal.contract.id.capitalize()} is {'made' if self.deal.made else 'lost'}"
        return ""

    def came_out(self, player: str, settlement: Settlement) -> str:
        """Return in a word or two how a player came out of the deal."""
        if self.deal.contract is None:
            return "passed"
        if player == self.deal.offender:
            return "revoked"
        if player == self.deal.declarer:
            won = any(line.target == player for line in settlement.lines)
            return f"{self.deal.contract.words} {'made' if won else 'lost'}"
        number = settlement.tricks.get(player)
        if number is None:
            return ""
        return f"{number} {'trick' if number == 1 else 'tricks'}"

    def idle(self, player: str, settlement: Settlement) -> tuple[str, Rule]:
        """Return why a player neither wins nor pays, and the rule."""
        if self.deal.contract is None:
            return "All have passed, so nobody pays.", Rule.ALL_PASS
        return f"{self.deal.offender} revoked and pays for {player} too.", Rule.REVOKE


def _words(bid: Bid | None, asking: bool) -> str:
    """Return how the table names a bid; what was bought, only while the others declare."""
    if bid is None:
        return ""
    return f"{bid.choice}, {bid.buys} bought" if bid.buys and asking else bid.choice
