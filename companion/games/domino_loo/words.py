"""The words of Domino Loo."""

from functools import partial

from companion.wording.games import GameWords
from companion.wording.languages import N_
from companion.wording.worked_deals import FIVE_TILES, loo_deal

WORDS = GameWords(
    title=N_("Domino Loo"),
    summary=N_("Five tiles, five tricks, and a pool that can grow. For 2 to 4."),
    sources={
        "domino-loo": N_(
            "Domino Loo by Joe Celko, revised by John McLeod after Berkeley, Dominoes and Solitaire "
            "(London 1899)"
        )
    },
    worked_deal=partial(loo_deal, "6-3", FIVE_TILES),
    practice={
        1: N_("Ann deals five tiles each and turns up the 4-2. Tap 4-2."),
        2: N_("Fours are trumps. Bob looks at his tiles and plays. Tap Plays."),
        5: N_("Cat and Ann play too. Bob leads the 6-5 as sixes. Tap its 6."),
        6: N_("Cat says that she has no six, and puts down the 5-2. Tap 5-2."),
        13: N_("Two tricks later Cat puts down the 6-1. She had a six! Tap 6-1."),
        20: N_("All tricks are played. Tap a “why”, then tap Next deal."),
    },
)
