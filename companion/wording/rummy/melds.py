"""Melds and hands of rummy in words: what is none, what goes where, what can be left."""

from collections.abc import Iterable

from companion.rules.rummy.hand_values import (
    CardsLeft,
    HandNotSaid,
    JokerInHand,
    KnownToHold,
    PipsImpossible,
    SeenTooOften,
)
from companion.rules.rummy.melds import (
    DoesNotFit,
    JokerIsOther,
    JokerMisnamed,
    JokerStays,
    JokerUnnamed,
    MeldComplete,
    MeldFault,
    NaturalNeeded,
    NoJokerThere,
    NoMeld,
    Notation,
    SeveralMelds,
    Stays,
    TooFewCards,
)
from companion.wording.languages import N_
from companion.wording.lists import either_of_long
from companion.wording.pieces import card_names
from companion.wording.saying import By, If, Plural, messages


def _melds(ways: Iterable[Notation]) -> str:
    return either_of_long(map(card_names, ways))


messages(
    {
        # Laying down
        TooFewCards: N_("{player} needs at least {least} cards for a meld, not {cards}."),
        NoMeld: By(
            "fault",
            {
                MeldFault.ONLY_JOKERS: N_("{player} cannot meld jokers alone: {cards}."),
                MeldFault.NO_COMMON: N_(
                    "{player} cannot meld {cards}: a meld is cards of one rank, or a sequence in one suit."
                ),
                MeldFault.TWICE: N_(
                    "{player} cannot meld {cards}: {evidence} is there twice, and a sequence has each card "
                    "once."
                ),
                MeldFault.ROUND_THE_CORNER: N_(
                    "{player} cannot meld {cards}: a sequence does not go round the corner. The ace is its "
                    "lowest or its highest card."
                ),
                MeldFault.GAPS: N_(
                    "{player} cannot meld {cards}: the sequence has a gap ({evidence})."
                ),
            },
        ),
        JokerMisnamed: N_(
            "In {player}’s {cards} the joker cannot stand for that card. Choose {ways}."
        ),
        SeveralMelds: N_("Choose what {player}’s joker stands for: {ways}."),
        # Laying off
        MeldComplete: N_("{meld} is complete: nothing can be added to it."),
        JokerUnnamed: N_("Choose what {player}’s joker on {meld} stands for: {ways}."),
        DoesNotFit: If(
            "fits",
            N_("{player} cannot lay off {card} on {meld}: only {fits} fits."),
            N_("{player} cannot lay off {card} on {meld}: only a card of the same rank fits."),
        ),
        # Moving a joker
        NaturalNeeded: N_(
            "{player} can move a joker only with a natural card, not with another joker."
        ),
        NoJokerThere: N_("There is no joker in {meld} to move."),
        JokerIsOther: N_(
            "{player} cannot move a joker of {meld} with {card}: the joker stands for {stands_for}."
        ),
        JokerStays: By(
            "why",
            {
                Stays.IN_SET: N_(
                    "{player} cannot move the joker of {meld}: in a set a joker stays."
                ),
                Stays.INSIDE: N_(
                    "{player} cannot move the joker of {meld}: only a joker at an end of a sequence can be "
                    "moved."
                ),
                Stays.MOVED: N_(
                    "{player} cannot move the joker of {meld}: it has already been moved once."
                ),
                Stays.BEFORE_ACE: N_(
                    "{player} cannot move the joker of {meld}: nothing comes before the ace at the other "
                    "end."
                ),
                Stays.AFTER_ACE: N_(
                    "{player} cannot move the joker of {meld}: nothing comes after the ace at the other "
                    "end."
                ),
            },
        ),
        # Hands
        JokerInHand: N_("A joker in hand stands for no card. Write JK, not {card}."),
        HandNotSaid: N_("Enter what {player} has left: the cards, or only the pips."),
        CardsLeft: If(
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
        KnownToHold: N_(
            "{player} took {card} from the discards and has not played it since, so it must be "
            "among the cards left."
        ),
        SeenTooOften: N_(
            "{player} cannot have {card}: the pack has {copies}, and this would be number {seen}."
        ),
        PipsImpossible: If(
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
