"""What the table screen shows of a deal of the Loo family (docs/rules.md 1 to 5)."""

from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from companion.ids import Rule
from companion.pieces import Piece
from companion.rules.actions import DealEntry, Settled
from companion.rules.facts import Phase, Settlement
from companion.rules.ledger import loo_cost
from companion.rules.loo.deal import LooDeal
from companion.rules.loo.declaring import LEAVES_SHARES
from companion.rules.loo.whole_deal import choices_beside_play
from companion.rules.tricks.play import TrickPlay
from companion.web.views.deal_view import PieceSelection, Standing
from companion.wording import screens
from companion.wording.languages import _
from companion.wording.ledger import race_terms
from companion.wording.loo import screens as loo_screens


class Seat(Struct, frozen=True):
    """What can be told of one player with the whole deal, beside tricks."""

    player: str
    choices: tuple[tuple[str, str], ...]
    """What the player can have declared beside `play` and `drop`, each with its words."""


class LooView(Struct, frozen=True):
    """What a screen shows of a deal of the Loo family."""

    deal: LooDeal

    @property
    def terms(self) -> str:
        """Return what a trick is worth and what it costs to take none, for the table screen.

        While players declare, also how many tricks win what a loo costs and, without a limit, what
        the next pool would be. Of a settled deal, for how many chips it was played: the pool holds
        others then.
        """
        race, pool = self.deal.loo.race, self.deal.pool
        if race or pool is None:
            return race_terms(race) if race else ""
        chips = loo_cost(self.deal.setup.rules, pool).chips
        if self.deal.loo.pot:
            if self.deal.phase is Phase.SETTLING:
                return _("This deal: a pool of {pool}", pool=pool)
            return _("Most tricks win {pool} · bourré pays {bourre}", pool=pool, bourre=chips)
        share = pool // self.deal.loo.tricks
        if self.deal.phase is Phase.SETTLING:
            return _("This deal: a pool of {pool}, {trick} a trick", pool=pool, trick=share)
        found = _("{trick} a trick · looed pays {loo}", trick=share, loo=chips)
        if self.deal.phase is Phase.DECLARING and share:
            found = f"{found} · {loo_screens.tricks_a_loo(chips / share)}"
        # Where a loo has a limit the pool cannot run away.
        if self.deal.phase is Phase.DECLARING and self.deal.setup.rules.loo == "pool":
            dropped = sum(one.choice == "drop" for one in self.deal.declarations)
            # One of those in takes a trick.
            most = min(3, len(self.deal.setup.players) - dropped - 1)
            pools = [_next_pool(self.deal, pool, looed) for looed in range(1, most + 1)]
            if pools:
                with_stakes = any(stakes for _, stakes in pools)
                sums = [carried + stakes for carried, stakes in pools]
                return f"{found} · {loo_screens.next_pools(sums, with_stakes)}"
        return found

    @property
    def no_trump(self) -> str:
        """What the table screen says before the turn-up, where one is wanted."""
        deal = self.deal
        told_without = deal.begun or deal.question().asks == "whole-deal"
        return "" if told_without else _("No trump yet")

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Those dealt in, while the whole deal can be told at once."""
        declaring = self.deal.deal_to_tell
        if declaring is None:
            return ()
        spare_hand = self.deal.loo.spare_hand
        return tuple(
            Seat(player, tuple((one, loo_screens.told_word(one, spare_hand)) for one in choices))
            for player, choices in choices_beside_play(declaring).items()
        )

    @property
    def has_general(self) -> bool:
        """Whether somebody can have declared General Rams, while the whole deal can be told."""
        declaring = self.deal.deal_to_tell
        return declaring is not None and declaring.has_general

    @property
    def may_drop(self) -> bool:
        """Whether anybody may drop, while the whole deal can be told at once."""
        declaring = self.deal.deal_to_tell
        return declaring is not None and declaring.forced is None

    @property
    def play(self) -> TrickPlay | None:
        """The tricks, once two or more are in."""
        return self.deal.play

    @property
    def bids_at_once(self) -> str:
        """Nobody bids."""
        return ""

    @property
    def seen(self) -> frozenset[Piece]:
        """The pieces that nobody can play any more."""
        return self.deal.seen

    @property
    def selections(self) -> tuple[PieceSelection, ...]:
        """Return the flush that may be shown now, if any may. That of a sole player changes nothing."""
        players, cards = self.deal.may_show_flush, self.deal.loo.tricks
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

    @property
    def hands(self) -> None:
        """Nobody is left with anything."""
        return None

    def standing(self) -> tuple[Standing, ...]:
        """Return a row for each dealt in, clockwise from the dealer's left."""
        choices = _choices(self.deal)
        laid = self.deal.play.laid() if self.deal.play else {}
        taken = self.deal.play.taken() if self.deal.play else {}
        turn = self.deal.question().player
        return tuple(
            Standing(
                player=player,
                state=loo_screens.declared_word(choices[player], self.deal.loo.spare_hand)
                if player in choices
                else "",
                is_in=choices.get(player, "drop") != "drop",
                tricks=taken.get(player, 0),
                on_turn=player == turn,
                laid=laid.get(player),
            )
            for player in self.deal.setup.players
        )

    def note(self, option: DealEntry) -> str:
        """Return why the deal can be settled at once, of that option."""
        return _("A revoke is recorded") if isinstance(option, Settled) else ""

    def came_out(self, player: str, settlement: Settlement) -> str:
        """Return in a word or two how a player came out of the deal."""
        moved = {line.rule for line in settlement.lines if line.source == player}
        moved |= {points.rule for points in settlement.points if points.player == player}
        if "revoke" in moved:
            return screens.revoked()
        if player in self.deal.shown:
            return _("a flush")
        if self.deal.pam_shown and player == self.deal.pam_shown[0]:
            return _("Pam")
        if "general" in moved:
            made = settlement.tricks[player] == self.deal.loo.tricks
            return loo_screens.outcome_general(made)
        if player in settlement.looed:
            return loo_screens.outcome_looed(settlement.looed_as, by_flush=bool(self.deal.shown))
        if player not in settlement.tricks and player != self.deal.sole:
            return loo_screens.outcome_out(was_asked=player in _choices(self.deal))
        if self.deal.sole or self.deal.shown:
            return ""
        return screens.trick_count(settlement.tricks[player])

    def idle(self, player: str, settlement: Settlement) -> tuple[str, Rule]:
        """Return why a player neither wins nor pays: a sentence, and the id of its rule."""
        choice = _choices(self.deal).get(player)
        for_points = settlement.pool is None
        if choice == "drop":
            stakes = any(line.source == player for line in self.deal.stakes)
            put_in = "" if not stakes else "ante" if self.deal.loo.pot else "stake"
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
        if self.deal.loo.pot:
            return _without_share(player, settlement)
        return _("{player} showed a flush or Pam too, so pays nothing.", player=player), Rule.FLUSH


def _without_share(player: str, settlement: Settlement) -> tuple[str, Rule]:
    """Return why a player who was in neither takes the whole pool nor pays a bourré."""
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
    return _("{player} took a trick, but not the most.", player=player), Rule.MOST_TRICKS


def _next_pool(deal: LooDeal, pool: int, looed: int) -> tuple[int, int]:
    """Return what the next pool begins with if so many are looed, and its stakes."""
    odd = pool % deal.loo.tricks if deal.setup.rules.remainder == "carry" else 0
    carried = odd + looed * loo_cost(deal.setup.rules, pool).chips
    following = replace(deal.setup, carried=carried, only_remainder=False, looed_before=True)
    return carried, sum(line.amount for line in deal.loo.stakes(following))


def _choices(deal: LooDeal) -> dict[str, str]:
    """Return what each declared who was asked, or is in without being asked."""
    declared = {one.player: one.choice for one in deal.declarations}
    if deal.declaring and deal.declaring.general:
        return {**dict.fromkeys(deal.players, "play"), **declared}
    return declared
