"""What one game of the Loo family lays down: its pack, its law, its spare hands, its stakes."""

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from companion.pieces import Order, Pack, Piece
from companion.rules.facts import Setup
from companion.rules.ids import Fact, Rule
from companion.rules.ledger import Line
from companion.rules.loo.exchange import Stock
from companion.rules.loo.facts import DealerVsOne, SpareHand
from companion.rules.loo.flush import Flushes
from companion.rules.scores import Race
from companion.rules.tricks.law import Law


class StakeAdded(Fact, frozen=True):
    """The dealer adds to a pool that is not empty."""

    chips: int
    pool: int
    """What the pool held."""


class EmptyPoolStake(Fact, frozen=True):
    """The pool is empty: all stake, and the dealer twice."""

    chips: int
    """What each puts in."""
    is_dealers: bool


class StakeCause(StrEnum):
    """Why the dealer alone stakes."""

    EVERY_DEAL = "every-deal"
    EMPTY_POOL = "empty-pool"
    NOBODY_LOOED = "nobody-looed"
    """The deal before looed nobody."""


class DealersStake(Fact, frozen=True):
    """The dealer stakes."""

    chips: int
    cause: StakeCause


class StakeIndivisible(Fact, frozen=True):
    """A stake is chosen that does not divide by the tricks."""

    stake: int
    tricks: int


class Loo(Struct, frozen=True):
    """What one game of the family lays down, under the house rules chosen."""

    pack: Pack
    tricks: int
    """Pieces in a hand, and so tricks in a deal."""
    law: Callable[[Order, int, Piece | None], Law]
    """The trick law by the order of the pieces, the number of players in, and the turn-up."""
    misses: Callable[[int], int]
    """Spare hands by the number of players."""
    forced: Callable[[Setup, str], Rule | None]
    """The rule by which nobody may drop under this trump, if nobody may."""
    dealer_vs_one: DealerVsOne
    stakes: Callable[[Setup], tuple[Line, ...]]
    race: Race | None
    """None for chips."""
    turner: Callable[[Setup], str]
    """Who turns up the trump."""
    spare_hand: SpareHand = "miss"
    turn_up_taken: bool = False
    """Whether a dealer may take the turn-up in hand."""
    stock: Callable[[int], Stock] | None = None
    """The stock by the number of players, where cards are exchanged with it."""
    draws: bool = False
    """Whether they are exchanged with the declaration, rather than after all declarations."""
    flushes: Flushes | None = None


def two_must_play(setup: Setup, trump: str) -> Rule | None:
    """Return that nobody may drop with two players: of the domino games, the rule `cannot-drop`."""
    return None if len(setup.players) > 2 else Rule.CANNOT_DROP
