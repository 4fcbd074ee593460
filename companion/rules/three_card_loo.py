"""Three-card Loo (rulebook 5.1).

Accounts: [001] is the preset `classic` and holds where none is named, [000] is `defence`, [003]
tells `chits` and `unlimited`.
"""

from collections.abc import Mapping
from typing import Any

from companion.pieces import FIFTY_TWO
from companion.rules import card_loo, card_texts
from companion.rules.card_loo import ThreeCardRules
from companion.rules.game import Game, Preset

CARDS = 3

CLASSIC = Preset(
    title="Classic",
    account=card_texts.CLASSIC,
    source=card_texts.CLASSIC_SOURCE,
    advised=(5, 7),
    silent=card_texts.SILENT - {"revoke"},
)
_CHITS: Mapping[str, Any] = {
    "stake_when": "every-deal",
    "loo": "fixed",
    "lone": "claimer-sweeps",
    "lead_trump": "one",
    "lead_highest": "always",
    "revoke_pays": "loo",
}
PRESETS = {
    "classic": CLASSIC,
    "defence": Preset(
        title="Defence",
        account=card_texts.DEFENCE,
        source=card_texts.DEFENCE_SOURCE,
        advised=(5, 16),
        values={
            "stake_when": "every-deal",
            "loo": "fixed",
            "lone": "enter-or-defend",
            "lead_ace": "first",
            "lead_trump": "one",
            "later_lead_trump": "none",
            "later_lead_highest": "never",
            "lead_after_win": True,
            "revoke_pays": "loo",
        },
        silent=card_texts.SILENT,
    ),
    "chits": Preset(
        title="Chits",
        account=card_texts.CHITS,
        source=card_texts.CHITS_SOURCE,
        advised=(4, 17),
        values=_CHITS,
        silent=card_texts.SILENT,
    ),
    "unlimited": Preset(
        title="Unlimited",
        account=card_texts.CHITS,
        source=card_texts.CHITS_SOURCE,
        advised=(4, 17),
        values={**_CHITS, "loo": "pool", "forced": "single-pool"},
        silent=card_texts.SILENT,
    ),
}

THREE_CARD_LOO = Game(
    id="three-card-loo",
    title="Three-card Loo",
    summary="Three cards, a miss, and a pool. For 2 to 17.",
    usual=CLASSIC,
    edition=1,
    least=2,
    most=lambda rules: card_loo.most_players(rules, CARDS),
    pack=FIFTY_TWO,
    house_rules=ThreeCardRules,
    presets=PRESETS,
    governs=card_texts.GOVERNS,
    tricks=CARDS,
    choices=card_texts.CHOICES,
    settle_house_rules=lambda rules, players: card_loo.settle_house_rules(rules, CARDS),
    race=lambda rules: None,
    begin=lambda setup: card_loo.begin(setup, CARDS),
    texts=lambda rules: card_texts.texts(rules, CARDS),
)
