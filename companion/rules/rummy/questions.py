"""What is asked in a deal of rummy, and what is good to know before answering (docs/rules.md 7)."""

from companion.facts import Fact, PieceName


class TurnUpAsked(Fact, frozen=True):
    dealer: str


class DrawAsked(Fact, frozen=True):
    player: str
    top: PieceName
    """Top of the discards."""
    stock: bool
    """Whether the stock has cards."""


class TurnAsked(Fact, frozen=True):
    player: str


class LastCard(Fact, frozen=True):
    """The house rule on going out binds the last card of the player on turn."""

    laid_down: bool
    """Melded or laid off; else discarded."""


class OthersAsked(Fact, frozen=True):
    out: str


class DealOver(Fact, frozen=True):
    winner: str | None
