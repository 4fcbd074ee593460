"""The table screen of a deal of the Loo family (docs/rules.md 1 to 5)."""

from collections.abc import Sequence
from itertools import chain

from msgspec.structs import replace

from companion.ids import Rule
from companion.pieces import Piece
from companion.rules.actions import DealEntry, Settled
from companion.rules.facts import Phase, Settlement
from companion.rules.ledger import loo_cost
from companion.rules.loo.deal import LooDeal
from companion.rules.loo.declaring import GENERAL, KEEPS_HAND, LEAVES_SHARES
from companion.rules.loo.whole_deal import TAKES_TURN_UP, choices_beside_play
from companion.web.views.deal_view import DealView, PieceSelection, Row, trick_rows
from companion.wording import say, screens
from companion.wording.languages import _, _p
from companion.wording.ledger import race_terms
from companion.wording.loo import screens as loo_screens
from companion.wording.numbers import joined


class LooView(DealView, frozen=True):
    """The parts of a screen about a deal of the Loo family."""

    deal: LooDeal

    @property
    def terms(self) -> str:
        deal, race, pool = self.deal, self.deal.loo.race, self.deal.pool
        if race or pool is None:
            return race_terms(race) if race else ""
        chips, share = loo_cost(deal.setup.rules, pool).chips, pool // deal.loo.tricks
        is_settled = deal.phase is Phase.SETTLING
        has_revoke = any(revoke.ruling == "revoke" for revoke in deal.revokes)
        if is_settled and (tied := self._tied()):
            return _("{players} tie for the most tricks, so the pool stays.", players=joined(tied))
        if is_settled and (deal.loo.prize.goes_to != "tricks" or has_revoke or deal.play is None):
            return ""
        if deal.loo.prize.goes_to == "most":
            return _("Most tricks win {pool}. Taking no trick costs {loo}.", pool=pool, loo=chips)
        if deal.loo.prize.goes_to == "quota":
            taker = deal.declaring.turn_up_taker if deal.declaring else None
            costs = getattr(deal.setup.rules, "dealer_turn_up", "free") if taker else "free"
            return loo_screens.quota_terms(pool, chips, taker or "", costs)
        if is_settled:
            return _("Each trick won {trick}.", trick=share)
        return _("Each trick wins {trick}. Taking no trick costs {loo}.", trick=share, loo=chips)

    def _tied(self) -> list[str]:
        """Return the players whose tie leaves the pool to the next deal."""
        settled = self.deal.settlement()
        taken = any(line.reason == "pool-taken" for line in settled.lines)
        if self.deal.loo.prize.goes_to != "most" or not settled.pool or taken or settled.divided:
            return []
        most = max(settled.tricks.values(), default=0)
        return [player for player, tricks in settled.tricks.items() if tricks == most and most]

    @property
    def first_step(self) -> str:
        """The first question if a whole deal is entered step by step."""
        deal = self.deal
        first = deal.declaring.question() if deal.declaring else deal.turn_up_question()
        return say(first.fact)

    @property
    def next_pools(self) -> str:
        deal = self.deal
        if deal.phase is not Phase.DECLARING or deal.loo.prize.goes_to != "tricks":
            return ""
        pool = deal.pool
        if pool is None or deal.setup.rules.loo != "pool":  # a limit on loos keeps the pool small
            return ""
        dropped = sum(one.choice == "drop" for one in deal.declarations)
        # At least one player who is in takes a trick.
        most = min(3, len(deal.setup.players) - dropped - 1)
        return loo_screens.next_pools([_next_pool(deal, pool, n + 1) for n in range(most)])

    @property
    def no_trump(self) -> str:
        is_unused = self.deal.begun or self.deal.question().asks == "whole-deal"
        return "" if is_unused else _("No trump yet")

    @property
    def seats(self) -> dict[str, list[tuple[str, str]]]:
        """Each player's possible declarations besides `play` and `drop`, with their words.

        Empty if one entry can no longer hold the whole deal.
        """
        declaring = self.deal.whole_deal_round
        if declaring is None:
            return {}
        spare_hand = declaring.rules.spare_hand
        general = (GENERAL,) if declaring.rules.has_general else ()
        seats = {
            player: [
                (one, loo_screens.entered_word(one, spare_hand)) for one in (*choices, *general)
            ]
            for player, choices in choices_beside_play(declaring).items()
        }
        if declaring.rules.turn_up_taken and self.deal.loo.prize.goes_to == "quota":
            # There it can cost chips.
            of_dealer, took = seats[declaring.dealer], _("took the turn-up")
            with_choice = [
                (f"{one} {TAKES_TURN_UP}", f"{word}, {took}")
                for one, word in of_dealer
                if one in KEEPS_HAND
            ]
            of_dealer += [(TAKES_TURN_UP, took), *with_choice]
        return seats

    def instead(self, choices: Sequence[tuple[str, str]]) -> str:
        """Return the button for the declarations of a player in `seats`."""
        spare_hand = self.deal.loo.declarations.spare_hand
        return loo_screens.instead([one for one, _words in choices], spare_hand)

    @property
    def may_drop(self) -> bool:
        """Whether the entry for a whole deal can have players who drop."""
        declaring = self.deal.whole_deal_round
        return declaring is not None and declaring.forced is None

    @property
    def seen(self) -> frozenset[Piece]:
        return self.deal.seen

    @property
    def turned(self) -> tuple[Piece, ...]:
        pieces = (self.deal.turned_first, self.deal.turn_up)
        return tuple(piece for piece in pieces if piece is not None)

    @property
    def selections(self) -> tuple[PieceSelection, ...]:
        players, cards = self.deal.may_show_flush, self.deal.loo.tricks
        # A sole player's flush changes nothing.
        if not players or self.deal.sole:
            return ()
        return (
            PieceSelection(
                kind="flush-shown",
                offer=_("Someone shows a flush"),
                asks=_("Who shows a flush, and which {n} cards?", n=cards),
                done=_("Show this flush"),
                players=players,
                least=cards,
                most=cards,
                barred=frozenset(chain.from_iterable(self.deal.shown.values())),
            ),
        )

    def rows(self) -> tuple[Row, ...]:
        deal, choices = self.deal, _choices(self.deal)
        words = {
            player: loo_screens.declared_word(choice, deal.loo.declarations.spare_hand)
            for player, choice in choices.items()
        }
        players_in = {player for player, choice in choices.items() if choice != "drop"}
        turn = deal.question().player or ""
        return trick_rows(deal.setup.players, words, players_in, turn, deal.play)

    def note(self, option: DealEntry) -> str:
        return _("A revoke is entered") if isinstance(option, Settled) else ""

    def came_out(self, player: str, settlement: Settlement) -> tuple[str, str]:
        moved = {line.rule for line in settlement.lines if line.source == player}
        moved |= {points.rule for points in settlement.points if points.player == player}
        if "revoke" in moved:
            return "", _("revoked")
        if player in self.deal.shown:
            return _("a flush"), ""
        if self.deal.pam_shown and player == self.deal.pam_shown[0]:
            return _("Pam"), ""
        if "general" in moved:
            made = settlement.tricks[player] == self.deal.loo.tricks
            words = _("all the tricks") if made else _("General Rams failed")
            return (words, "") if made else ("", words)
        if player in settlement.looed:
            tricks = screens.trick_count(settlement.tricks.get(player, 0))
            by_flush = bool(self.deal.shown)
            stamp = loo_screens.outcome_looed(settlement.looed_as, by_flush)
            return "" if by_flush else tricks, stamp
        if player not in settlement.tricks and player != self.deal.sole:
            return _p("player", "out") if player in _choices(self.deal) else _("not asked"), ""
        if self.deal.sole or self.deal.shown:
            return "", ""
        return screens.trick_count(settlement.tricks[player]), ""

    def idle(self, player: str, settlement: Settlement) -> tuple[str, Rule]:
        choice = _choices(self.deal).get(player)
        for_points = settlement.pool is None
        if choice == "drop":
            stakes = any(line.source == player for line in self.deal.stakes)
            put_in = (
                "" if not stakes else "ante" if self.deal.loo.prize.goes_to == "most" else "stake"
            )
            return loo_screens.dropped(player, put_in, for_points), Rule.DECLARING
        if choice is None and not self.deal.shown:
            return loo_screens.not_asked(player, for_points), Rule.DECLARING
        if for_points:
            return _("{player} scores nothing.", player=player), Rule.SCORE
        if choice in LEAVES_SHARES:
            return _(
                "{player} plays for the pool, so the winnings stay there and no loo is paid.",
                player=player,
            ), Rule(choice)
        if settlement.divided:
            return _("The tricks do not count, and there is nothing to divide."), Rule.REVOKE
        if self.deal.loo.prize.goes_to == "most":
            return _without_share(player, settlement)
        if not self.deal.shown:
            return _("{player} neither wins nor pays: the pool stays.", player=player), Rule.SHARE
        return _("{player} showed a flush or Pam too, so pays nothing.", player=player), Rule.FLUSH


def _without_share(player: str, settlement: Settlement) -> tuple[str, Rule]:
    if not settlement.pool:
        return _("The pool was empty, so there was nothing to win or pay."), Rule.MOST_TRICKS
    if not settlement.tricks[player]:
        return _(
            "All the tricks went to a player who revoked, so {player} pays nothing.", player=player
        ), Rule.REVOKE
    if all(line.reason != "pool-taken" for line in settlement.lines):
        return _(
            "There was a tie for the most tricks, so the pool stays for the next deal."
        ), Rule.MOST_TRICKS
    return _("{player} took tricks, but not the most.", player=player), Rule.MOST_TRICKS


def _next_pool(deal: LooDeal, pool: int, looed: int) -> tuple[int, int]:
    odd = pool % deal.loo.tricks if deal.setup.rules.remainder == "carry" else 0
    carried = odd + looed * loo_cost(deal.setup.rules, pool).chips
    following = replace(
        deal.setup, carried=carried, penalized=0, only_remainder=False, looed_before=True
    )
    return carried, sum(line.amount for line in deal.loo.stakes.due(following))


def _choices(deal: LooDeal) -> dict[str, str]:
    """Return each player's declaration, including players who are in without being asked."""
    declared = {one.player: one.choice for one in deal.declarations}
    if deal.declaring and deal.declaring.general:
        return {**dict.fromkeys(deal.players, "play"), **declared}
    return declared
