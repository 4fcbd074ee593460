"""Domino Rounce (docs/rules.md 4).

Account: [002], "Domino Rounce". Resolved beyond it: no playing for the pool, since there is no pool, and
the score of a sole player other than the dealer.
"""

from companion.ids import Rule
from companion.pieces import DOUBLE_SIX
from companion.rules import house
from companion.rules.game import Accounts, Game, Preset, Recording
from companion.rules.loo.deal import LooDeal
from companion.rules.loo.declaring import DeclarationRules
from companion.rules.loo.variant import LooVariant, TurnUpRules, two_must_play
from companion.rules.scores import Race
from companion.rules.tricks.law import Law, Leading

TRICKS = 5
RACE = Race(start=15, goal=0, trick=-1, looed=5, sole=-5, term="rounced")


class DominoRounceRules(house.HouseRules, frozen=True):
    """House rules of domino Rounce."""

    revoke: house.Revoke = "divide"


_LAW = Law(
    must_trump=False,
    first=Leading(trump_from=2),
    later=Leading(trump_from=2),
    lead_after_win=True,
)
_VARIANT = LooVariant(
    pack=DOUBLE_SIX,
    tricks=TRICKS,
    law=lambda order, players, turn_up: _LAW,
    declarations=DeclarationRules(
        misses=lambda players: 1 if players == 4 else 2,
        spare_hand="dummy",
        forced=two_must_play,
        turn_up_taken=True,
    ),
    # The player on the dealer's right.
    turn_up=TurnUpRules(turner=-2),
    race=RACE,
)


DOMINO_ROUNCE = Game(
    id="domino-rounce",
    family="loo",
    accounts=Accounts(
        usual=Preset(
            account="domino-rounce",
            players=(2, 4),
            silent=frozenset({Rule.REVOKE, Rule.SCORE_TIE, Rule.SOLE_PLAYER}),
        ),
        governs={Rule.SCORE: (), Rule.REVOKE: ("revoke",)},
    ),
    editions=({},),
    least=2,
    most=lambda rules: 4,
    pack=DOUBLE_SIX,
    house_rules=DominoRounceRules,
    tricks=TRICKS,
    recording=Recording(choices=("play", "miss", "drop")),
    race=lambda rules: RACE,
    begin=lambda setup: LooDeal(loo=_VARIANT, setup=setup),
)
