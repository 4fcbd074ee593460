"""Declarations in a deal of the Loo family (docs/rules.md 1 "Order", 3 and 5).

Each player declares once, from eldest: play, take a spare hand (a *miss*), drop, or, as the dealer, play
for the pool or defend the miss. The dealer declares nothing if the deal is decided before. In some games
players who dropped can come in after all, with a hand from the stock.
"""

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import MalformedEntry, RuleViolation
from companion.ids import Rule
from companion.pieces import Pack, Piece
from companion.rules.actions import Declared
from companion.rules.deal_facts import DealFact, DeclaresFirst, HasDeclared, NotDealtIn
from companion.rules.facts import Declaration, Question, Setup
from companion.rules.loo.exchange import Stock
from companion.rules.loo.loo_facts import (
    AceTurnedUp,
    CannotDefend,
    CannotPlayForPool,
    CannotShare,
    CannotTakeTurnUp,
    DealerAlwaysPlays,
    DealerDeclaresNothing,
    DealerMustEnter,
    DealerVsOne,
    DecidedEarly,
    DeclarationAsked,
    GeneralDeclared,
    GeneralTooLate,
    LooFact,
    MissBinds,
    NobodyDrops,
    NoDealerDrop,
    NoDropping,
    NoExchangeWith,
    NoMissLeft,
    NoSuchDeclaration,
    PassedOver,
    PutAwayForNothing,
    PutAwayIsTurnUp,
    SharesNothing,
    SpareHand,
)
from companion.rules.reading import read_piece

CHOICES = ("play", "miss", "for-the-pool", "defend", "general", "drop")
GENERAL = "general"
"""The choice to undertake, before anyone declares, to take every trick."""
GIVES_UP = "drop"
"""The choice that all remaining players can declare at once."""
KEEPS_HAND = ("play", "for-the-pool", GENERAL)
"""Choices of players who keep the hand they were dealt."""
LEAVES_SHARES = ("for-the-pool", "defend")
"""Dealer's choices under which the shares for their tricks stay in the pool."""


class ComingIn(Struct, frozen=True):
    """How players who dropped can come in after the exchanges, with a hand of the stock."""

    leads: bool = False
    """Whether the first of them leads."""
    may_share: bool = False
    """Whether they can share it with others who dropped."""


class DeclarationRules(Struct, frozen=True):
    """The rules of a game on declarations."""

    misses: Callable[[int], int] = lambda players: 0
    """Return the number of spare hands, given the number of players."""
    spare_hand: SpareHand = "miss"
    forced: Callable[[Setup, str], NoDropping | None] = lambda setup, trump: None
    """Return the rule that forbids dropping under this trump, if any."""
    dealer_must_play: NoDealerDrop = ""
    """When the dealer must play: always, or after turning up an ace."""
    dealer_vs_one: DealerVsOne = "free"
    turn_up_taken: bool = False
    """Whether the dealer can take the turn-up."""
    draws: bool = False
    """Whether cards are exchanged with the declaration, not after all of them."""
    has_general: bool = False
    """Whether a player can declare `general`."""
    coming_in: ComingIn | None = None


class Declaring(Struct, frozen=True, gc=False):
    """The declarations of one deal. Immutable; each declaration returns a new one."""

    rules: DeclarationRules
    players: tuple[str, ...]
    """Players dealt in, in turn from eldest; the dealer is last."""
    pack: Pack
    turn_up: Piece | None
    """None if only the trump is known."""
    turned: frozenset[Piece]
    """The turn-up, and the piece turned up before it that makes no trump."""
    forced: NoDropping | None
    """The rule that forbids dropping, if any."""
    has_pool: bool
    stock: Stock | None
    """The stock, in a game with exchanges."""
    dealer_must_play: NoDealerDrop = ""
    """Why the dealer must play, if they must."""
    declarations: tuple[Declaration, ...] = ()
    discards: frozenset[Piece] = frozenset()
    """The pieces put away for the turn-up, if they were seen."""
    late: tuple[str, ...] = ()
    """Players who dropped and came in after all, in turn."""

    @property
    def misses(self) -> int:
        """The number of spare hands."""
        return self.rules.misses(len(self.players))

    @property
    def dealer(self) -> str:
        return self.players[-1]

    @property
    def without_dealer(self) -> DecidedEarly | None:
        """The rule that decides the deal before the dealer declares, if any."""
        if len(self.declarations) != len(self.players) - 1:
            return None
        others = self._others()
        if not others:
            return Rule.ALL_DROPPED
        if (
            self.rules.dealer_vs_one == "claimer-sweeps"
            and others == ["miss"]
            and len(self.players) > 2
        ):
            return Rule.CLAIMER_SWEEPS
        return None

    @property
    def turn(self) -> str | None:
        """The player to act; None after the last declaration."""
        if self.general or self.without_dealer or len(self.declarations) == len(self.players):
            return None
        return self.players[len(self.declarations)]

    @property
    def staying(self) -> tuple[str, ...]:
        """Players in, in turn; all if `general` was declared."""
        if self.general:
            return self.players
        return tuple(one.player for one in self.declarations if one.choice != "drop")

    @property
    def not_dropped(self) -> tuple[str, ...]:
        """Players who have not dropped, in turn from eldest."""
        dropped = {one.player for one in self.declarations if one.choice == "drop"}
        return tuple(player for player in self.players if player not in dropped)

    @property
    def for_the_pool(self) -> str | None:
        """The dealer, if they play for the pool or defend the miss."""
        return next((d.player for d in self.declarations if d.choice in LEAVES_SHARES), None)

    @property
    def general(self) -> str | None:
        """The player who declared to take every trick, if any."""
        return next((d.player for d in self.declarations[:1] if d.choice == GENERAL), None)

    @property
    def held(self) -> frozenset[Piece]:
        """The turn-up, if the dealer took it."""
        return self.turned if self.turn_up_taker else frozenset()

    @property
    def turn_up_taker(self) -> str | None:
        """The dealer, if they took the turn-up."""
        return next((one.player for one in self.declarations if one.turn_up_taken), None)

    @property
    def untaken_turn_up(self) -> Piece | None:
        """The turn-up, if nobody took it."""
        return None if self.turn_up_taker else self.turn_up

    @property
    def number_turned(self) -> int:
        """The number of pieces turned up, also if only the suit of the last is known."""
        return len({*self.turned, self.turn_up})

    @property
    def seen(self) -> frozenset[Piece]:
        """Pieces out of play: the turn-up unless taken, and the discards."""
        return (self.turned | self.discards) - self.held

    @property
    def partners(self) -> dict[str, tuple[str, ...]]:
        """The players who share what another wins and loses."""
        return {one.player: one.partners for one in self.declarations if one.partners}

    @property
    def latecomers(self) -> tuple[str, ...]:
        """Players who dropped and can still take a hand of the stock, in turn."""
        if not (self.rules.coming_in and self.staying and self.stock and self.stock.has_hand):
            return ()
        if self.turn is not None or self.without_dealer:
            return ()
        rest, idle = self.players[self._next_to_come :], self._idle()
        return tuple(player for player in rest if player in idle)

    @property
    def leader(self) -> str:
        """The player who came in after all and leads the first trick; "" if the eldest leads."""
        coming_in = self.rules.coming_in
        return self.late[0] if self.late and coming_in and coming_in.leads else ""

    @property
    def _next_to_come(self) -> int:
        """The place of the next player who can take a hand of the stock."""
        return self.players.index(self.late[-1]) + 1 if self.late else 0

    def _idle(self) -> set[str]:
        """Return the players who dropped and do not share a hand."""
        return self._dropped - {one for partners in self.partners.values() for one in partners}

    @property
    def _may_share(self) -> bool:
        """Whether a player who comes in after all can share the hand."""
        return self.rules.coming_in is not None and self.rules.coming_in.may_share

    def question(self) -> Question:
        """Return the question to the player to act, with the reason if dropping is forbidden."""
        turn = self.turn or ""
        refusal = self._refusal_of(turn, "drop")
        notice = self.all_must_play or (refusal.fact if refusal else None)
        return Question("declaration", "declared", DeclarationAsked(turn), turn, notice=notice)

    @property
    def all_must_play(self) -> NobodyDrops | None:
        """Rule that forbids dropping now, if any."""
        return NobodyDrops(self.forced) if self.forced else None

    def options(self) -> Iterable[Declared]:
        """Yield every possible next declaration, in table order."""
        turn = self.turn
        if self.general and self._can_take_turn_up_late:
            yield from self._with_turn_up("play")
        if turn is None:
            yield from self._late_options()
            return
        choices = [choice for choice in self._choices if self._refusal_of(turn, choice) is None]
        for choice in choices:
            yield from (
                Declared(turn, choice, draws=draws)
                for draws in range(self._most_drawn + 1 if choice in KEEPS_HAND else 1)
            )
        if turn == self.dealer and self.rules.turn_up_taken:
            for choice in KEEPS_HAND:
                if choice in choices:
                    yield from self._with_turn_up(choice)
        if GENERAL in choices:
            yield from (Declared(player, GENERAL) for player in self.players if player != turn)
            if self.rules.turn_up_taken:
                yield from self._with_turn_up(GENERAL)

    def _with_turn_up(self, choice: str) -> Iterable[Declared]:
        """Yield each way of taking the turn-up together with a choice."""
        for draws in range(min(self._most_drawn, self._rest_of_hand) + 1):
            yield Declared(self.dealer, choice, takes_turn_up=True, draws=draws)
            for piece in self.pack.pieces:
                if piece not in self.turned:
                    put_away = str(piece)
                    yield Declared(self.dealer, choice, True, put_away, draws=draws)

    @property
    def _most_drawn(self) -> int:
        """The number of cards up to which the player to act is asked what they exchange."""
        to_come = len(self.players) - len(self.declarations)
        is_asked = self.stock and self.rules.draws and self.stock.asks(to_come)
        return self.stock.most if self.stock and is_asked else 0

    @property
    def _rest_of_hand(self) -> int:
        """The number of cards of a hand that took the turn-up, without it."""
        return self.stock.hand - self.number_turned if self.stock else 0

    def _late_options(self) -> Iterable[Declared]:
        for player in self.latecomers:
            yield Declared(player, "miss")
            if self._may_share:
                others = (one for one in self.players if one in self._idle() - {player})
                yield from (Declared(player, "miss", with_=(one,)) for one in others)

    def declared(self, entry: Declared) -> "Declaring":
        """Add a declaration. Raises `RuleViolation` or `MalformedEntry`."""
        is_late = self.rules.coming_in and self.turn is None and self.staying
        if is_late and entry.player in self._dropped:
            return self._came_in(entry)
        self._check_turn(entry)
        if entry.with_:
            raise RuleViolation(Rule.DECLARING, SharesNothing(entry.player))
        if entry.choice not in self._choices:
            can = (one for one in self._choices if self._refusal_of(entry.player, one) is None)
            raise MalformedEntry(NoSuchDeclaration(entry.choice[:40], entry.player, tuple(can)))
        refusal = self._refusal_of(entry.player, entry.choice)
        if refusal:
            raise refusal
        return replace(
            self,
            declarations=(
                *self.declarations,
                Declaration(entry.player, entry.choice, entry.takes_turn_up, entry.draws),
            ),
            discards=self._check_turn_up(entry),
            stock=self._stock_after(entry),
        )

    @property
    def _dropped(self) -> set[str]:
        return {one.player for one in self.declarations if one.choice == "drop"}

    def _came_in(self, entry: Declared) -> "Declaring":
        """Bring in a player who dropped. Raises `RuleViolation` or `MalformedEntry`."""
        player, stock = entry.player, self.stock
        if entry.choice != "miss":
            raise MalformedEntry(NoSuchDeclaration(entry.choice[:40], player, ("miss",)))
        if entry != Declared(player, "miss", with_=entry.with_):
            raise RuleViolation(Rule.DRAW, NoExchangeWith(player, self.pack.piece))
        passed_over = self.players[: self._next_to_come]
        if player in passed_over or player not in self._idle():
            raise RuleViolation(Rule.OUT_OF_TURN, PassedOver(player))
        if stock is None or player not in self.latecomers:
            raise RuleViolation(Rule.NO_MISS_LEFT, NoMissLeft(player, self.rules.spare_hand, True))
        if entry.with_ and not self._may_share:
            raise RuleViolation(Rule.DECLARING, SharesNothing(player))
        idle = self._idle() - {player}
        if len({*entry.with_} & idle) != len(entry.with_):
            raise RuleViolation(Rule.NOT_IN, CannotShare(player))
        came = Declaration(player, "miss", partners=entry.with_)
        return replace(
            self,
            declarations=tuple(came if d.player == player else d for d in self.declarations),
            late=(*self.late, player),
            stock=stock.dealt(),
        )

    @property
    def _choices(self) -> tuple[str, ...]:
        return tuple(choice for choice in CHOICES if choice != GENERAL or self.rules.has_general)

    @property
    def _can_take_turn_up_late(self) -> bool:
        """Whether the dealer can still take the turn-up after `general`."""
        return self.rules.turn_up_taken and self.dealer not in {d.player for d in self.declarations}

    def _others(self) -> list[str]:
        """Return the choices so far other than drops."""
        return [one.choice for one in self.declarations if one.choice != "drop"]

    def _check_turn(self, entry: Declared) -> None:
        player = entry.player
        if player not in self.players:
            raise RuleViolation(Rule.NOT_IN, NotDealtIn(player[:40]))
        earlier = next((d for d in self.declarations if d.player == player), None)
        if earlier and earlier.choice == "miss" and entry.choice == "drop":
            raise RuleViolation(Rule.MISS_BINDS, MissBinds(player, self.rules.spare_hand))
        if player == self.dealer and self.without_dealer:
            nothing = DealerDeclaresNothing(player, self.without_dealer)
            raise RuleViolation(self.without_dealer, nothing)
        if self.general:
            takes = player == self.dealer and entry.choice == "play" and entry.takes_turn_up
            if takes and self._can_take_turn_up_late:
                return
            raise RuleViolation(Rule.GENERAL, GeneralDeclared(self.general))
        if entry.choice == GENERAL and self.rules.has_general:
            return
        if self.turn is None:
            raise RuleViolation(Rule.WRONG_PHASE, DealFact.ALL_HAVE_DECLARED)
        if player == self.turn:
            return
        if earlier:
            raise RuleViolation(Rule.OUT_OF_TURN, HasDeclared(player, self.turn))
        raise RuleViolation(Rule.OUT_OF_TURN, DeclaresFirst(self.turn, player))

    def _refusal_of(self, player: str, choice: str) -> RuleViolation | None:
        """Return the refusal of this choice for the player to act, or None."""
        missing = sum(d.choice == "miss" for d in self.declarations)
        others = self._others()
        # The choice of the dealer's only opponent.
        facing = others[0] if player == self.dealer and len(others) == 1 else None
        versus = self.rules.dealer_vs_one
        if versus == "enter-or-defend" and not self.misses:
            versus = "enter-or-pool"
        must_enter = versus == "enter-or-pool" or (versus == "enter-or-defend" and facing != "miss")
        match choice:
            case "general" if self.declarations:
                return RuleViolation(Rule.GENERAL, GeneralTooLate(player))
            case "drop" if self.forced:
                return RuleViolation(self.forced, NobodyDrops(self.forced, player))
            case "drop" if self.dealer_must_play == "ace" and player == self.dealer:
                return RuleViolation(Rule.DEALER_ACE, AceTurnedUp(player))
            case "drop" if self.dealer_must_play and player == self.dealer:
                return RuleViolation(Rule.DEALER_MUST_ENTER, DealerAlwaysPlays(player))
            case "drop" if facing and must_enter:
                return RuleViolation(Rule.DEALER_MUST_ENTER, DealerMustEnter(player))
            case "miss" if missing == self.misses:
                none = NoMissLeft(player, self.rules.spare_hand, self.misses > 0)
                return RuleViolation(Rule.NO_MISS_LEFT, none)
            case "for-the-pool" if not self._can_leave_shares(versus, facing):
                return RuleViolation(Rule.FOR_THE_POOL, CannotPlayForPool(player, versus))
            case "defend" if not (facing and facing != "miss" and versus == "enter-or-defend"):
                return RuleViolation(Rule.DEFEND, CannotDefend(player, self.rules.spare_hand))
        return None

    def _can_leave_shares(self, versus: DealerVsOne, facing: str | None) -> bool:
        """Return whether a dealer with one opponent may play for the pool."""
        if not facing or not self.has_pool:
            return False
        if versus == "pool-against-miss":
            return facing == "miss" and len(self.players) == 4
        return versus == "enter-or-pool"

    def _stock_after(self, entry: Declared) -> Stock | None:
        """Check the exchange in a declaration, and return the stock after it."""
        stock = self.stock
        if entry.draws and not (stock and self.rules.draws and entry.choice in KEEPS_HAND):
            raise RuleViolation(Rule.DRAW, NoExchangeWith(entry.player, self.pack.piece))
        if stock is None:
            return None
        if entry.choice not in KEEPS_HAND:
            return stock.put_away()
        kept = self.number_turned if entry.takes_turn_up else 0
        if not self.rules.draws:
            return replace(stock, away=stock.away + kept)
        return stock.exchanged(entry.player, entry.draws, kept)

    def _check_turn_up(self, entry: Declared) -> frozenset[Piece]:
        """Check the turn-up in a declaration, and return the pieces put away for it."""
        named = [one for one in (entry.discards, entry.also_discards) if one is not None]
        if not entry.takes_turn_up and not named:
            return self.discards
        kind = self.pack.piece
        if not self.rules.turn_up_taken:
            raise RuleViolation(Rule.DEALER_TURN_UP, LooFact.NOBODY_TAKES_TURN_UP)
        if entry.player != self.dealer or entry.choice not in KEEPS_HAND:
            raise RuleViolation(Rule.DEALER_TURN_UP, CannotTakeTurnUp(entry.player))
        if not entry.takes_turn_up:
            raise RuleViolation(Rule.DEALER_TURN_UP, PutAwayForNothing(entry.player, kind))
        if entry.also_discards is not None and self.number_turned < 2:
            raise RuleViolation(Rule.DEALER_TURN_UP, PutAwayForNothing(entry.player, kind))
        pieces = [read_piece(self.pack, text) for text in named]
        for place, piece in enumerate(pieces):
            if piece in self.turned or piece in pieces[:place]:
                raise RuleViolation(Rule.ALREADY_SEEN, PutAwayIsTurnUp(str(piece), kind))
        return frozenset(pieces)
