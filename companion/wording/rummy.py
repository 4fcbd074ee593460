"""Rummy in words: refusals, questions, payments."""

from companion.rules.rummy.deal import NoTurnUpYet
from companion.wording.languages import _
from companion.wording.saying import words


@words(NoTurnUpYet)
def no_turn_up_yet(fact: NoTurnUpYet) -> str:
    """No turn begins before the turn-up."""
    return _("There is no turn-up yet.")
