"""The definition of a game of the Loo family: its pack, law, spare hands and stakes."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import MalformedEntry
from companion.facts import Fact
from companion.ids import Rule
from companion.pieces import Order, Pack, Piece
from companion.rules.actions import TurnedUp
from companion.rules.facts import Question, Setup
from companion.rules.ledger import Line, Outcome, settle_pool
from companion.rules.loo.declaring import Declaring
from companion.rules.loo.exchange import Stock
from companion.rules.loo.flush import Flushes, Showing
from companion.rules.loo.loo_facts import (
    DealerVsOne,
    NoDealerDrop,
    NoDropping,
    PieceWanted,
    SpareHand,
    TurnUpAsked,
)
from companion.rules.reading import read_piece
from companion.rules.scores import LooTerm, Race
from companion.rules.tricks.law import Hand, Law
from companion.rules.tricks.play import TrickPlay


class StakeAdded(Fact, frozen=True):
    chips: int
    pool: int


class EmptyPoolStake(Fact, frozen=True):
    chips: int
    is_dealers: bool
    empty: int
    """A pool of fewer chips counts as empty."""


class StakeCause(StrEnum):
    """The reason why only the dealer stakes."""

    EVERY_DEAL = "every-deal"
    EMPTY_POOL = "empty-pool"
    NOBODY_LOOED = "nobody-looed"
    """Nobody was looed in the previous deal."""


class DealersStake(Fact, frozen=True):
    chips: int
    cause: StakeCause
    empty: int = 0
    """A pool of fewer chips counts as empty; 0 where that decides nothing."""


class EachStakes(Fact, frozen=True):
    """A stake that each player puts in."""

    chips: int
    is_closed: bool
    """Whether all do because the pool is empty, and nobody may drop."""
    empty: int = 0
    """A pool of fewer chips counts as empty; 0 where that decides nothing."""


class StakeIndivisible(Fact, frozen=True):
    stake: int
    tricks: int


Prize = Literal["tricks", "most", "quota"]
"""What wins the pool: each trick a share, most tricks, or a number of tricks."""


class Loo(Struct, frozen=True):
    """The definition of one game under the chosen house rules."""

    pack: Pack
    tricks: int
    law: Callable[[Order, int, Piece | None], Law]
    """Return the trick law, given the order of the pieces, the number of players in, and the turn-up."""
    misses: Callable[[int], int]
    """Return the number of spare hands, given the number of players."""
    forced: Callable[[Setup, str], NoDropping | None]
    """Return the rule that forbids dropping under this trump, if any."""
    forced_by_trump: bool
    """Whether the turn-up decides who may drop; if so, it is needed before declarations."""
    dealer_vs_one: DealerVsOne
    stakes: Callable[[Setup], tuple[Line, ...]]
    race: Race | None
    turner: Callable[[Setup], str]
    spare_hand: SpareHand = "miss"
    turn_up_taken: bool = False
    stock: Callable[[int], Stock] | None = None
    """Return the stock, given the number of players; None in a game without exchanges."""
    draws: bool = False
    """True if cards are exchanged with the declaration, False if after all declarations."""
    flushes: Flushes | None = None
    can_skip: bool = False
    """Whether players who are passed over in the exchanges exchange nothing."""
    miss_after: bool = False
    """Whether players who dropped can take a hand of the stock after the exchanges."""
    late_leads: bool = False
    """Whether the first of them leads."""
    may_share: bool = False
    """Whether they can share it with others who dropped."""
    forced_keep: bool = False
    """Whether nobody exchanges where nobody may drop and the pool holds only stakes."""
    turn_up_dealt: bool = False
    """Whether the turn-up is the dealer's last card."""
    dealer_plays_ace: bool = False
    """Whether a dealer who turns up an ace must play."""
    dealer_plays: bool = False
    """Whether the dealer must always play."""
    rank_wanted: bool = False
    """Whether the turn-up's rank is needed at every depth."""
    prize: Prize = "tricks"
    settle: Callable[[Outcome, int, Any], tuple[Line, ...]] = settle_pool
    """Return the payments, given the outcome, the pool and the house rules."""
    exempt: Callable[[Outcome, tuple[Line, ...], Any], tuple[str, ...]] | None = None
    """Return the players exempt from the next stake, given the outcome, the payments and the house rules."""
    quotas: Callable[[Declaring], Mapping[str, int]] | None = None
    """Return the tricks that each player in must take; None if one is enough for all."""
    stakes_in: Callable[[Setup, Declaring], tuple[Line, ...]] | None = None
    """Return the stakes of the players who are in, in a game in which only they pay."""
    term: LooTerm = "looed"
    """In a game for chips, the word for being in without a trick."""
    has_general: bool = False
    """Whether a player can declare `general`."""

    def turn_up_question(self, setup: Setup, before: Piece | None) -> Question:
        """Return the question for the turn-up; `before` is a piece turned up that makes no trump."""
        turner = self.turner(setup)
        whole = self._wants_piece(setup)
        first = None if before is None else str(before)
        asked = TurnUpAsked(turner, turner == setup.dealer, self.pack.piece, whole, first)
        return Question("turn-up", "turned-up", asked)

    def turn_ups(self, setup: Setup, before: Piece | None = None) -> Iterable[TurnedUp]:
        """Yield every possible turn-up after a piece that makes no trump: pieces, then suits."""
        yield from (TurnedUp(str(piece)) for piece in self.pack.pieces if piece != before)
        if not self._wants_piece(setup):
            yield from (TurnedUp(suit) for suit in self.pack.suits)

    def read_turn_up(self, setup: Setup, text: str) -> tuple[str, Piece | None]:
        """Return the trump, and the piece turned up, or None if only its suit is known.

        The trump is "" if another piece is turned up after this one.
        Raises `MalformedEntry` or `RuleViolation` unless `text` names a piece of the pack, or a suit where
        that is enough.
        """
        if text not in self.pack.suits:
            piece = read_piece(self.pack, text)
            return self.pack.turns_up.get(piece, ""), piece
        if self._wants_piece(setup):
            raise MalformedEntry(PieceWanted(self.pack.piece))
        return text, None

    def _wants_piece(self, setup: Setup) -> bool:
        """Return whether the turn-up itself is needed, not only its suit."""
        return setup.depth == "plays" or self.rank_wanted

    def begin_declaring(
        self, setup: Setup, trump: str, turn_up: Piece | None, before: Piece | None = None
    ) -> Declaring:
        """Return the declarations; `before` is a piece turned up before the turn-up."""
        players, forced = len(setup.players), self.forced(setup, trump)
        keeps = forced is not None and self.forced_keep and setup.only_remainder
        stock = self.stock(players) if self.stock and not keeps else None
        turned = Hand({turn_up, before} - {None})
        return Declaring(
            players=setup.players,
            pack=self.pack,
            turn_up=turn_up,
            turned=turned,
            misses=self.misses(players),
            spare_hand=self.spare_hand,
            forced=forced,
            dealer_vs_one=self.dealer_vs_one,
            has_pool=self.race is None,
            turn_up_taken=self.turn_up_taken,
            stock=replace(stock, left=stock.left - 1) if stock and before else stock,
            draws=self.draws,
            dealer_must_play=self._why_dealer_plays(trump, turn_up),
            has_general=self.has_general,
            miss_after=self.miss_after,
            may_share=self.may_share,
        )

    def _why_dealer_plays(self, trump: str, turn_up: Piece | None) -> NoDealerDrop:
        if self.dealer_plays:
            return "always"
        if self.dealer_plays_ace and turn_up in self.pack.orders[trump].honours[:1]:
            return "ace"
        return ""

    def begin_play(
        self,
        setup: Setup,
        trump: str,
        declaring: Declaring,
        exchanges: Mapping[str, int],
        dealt_again: bool,
    ) -> TrickPlay:
        """Return the play, with the first lead to come.

        `exchanges` is the number of cards that each player exchanged; `dealt_again` tells whether what the
        dealer put away was dealt again.
        """
        players = declaring.staying
        seen, held, dealt = declaring.seen, declaring.held, Hand()
        if dealt_again:
            seen -= declaring.discards
        if self.turn_up_dealt:
            seen, held, dealt = self._place_of_turn_up(declaring, exchanges)
        # Any law will do: with an unknown trump, no plays are recorded.
        law = (
            self.law(self.pack.orders[trump], len(players), declaring.lying)
            if trump
            else Law(must_trump=False)
        )
        return TrickPlay(
            players=players,
            depth=setup.depth,
            pack=self.pack,
            trump=trump,
            law=law,
            trick_count=self.tricks,
            seen=seen,
            held=held,
            holder=setup.dealer,
            dealt=dealt,
        ).begun(declaring.late[0] if self.late_leads and declaring.late else "")

    def _place_of_turn_up(
        self, declaring: Declaring, exchanges: Mapping[str, int]
    ) -> tuple[Hand, Hand, Hand]:
        """Return where the turn-up is: out of play, held by the dealer, or dealt to the dealer.

        Each is a hand with the turn-up, or empty. For games in which it is dealt to the dealer, who
        exchanges last.
        """
        nothing, turn_up = Hand(), Hand({declaring.turn_up} - {None})
        if declaring.dealer in declaring.staying:
            exchanged = exchanges.get(declaring.dealer, 0)
            if exchanged == self.tricks:
                return turn_up, nothing, nothing
            return nothing, turn_up if not exchanged else nothing, turn_up
        # A hand dropped before the exchanges is dealt again when the stock runs out.
        dealt_again = not self.draws and (
            self.stock is not None
            and sum(exchanges.values()) > self.stock(len(declaring.players)).left
        )
        return nothing if dealt_again else turn_up, nothing, nothing

    def begin_showing(
        self, setup: Setup, flushes: Flushes, trump: str, declaring: Declaring
    ) -> Showing:
        return Showing(
            flushes=flushes,
            order=self.pack.orders[trump],
            pack=self.pack,
            cards=self.tricks,
            players=setup.players,
            may_show=declaring.not_dropped,
            seen=declaring.seen,
        )


def two_must_play(setup: Setup, trump: str) -> NoDropping | None:
    """Return the rule that forbids dropping with two players, in domino games."""
    return None if len(setup.players) > 2 else Rule.CANNOT_DROP
