"""Messages of a game that the companion does not know."""

from companion.rules.other import deal
from companion.rules.other.deal import OtherFact
from companion.wording.languages import N_, _n
from companion.wording.numbers import grouped
from companion.wording.saying import messages, words

messages(
    {
        OtherFact.SCORES_ASKED: N_("What did each player win or lose?"),
        OtherFact.POINTS_ASKED: N_("How many points did each get?"),
        OtherFact.SCORES_ENTERED: N_("Deal over: here is the settlement."),
        deal.ScoreMissing: N_("Enter a number for {player}; 0 changes nothing."),
        deal.ScoreTooLarge: N_("The number for {player} is too large. Enter at most {most}."),
        deal.DealPoints: N_("This deal: {points}."),
        deal.ChipsMoved: N_("{source} pays {target}: {chips}."),
    }
)


@words(deal.ChipsMissing)
def chips_missing(fact: deal.ChipsMissing) -> str:
    number = abs(fact.chips)
    if fact.chips > 0:
        return _n(
            "{number} chip is missing: what all win and lose must add up to 0.",
            "{number} chips are missing: what all win and lose must add up to 0.",
            number,
            number=grouped(number),
        )
    return _n(
        "{number} chip too many: what all win and lose must add up to 0.",
        "{number} chips too many: what all win and lose must add up to 0.",
        number,
        number=grouped(number),
    )
