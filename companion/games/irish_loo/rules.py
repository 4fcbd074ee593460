"""Irish Loo (docs/rules.md 5.3): three cards, an exchange, and Club Law.

Account: [001], which requires a limit but names none. Resolved beyond it: the limit is twice the stake.
"""

from msgspec.structs import replace

from companion.ids import Rule
from companion.rules import house
from companion.rules.loo import card_loo
from companion.rules.loo.card_loo import CLASSIC, Draw, Forced, ThreeCardRules


class IrishRules(ThreeCardRules, frozen=True):
    """House rules of Irish Loo."""

    loo: house.LooPrice = "capped"
    forced: Forced = "club-law"
    miss: card_loo.Miss = "none"
    draw: Draw = "with-declaration"


IRISH_LOO = card_loo.game(
    id="irish-loo",
    cards=3,
    usual=replace(CLASSIC, advised=None, beyond=CLASSIC.beyond | {Rule.LOOED}),
    house_rules=IrishRules,
)
