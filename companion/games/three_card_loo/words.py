"""The words of Three-card Loo."""

from functools import partial

from companion.wording.games import GameWords, PresetWords
from companion.wording.languages import N_
from companion.wording.worked_deals import loo_deal

_TRICKS = "Bob AH Cat 8H Dan 6D Ann QH / Bob 9S Cat KS Dan TD Ann JS / Cat 2C Dan JD Ann 3D Bob 4S"
WORDS = GameWords(
    title=N_("Three-card Loo"),
    summary=N_("Three cards, a miss, and a pool. For 2 to 17."),
    sources={
        "defence": N_("“3-Card Loo”, on a page of games of the Rams group"),
    },
    presets={
        "classic": PresetWords(
            N_("Classic"),
            N_("The dealer puts in 3 when nobody was looed. A loo costs as much as the pool."),
        ),
        "defence": PresetWords(
            N_("Defence"),
            N_("The dealer puts in 3 every deal, and can defend the miss. A loo costs 3."),
        ),
        "chits": PresetWords(
            N_("Chits"),
            N_(
                "The dealer puts in 3 every deal. A loo costs 3. The miss wins the pool if nobody else plays."
            ),
        ),
        "unlimited": PresetWords(
            N_("Unlimited"),
            N_(
                "Like Chits, but a loo costs as much as the pool, and nobody may drop from a single pool."
            ),
        ),
    },
    worked_deal=partial(loo_deal, "7H", _TRICKS),
    practice={
        1: N_(
            "Ann deals three cards each and a spare hand, the miss. Hearts are trumps. Tap hearts."
        ),
        2: N_("Bob looks at his cards and plays. Tap Plays."),
        3: N_("Cat does not like her cards, and takes the miss. Tap Takes the miss."),
        4: N_("Dan and Ann drop. Tap The rest drop."),
        5: N_("Play with your cards; only say who wins. Bob wins a trick. Tap Bob."),
        6: N_("Bob wins again. Tap Bob."),
        7: N_("Bob wins the last trick, too. Tap Bob."),
        8: N_("Cat took no trick and is looed. Tap a “why”, then tap Next deal."),
    },
)
