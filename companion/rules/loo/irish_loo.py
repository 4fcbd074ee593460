"""Irish Loo (docs/rules.md 5.3): three cards, exchanged with the stock, and Club Law.

Account: [001], which calls a limit imperative and names none; twice the stake is resolved.
"""

from companion.rules import house
from companion.rules.game import Preset
from companion.rules.ids import Rule
from companion.rules.loo import card_loo
from companion.rules.loo.card_loo import GARBLED, SILENT, Draw, Forced, ThreeCardRules


class IrishRules(ThreeCardRules, frozen=True):
    """The house rules of Irish Loo."""

    loo: house.Loo = "capped"
    forced: Forced = "club-law"
    miss: card_loo.Miss = "none"
    draw: Draw = "with-declaration"


IRISH_LOO = card_loo.game(
    id="irish-loo",
    cards=3,
    usual=Preset(
        account="classic",
        silent=SILENT - {Rule.REVOKE} | {Rule.LOOED, Rule.ALL_DROPPED, Rule.SOLE_PLAYER},
        resolved=GARBLED,
    ),
    house_rules=IrishRules,
)
