"""Three-card Loo (docs/rules.md 5.1).

Accounts: [001] is the preset `classic` and the default, [000] is `defence`, [003] is `chits` and
`unlimited`.
"""

from msgspec.structs import replace

from companion.ids import Rule
from companion.rules.game import Preset
from companion.rules.loo import card_loo
from companion.rules.loo.card_loo import CHITS, CLASSIC, SILENT, ThreeCardRules

_CHITS = replace(
    CHITS,
    players=(4, 17),
    advised=(5, 7),
    values={
        "stake_when": "every-deal",
        "loo": "fixed",
        "lone": "claimer-sweeps",
        "lead_trump": "one",
        "lead_highest": "always",
        "revoke_pays": "loo",
    },
)
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
    "chits": _CHITS,
    "unlimited": replace(
        _CHITS,
        account="unlimited",
        values={**_CHITS.values, "loo": "pool", "forced": "single-pool"},
    ),
}

THREE_CARD_LOO = card_loo.game(
    id="three-card-loo",
    cards=3,
    usual=CLASSIC,
    house_rules=ThreeCardRules,
    presets=PRESETS,
)
