"""What the table screen shows of a deal of Napoleon (rulebook 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.rules.actions import DealEntry, Declared, Settled
from companion.rules.deal import Phase, Question, Settlement, Standing
from companion.rules.ids import Rule
from companion.rules.napoleon.bidding import Bid

if TYPE_CHECKING:
    from companion.rules.napoleon.deal import NapDeal


def terms(deal: NapDeal) -> str:
    """Return who plays what, and what it pays."""
    if deal.contract is None:
        return ""
    says = "plays" if deal.play else "so far:"
    return f"{deal.declarer} {says} {deal.contract.words}, {deal.contract.terms}"


def question(deal: NapDeal) -> Question:
    """Return the one question to ask next."""
    if deal.phase is Phase.DECLARING:
        turn = deal.bidding.turn
        return Question("bid", "declared", f"What does {turn} declare?", turn)
    name = deal.contract.words if deal.contract else ""
    if deal.phase is Phase.SETTLING or deal.play is None:
        if deal.contract is None:
            return Question("settled", "settled", "All have passed. Nobody pays.")
        how = "revoked" if deal.offender else "has made it" if deal.made else "has lost it"
        who = deal.offender or deal.declarer
        said = (
            f"{deal.declarer} played {name}. "
            if deal.offender
            else f"{name[0].upper()}{name[1:]}: "
        )
        return Question("settled", "settled", f"{said}{who} {how}.")
    if deal.setup.depth == "result":
        text = f"{deal.declarer} plays {name}. How did it go?"
        return Question("contract", "tricks-taken", text)
    asked = deal.play.question()
    if deal.play.under_way or deal.setup.depth != "plays":
        return asked
    trumps = "Its suit is trumps." if deal.play.lead_makes_trump else "There are no trumps."
    return replace(asked, notice=trumps)


def standing(deal: NapDeal) -> tuple[Standing, ...]:
    """Return a row for each dealt in, clockwise from the dealer's left."""
    said = {bid.player: bid for bid in deal.bids}
    laid = deal.play.laid() if deal.play else {}
    taken = deal.play.taken() if deal.play else {}
    asking = deal.phase is Phase.DECLARING
    playing = deal.play if deal.phase is Phase.PLAYING else None
    turn = deal.bidding.turn if asking else playing.turn if playing else None
    return tuple(
        Standing(
            player=player,
            state=_words(said.get(player), asking) if asking or player == deal.declarer else "",
            is_in=True,
            tricks=taken.get(player, 0),
            on_turn=player == turn,
            laid=laid.get(player),
        )
        for player in deal.setup.players
    )


def _words(bid: Bid | None, asking: bool) -> str:
    """Return how the table names a bid; what was bought, only while the others declare."""
    if bid is None:
        return ""
    return f"{bid.choice}, {bid.buys} bought" if bid.buys and asking else bid.choice


def note(deal: NapDeal, said: DealEntry) -> str:
    """Return what a contract pays, or why the deal can be settled at once."""
    if isinstance(said, Declared):
        return next((c.terms for c in deal.bidding.contracts if c.id == said.choice), "")
    if isinstance(said, Settled) and deal.contract:
        if deal.offender:
            return "A revoke is recorded"
        return f"{deal.contract.id.capitalize()} is {'made' if deal.made else 'lost'}"
    return ""


def came_out(deal: NapDeal, player: str, settlement: Settlement) -> str:
    """Return in a word or two how a player came out of the deal."""
    if deal.contract is None:
        return "passed"
    if player == deal.offender:
        return "revoked"
    if player == deal.declarer:
        won = any(line.target == player for line in settlement.lines)
        return f"{deal.contract.words} {'made' if won else 'lost'}"
    number = settlement.tricks.get(player)
    if number is None:
        return ""
    return f"{number} {'trick' if number == 1 else 'tricks'}"


def idle(deal: NapDeal, player: str, settlement: Settlement) -> tuple[str, Rule]:
    """Return why a player neither wins nor pays, and the rule."""
    if deal.contract is None:
        return "All have passed, so nobody pays.", Rule.ALL_PASS
    return f"{deal.offender} revoked and pays for {player} too.", Rule.REVOKE
