"""Refusals that several families share."""

from enum import auto

from companion.facts import Fact, PlainFact
from companion.rules.facts import Depth


class DealFact(PlainFact):
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
    player: str


class NotOnTurn(Fact, frozen=True):
    turn: str
    player: str


class HasDeclared(Fact, frozen=True):
    player: str
    turn: str


class DeclaresFirst(Fact, frozen=True):
    turn: str
    player: str


class DeclaredSingly(Fact, frozen=True):
    choice: str
    rest: str
    """The choice that all remaining players can declare at once."""


class NotOfTheRest(Fact, frozen=True):
    player: str


class RecordedOtherwise(Fact, frozen=True):
    depth: Depth
