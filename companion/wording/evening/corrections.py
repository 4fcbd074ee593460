"""Why an undo or a correction is refused, and what to do instead."""

from companion.evening.corrections import (
    AnswersNothing,
    DoesNotStand,
    NotNewest,
    TakenOutAlready,
    WouldNotHold,
)
from companion.evening.game_facts import EveningFact
from companion.rules.facts import OutOfPlace, Question
from companion.rules.napoleon.facts import NapFact
from companion.rules.refusals import DealFact
from companion.wording.languages import N_, _
from companion.wording.saying import messages, say, words

messages(
    {
        EveningFact.NOTHING_TO_UNDO: N_("There is nothing to undo."),
        NotNewest: N_(
            "Entry {number} cannot be undone: only the latest entry can, number {newest}."
        ),
        DoesNotStand: N_("Entry {number} no longer counts, so it cannot be corrected."),
        TakenOutAlready: N_("Entry {number} is already deleted."),
        AnswersNothing: N_(
            "The correction gives an answer for entry {number}, but proves no revoke there. Leave "
            "that answer out."
        ),
    }
)


@words(WouldNotHold)
def would_not_hold(fact: WouldNotHold) -> str:
    """A later entry would not hold any more, and what to do about that."""
    why = fact.why
    match why:
        case OutOfPlace(why=NapFact.CONTRACT_OPEN) if fact.after:
            return _(
                "After this correction the contract would not be decided when entry {number} settles "
                "the deal. Undo back to that entry, make the correction, and enter the tricks that "
                "are missing. Or leave it: while the game is on, what someone still owes can be "
                "entered as a penalty.",
                number=fact.number,
            )
        case OutOfPlace(why=NapFact.CONTRACT_OPEN):
            return _(
                "After this correction the contract would not be decided when entry {number} settles "
                "the deal. Undo that entry, make the correction, and enter the tricks that are "
                "missing.",
                number=fact.number,
            )
        case OutOfPlace(why=DealFact.DEAL_DECIDED, question=Question(fact=NapFact.ALL_PASSED)):
            return _(
                "After this correction everyone has passed, but entry {number} says how the contract "
                "went. If someone else bid, first correct their entry to any bid that fits, then this "
                "one. If nobody did, undo back to entry {number}.",
                number=fact.number,
            )
        case OutOfPlace():
            # What would be asked there instead is of no use here.
            why = why.why
    if not fact.after:
        return _(
            "Entry {number} would no longer be possible: {why} If that entry is wrong too, correct "
            "it first. If not, undo it, make this correction, and enter what really happened.",
            number=fact.number,
            why=say(why),
        )
    return _(
        "Entry {number} would no longer be possible: {why} If that entry is wrong too, correct it "
        "first. If not, undo from the latest entry back to that one, make this correction, and "
        "enter what really happened.",
        number=fact.number,
        why=say(why),
    )
