"""Refusals that any game can make, in words."""

from companion.rules.actions import ReasonTooLong
from companion.rules.facts import NotInThisGame, OutOfPlace, Question
from companion.rules.refusals import (
    AllHaveDeclared,
    BidderWanted,
    BuysApart,
    DealDecided,
    DealNotBegun,
    DealOpen,
    DeclaredSingly,
    DeclaresFirst,
    HasDeclared,
    NotDealtIn,
    NothingPlayed,
    NotOfTheRest,
    NotOnTurn,
    NoTrickYet,
    RecordedOtherwise,
)
from companion.wording.languages import _
from companion.wording.saying import say, words


@words(OutOfPlace)
def out_of_place(fact: OutOfPlace) -> str:
    """Why an entry does not fit now, and what is asked instead."""
    return f"{say(fact.why)} {say(fact.question)}"


@words(NotInThisGame)
def not_in_this_game(fact: NotInThisGame) -> str:
    """Entries of that kind are of other games."""
    return _("This game has no such entry.")


@words(Question)
def question(fact: Question) -> str:
    """What is asked."""
    return say(fact.fact)


@words(ReasonTooLong)
def reason_too_long(fact: ReasonTooLong) -> str:
    """How long it may be."""
    return _("Make it shorter: a reason can have at most {n} characters.", n=fact.longest)


@words(NotDealtIn)
def not_dealt_in(fact: NotDealtIn) -> str:
    """The entry names somebody who has no hand."""
    return _("{player} is not in this deal.", player=fact.player)


@words(NotOnTurn)
def not_on_turn(fact: NotOnTurn) -> str:
    """Whose turn it is."""
    return _("It is {turn}’s turn, not {player}’s.", turn=fact.turn, player=fact.player)


@words(AllHaveDeclared)
def all_have_declared(fact: AllHaveDeclared) -> str:
    """The round of declarations is over."""
    return _("Everyone has declared.")


@words(HasDeclared)
def has_declared(fact: HasDeclared) -> str:
    """One declares once."""
    return _(
        "{player} has already declared. It is {turn}’s turn.", player=fact.player, turn=fact.turn
    )


@words(DeclaresFirst)
def declares_first(fact: DeclaresFirst) -> str:
    """Who declares before another."""
    return _("{turn} declares before {player}.", turn=fact.turn, player=fact.player)


@words(DeclaredSingly)
def declared_singly(fact: DeclaredSingly) -> str:
    """What the rest can declare at once."""
    return _(
        "The rest cannot all declare {choice} at once. Enter {rest}.",
        choice=repr(fact.choice),
        rest=fact.rest,
    )


@words(BidderWanted)
def bidder_wanted(fact: BidderWanted) -> str:
    """A bid is somebody's."""
    return _("Choose who bid highest, then the bid.")


@words(BuysApart)
def buys_apart(fact: BuysApart) -> str:
    """Who buys comes first, alone."""
    return _("Enter players who buy cards one at a time, then the rest.")


@words(NotOfTheRest)
def not_of_the_rest(fact: NotOfTheRest) -> str:
    """Who declares otherwise must be one of them."""
    return _("{player} is not one of the players still to declare.", player=fact.player)


@words(NothingPlayed)
def nothing_played(fact: NothingPlayed) -> str:
    """No revoke without tricks."""
    return _("Nobody can have revoked: no trick has been played yet.")


@words(NoTrickYet)
def no_trick_yet(fact: NoTrickYet) -> str:
    """The play has not begun."""
    return _("The first trick has not started yet.")


@words(DealDecided)
def deal_decided(fact: DealDecided) -> str:
    """Nothing is played any more."""
    return _("The deal is already decided.")


@words(DealOpen)
def deal_open(fact: DealOpen) -> str:
    """Nothing to settle yet."""
    return _("The deal is not decided yet. Finish it before you settle.")


@words(DealNotBegun)
def deal_not_begun(fact: DealNotBegun) -> str:
    """Nothing to make void."""
    return _("The deal has not started, so there is nothing to deal again.")


@words(RecordedOtherwise)
def recorded_otherwise(fact: RecordedOtherwise) -> str:
    """At which depth the deal is recorded."""
    match fact.depth:
        case "plays":
            return _("This deal is recorded play by play.")
        case "tricks":
            return _("This deal is recorded trick by trick.")
    return _("This deal is recorded by its result.")
