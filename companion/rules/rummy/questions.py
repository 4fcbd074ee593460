"""What is asked in a deal of rummy, and what is good to know before answering (docs/rules.md 7)."""

from companion.rules.ids import Fact, PieceName


class TurnUpAsked(Fact, frozen=True):
    """Which card the dealer turns up."""

    dealer: str


class DrawAsked(Fact, frozen=True):
    """Which card the player draws."""

    player: str
    top: PieceName
    """The top of the discards."""
    stock: bool
    """Whether there is a stock to draw from."""


class TurnAsked(Fact, frozen=True):
    """What the player lays down, or which card he discards."""

    player: str


class LastCard(Fact, frozen=True):
    """The house rule on going out binds the last card of the player on turn."""

    laid_down: bool
    """Whether it has to be laid down; else it has to be discarded."""


class OthersAsked(Fact, frozen=True):
    """What the others are left with, now that one is out."""

    out: str


class DealOver(Fact, frozen=True):
    """The deal is won, or dead."""

    winner: str | None
