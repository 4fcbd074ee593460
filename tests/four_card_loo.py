"""Four-card Loo: a made-up game, written like any new game of the Loo family."""

from typing import Literal

from companion.rules.game import Preset
from companion.rules.loo import card_loo
from companion.rules.loo.card_loo import SILENT, ThreeCardRules


class FourCardRules(ThreeCardRules, frozen=True):
    """The house rules of card Loo with a miss, and a house rule of its own."""

    stake: int = 4
    stake_when: Literal["every-deal", "nobody-looed"] = "every-deal"
    night_cap: Literal["none", "one-each"] = "none"


EARLY = Preset(account="club-house", players=(3, 6), silent=SILENT)
LATE = Preset(account="club-house", advised=(3, 5), values={"forced": "club-law"}, silent=SILENT)

FOUR_CARD_LOO = card_loo.game(
    id="four-card-loo",
    cards=4,
    usual=EARLY,
    house_rules=FourCardRules,
    presets={"early-evening": EARLY, "late-night": LATE},
)
