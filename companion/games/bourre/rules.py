"""Bourré (docs/rules.md 8): five cards, an exchange, and most tricks take the whole pool.

Sources: present-day accounts (White Knuckle Playing Cards, Cajun Crate, Wikipedia). Resolved beyond
them: the effect of a revoke on others, the default limit, and the end of a game.
"""

from functools import lru_cache
from typing import Annotated, Literal

from msgspec.structs import replace

from companion.facts import Fact
from companion.ids import Rule
from companion.pieces import FIFTY_TWO
from companion.rules import house
from companion.rules.facts import Setup
from companion.rules.game import Accounts, Game, PoolTraits, Preset, Recording
from companion.rules.ledger import POOL, Line, LooCost, Outcome, loo_cost, sole_line
from companion.rules.loo.deal import LooDeal
from companion.rules.loo.declaring import DeclarationRules
from companion.rules.loo.exchange import Stock
from companion.rules.loo.variant import Exchange, LooVariant, Prize, Stakes, TurnUpRules
from companion.rules.tricks.law import Law

CARDS = 5
PACK = 52
MOST = 8
LIMIT = 20
"""The default limit of a bourré, in chips."""


class BourreRules(house.HouseRules, frozen=True):
    """The house rules of Bourré."""

    ante: int = 1
    """Chips from each player dealt in before a deal."""
    declare: Literal["with-declaration", "after-declarations"] = "with-declaration"
    most_exchanged: Literal[5, 4, 3] = 5
    stock_out: Literal["reshuffle", "limit"] = "reshuffle"
    cinch: bool = True
    dealer_ace: bool = False
    turn_up_entered: Annotated[Literal["suit", "card"], house.BY_EDITION] = "suit"
    """Whether the suit turned up is enough under `dealer_ace`."""
    tie: Literal["carry", "split"] = "carry"
    """What happens to the pool if several players tie for the most tricks."""
    tied_ante: Literal["exempt", "pays"] = "exempt"
    bourre_pays: Literal["pot", "capped"] = "pot"
    loo_chips: Annotated[int | None, house.About(only_with={"bourre_pays": ("capped",)})] = None
    bourre_ante: Literal["exempt", "pays"] = "exempt"
    """Whether a player who paid a bourré pays the next ante."""
    revoke: Literal["bourre", "note"] = "bourre"
    ending: house.Ending = "divide"

    @property
    def loo(self) -> Literal["pool", "capped"]:
        """The price of a bourré, as `loo_cost` expects it."""
        return "pool" if self.bourre_pays == "pot" else "capped"


class Ante(Fact, frozen=True):
    chips: int


class MostTricks(Fact, frozen=True):
    tricks: int
    pool: int


class TiedForMost(Fact, frozen=True):
    tricks: int
    players: int
    pool: int
    part: int


class Bourre(Fact, frozen=True):
    player: str
    revoked: bool
    """True for a revoke; False for taking no trick."""
    cost: LooCost


def _stakes(setup: Setup[BourreRules]) -> tuple[Line, ...]:
    chips = setup.rules.ante
    return tuple(
        Line(player, POOL, chips, "stake", Rule.STAKE, Ante(chips))
        for player in setup.players
        if player not in setup.exempt
    )


def _settle(outcome: Outcome, pool: int, rules: BourreRules) -> tuple[Line, ...]:
    """Return the payments of a deal, first to the winners, then into the next pool."""
    if outcome.sole:
        lines = [sole_line(outcome.sole, outcome.sole_by, pool)]
    else:
        lines = [*_taken(outcome, pool, rules), *_paid_in(outcome, pool, rules)]
    return tuple(line for line in lines if line.amount)


def _taken(outcome: Outcome, pool: int, rules: BourreRules) -> list[Line]:
    best = outcome.most_tricks()
    if len(best) > 1 and rules.tie == "carry":
        return []
    lines = []
    for player in best:
        tricks, part = outcome.tricks[player], pool // len(best)
        fact = (
            TiedForMost(tricks, len(best), pool, part)
            if len(best) > 1
            else MostTricks(tricks, pool)
        )
        lines.append(Line(POOL, player, part, "pool-taken", Rule.MOST_TRICKS, fact))
    return lines


def _paid_in(outcome: Outcome, pool: int, rules: BourreRules) -> list[Line]:
    cost = loo_cost(rules, pool)
    lines = []
    for player in outcome.looed():
        revoked = player in outcome.offenders and rules.revoke == "bourre"
        rule = Rule.REVOKE if revoked else Rule.BOURRE
        lines.append(Line(player, POOL, cost.chips, "loo", rule, Bourre(player, revoked, cost)))
    return lines


def _exempt(outcome: Outcome, lines: tuple[Line, ...], rules: BourreRules) -> tuple[str, ...]:
    """Return the players exempt from the next ante: those tied for the most tricks, or who paid a bourré."""
    best = outcome.most_tricks() if rules.tied_ante == "exempt" else ()
    tied = best if len(best) > 1 else ()
    paid = [line.source for line in lines if line.reason == "loo"]
    return tied + (tuple(paid) if rules.bourre_ante == "exempt" else ())


# Cached, so that deals with the same house rules share the functions.
@lru_cache(maxsize=256)
def _variant(rules: BourreRules) -> LooVariant:
    law = Law(must_trump=True, must_head=True, must_overtrump=True, cinch=rules.cinch)
    rank_wanted = rules.dealer_ace and rules.turn_up_entered == "card"
    return LooVariant(
        pack=FIFTY_TWO,
        tricks=CARDS,
        law=lambda order, players, turn_up: law,
        declarations=DeclarationRules(
            dealer_must_play="ace" if rules.dealer_ace else "",
            draws=rules.declare == "with-declaration",
        ),
        turn_up=TurnUpRules(decides_drops="piece" if rank_wanted else "", is_dealt=True),
        exchange=Exchange(
            lambda setup: Stock(
                hand=CARDS,
                left=PACK - CARDS * len(setup.players),
                reshuffles=rules.stock_out == "reshuffle",
                limit=rules.most_exchanged,
            )
        ),
        stakes=Stakes(_stakes, exempt=_exempt),
        prize=Prize("most", _settle, term="bourre"),
    )


def _settle_house_rules(rules: BourreRules, players: int) -> BourreRules:
    usual = {"capped": LIMIT}
    return replace(rules, loo_chips=rules.loo_chips or usual.get(rules.bourre_pays))


BOURRE = Game(
    id="bourre",
    family="loo",
    accounts=Accounts(
        usual=Preset(
            account="bourre", players=(2, 8), advised=(7, 7), silent=frozenset({Rule.ENDING})
        ),
        governs={
            Rule.STAKE: ("ante", "tied_ante", "bourre_ante"),
            Rule.MOST_TRICKS: ("tie",),
            Rule.BOURRE: ("bourre_pays", "loo_chips"),
            Rule.REVOKE: ("revoke",),
            Rule.ENDING: ("ending",),
            Rule.DRAW: ("declare", "most_exchanged"),
            Rule.STOCK_EXHAUSTED: ("stock_out",),
            Rule.CINCH: ("cinch",),
            Rule.DEALER_ACE: ("dealer_ace",),
        },
    ),
    editions=(
        house.OWN_FAMILY,
        {**house.OWN_FAMILY, "turn_up_entered": "card"},
        {**house.DEALT_IN, "turn_up_entered": "card"},
    ),
    least=2,
    most=lambda rules: MOST,
    pack=FIFTY_TWO,
    house_rules=BourreRules,
    tricks=CARDS,
    recording=Recording(choices=("play", "drop")),
    pool=PoolTraits(family="bourre", rule=Rule.MOST_TRICKS),
    settle_house_rules=_settle_house_rules,
    begin=lambda setup: LooDeal(loo=_variant(setup.rules), setup=setup),
)
