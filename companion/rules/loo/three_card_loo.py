"""Three-card Loo (rulebook 5.1).

Accounts: [001] is the preset `classic` and holds where none is named, [000] is `defence`, [003]
tells `chits` and `unlimited`.
"""

from collections.abc import Mapping
from typing import Any

from companion.rules.game import Preset
from companion.rules.loo import card_loo, card_texts
from companion.rules.loo.card_loo import ThreeCardRules

CARDS = 3

CLASSIC = Preset(
    title="Classic",
    account=card_texts.CLASSIC,
    source=card_texts.CLASSIC_SOURCE,
    advised=(5, 7),
    silent=card_texts.SILENT - {"revoke"} | {"all-dropped", "sole-player"},
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
        silent=card_texts.SILENT | {"sole-player"},
    ),
    "unlimited": Preset(
        title="Unlimited",
        account=card_texts.UNLIMITED,
        source=card_texts.CHITS_SOURCE,
        advised=(4, 17),
        values={**_CHITS, "loo": "pool", "forced": "single-pool"},
        silent=card_texts.SILENT | {"sole-player"},
    ),
}

THREE_CARD_LOO = card_loo.game(
    id="three-card-loo",
    title="Three-card Loo",
    summary="Three cards, a miss, and a pool. For 2 to 17.",
    cards=CARDS,
    usual=CLASSIC,
    house_rules=ThreeCardRules,
    presets=PRESETS,
)
