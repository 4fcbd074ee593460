"""Questions and refusals of rummy (docs/rules.md 7)."""

from enum import auto

from companion.facts import CardCount, Fact, PieceName, PieceNames, PlainFact


class RummyFact(PlainFact):
    MAY_CALL_DEAD = auto()
    WINNER_ASKED = auto()
    DEAD_HAND_ASKED = auto()
    NO_TURN_UP_NOW = auto()
    NO_TURN_UP_YET = auto()
    NOBODY_PLAYS = auto()
    NOTHING_LEFT = auto()


# Turns
class DiscardsFirst(Fact, frozen=True):
    turn: str
    player: str


class HasDrawn(Fact, frozen=True):
    player: str


class DrawsFirst(Fact, frozen=True):
    player: str


class StockOut(Fact, frozen=True):
    player: str
    top: PieceName


class NoSuchMeld(Fact, frozen=True):
    meld: int
    melds: int


class TooManyLaid(Fact, frozen=True):
    player: str
    cards: int
    holds: CardCount


class SameCard(Fact, frozen=True):
    player: str
    card: PieceName


class LastIsLaidDown(Fact, frozen=True):
    player: str


class LastIsDiscarded(Fact, frozen=True):
    player: str


class SeenElsewhere(Fact, frozen=True):
    player: str
    card: str
    copies: int
    """Copies that the entry requires in the player's hand."""
    in_pack: int
    melds: tuple[int, ...]
    """The meld's number for each copy melded."""
    discards: int
    hands: tuple[str, ...]
    """Players who took a copy from the discards and still hold it."""


class HandIsKnown(Fact, frozen=True):
    player: str
    holds: CardCount
    known: PieceNames
    cards: PieceNames


# The hands that are left
class NeitherPipsNorCards(Fact, frozen=True):
    player: str
    given: str


class WinnerHoldsNone(Fact, frozen=True):
    player: str


class HasWon(Fact, frozen=True):
    player: str


class HasNotWon(Fact, frozen=True):
    player: str
    cards: CardCount


class NotDeadYet(Fact, frozen=True):
    turn: str | None
    """The player whose turn must end first; None while there is a stock."""


class TurnUpAsked(Fact, frozen=True):
    dealer: str


class DrawAsked(Fact, frozen=True):
    player: str
    top: PieceName
    stock: bool


class TurnAsked(Fact, frozen=True):
    player: str
    melds: int
    """Number of melds on the table."""


class LastCard(Fact, frozen=True):
    """The house rule on going out restricts the last card of the player to act."""

    laid_down: bool
    """True if the last card must be melded or laid off; False if it must be discarded."""


class OthersAsked(Fact, frozen=True):
    out: str


class DealOver(Fact, frozen=True):
    winner: str | None
