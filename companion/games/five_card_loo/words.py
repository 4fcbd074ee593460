"""The words of Five-card Loo."""

from functools import partial

from companion.wording.games import GameWords, PresetWords
from companion.wording.languages import N_
from companion.wording.worked_deals import FIVE_CARDS, loo_deal

WORDS = GameWords(
    title=N_("Five-card Loo"),
    summary=N_("Five cards, an exchange, flushes, and Pam above the ace. For 2 to 10."),
    sources={
        "modern": N_("“Loo”, by the makers of Denexa playing cards"),
    },
    presets={
        "classic": PresetWords(
            N_("Classic"),
            N_("The dealer puts in 5 when nobody was looed. A loo costs as much as the pool."),
        ),
        "modern": PresetWords(
            N_("Modern"), N_("The dealer puts in 5 every deal. A loo costs 5. Any card can be led.")
        ),
        "chits": PresetWords(
            N_("Chits"),
            N_(
                "The dealer puts in 5 every deal. A loo costs 5. Trumps must be led, highest first."
            ),
        ),
    },
    worked_deal=partial(loo_deal, "7H", FIVE_CARDS),
)
