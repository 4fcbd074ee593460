"""What the turns of a rummy deal, and its end, refuse an entry with (docs/rules.md 7)."""

from enum import auto

from companion.rules.ids import CardCount, Fact, PieceName, PieceNames, PlainFact


class RummyFact(PlainFact):
    """What a deal of rummy states without names or numbers."""

    MAY_CALL_DEAD = auto()
    WINNER_ASKED = auto()
    DEAD_HAND_ASKED = auto()
    NO_TURN_UP_NOW = auto()
    NO_TURN_UP_YET = auto()
    NOBODY_PLAYS = auto()
    NOTHING_LEFT = auto()


# Turns


class DiscardsFirst(Fact, frozen=True):
    """The player on turn has to discard before the next one's turn begins."""

    turn: str
    player: str


class HasDrawn(Fact, frozen=True):
    """The player has drawn a card in this turn already."""

    player: str


class DrawsFirst(Fact, frozen=True):
    """The player has to draw a card before anything else."""

    player: str


class StockOut(Fact, frozen=True):
    """No card can be drawn from the stock any more."""

    player: str
    top: PieceName
    """The top of the discards."""


class NoSuchMeld(Fact, frozen=True):
    """There is no meld of that number."""

    meld: int
    melds: int
    """How many have been laid."""


class TooManyLaid(Fact, frozen=True):
    """The player would lay down more cards than he holds."""

    player: str
    cards: int
    holds: CardCount


class SameCard(Fact, frozen=True):
    """The player would discard the card that he took from the discards, the stock being out."""

    player: str
    card: PieceName


class LastIsLaidDown(Fact, frozen=True):
    """The last card must not be discarded, by the house rule on going out."""

    player: str


class LastIsDiscarded(Fact, frozen=True):
    """The last card must not be laid down, by the house rule on going out."""

    player: str


class SeenElsewhere(Fact, frozen=True):
    """The player cannot have so many copies of a card: others of it have been seen."""

    player: str
    card: str
    copies: int
    """How many the entry gives him."""
    in_pack: int
    melds: tuple[int, ...]
    """The melds in which copies lie, by number, one for each."""
    discards: int
    """How many lie in the discards."""
    hands: tuple[str, ...]
    """Who else holds one, taken from the discards."""


class HandIsKnown(Fact, frozen=True):
    """The player cannot have these cards beside those he is known to hold."""

    player: str
    holds: CardCount
    known: PieceNames
    """Cards he took from the discards."""
    cards: PieceNames


# The hands that are left


class NeitherPipsNorCards(Fact, frozen=True):
    """What was typed as a player's hand is no number of pips, and no cards."""

    player: str
    given: str


class WinnerHoldsNone(Fact, frozen=True):
    """The player is entered as the winner, and as left with cards."""

    player: str


class HasWon(Fact, frozen=True):
    """The player has no card left, so nobody else has won and the hand is not dead."""

    player: str


class HasNotWon(Fact, frozen=True):
    """The player still holds cards."""

    player: str
    cards: CardCount


class NotDeadYet(Fact, frozen=True):
    """The table cannot call the hand dead yet."""

    turn: str | None
    """Whose turn must be over first; None while there is a stock."""
