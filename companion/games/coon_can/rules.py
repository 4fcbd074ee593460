"""Coon Can, or double rummy (docs/rules.md 7).

Account: [001]. Resolved beyond it: how a player may go out, when a hand is dead, and that players
may lay off on any meld, even before their own first.
"""

from typing import Literal

from companion.ids import Rule
from companion.pieces import DOUBLE_PACK
from companion.rules import house
from companion.rules.game import Accounts, Game, PoolTraits, Preset, Recording
from companion.rules.rummy import deal as rummy

LEAST, MOST = 2, 8
"""Minimum and maximum number of players dealt in."""


class CoonCanRules(house.HouseRules, frozen=True):
    """The house rules of Coon Can."""

    going_out: Literal["either", "discard", "meld"] = "either"
    """How a player may get rid of the last card."""
    ending: house.Ending = "divide"


COON_CAN = Game(
    id="coon-can",
    family="rummy",
    accounts=Accounts(
        usual=Preset(
            account="coon-can",
            players=(LEAST, MOST),
            silent=frozenset({Rule.ENDING, Rule.NOT_IN, Rule.SEATS, Rule.TOO_FEW_PLAYERS}),
            # The winner is "the first to meld all his cards", but each turn ends with a discard.
            resolved=frozenset({Rule.GOING_OUT}),
            # The account leaves open whether a player without a meld may lay off, and which jokers are fixed.
            beyond=frozenset({Rule.JOKER_MOVE, Rule.NO_SUCH_MELD}),
        ),
        governs={
            Rule.GOING_OUT: ("going_out",),
            Rule.ENDING: ("ending",),
        },
    ),
    editions=({}, house.OWN_FAMILY, house.DEALT_IN),
    least=LEAST,
    most=lambda rules: MOST,
    pack=DOUBLE_PACK,
    house_rules=CoonCanRules,
    tricks=0,
    recording=Recording(depths=("plays", "result")),
    pool=PoolTraits(takes_carried=False, rule=Rule.DEAD_HAND),
    begin=rummy.deal,
)
