"""Three-card Loo (docs/rules.md 5.1).

Accounts: [001] is the preset `classic` and the default, [000] is `defence`, [003] is `chits` and
`unlimited`.
"""

from collections.abc import Mapping
from typing import Any

from companion.ids import Rule
from companion.rules.game import Preset
from companion.rules.loo import card_loo
from companion.rules.loo.card_loo import (
    CHITS_BEYOND,
    CHITS_RESOLVED,
    CHITS_SILENT,
    CLASSIC_BEYOND,
    CLASSIC_RESOLVED,
    CLASSIC_SILENT,
    SILENT,
    ThreeCardRules,
)

CLASSIC = Preset(
    account="classic",
    advised=(6, 7),
    silent=CLASSIC_SILENT,
    resolved=CLASSIC_RESOLVED,
    beyond=CLASSIC_BEYOND,
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
        account="defence",
        players=(5, 16),
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
        silent=SILENT - {Rule.ENDING},
        # [000] says "at least one other player", then "the other player".
        resolved=frozenset({Rule.DEALER_MUST_ENTER}),
        # The account omits how the pool is divided at the end.
        beyond=frozenset({Rule.ENDING}),
    ),
    "chits": Preset(
        account="chits",
        players=(4, 17),
        advised=(5, 7),
        values=_CHITS,
        silent=CHITS_SILENT,
        resolved=CHITS_RESOLVED,
        beyond=CHITS_BEYOND,
    ),
    "unlimited": Preset(
        account="unlimited",
        players=(4, 17),
        advised=(5, 7),
        values={**_CHITS, "loo": "pool", "forced": "single-pool"},
        silent=CHITS_SILENT,
        resolved=CHITS_RESOLVED,
        beyond=CHITS_BEYOND,
    ),
}

THREE_CARD_LOO = card_loo.game(
    id="three-card-loo",
    cards=3,
    usual=CLASSIC,
    house_rules=ThreeCardRules,
    presets=PRESETS,
)
