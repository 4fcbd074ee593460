"""The table screen of a deal of rummy (docs/rules.md 7)."""

from collections import Counter
from collections.abc import Mapping

from companion.ids import Rule
from companion.pieces import DOUBLE_PACK, Card, Joker, Piece
from companion.rules.actions import DealEntry, Drew, JokerMoved, LaidOff
from companion.rules.facts import Phase, Settlement
from companion.rules.rummy.deal import RummyDeal
from companion.rules.rummy.hand_values import HAND, pips
from companion.rules.rummy.melds import LEAST
from companion.web.views.deal_view import DealView, PieceSelection, RemainingHands, Row
from companion.wording.languages import _, _n
from companion.wording.pieces import card_names, piece_name
from companion.wording.rummy import table as wording


class RummyView(DealView, frozen=True):
    """The parts of a screen about a deal of rummy."""

    deal: RummyDeal

    @property
    def terms(self) -> str:
        table = self.deal.table
        if table is None:
            return wording.card_worth()
        top = str(table.discards[-1]) if table.discards else None
        return wording.stock_and_discards(table.stock, len(table.discards), top)

    @property
    def seen(self) -> frozenset[Piece]:
        lying = self.deal.table.lying() if self.deal.table else Counter()
        return frozenset(card for card, copies in lying.items() if copies == self.deal.pack.copies)

    @property
    def selections(self) -> tuple[PieceSelection, ...]:
        table = self.deal.table
        if table is None or not table.drew or table.out or self.deal.phase is Phase.SETTLING:
            return ()
        # If the last card must be discarded, one more card is needed.
        if table.counts[table.turn] < LEAST + (table.going_out == "discard"):
            return ()
        most = table.most_held(table.turn)
        return (
            PieceSelection(
                kind="melded",
                offer=_("{player} melds", player=table.turn),
                asks=_("Which cards does {player} meld?", player=table.turn),
                done=_("Meld these cards"),
                players=(table.turn,),
                least=LEAST,
                most=table.counts[table.turn],
                barred=frozenset(self.deal.pack.pieces) - frozenset(most),
                single=frozenset(card for card, copies in most.items() if copies == 1),
                held=frozenset(table.known[table.turn]),
            ),
        )

    @property
    def hands(self) -> RemainingHands | None:
        table, players = self.deal.table, self.deal.setup.players
        if self.deal.phase is not Phase.PLAYING or (table and not table.out and not table.can_end):
            return None
        winner = (table.out,) if table and table.out else ()
        holdings = table.holdings() if table else ()
        return RemainingHands(
            counts={one.player: one.count for one in holdings} or dict.fromkeys(players),
            held={one.player: one.known for one in holdings if one.known},
            winners=winner if table else players,
            dead=not winner,
            pips=_PIPS,
            worth=wording.card_worth(),
            most=HAND,
        )

    def rows(self) -> tuple[Row, ...]:
        turn, players = self.deal.turn, self.deal.setup.players
        return tuple(
            [Row(player, _state(self.deal, player), on_turn=player == turn) for player in players]
        )

    def note(self, option: DealEntry) -> str:
        table = self.deal.table
        match option:
            case Drew(source="stock") if table:
                return _n("{n} left", "{n} left", table.stock)
            case Drew() if table and table.discards:
                return piece_name(str(table.discards[-1]))
            case LaidOff(meld=number) if table:
                return _("to {meld}", meld=card_names(table.melds[number - 1].notation))
            case JokerMoved() if table:
                after = self.deal.enter(option).table
                if after is None:
                    return ""
                return _("then {meld}", meld=card_names(after.melds[option.meld - 1].notation))
        return ""

    def came_out(self, player: str, settlement: Settlement) -> tuple[str, str]:
        return _state(self.deal, player), ""

    def idle(self, player: str, settlement: Settlement) -> tuple[str, Rule]:
        return _("{player} neither wins nor pays.", player=player), Rule.PIPS


def _state(deal: RummyDeal, player: str) -> str:
    if player in deal.left:
        return _n("{n} pip", "{n} pips", deal.left[player].pips)
    if player == deal.winner:
        return _("wins")
    if deal.table is None:
        return ""
    return wording.holds(deal.table.counts[player])


_PIPS: Mapping[Piece, int] = {
    card: pips(card) for card in DOUBLE_PACK.pieces if isinstance(card, Card | Joker)
}
