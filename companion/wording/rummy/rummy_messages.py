"""Messages of rummy: questions, refusals, payments."""

from companion.rules.rummy import hand_values, melds, rummy_facts
from companion.rules.rummy.deal import DeadHandsWon, PipsLeft
from companion.rules.rummy.rummy_facts import RummyFact
from companion.wording.languages import N_, _, _n
from companion.wording.pieces import card_names, piece_name
from companion.wording.saying import By, If, Plural, messages, words

messages(
    {
        # Questions
        rummy_facts.TurnUpAsked: N_("{dealer} deals ten cards each and turns one up. Which one?"),
        rummy_facts.DrawAsked: If(
            "stock",
            N_("{player} draws from the stock or takes the {top}."),
            N_("The stock is used up: {player} takes the {top}."),
        ),
        RummyFact.MAY_CALL_DEAD: N_("If nobody can go out, end the deal."),
        rummy_facts.TurnAsked: If(
            "melds",
            N_("{player} melds, lays off or discards."),
            N_("{player} melds or discards."),
        ),
        rummy_facts.LastCard: If(
            "laid_down",
            N_(
                "At this table the last card must be melded or laid off. If it cannot be, undo the "
                "last meld."
            ),
            N_("At this table the last card must be discarded."),
        ),
        RummyFact.WINNER_ASKED: N_("Who won, and what do the others have left?"),
        rummy_facts.OthersAsked: N_("{out} has gone out. What do the others have left?"),
        RummyFact.DEAD_HAND_ASKED: N_(
            "A full round changed nothing, so nobody can go out. What does each player have left?"
        ),
        rummy_facts.DealOver: If(
            "winner",
            N_("{winner} wins: here is the settlement."),
            N_("Nobody can go out: here is the settlement."),
        ),
        # Turns
        RummyFact.NO_TURN_UP_NOW: N_("No card is turned up now."),
        RummyFact.NO_TURN_UP_YET: N_("There is no turn-up yet."),
        RummyFact.NOBODY_PLAYS: N_("The turns are over."),
        rummy_facts.DiscardsFirst: N_("{turn} must discard before {player}’s turn begins."),
        rummy_facts.HasDrawn: N_("{player} has already drawn. Now enter a meld or the discard."),
        rummy_facts.DrawsFirst: N_("{player} must draw first, from the stock or the discards."),
        rummy_facts.StockOut: N_(
            "The stock is used up: {player} takes {top} from the discards, or nobody can go out."
        ),
        rummy_facts.NoSuchMeld: If(
            "melds",
            N_("There is no meld {meld}. They are numbered from 1 to {melds}."),
            N_("There is no meld {meld}. Nothing has been melded yet."),
        ),
        rummy_facts.TooManyLaid: N_("{player} has {holds}, so cannot meld {cards}."),
        rummy_facts.SameCard: N_(
            "{player} took {card} from the discards, so must discard another card: the stock is "
            "used up."
        ),
        rummy_facts.LastIsLaidDown: N_(
            "{player} cannot discard the last card: at this table it must be melded or laid off. "
            "If it cannot be, undo the last meld."
        ),
        rummy_facts.LastIsDiscarded: N_(
            "{player} must keep one card: at this table the last card is discarded."
        ),
        rummy_facts.HandIsKnown: N_(
            "{player} has {holds}, including {known} from the discards, so cannot have {cards}."
        ),
        # The hands that are left
        RummyFact.NOTHING_LEFT: N_("It is not time yet to enter the cards left, or too late."),
        rummy_facts.NeitherPipsNorCards: N_(
            "{player}: {given!r} is neither pips nor cards. Enter a number like 27, or tap the "
            "cards."
        ),
        rummy_facts.WinnerHoldsNone: N_("{player} won, so has no cards left."),
        rummy_facts.HasWon: N_("{player} has no cards left, so has won."),
        rummy_facts.HasNotWon: N_("{player} still has {cards}, so has not won."),
        rummy_facts.NotDeadYet: If(
            "turn",
            N_("Finish {turn}’s turn before you enter that nobody can go out."),
            N_("Someone may still go out: the stock is not used up."),
        ),
        DeadHandsWon: N_("{winner} wins and takes what earlier deals left in the pool: {pool}."),
        # Melds
        # Laying down
        melds.TooFewCards: N_("{player} needs at least {least} cards for a meld, not {cards}."),
        melds.NoMeld: By(
            "fault",
            {
                melds.MeldFault.ONLY_JOKERS: N_("{player} cannot meld jokers alone: {cards}."),
                melds.MeldFault.NO_COMMON: N_(
                    "{player} cannot meld {cards}: a meld is cards of one rank, or a sequence in one suit."
                ),
                melds.MeldFault.TWICE: N_(
                    "{player} cannot meld {cards}: {evidence} is there twice, and a sequence has each card "
                    "once."
                ),
                melds.MeldFault.ROUND_THE_CORNER: N_(
                    "{player} cannot meld {cards}: a sequence does not go round the corner. The ace is its "
                    "lowest or its highest card."
                ),
                melds.MeldFault.GAPS: N_(
                    "{player} cannot meld {cards}: the sequence has a gap ({evidence})."
                ),
            },
        ),
        melds.JokerMisnamed: N_(
            "In {player}’s {cards} the joker cannot stand for that card. Choose {ways}."
        ),
        melds.SeveralMelds: N_("Choose what {player}’s joker stands for: {ways}."),
        # Laying off
        melds.MeldComplete: N_("{meld} is complete: nothing can be added to it."),
        melds.JokerUnnamed: N_("Choose what {player}’s joker on {meld} stands for: {ways}."),
        melds.DoesNotFit: If(
            "fits",
            N_("{player} cannot lay off {card} on {meld}: only {fits} fits."),
            N_("{player} cannot lay off {card} on {meld}: only a card of the same rank fits."),
        ),
        # Moving a joker
        melds.NaturalNeeded: N_(
            "{player} can move a joker only with a natural card, not with another joker."
        ),
        melds.NoJokerThere: N_("There is no joker in {meld} to move."),
        melds.JokerIsOther: N_(
            "{player} cannot move a joker of {meld} with {card}: the joker stands for {stands_for}."
        ),
        melds.JokerStays: By(
            "why",
            {
                melds.Stays.IN_SET: N_(
                    "{player} cannot move the joker of {meld}: in a set a joker stays."
                ),
                melds.Stays.INSIDE: N_(
                    "{player} cannot move the joker of {meld}: only a joker at an end of a sequence can be "
                    "moved."
                ),
                melds.Stays.MOVED: N_(
                    "{player} cannot move the joker of {meld}: it has already been moved once."
                ),
                melds.Stays.BEFORE_ACE: N_(
                    "{player} cannot move the joker of {meld}: nothing comes before the ace at the other "
                    "end."
                ),
                melds.Stays.AFTER_ACE: N_(
                    "{player} cannot move the joker of {meld}: nothing comes after the ace at the other "
                    "end."
                ),
            },
        ),
        # Hands
        hand_values.JokerInHand: N_("A joker in hand stands for no card. Write JK, not {card}."),
        hand_values.HandNotSaid: N_("Enter what {player} has left: the cards, or only the pips."),
        hand_values.CardsLeft: If(
            "holds",
            Plural(
                "{player} has {holds} left, but {n} is entered.",
                "{player} has {holds} left, but {n} are entered.",
                by="entered",
            ),
            Plural(
                "{player} has 1 to {most} cards left, but {n} is entered.",
                "{player} has 1 to {most} cards left, but {n} are entered.",
                by="entered",
            ),
        ),
        hand_values.KnownToHold: N_(
            "{player} took {card} from the discards and has not played it since, so it must be "
            "among the cards left."
        ),
        hand_values.SeenTooOften: N_(
            "{player} cannot have {card}: the pack has {copies}, and this would be number {seen}."
        ),
        hand_values.PipsImpossible: If(
            "cards",
            If(
                "known",
                N_("{player} has {cards} left, including {known}, which cannot make {pips} pips."),
                N_("{player} has {cards} left, which cannot make {pips} pips."),
            ),
            N_("{player} has 1 to {most} cards left, which cannot make {pips} pips."),
        ),
    }
)


@words(rummy_facts.SeenElsewhere)
def seen_elsewhere(fact: rummy_facts.SeenElsewhere) -> str:
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
