"""Coon Can, or double rummy (docs/rules.md 7).

Source: account [001]. Resolved beyond it: how a player may go out, when a hand is dead, and that
cards are laid to any meld, also before one's own first.
"""

from typing import Literal

from companion.pieces import DOUBLE_PACK
from companion.rules import house
from companion.rules.game import Game, Preset
from companion.rules.ids import Rule
from companion.rules.rummy import deal as rummy

LEAST, MOST = 2, 8
"""Players dealt in."""


class CoonCanRules(house.HouseRules, frozen=True):
    """The house rules of Coon Can."""

    going_out: Literal["either", "discard", "meld"] = "either"
    """How the last card leaves the hand."""
    ending: house.Ending = "divide"


COON_CAN = Game(
    id="coon-can",
    family="rummy",
    usual=Preset(
        account="coon-can",
        players=(LEAST, MOST),
        silent=frozenset({Rule.ENDING}),
    ),
    editions=({}, house.OWN_FAMILY),
    least=LEAST,
    most=lambda rules: MOST,
    pack=DOUBLE_PACK,
    house_rules=CoonCanRules,
    presets={},
    governs={Rule.PIPS: (), Rule.DEAD_HAND: (), Rule.ENDING: ("ending",)},
    tricks=0,
    choices=(),
    settle_house_rules=lambda rules, players: rules,
    race=lambda rules: None,
    begin=rummy.deal,
    depths=("plays", "result"),
    takes_carried=False,
    pool_rule=Rule.DEAD_HAND,
)
