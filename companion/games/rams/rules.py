"""Rams (docs/rules.md 9): Rounce with cards, counters down to zero, and General Rams.

Accounts: present-day ones. The counters and the win of the first player out are from Gambiter, the
widow and the duties from Denexa. Resolved beyond them: the score of a player without opponents.
"""

from functools import lru_cache
from typing import Literal

from companion.ids import Rule
from companion.pieces import THIRTY_TWO
from companion.rules import house
from companion.rules.game import Accounts, Game, Preset, Recording
from companion.rules.loo.deal import LooDeal
from companion.rules.loo.declaring import DeclarationRules
from companion.rules.loo.variant import LooVariant
from companion.rules.scores import Race
from companion.rules.tricks.law import Law

CARDS = 5


class RamsRules(house.HouseRules, frozen=True):
    """House rules of Rams."""

    counters: Literal[5, 7, 10] = 5
    """Counters of each player at the start."""
    widow: bool = True
    """Whether there is a spare hand."""
    general: bool = True
    """Whether a player can declare General Rams: to take all the tricks."""
    revoke: house.Revoke = "divide"


_LAW = Law(must_trump=True, must_overtrump=True)


def _race(rules: RamsRules) -> Race:
    return Race(start=rules.counters, goal=0, trick=-1, looed=5, sole=-1, term="rammed")


# Cached, so that deals with the same house rules share the functions.
@lru_cache(maxsize=64)
def _variant(rules: RamsRules) -> LooVariant:
    return LooVariant(
        pack=THIRTY_TWO,
        tricks=CARDS,
        law=lambda order, players, turn_up: _LAW,
        declarations=DeclarationRules(
            misses=lambda players: int(rules.widow),
            spare_hand="widow",
            turn_up_taken=True,
            has_general=rules.general,
        ),
        race=_race(rules),
    )


def _most(rules: RamsRules) -> int:
    """Return the maximum number of players; the pack must also cover the widow and the turn-up."""
    return (len(THIRTY_TWO.pieces) - 1) // CARDS - int(rules.widow)


RAMS = Game(
    id="rams",
    family="loo",
    accounts=Accounts(
        usual=Preset(
            account="rams",
            players=(3, 5),
            silent=frozenset({Rule.ALL_DROPPED, Rule.REVOKE, Rule.SCORE_TIE, Rule.SOLE_PLAYER}),
        ),
        governs={
            Rule.SCORE: ("counters",),
            Rule.GENERAL: ("general",),
            Rule.REVOKE: ("revoke",),
            **dict.fromkeys(
                (Rule.DECLARING, Rule.NO_MISS_LEFT, Rule.MISS_BINDS, Rule.TOO_MANY_PLAYERS),
                ("widow",),
            ),
        },
    ),
    editions=({},),
    least=3,
    most=_most,
    pack=THIRTY_TWO,
    house_rules=RamsRules,
    tricks=CARDS,
    recording=Recording(choices=("play", "miss", "general", "drop")),
    race=_race,
    begin=lambda setup: LooDeal(loo=_variant(setup.rules), setup=setup),
)
