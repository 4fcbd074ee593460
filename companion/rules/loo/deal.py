"""A deal of the Loo family: turn-up, declarations, exchanges, tricks or a flush, and settlement.

Shared by all games of the family. Each game's file provides a `LooVariant`: pack, trick law, spare hands and
stakes. Rules: docs/rules.md 1 to 5. Account: [002] for the order of declarations, the misses, playing
for the pool and the dealer's turn-up.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.errors import RuleViolation
from companion.ids import Rule
from companion.pieces import Pack, Piece
from companion.rules.actions import (
    DealEntry,
    Declared,
    Exchanged,
    FlushShown,
    Misdealt,
    PamShown,
    Played,
    RestDeclared,
    Revoked,
    Settled,
    TricksTaken,
    TrickWon,
    TurnedUp,
    check_reason,
)
from companion.rules.deal import can_enter, handler, rest, rest_declared, wrong_phase
from companion.rules.deal_facts import DealFact, RecordedOtherwise
from companion.rules.facts import Declaration, OutOfPlace, Phase, Question, Settlement
from companion.rules.ledger import Line, Outcome
from companion.rules.loo import settling, whole_deal
from companion.rules.loo.declaring import GIVES_UP, Declaring
from companion.rules.loo.exchange import Exchanging
from companion.rules.loo.flush import Flushes, Showing
from companion.rules.loo.loo_facts import LooFact, SoleTakesAll
from companion.rules.loo.variant import LooVariant
from companion.rules.tricks.deal import TrickDeal
from companion.rules.tricks.law import Trick
from companion.rules.tricks.trick_facts import SeenAlready


class LooDeal(TrickDeal, frozen=True, kw_only=True, gc=False):
    """A deal of a Loo game. Immutable; `enter` returns a new one."""

    loo: LooVariant
    phase: Phase = Phase.TURN_UP
    trump: str | None = None
    turn_up: Piece | None = None
    turned_first: Piece | None = None
    """A piece turned up before the turn-up, because it makes no trump."""
    declaring: Declaring | None = None
    """The declarations, from the turn-up on."""
    exchanging: Exchanging | None = None
    """The exchanges, if they come after the declarations."""
    showing: Showing | None = None

    # Queries

    @property
    def begun(self) -> bool:
        return self.declaring is not None or self.turned_first is not None

    @property
    def pack(self) -> Pack:
        return self.loo.pack

    @property
    def stakes(self) -> tuple[Line, ...]:
        stakes = self.loo.stakes
        return () if stakes.after_declarations else stakes.due(self.setup)

    @property
    def bought(self) -> tuple[Line, ...]:
        """The stakes of the players who are in, where only they pay."""
        stakes = self.loo.stakes
        if not stakes.after_declarations or self.declaring is None:
            return ()
        return stakes.due(replace(self.setup, players=self.declaring.staying))

    @property
    def pool(self) -> int | None:
        """P: the pool after the stakes; None in a game for points."""
        if self.loo.race:
            return None
        lines = self.bought if self.loo.stakes.after_declarations else self.stakes
        return self.setup.carried + sum([line.amount for line in lines])

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        return self.declaring.declarations if self.declaring else ()

    @property
    def turned(self) -> frozenset[Piece]:
        """The pieces turned up: the turn-up, and one before it that makes no trump."""
        return frozenset({self.turn_up, self.turned_first} - {None})

    @property
    def players(self) -> tuple[str, ...]:
        """Players in, in turn from eldest; empty until all have declared."""
        if self.declaring is None or self.phase is Phase.DECLARING:
            return ()
        return self.declaring.not_dropped if self.showing else self.declaring.staying

    @property
    def exchanges(self) -> Mapping[str, int]:
        if self.exchanging:
            return dict(zip(self.exchanging.players, self.exchanging.counts, strict=False))
        return {one.player: one.draws for one in self.declarations if one.draws}

    @property
    def shown(self) -> Mapping[str, tuple[Piece, ...]]:
        """The flushes shown, each from the highest card down."""
        return self.showing.laid_open() if self.showing else {}

    @property
    def pam_shown(self) -> tuple[str, Piece] | None:
        """The player who has shown Pam without a flush, and the card; None if there is no such player."""
        pam = self.showing.order.pam if self.showing else None
        return (self.showing.pam, pam) if self.showing and self.showing.pam and pam else None

    @property
    def sole(self) -> str | None:
        """The player who wins everything without play, if any."""
        if self.phase is not Phase.SETTLING or self.play or self.showing:
            return None
        return self.players[0] if self.players else self.setup.dealer

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks so far; empty unless every play is recorded."""
        return self.play.tricks if self.play else ()

    @property
    def trick_winners(self) -> tuple[str, ...]:
        """Winners of the tricks so far, if known."""
        return self.play.trick_winners if self.play else ()

    @property
    def seen(self) -> frozenset[Piece]:
        if self.play:
            return self.play.seen
        return self.declaring.seen if self.declaring else self.turned

    @property
    def turn(self) -> str | None:
        if self.phase is Phase.DECLARING and self.declaring:
            return self.declaring.turn
        if self.phase is Phase.EXCHANGING and self.exchanging:
            return self.exchanging.turn
        return self.play.turn if self.play and self.phase is Phase.PLAYING else None

    def question(self) -> Question:
        if self._asks_for_all:
            notice = self.declaring.all_must_play if self.declaring else None
            return Question("whole-deal", "tricks-taken", LooFact.WHOLE_DEAL_ASKED, notice=notice)
        if self.phase is Phase.TURN_UP:
            return self.turn_up_question()
        if self.phase is Phase.DECLARING and self.declaring:
            return self.declaring.question()
        if self.phase is Phase.EXCHANGING and self.exchanging:
            return self.exchanging.question()
        if self.phase is Phase.PLAYING and self.play:
            return self.play.question()
        if self.showing:
            return self.showing.question()
        if self.sole:
            points = self.loo.race.sole if self.loo.race else None
            return Question("settled", "settled", SoleTakesAll(self.sole, points))
        return Question("settled", "settled", LooFact.DEAL_PLAYED)

    def turn_up_question(self) -> Question:
        return self.loo.turn_up_question(self.setup, self.turned_first)

    @property
    def whole_deal_round(self) -> Declaring | None:
        """The declarations to come, if the whole deal can still be entered at once; None if it cannot."""
        if self.setup.depth != "result" or self.declarations or self.showing:
            return None
        if self.declaring or self.loo.turn_up.decides_drops:
            return self.declaring
        return self.loo.begin_declaring(self.setup, "", None)

    @property
    def _asks_for_all(self) -> bool:
        """Whether the deal asks for one entry with the whole result, not single declarations."""
        moment = Phase.DECLARING if self.loo.turn_up.decides_drops else Phase.TURN_UP
        return self.phase is moment and self.whole_deal_round is not None

    # Entries

    def options(self) -> tuple[DealEntry, ...]:
        """Return every possible next entry, in table order.

        A play that would prove a revoke appears once with each answer.
        """
        options: list[DealEntry] = []
        if self.phase is Phase.TURN_UP:
            options += self.loo.turn_ups(self.setup, self.turned_first)
        elif self.phase is Phase.DECLARING and self.declaring:
            options += self.declaring.options()
            if len(rest(self, GIVES_UP)) > 1:
                options.append(RestDeclared(GIVES_UP))
        elif self.phase is Phase.EXCHANGING and self.exchanging:
            options += self.exchanging.options()
            if self.exchanging.can_skip:
                closed = self.exchanges_closed().options()
                return (*options, *(one for one in closed if not isinstance(one, Revoked)))
        elif self.phase is Phase.PLAYING and self.play:
            if self.declaring and not self.play.under_way:
                options += self.declaring.options()
            options += self.play.options()
        elif self.showing:
            options += self.showing.pam_options
        elif self.sole and self.declaring:
            options += self.declaring.options()
        if self.play:
            options += self.play.revoke_options()
        options += [entry for entry in (Settled(), Misdealt()) if can_enter(self, entry)]
        return tuple(options)

    @property
    def may_show_flush(self) -> tuple[str, ...]:
        """Players who may show a flush now: after the deal, before the first lead."""
        if not self.loo.flushes or not self.declaring or self.trump is None:
            return ()
        if self._too_early_for(self.loo.flushes) or (self.play and self.play.under_way):
            return ()
        return (self.showing or self._no_flush(self.declaring, self.loo.flushes)).to_show

    def enter(self, entry: DealEntry) -> "LooDeal":
        """Return the deal after `entry`.

        `Settled` returns the decided deal (the evening books it), `Misdealt` a new one.
        Raises `RuleViolation`, `RevokeProven` or `MalformedEntry`.
        """
        stays = self.exchanging is None or isinstance(entry, Exchanged | Revoked)
        deal = self if stays else self.before_lead()
        return handler(deal, entry, _ENTER)(deal, entry)

    def before_lead(self) -> "LooDeal":
        skips = self.exchanging and self.phase is Phase.EXCHANGING and self.exchanging.can_skip
        return self.exchanges_closed() if skips else self

    # Turn-up and declarations

    def _turned_up(self, entry: TurnedUp) -> "LooDeal":
        if self.phase is not Phase.TURN_UP:
            named = LooFact.TURN_UP_NAMED
            raise wrong_phase(self.question(), named if self.trump else DealFact.DEAL_DECIDED)
        trump, turn_up = self.loo.read_turn_up(self.setup, entry.piece)
        if turn_up is not None and turn_up == self.turned_first:
            raise RuleViolation(Rule.ALREADY_SEEN, SeenAlready(str(turn_up)))
        if not trump:
            return replace(self, turned_first=turn_up)
        declaring = self.loo.begin_declaring(self.setup, trump, turn_up, self.turned_first)
        return replace(
            self, phase=Phase.DECLARING, trump=trump, turn_up=turn_up, declaring=declaring
        )

    def _declared(self, entry: Declared) -> "LooDeal":
        if self.declaring is None:
            raise wrong_phase(self.question(), LooFact.NO_TURN_UP)
        if self.showing:
            raise wrong_phase(self.question(), LooFact.FLUSH_DECIDED)
        declaring = self.declaring.declared(entry)
        if self.play and self.play.under_way:
            raise wrong_phase(self.question(), DealFact.ALL_HAVE_DECLARED)
        deal = replace(self, declaring=declaring)
        if declaring.turn:
            return deal
        players = declaring.staying
        rules, stock, exchange = declaring.rules, declaring.stock, self.loo.exchange
        if declaring.late or len(players) < (1 if rules.coming_in else 2):
            return deal._begun(declaring)
        if exchange and stock and not rules.draws and stock.limit != 0:
            kept = (
                {declaring.turn_up_taker: declaring.number_turned}
                if declaring.turn_up_taker
                else {}
            )
            asks = stock.asks(len(players), len(declaring.latecomers))
            exchanging = Exchanging(
                players, stock, can_skip=exchange.can_skip or not asks, kept=kept
            )
            deal = replace(deal, phase=Phase.EXCHANGING, exchanging=exchanging)
            return deal if asks else deal.exchanges_closed()
        return deal._begun(declaring)

    def _rest_declared(self, entry: RestDeclared) -> "LooDeal":
        if self.declaring is None:
            raise wrong_phase(self.question(), LooFact.NO_TURN_UP)
        return rest_declared(self, entry, GIVES_UP)

    def _exchanged(self, entry: Exchanged) -> "LooDeal":
        if self.declaring is None or self.exchanging is None:
            is_late = self.loo.exchange and not self.loo.declarations.draws
            rule = Rule.WRONG_PHASE if is_late else Rule.DRAW
            raise RuleViolation(rule, OutOfPlace(LooFact.NO_EXCHANGE, self.question()))
        begun = self.showing or self.declaring.late or (self.play and self.play.under_way)
        if begun or not self.exchanging.turn:
            raise wrong_phase(self.question(), LooFact.EXCHANGES_OVER)
        exchanging = self.exchanging.exchanged(entry)
        deal = replace(self, exchanging=exchanging)
        is_asked = self.phase is Phase.EXCHANGING and exchanging.turn
        return deal if is_asked else deal.exchanges_closed()

    def exchanges_closed(self) -> "LooDeal":
        """Return the deal after the exchanges; players who were passed over exchanged nothing."""
        if self.declaring is None or self.exchanging is None:
            raise ValueError("there are no exchanges")
        return self._begun(replace(self.declaring, stock=self.exchanging.stock))

    def _begun(self, declaring: Declaring) -> "LooDeal":
        """Begin the play, with the first lead to come; with one player in there is none."""
        deal = replace(self, declaring=declaring)
        if len(declaring.staying) < 2:
            return replace(deal, phase=Phase.SETTLING)
        again = self.exchanging is not None and self.exchanging.dealt_again
        play = self.loo.begin_play(self.setup, self.trump or "", declaring, self.exchanges, again)
        return replace(deal, phase=Phase.PLAYING, play=play)

    # Flushes

    def _flush_shown(self, entry: FlushShown) -> "LooDeal":
        return self._with_flushes(self._showing(Rule.FLUSH).flush_shown(entry))

    def _pam_shown(self, entry: PamShown) -> "LooDeal":
        return self._with_flushes(self._showing(Rule.PAM).pam_shown(entry))

    def _showing(self, rule: Rule) -> Showing:
        """Return the flushes shown so far. Raises `RuleViolation` if none can be shown now."""
        if self.loo.flushes is None:
            raise RuleViolation(rule, LooFact.NO_FLUSHES)
        if self.declaring is None or self.trump is None:
            raise wrong_phase(self.question(), LooFact.FLUSH_WITHOUT_TURN_UP)
        if self.play and self.play.under_way:
            raise RuleViolation(Rule.FLUSH_TOO_LATE, LooFact.FLUSH_TOO_LATE)
        if self._too_early_for(self.loo.flushes):
            raise RuleViolation(Rule.FLUSH_TOO_EARLY, LooFact.FLUSH_TOO_EARLY)
        return self.showing or self._no_flush(self.declaring, self.loo.flushes)

    def _too_early_for(self, flushes: Flushes) -> bool:
        """Return whether a player who would pay for a flush could still drop."""
        return flushes.after_declarations and self.phase is Phase.DECLARING

    def _no_flush(self, declaring: Declaring, flushes: Flushes) -> Showing:
        return self.loo.begin_showing(self.setup, flushes, self.trump or "", declaring)

    def _with_flushes(self, showing: Showing) -> "LooDeal":
        return replace(self, showing=showing, play=None, phase=Phase.SETTLING)

    # Tricks

    def _tricks_taken(self, entry: TricksTaken) -> "LooDeal":
        if entry.declared is None:
            return self._after(self.playing().tricks_taken(entry))
        if self.setup.depth != "result":
            raise wrong_phase(self.question(), RecordedOtherwise(self.setup.depth))
        if self.showing:
            raise wrong_phase(self.question(), LooFact.FLUSH_DECIDED)
        if self.whole_deal_round is None:
            why = LooFact.DECLARING_BEGUN if self.declaring else LooFact.NO_TURN_UP
            raise wrong_phase(self.question(), why)
        before = replace(self, phase=Phase.DECLARING, declaring=self.whole_deal_round)
        deal = whole_deal.declared(
            before, entry, miss_after=self.loo.declarations.coming_in is not None
        )
        if deal.declaring and deal.exchanging:
            # The entry does not say how many cards were exchanged.
            deal = replace(deal, exchanging=None)._begun(deal.declaring)
        if deal.play:
            return deal._after(deal.play.tricks_taken(entry))
        whole_deal.check_without_play(self.loo.tricks, entry)
        return deal

    # Settlement

    def _settled(self, _entry: Settled) -> "LooDeal":
        if self.phase is Phase.SETTLING:
            return self
        if self.play and self.play.offenders() and self.setup.rules.revoke == "divide":
            return replace(self, phase=Phase.SETTLING)
        raise wrong_phase(self.question(), DealFact.DEAL_OPEN)

    def _misdealt(self, entry: Misdealt) -> "LooDeal":
        if not self.begun:
            raise wrong_phase(self.question(), DealFact.DEAL_NOT_BEGUN)
        check_reason(entry.reason)
        return LooDeal(loo=self.loo, setup=self.setup)

    def settlement(self) -> Settlement:
        if self.phase is not Phase.SETTLING:
            raise ValueError("the deal is not decided")
        return self._settled_as(self.outcome())

    def gain_of(self, player: str, tricks: int) -> int | None:
        """Return what a player would gain with another number of tricks, all else as it was.

        In chips or points. None if a trick has no price of its own: if one player takes the whole pool,
        if this one plays for it, and in General Rams.
        """
        was = self.outcome()
        if (
            self.loo.prize.goes_to != "tricks"
            or was.partners
            or was.general
            or player == was.for_the_pool
        ):
            return None
        # Without the winners, whose order the settlement would go by.
        outcome = replace(was, tricks={**was.tricks, player: tricks}, trick_winners=())
        return self._settled_as(outcome).gain(player)

    def outcome(self) -> Outcome:
        """Return what the tricks and declarations say about the settlement."""
        return settling.outcome(
            self.loo, self.setup, self.players, self.sole, self.declaring, self.play
        )

    def _settled_as(self, outcome: Outcome) -> Settlement:
        return settling.settle(self.loo, self.setup, self.pool, outcome, self.play, self.showing)


_ENTER: Mapping[type, Callable[[LooDeal, Any], LooDeal]] = {
    TurnedUp: LooDeal._turned_up,
    Declared: LooDeal._declared,
    RestDeclared: LooDeal._rest_declared,
    Exchanged: LooDeal._exchanged,
    FlushShown: LooDeal._flush_shown,
    PamShown: LooDeal._pam_shown,
    Played: LooDeal._played,
    Revoked: LooDeal._revoked,
    TrickWon: LooDeal._trick_won,
    TricksTaken: LooDeal._tricks_taken,
    Settled: LooDeal._settled,
    Misdealt: LooDeal._misdealt,
}
