"""What the table screen shows of a deal of rummy (rulebook 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.pieces.jokers import told
from companion.rules.actions import DealEntry, Drew, JokerMoved, LaidOff
from companion.rules.deal import Phase, Question, Standing
from companion.rules.rummy.hand_values import WORTH

if TYPE_CHECKING:
    from companion.rules.rummy.deal import RummyDeal

_LAST_CARD = {
    "either": "",
    "discard": "At this table the last card is discarded.",
    "meld": "At this table the last card is laid down. If it cannot be, undo the last meld.",
}


def terms(deal: RummyDeal) -> str:
    """Return how many cards are in the stock and the discards; else what cards count."""
    if deal.table is None:
        return WORTH
    stock, discards = deal.table.stock, deal.table.discards
    top = f", {told(discards[-1])} on top" if discards else ""
    return f"{stock or 'nothing'} in the stock · discards {len(discards)}{top}"


def question(deal: RummyDeal) -> Question:
    """Return the one question to ask next."""
    table = deal.table
    if deal.phase is Phase.TURN_UP:
        text = f"{deal.setup.dealer} deals ten cards each and turns one up. Which?"
        return Question("turn-up", "turned-up", text)
    if deal.phase is Phase.SETTLING:
        how = f"{deal.winner} wins." if deal.winner else "The hand is dead."
        return Question("settled", "settled", f"{how} See what it comes to.")
    if table is None:
        text = "Who has won, and what are the others left with?"
        return Question("hands", "hands-left", text)
    if table.out:
        text = f"{table.out} is out. What are the others left with?"
        return Question("hands", "hands-left", text)
    if table.must_end:
        text = "A full round has brought nothing: the hand is dead. What is each left with?"
        return Question("hands", "hands-left", text)
    if table.drew:
        text = f"{table.turn} lays down, or discards."
        held = frozenset(table.known[table.turn])
        last = _LAST_CARD[table.going_out] if table.counts[table.turn] == 1 else ""
        return Question("turn", "discarded", text, table.turn, notice=last, held=held)
    if table.stock:
        text = f"{table.turn} draws, from the stock or the {told(table.discards[-1])}."
        return Question("draw", "drew", text, table.turn)
    text = f"The stock is out: {table.turn} draws the {told(table.discards[-1])}."
    notice = "The table can also call the hand dead."
    return Question("draw", "drew", text, table.turn, notice=notice)


def standing(deal: RummyDeal) -> tuple[Standing, ...]:
    """Return a row for each dealt in, clockwise from the dealer's left."""
    turn = deal.table.turn if deal.table and deal.phase is Phase.PLAYING else None
    return tuple(
        Standing(
            player=player,
            state=state(deal, player),
            is_in=True,
            tricks=0,
            on_turn=player == turn and not deal.played_out,
        )
        for player in deal.setup.players
    )


def state(deal: RummyDeal, player: str) -> str:
    """Return how a player stands: how many cards he holds, or what he is left with."""
    if player in deal.left:
        return f"{deal.left[player].pips} pips"
    if player == deal.winner:
        return "wins"
    if deal.table is None:
        return ""
    count = deal.table.counts[player]
    return f"{count} {'card' if count == 1 else 'cards'}" if count else "out"


def note(deal: RummyDeal, said: DealEntry) -> str:
    """Return what stands small beside the button of an option."""
    table = deal.table
    match said:
        case Drew(source="stock") if table:
            return f"{table.stock} left"
        case Drew() if table and table.discards:
            return str(table.discards[-1])
        case LaidOff(meld=number) if table:
            return f"to {table.melds[number - 1]}"
        case JokerMoved() if table:
            after = deal.enter(said).table
            return f"then {after.melds[said.meld - 1]}" if after else ""
    return ""
