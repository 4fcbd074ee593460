"""The house rules of Napoleon and of Coon Can explained."""

from collections.abc import Mapping

from companion.wording.house_rules.words import HouseRuleWords
from companion.wording.languages import N_

CONTRACTS_AND_MELDS: Mapping[str, HouseRuleWords] = {
    "misery": HouseRuleWords(
        N_("Misery"),
        N_("A bid to lose every trick. It ranks between three and four, for 3 chips."),
    ),
    "misery_trumps": HouseRuleWords(
        N_("Misery with trumps"),
        N_(
            "The first card led makes trumps, as in every other contract. Otherwise "
            "misery has no trumps."
        ),
    ),
    "pack": HouseRuleWords(
        N_("The pack"),
        N_("Napoleon is often played with a short pack, without the low cards."),
        {
            "52": N_("All 52 cards."),
            "32": N_("From the sevens up."),
            "28": N_("From the eights up, for 5 players at most."),
            "24": N_("From the nines up, for 4 players at most."),
        },
    ),
    "peep": HouseRuleWords(
        N_("Peep"),
        N_(
            "If the highest bid is nap or more (not misery), its bidder may swap a card for "
            "the top card of the pack, before leading."
        ),
    ),
    "purchase": HouseRuleWords(
        N_("Purchase"),
        N_(
            "Before bidding, a player can swap cards with the pack, for a chip each. "
            "The chips stay in a pool until someone wins nap or more (not misery)."
        ),
    ),
    "wellington": HouseRuleWords(
        N_("Wellington"),
        N_(
            "All five tricks for double. Wins 20 from each, loses 10 to each. It can be"
            " bid only over nap."
        ),
    ),
    "blucher": HouseRuleWords(
        N_("Blucher"),
        N_(
            "All five tricks for treble. Wins 30 from each, loses 15 to each. It can be"
            " bid only over Wellington."
        ),
    ),
    "going_out": HouseRuleWords(
        N_("Going out"),
        N_("How a player gets rid of the last card."),
        {
            "either": N_("The last card is laid down or discarded."),
            "discard": N_("The last card must be discarded."),
            "meld": N_("The last card must be laid down."),
        },
    ),
}
"""Each house rule, by the name of its field."""
