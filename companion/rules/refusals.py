"""Facts that deals of several families refuse an entry with; each family's own stand with its code."""

from enum import auto

from companion.rules.ids import Fact, PlainFact


class DealFact(PlainFact):
    """A refusal of any game that needs no names or numbers."""

    NOT_IN_THIS_GAME = auto()
    ALL_HAVE_DECLARED = auto()
    BUYS_APART = auto()
    BIDDER_WANTED = auto()
    NOTHING_PLAYED = auto()
    NO_TRICK_YET = auto()
    DEAL_DECIDED = auto()
    DEAL_OPEN = auto()
    DEAL_NOT_BEGUN = auto()


class NotDealtIn(Fact, frozen=True):
    """The entry names somebody who has no hand in this deal."""

    player: str


class NotOnTurn(Fact, frozen=True):
    """It is another player's turn."""

    turn: str
    player: str


class HasDeclared(Fact, frozen=True):
    """The player has declared already."""

    player: str
    turn: str
    """Whose turn it is instead."""


class DeclaresFirst(Fact, frozen=True):
    """Another player declares before this one."""

    turn: str
    player: str


class DeclaredSingly(Fact, frozen=True):
    """A declaration that each makes for himself, not all who are left at once."""

    choice: str
    rest: str
    """What all who are left can declare at once."""


class NotOfTheRest(Fact, frozen=True):
    """A player is named who is none of those left to declare, or comes after one who may not."""

    player: str


class RecordedOtherwise(Fact, frozen=True):
    """The deal is recorded at another depth than the entry's."""

    depth: str
    """The depth at which it is recorded."""
