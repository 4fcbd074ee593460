"""Rummy in words: refusals, questions, payments."""

from companion.rules.rummy.deal import DeadHandsWon, PipsLeft
from companion.rules.rummy.questions import (
    DealOver,
    DrawAsked,
    LastCard,
    OthersAsked,
    TurnAsked,
    TurnUpAsked,
)
from companion.rules.rummy.refusals import (
    DiscardsFirst,
    DrawsFirst,
    HandIsKnown,
    HasDrawn,
    HasNotWon,
    HasWon,
    LastIsDiscarded,
    LastIsLaidDown,
    NeitherPipsNorCards,
    NoSuchMeld,
    NotDeadYet,
    RummyFact,
    SameCard,
    SeenElsewhere,
    StockOut,
    TooManyLaid,
    WinnerHoldsNone,
)
from companion.wording.languages import N_, _, _n
from companion.wording.pieces import card_names, piece_name
from companion.wording.saying import If, messages, words

messages(
    {
        # Questions
        TurnUpAsked: N_("{dealer} deals ten cards each and turns one up. Which one?"),
        DrawAsked: If(
            "stock",
            N_("{player} draws from the stock or takes the {top}."),
            N_("The stock is used up: {player} takes the {top}."),
        ),
        RummyFact.MAY_CALL_DEAD: N_("If nobody can go out, end the deal."),
        TurnAsked: N_("{player} melds, lays off or discards."),
        LastCard: If(
            "laid_down",
            N_(
                "At this table the last card must be melded or laid off. If it cannot be, undo the "
                "last meld."
            ),
            N_("At this table the last card must be discarded."),
        ),
        RummyFact.WINNER_ASKED: N_("Who won, and what do the others have left?"),
        OthersAsked: N_("{out} has gone out. What do the others have left?"),
        RummyFact.DEAD_HAND_ASKED: N_(
            "A full round changed nothing, so nobody can go out. What does each player have left?"
        ),
        DealOver: If(
            "winner",
            N_("{winner} wins: here is the settlement."),
            N_("Nobody can go out: here is the settlement."),
        ),
        # Turns
        RummyFact.NO_TURN_UP_NOW: N_("No card is turned up now."),
        RummyFact.NO_TURN_UP_YET: N_("There is no turn-up yet."),
        RummyFact.NOBODY_PLAYS: N_("The turns are over."),
        DiscardsFirst: N_("{turn} must discard before {player}’s turn begins."),
        HasDrawn: N_("{player} has already drawn, and now melds, lays off or discards."),
        DrawsFirst: N_("{player} must draw first, from the stock or the discards."),
        StockOut: N_(
            "The stock is used up: {player} takes {top} from the discards, or nobody can go out."
        ),
        NoSuchMeld: If(
            "melds",
            N_("There is no meld {meld}. They are numbered from 1 to {melds}."),
            N_("There is no meld {meld}. Nothing has been melded yet."),
        ),
        TooManyLaid: N_("{player} has {holds}, so cannot meld {cards}."),
        SameCard: N_(
            "{player} took {card} from the discards, so must discard another card: the stock is "
            "used up."
        ),
        LastIsLaidDown: N_(
            "{player} cannot discard the last card: at this table it must be melded or laid off. "
            "If it cannot be, undo the last meld."
        ),
        LastIsDiscarded: N_(
            "{player} must keep one card: at this table the last card is discarded."
        ),
        HandIsKnown: N_(
            "{player} has {holds}, including {known} from the discards, so cannot have {cards}."
        ),
        # The hands that are left
        RummyFact.NOTHING_LEFT: N_("It is not time yet to enter the cards left, or too late."),
        NeitherPipsNorCards: N_(
            "{player}: {given!r} is neither pips nor cards. Enter a number like 27, or tap the "
            "cards."
        ),
        WinnerHoldsNone: N_("{player} won, so has no cards left."),
        HasWon: N_("{player} has no cards left, so has won."),
        HasNotWon: N_("{player} still has {cards}, so has not won."),
        NotDeadYet: If(
            "turn",
            N_("Finish {turn}’s turn before you enter that nobody can go out."),
            N_("Someone may still go out: the stock is not used up."),
        ),
        DeadHandsWon: N_("{winner} wins and takes what earlier deals left in the pool: {pool}."),
    }
)


@words(SeenElsewhere)
def seen_elsewhere(fact: SeenElsewhere) -> str:
    """Where the copies of a card are; no more than the pack has."""
    card = piece_name(fact.card)
    if fact.copies > 1:
        card = _n("{card} {n} time", "{card} {n} times", fact.copies, card=card)
    places = [_("meld {number}", number=number) for number in fact.melds]
    places += [_("the discards")] * fact.discards
    places += [_("{player}’s hand", player=player) for player in fact.hands]
    values = {"player": fact.player, "card": card, "copies": fact.in_pack}
    match places:
        case []:
            return _("{player} cannot have {card}: there are {copies} in the pack.", **values)
        case [place]:
            return _(
                "{player} cannot have {card}: there are {copies} in the pack, and one is in "
                "{place}.",
                place=place,
                **values,
            )
    return _(
        "{player} cannot have {card}: there are {copies} in the pack, and one is in {place} and "
        "one in {other}.",
        place=places[0],
        other=places[1],
        **values,
    )


# Payments


@words(PipsLeft)
def pips_left(fact: PipsLeft) -> str:
    """What a loser is left with, and what it counts."""
    if fact.cards is None:
        return _n(
            "{player} has {n} pip left.",
            "{player} has {n} pips left.",
            fact.pips,
            player=fact.player,
        )
    cards, counted = card_names(fact.cards), " + ".join(map(str, fact.counts))
    if len(fact.cards) == 1:
        return _(
            "{player} has {cards} left: {pips}.",
            player=fact.player,
            cards=cards,
            pips=fact.pips,
        )
    return _(
        "{player} has {cards} left: {counted} = {pips}.",
        player=fact.player,
        cards=cards,
        counted=counted,
        pips=fact.pips,
    )
