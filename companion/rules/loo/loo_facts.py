"""Questions and refusals of the Loo family."""

from enum import auto
from typing import Literal

from companion.facts import Fact, Names, OneOfIds, PieceKind, PieceName, PlainFact, SignedPoints
from companion.ids import Rule


class LooFact(PlainFact):
    # An entry comes too early or too late.
    TURN_UP_NAMED = auto()
    DECLARING_BEGUN = auto()
    NO_TURN_UP = auto()
    FLUSH_DECIDED = auto()
    NO_EXCHANGE = auto()
    EXCHANGES_OVER = auto()
    NO_FLUSHES = auto()
    FLUSH_WITHOUT_TURN_UP = auto()
    FLUSH_TOO_EARLY = auto()
    FLUSH_TOO_LATE = auto()
    # Questions and refusals.
    WHOLE_DEAL_ASKED = auto()
    DEAL_PLAYED = auto()
    NOBODY_TAKES_TURN_UP = auto()
    NO_PAM = auto()
    PAM_WITHOUT_FLUSH = auto()


SpareHand = Literal["miss", "dummy", "widow", "blinde", "buco"]
"""The game's word for a spare hand."""
DealerVsOne = Literal[
    "free", "enter-or-pool", "enter-or-defend", "claimer-sweeps", "pool-against-miss"
]
"""Choices of the dealer if exactly one other player is in.

`free`: any choice open to others. `enter-or-pool`: must enter, or play for the pool.
`enter-or-defend`: if the miss is left, must enter, or take the miss for the pool. `claimer-sweeps`:
if the other player took the miss, they take the pool and the dealer declares nothing.
`pool-against-miss`: of four players, may play for the pool if the other one took the miss.
"""


NoDealerDrop = Literal["", "ace", "always"]
"""Why the dealer must play: an ace was turned up, or always."""
NoDropping = Literal[Rule.CLUB_LAW, Rule.SINGLE_POOL, Rule.CANNOT_DROP]
"""The rules that forbid dropping."""
DecidedEarly = Literal[Rule.ALL_DROPPED, Rule.CLAIMER_SWEEPS]
"""The rules that decide a deal before the dealer declares."""

# Questions


class TurnUpAsked(Fact, frozen=True):
    player: str
    is_dealer: bool
    """True if the dealer turns up, False if the player on the dealer's right does."""
    kind: PieceKind
    whole: bool
    """True if the piece itself is needed, False if its suit is enough."""
    before: PieceName | None = None
    """A piece turned up before, which makes no trump."""


class DeclarationAsked(Fact, frozen=True):
    player: str


class ExchangeAsked(Fact, frozen=True):
    player: str


class FlushesAsked(Fact, frozen=True):
    best: Names
    """Players with the best flush so far."""
    pam: bool
    """Whether someone can still show Pam."""


class SoleTakesAll(Fact, frozen=True):
    player: str
    points: SignedPoints | None = None


class PieceWanted(Fact, frozen=True):
    kind: PieceKind


# Refusals of declarations


class NoSuchDeclaration(Fact, frozen=True):
    choice: str
    player: str
    choices: OneOfIds


class MissBinds(Fact, frozen=True):
    player: str
    spare_hand: SpareHand


class DealerDeclaresNothing(Fact, frozen=True):
    player: str
    rule: DecidedEarly


class NobodyDrops(Fact, frozen=True):
    rule: NoDropping
    player: str = ""


class DeclaredButOut(Fact, frozen=True):
    player: str


class DealerMustEnter(Fact, frozen=True):
    player: str


class AceTurnedUp(Fact, frozen=True):
    player: str


class DealerAlwaysPlays(Fact, frozen=True):
    player: str


class PassedOver(Fact, frozen=True):
    """A player who dropped comes in too late."""

    player: str


class SharesNothing(Fact, frozen=True):
    """A declaration names partners where nobody shares a hand."""

    player: str


class CannotShare(Fact, frozen=True):
    """A player named as partner is in, shares another hand, or is not dealt in."""

    player: str


class NoMissLeft(Fact, frozen=True):
    player: str
    spare_hand: SpareHand
    has_any: bool


class CannotPlayForPool(Fact, frozen=True):
    player: str
    dealer_vs_one: DealerVsOne
    """The house rule that decides whether the dealer has this choice."""


class CannotDefend(Fact, frozen=True):
    player: str
    spare_hand: SpareHand


class NoExchangeWith(Fact, frozen=True):
    player: str
    kind: PieceKind


class CannotTakeTurnUp(Fact, frozen=True):
    player: str


class PutAwayForNothing(Fact, frozen=True):
    player: str
    kind: PieceKind


class PutAwayIsTurnUp(Fact, frozen=True):
    piece: PieceName
    kind: PieceKind


class GeneralTooLate(Fact, frozen=True):
    player: str


class GeneralDeclared(Fact, frozen=True):
    player: str


# Refusals of exchanges


class NegativeExchange(Fact, frozen=True):
    player: str
    count: int


class ExchangeOverHand(Fact, frozen=True):
    player: str
    count: int
    hand: int


class ExchangeOverLimit(Fact, frozen=True):
    player: str
    count: int
    limit: int


class ExchangeOverStock(Fact, frozen=True):
    player: str
    count: int
    left: int
    reshuffles: bool
    """Whether cards put away are shuffled back and counted."""


class ExchangesNothing(Fact, frozen=True):
    player: str


class NotOnTurnToExchange(Fact, frozen=True):
    turn: str
    player: str


# Refusals of flushes


class NoHandToShow(Fact, frozen=True):
    player: str


class HandShown(Fact, frozen=True):
    player: str


class CardNamedTwice(Fact, frozen=True):
    player: str


class NotAFlush(Fact, frozen=True):
    player: str
    cards: int
    """Cards in a flush."""
    with_pam: bool
    """Whether Pam can replace a card of the flush."""


class CardLiesOpen(Fact, frozen=True):
    player: str
    card: PieceName


class PamNotAmongThem(Fact, frozen=True):
    player: str
    pam: PieceName


class NotPam(Fact, frozen=True):
    pam: PieceName


class PamSeen(Fact, frozen=True):
    player: str
    pam: PieceName
