"""Why a flush or Pam cannot be shown, in words."""

from companion.rules.loo.facts import (
    CardLiesOpen,
    CardNamedTwice,
    HandShown,
    LooFact,
    NoHandToShow,
    NotAFlush,
    NotPam,
    PamNotAmongThem,
    PamSeen,
)
from companion.wording.languages import N_, _
from companion.wording.saying import messages, words

messages(
    {
        NoHandToShow: N_("{player} has no hand to show: they dropped, or are not in this deal."),
        HandShown: N_("{player} has already shown their hand."),
        CardNamedTwice: N_("One card is entered twice for {player}. Change one of them."),
        CardLiesOpen: N_("{player} cannot have {card}: it is on the table."),
        PamNotAmongThem: N_("{player} has shown {pam}, so it must be one of these cards."),
        LooFact.NO_PAM: N_("There is no Pam in this game."),
        NotPam: N_("Only {pam} is Pam."),
        LooFact.PAM_WITHOUT_FLUSH: N_("Pam is shown only after someone has shown a flush."),
        PamSeen: N_("{player} cannot have {pam}: it has already been seen."),
    }
)


@words(NotAFlush)
def not_a_flush(fact: NotAFlush) -> str:
    """What a flush is."""
    values = {"player": fact.player, "cards": fact.cards, "fewer": fact.cards - 1}
    if fact.with_pam:
        return _(
            "{player}’s cards are not a flush. A flush is {cards} cards of one suit, or "
            "{fewer} and Pam.",
            **values,
        )
    return _("{player}’s cards are not a flush. A flush is {cards} cards of one suit.", **values)
