"""Domino Loo (docs/rules.md 3).

Account: [002], after "Berkeley", Dominoes and Solitaire (London 1899), by way of Joe Celko and John
McLeod. Resolved beyond it: the size of the spare hands, when the pool counts as empty, and the score of
a sole player in a game for points.
"""

from typing import Annotated, Literal

from msgspec.structs import replace

from companion.ids import Rule
from companion.pieces import DOUBLE_SIX
from companion.rules import house
from companion.rules.facts import Setup
from companion.rules.game import Accounts, Game, Preset, Recording
from companion.rules.ledger import POOL, Line
from companion.rules.loo.deal import LooDeal
from companion.rules.loo.declaring import DeclarationRules
from companion.rules.loo.variant import (
    EmptyPoolStake,
    LooVariant,
    StakeAdded,
    Stakes,
    two_must_play,
)
from companion.rules.scores import Race
from companion.rules.tricks.law import Law, Leading

STAKE = 5
"""Chips from each player into an empty pool, and from the dealer into any."""
TRICKS = 5
LIMITS = {"fixed": 5, "capped": 10}
"""Default limits, in chips per player, from account [002]."""


_FOR_CHIPS = house.About(only_with={"scoring": ("chips",)})


class DominoLooRules(house.HouseRules, frozen=True):
    """House rules of domino Loo."""

    scoring: Literal["chips", "points"] | None = None
    """None means points for two players, chips for more."""
    loo: Annotated[house.LooPrice, _FOR_CHIPS] = "pool"
    loo_chips: Annotated[
        int | None,
        house.About(
            per_player=(5, 10, 20), only_with={**house.LOO_CHIPS.only_with, "scoring": ("chips",)}
        ),
    ] = None
    remainder: Annotated[house.Remainder, _FOR_CHIPS] = "carry"
    revoke: house.Revoke = "divide"
    revoke_pays: Annotated[
        Literal["pool", "loo"],
        house.About(only_with={"revoke": ("divide",), "scoring": ("chips",)}),
    ] = "loo"
    ending: Annotated[house.Ending, _FOR_CHIPS] = "divide"
    open_limit: Annotated[Literal["by-seats", "by-dealt-in"], house.BY_EDITION] = "by-seats"
    """Whether an open limit goes by the players at the start of the game, or by those in each deal."""


def _settle_house_rules(rules: DominoLooRules, players: int) -> DominoLooRules:
    scoring = rules.scoring or ("points" if players == 2 else "chips")
    rules = replace(rules, scoring=scoring)
    return rules if rules.open_limit == "by-dealt-in" else _limited(rules, players)


def _limited(rules: DominoLooRules, players: int) -> DominoLooRules:
    """Return the house rules with an open limit for this number of players."""
    chips = rules.loo_chips or LIMITS.get(rules.loo, 0) * players or None
    return replace(rules, loo_chips=chips)


def _begin(setup: Setup[DominoLooRules]) -> LooDeal:
    rules = _limited(setup.rules, len(setup.players))
    return LooDeal(loo=_BY_SCORING[rules.scoring or "chips"], setup=replace(setup, rules=rules))


def _stakes(setup: Setup[DominoLooRules]) -> tuple[Line, ...]:
    """Return the stakes: all players stake into an empty pool, the dealer alone into any other."""
    if setup.rules.scoring == "points":
        return ()
    dealer = setup.dealer
    if setup.settled_pool >= TRICKS:
        adds = StakeAdded(STAKE, setup.carried)
        return (Line(dealer, POOL, STAKE, "stake", Rule.STAKE, adds),)
    other = EmptyPoolStake(STAKE, is_dealers=False, empty=TRICKS)
    others = [
        Line(player, POOL, STAKE, "stake", Rule.STAKE, other) for player in setup.players[:-1]
    ]
    first = EmptyPoolStake(STAKE, is_dealers=True, empty=TRICKS)
    return (Line(dealer, POOL, 2 * STAKE, "stake", Rule.STAKE, first), *others)


_LAW = Law(
    must_trump=True,
    first=Leading(trump_from=2),
    later=Leading(trump_from=2),
    lead_after_win=True,
)
_CHIPS = LooVariant(
    pack=DOUBLE_SIX,
    tricks=TRICKS,
    law=lambda order, players, turn_up: _LAW,
    declarations=DeclarationRules(
        misses=lambda players: 1 if players == 4 else 2,
        forced=two_must_play,
        dealer_vs_one="pool-against-miss",
        turn_up_taken=True,
    ),
    stakes=Stakes(_stakes),
)
_RACE = Race(start=0, goal=15, trick=1, looed=-5, sole=5)
_BY_SCORING = {"chips": _CHIPS, "points": replace(_CHIPS, race=_RACE)}


DOMINO_LOO = Game(
    id="domino-loo",
    family="loo",
    accounts=Accounts(
        usual=Preset(
            account="domino-loo",
            players=(2, 4),
            silent=frozenset({Rule.ENDING, Rule.REVOKE, Rule.SCORE_TIE, Rule.SOLE_PLAYER}),
            # [002] gives the dealer the pool, but no score in a game without a pool.
            silent_for_points=frozenset({Rule.ALL_DROPPED}),
            # It calls the pool always divisible, which is wrong after playing for the pool. It omits the
            # size of the misses.
            resolved=frozenset({Rule.INDIVISIBLE, Rule.NO_MISS_LEFT}),
            # It omits when a pool counts as empty.
            beyond=frozenset({Rule.STAKE}),
        ),
        governs={
            Rule.INDIVISIBLE: ("remainder",),
            Rule.LOOED: ("loo", "loo_chips"),
            Rule.REVOKE: ("revoke", "revoke_pays"),
            Rule.ENDING: ("ending",),
        },
    ),
    editions=({}, house.OWN_FAMILY, {**house.DEALT_IN, "open_limit": "by-dealt-in"}),
    least=2,
    most=lambda rules: 4,
    pack=DOUBLE_SIX,
    house_rules=DominoLooRules,
    tricks=TRICKS,
    recording=Recording(choices=("play", "miss", "for-the-pool", "drop")),
    settle_house_rules=_settle_house_rules,
    race=lambda rules: _RACE if rules.scoring == "points" else None,
    begin=_begin,
)
