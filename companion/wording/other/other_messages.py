"""Messages of a game that the companion does not know."""

from companion.rules.other import other_facts
from companion.rules.other.other_facts import OtherFact
from companion.wording.languages import N_, _n
from companion.wording.numbers import grouped
from companion.wording.saying import messages, words

messages(
    {
        OtherFact.SCORES_ASKED: N_("What did each player win or lose?"),
        OtherFact.POINTS_ASKED: N_("How many points did each get?"),
        OtherFact.SCORES_ENTERED: N_("Deal over: here is the settlement."),
        other_facts.ScoreMissing: N_("Enter a number for {player}; 0 changes nothing."),
        other_facts.ScoreTooLarge: N_(
            "The number for {player} is too large. Enter at most {most}."
        ),
        other_facts.DealPoints: N_("This deal: {points}."),
        other_facts.ChipsMoved: N_("{source} pays {target}: {chips}."),
    }
)


@words(other_facts.ChipsMissing)
def chips_missing(fact: other_facts.ChipsMissing) -> str:
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
