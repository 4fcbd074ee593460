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
from companion.rules.loo.declaring import DeclarationRules, Declaring
from companion.rules.loo.exchange import Stock
from companion.rules.loo.flush import Flushes, Showing
from companion.rules.loo.loo_facts import NoDealerDrop, NoDropping, PieceWanted, TurnUpAsked
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


class TurnUpRules(Struct, frozen=True):
    """Who turns up the trump, and how much of it must be entered."""

    turner: int = -1
    """The place of the player who turns it up, counted from the eldest: the dealer is last."""
    decides_drops: Literal["", "suit", "piece"] = ""
    """What of it decides who may drop; if anything, it is needed before declarations at every depth."""
    is_dealt: bool = False
    """Whether it is the dealer's last card."""


class Exchange(Struct, frozen=True):
    """The exchanges of cards with the stock."""

    stock: Callable[[Setup], Stock | None]
    """Return the stock, or None in a deal in which nobody exchanges."""
    can_skip: bool = False
    """Whether players who are passed over exchange nothing."""


class Stakes(Struct, frozen=True):
    """The stakes in the pool."""

    due: Callable[[Setup], tuple[Line, ...]] = lambda setup: ()
    """Return the stakes of the players who are dealt in."""
    after_declarations: bool = False
    """Whether only players who are in stake, as if nobody else were dealt in."""
    exempt: Callable[[Outcome, tuple[Line, ...], Any], tuple[str, ...]] = lambda *deal: ()
    """Return the players exempt from the next stake, given the outcome, the payments and the house rules."""


class Prize(Struct, frozen=True):
    """What the players win, and what they lose."""

    goes_to: Literal["tricks", "most", "quota"] = "tricks"
    """What wins the pool: each trick a share, most tricks, or a number of tricks."""
    settle: Callable[[Outcome, int, Any], tuple[Line, ...]] = settle_pool
    """Return the payments, given the outcome, the pool and the house rules.

    A game with another price of a loo gives it to `settle_pool`."""
    quotas: Callable[[Declaring], Mapping[str, int]] = lambda declaring: {}
    """Return the tricks that players in must take, where one is not enough."""
    term: LooTerm = "looed"
    """In a game for chips, the word for being in without a trick."""


class LooVariant(Struct, frozen=True):
    """The definition of one game under the chosen house rules."""

    pack: Pack
    tricks: int
    law: Callable[[Order, int, Piece | None], Law]
    """Return the trick law, given the order of the pieces, the number of players in, and the turn-up."""
    declarations: DeclarationRules
    turn_up: TurnUpRules = TurnUpRules()
    exchange: Exchange | None = None
    flushes: Flushes | None = None
    stakes: Stakes = Stakes()
    prize: Prize = Prize()
    race: Race | None = None
    """How a game for points is won; None for chips."""

    def turn_up_question(self, setup: Setup, before: Piece | None) -> Question:
        """Return the question for the turn-up; `before` is a piece turned up that makes no trump."""
        turner = setup.players[self.turn_up.turner]
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
        return setup.depth == "plays" or self.turn_up.decides_drops == "piece"

    def begin_declaring(
        self, setup: Setup, trump: str, turn_up: Piece | None, before: Piece | None = None
    ) -> Declaring:
        """Return the declarations; `before` is a piece turned up before the turn-up."""
        stock = self.exchange.stock(setup) if self.exchange else None
        if stock:
            left = stock.left - (1 if before else 0)
            stock = replace(stock, left=left, asks_always=setup.depth != "tricks")
        return Declaring(
            rules=self.declarations,
            players=setup.players,
            pack=self.pack,
            turn_up=turn_up,
            turned=Hand({turn_up, before} - {None}),
            forced=self.declarations.forced(setup, trump),
            has_pool=self.race is None,
            stock=stock,
            dealer_must_play=self._why_dealer_plays(trump, turn_up),
        )

    def _why_dealer_plays(self, trump: str, turn_up: Piece | None) -> NoDealerDrop:
        why = self.declarations.dealer_must_play
        if why == "ace" and turn_up not in self.pack.orders[trump].honours[:1]:
            return ""
        return why

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
        if self.turn_up.is_dealt:
            seen, held, dealt = self._place_of_turn_up(declaring, exchanges, dealt_again)
        # Any law will do: with an unknown trump, no plays are recorded.
        law = (
            self.law(self.pack.orders[trump], len(players), declaring.untaken_turn_up)
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
        ).begun(declaring.leader)

    def _place_of_turn_up(
        self, declaring: Declaring, exchanges: Mapping[str, int], dealt_again: bool
    ) -> tuple[Hand, Hand, Hand]:
        """Return where the turn-up is: out of play, held by the dealer, or dealt to the dealer.

        Each is a hand with the turn-up, or empty. For games in which it is dealt to the dealer, who
        exchanges last; `dealt_again` tells whether hands dropped before were dealt again.
        """
        nothing, turn_up = Hand(), Hand({declaring.turn_up} - {None})
        if declaring.dealer in declaring.staying:
            exchanged = exchanges.get(declaring.dealer, 0)
            if exchanged == self.tricks:
                return turn_up, nothing, nothing
            return nothing, turn_up if not exchanged else nothing, turn_up
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
