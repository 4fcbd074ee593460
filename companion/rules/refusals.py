"""Facts that deals of several families refuse an entry with; each family's own stand with its code."""

from companion.rules.ids import Fact


class NotDealtIn(Fact, frozen=True):
    """The entry names somebody who has no hand in this deal."""

    player: str


class NotOnTurn(Fact, frozen=True):
    """It is another player's turn."""

    turn: str
    player: str


class AllHaveDeclared(Fact, frozen=True):
    """The round of declarations is over."""


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


class BuysApart(Fact, frozen=True):
    """One buys cards, which is no declaration to make for all who are left at once."""


class BidderWanted(Fact, frozen=True):
    """The highest bid is told, and not whose it is."""


class NotOfTheRest(Fact, frozen=True):
    """A player is named who is none of those left to declare, or comes after one who may not."""

    player: str


class NothingPlayed(Fact, frozen=True):
    """There are no tricks in which anybody could have revoked."""


class NoTrickYet(Fact, frozen=True):
    """The play of the tricks has not begun."""


class DealDecided(Fact, frozen=True):
    """The deal is over but for its settlement."""


class DealOpen(Fact, frozen=True):
    """The deal cannot be settled yet."""


class DealNotBegun(Fact, frozen=True):
    """Nothing has been entered of the deal, so there is nothing to make void."""


class RecordedOtherwise(Fact, frozen=True):
    """The deal is recorded at another depth than the entry's."""

    depth: str
    """The depth at which it is recorded."""
