"""What a deal of the Loo family asks and refuses."""

from enum import auto
from typing import Literal

from companion.rules.ids import (
    Fact,
    Names,
    OneOfIds,
    PieceKind,
    PieceName,
    PlainFact,
    Rule,
    SignedPoints,
)


class LooFact(PlainFact):
    """What a deal of the Loo family states without names or numbers."""

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


SpareHand = Literal["miss", "dummy", "widow"]
"""What a game calls a spare hand."""
DealerVsOne = Literal[
    "free", "enter-or-pool", "enter-or-defend", "claimer-sweeps", "pool-against-miss"
]
"""What the dealer may do when exactly one other player is in.

`free`: what anybody may. `enter-or-pool`: he must enter, for himself or for the pool.
`enter-or-defend`: if the miss is left he must enter, for himself or taking the miss for the pool.
`claimer-sweeps`: if the other took the miss, that one takes the pool and the dealer declares
nothing. `pool-against-miss`: of four, he may play for the pool if the other took the miss.
"""


# Questions


class TurnUpAsked(Fact, frozen=True):
    """What is turned up is asked."""

    player: str
    is_dealer: bool
    """Whether the dealer turns it up; else the player at his right."""
    kind: PieceKind
    whole: bool
    """Whether the piece is asked for; else only what of it makes the trump."""


class DeclarationAsked(Fact, frozen=True):
    """What a player does is asked."""

    player: str


class ExchangeAsked(Fact, frozen=True):
    """How many cards a player exchanges is asked."""

    player: str


class FlushesAsked(Fact, frozen=True):
    """Whether there are more flushes, or Pam, is asked."""

    best: Names
    """Whose flush is the best so far."""
    pam: bool
    """Whether somebody can still show Pam."""


class SoleTakesAll(Fact, frozen=True):
    """Nobody plays, and one takes everything."""

    player: str
    points: SignedPoints | None = None
    """What the player scores, in a game for points."""


# Refusals: what cannot be entered where the deal stands


class PieceWanted(Fact, frozen=True):
    """Where every piece is recorded, the trump alone is no turn-up."""

    kind: PieceKind


# Refusals of declarations


class NoSuchDeclaration(Fact, frozen=True):
    """The choice is none of the family's."""

    choice: str
    player: str
    choices: OneOfIds


class MissBinds(Fact, frozen=True):
    """Who took a spare hand would drop it."""

    player: str
    spare_hand: SpareHand


class DealerDeclaresNothing(Fact, frozen=True):
    """All is decided before the dealer."""

    player: str
    rule: Rule
    """All dropped, or the miss takes the pool."""


class NobodyDrops(Fact, frozen=True):
    """Everybody must play this deal."""

    rule: Rule
    player: str = ""
    """Who would drop."""


class DeclaredButOut(Fact, frozen=True):
    """A whole deal is told in which a player declared to be in, and no tricks are told of him."""

    player: str


class DealerMustEnter(Fact, frozen=True):
    """One other player is in, so the dealer may not drop."""

    player: str


class AceTurnedUp(Fact, frozen=True):
    """The dealer turned up an ace, and by the house rules must play."""

    player: str


class NoMissLeft(Fact, frozen=True):
    """The player cannot take a spare hand: none is left, or the game has none."""

    player: str
    spare_hand: SpareHand
    has_any: bool


class CannotPlayForPool(Fact, frozen=True):
    """The player cannot play for the pool."""

    player: str
    dealer_vs_one: DealerVsOne
    """By which rule one can in this deal, if at all."""


class CannotDefend(Fact, frozen=True):
    """The player cannot take the spare hand for the pool."""

    player: str
    spare_hand: SpareHand


class NoExchangeWith(Fact, frozen=True):
    """Nothing is exchanged with that declaration."""

    player: str
    kind: PieceKind


class CannotTakeTurnUp(Fact, frozen=True):
    """The player does not deal, or plays another hand than the one dealt to him."""

    player: str


class PutAwayForNothing(Fact, frozen=True):
    """A piece is put away for a turn-up that was not taken."""

    player: str
    kind: PieceKind


class PutAwayIsTurnUp(Fact, frozen=True):
    """The piece put away for the turn-up is the turn-up."""

    piece: PieceName
    kind: PieceKind


class GeneralTooLate(Fact, frozen=True):
    """General Rams is declared before anything else, and somebody has declared."""

    player: str


class GeneralDeclared(Fact, frozen=True):
    """Somebody has declared General Rams, so nobody drops and no more is declared."""

    player: str
    """Who has."""


# Refusals of exchanges


class NegativeExchange(Fact, frozen=True):
    """A player exchanges less than nothing."""

    player: str
    count: int


class ExchangeOverHand(Fact, frozen=True):
    """A player exchanges more cards than he holds."""

    player: str
    count: int
    hand: int


class ExchangeOverLimit(Fact, frozen=True):
    """A player exchanges more cards than the house rules allow."""

    player: str
    count: int
    limit: int


class ExchangeOverStock(Fact, frozen=True):
    """The stock holds fewer cards than a player exchanges."""

    player: str
    count: int
    left: int
    reshuffles: bool
    """Whether that counts the cards put away, which are dealt again."""


class ExchangesNothing(Fact, frozen=True):
    """The player is not in."""

    player: str


class NotOnTurnToExchange(Fact, frozen=True):
    """It is another player's turn to exchange."""

    turn: str
    player: str


# Refusals of flushes


class NoHandToShow(Fact, frozen=True):
    """The player has dropped or is not dealt in."""

    player: str


class HandShown(Fact, frozen=True):
    """The player has shown his hand already."""

    player: str


class CardNamedTwice(Fact, frozen=True):
    """One card stands twice in a flush."""

    player: str


class NotAFlush(Fact, frozen=True):
    """The cards shown are no flush."""

    player: str
    cards: int
    """How many a flush takes."""
    with_pam: bool
    """Whether Pam can stand for one."""


class CardLiesOpen(Fact, frozen=True):
    """The card lies on the table, so nobody holds it."""

    player: str
    card: PieceName


class PamNotAmongThem(Fact, frozen=True):
    """The player has shown Pam, which is none of the cards of his flush."""

    player: str
    pam: PieceName


class NotPam(Fact, frozen=True):
    """Another card is shown as Pam."""

    pam: PieceName


class PamSeen(Fact, frozen=True):
    """Pam has been seen, so nobody holds it."""

    player: str
    pam: PieceName
