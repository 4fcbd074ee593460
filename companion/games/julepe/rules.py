"""Julepe (docs/rules.md 13): two tricks or pay, and the winners are paid by the losers.

Accounts: Spanish and Latin American ones (docs/rules.md 14). They break off before the division of the
plate: equal parts, a lone player, and chips that do not divide are resolved.
"""

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Annotated, Literal

from companion.facts import Fact
from companion.ids import Rule
from companion.pieces import FORTY, FORTY_ONE, Order, Piece
from companion.rules import house
from companion.rules.facts import Setup
from companion.rules.game import Accounts, Game, PoolTraits, Preset, Recording
from companion.rules.ledger import POOL, Line, LooCost, Outcome, loo_cost, sole_line
from companion.rules.loo.deal import LooDeal
from companion.rules.loo.declaring import DeclarationRules, Declaring
from companion.rules.loo.exchange import Stock
from companion.rules.loo.variant import (
    DealersStake,
    EachStakes,
    Exchange,
    LooVariant,
    Prize,
    StakeCause,
    Stakes,
)
from companion.rules.tricks.law import Law, Leading

CARDS = 5
QUOTA = 2
LEAST, MOST = 3, 7
EMPTY = 5
"""A plate with fewer chips is empty."""


class JulepeRules(house.HouseRules, frozen=True):
    """House rules of Julepe."""

    stake: int = 10
    stake_by: Literal["dealer", "all", "who-plays"] = "dealer"
    """The dealer stakes, or everyone when the plate is empty, or the players who are in."""
    julepe_to: Literal["winners", "plate"] = "winners"
    """Whom a player without enough tricks pays."""
    loo: house.LooPrice = "pool"
    loo_chips: Annotated[int | None, house.LOO_CHIPS] = None
    split: Literal["equal", "most"] = "equal"
    """Whether all winners share the plate, or those with the most tricks."""
    dealer_turn_up: Literal["double", "three", "free", "off"] = "double"
    """What it costs the dealer to take the turn-up."""
    draw: Literal["after-declarations", "with-declaration"] = "after-declarations"
    stock_out: Literal["reshuffle", "limit"] = "reshuffle"
    undertrump: Literal["may", "must"] = "may"
    """Whether a trump too low to win must be played."""
    joker: bool = False
    dealer_plays: bool = False
    """Whether the dealer may not drop."""
    lead_ace: Annotated[Literal["none", "first"], house.About(only_with={"joker": ("false",)})] = (
        "none"
    )
    lone: Literal["free", "enter-or-pool"] = "free"
    """What a dealer with one opponent must or may declare."""
    revoke: Literal["loo", "note"] = "loo"
    ending: house.Ending = "divide"
    direction: house.Direction = "right"
    suits: Literal["spanish", "french"] = "spanish"


class PlateShare(Fact, frozen=True):
    winners: int
    pool: int
    part: int
    """Chips for each winner."""


class Julepe(Fact, frozen=True):
    """A player without enough tricks pays."""

    player: str
    tricks: int
    revoked: bool
    quota: int
    cost: LooCost
    doubled: bool
    """Whether the dealer took the turn-up and pays twice."""
    winners: int
    """Winners who are paid; 0 if the plate is."""


def _stakes(setup: Setup[JulepeRules]) -> tuple[Line, ...]:
    chips = setup.rules.stake
    if setup.rules.stake_by == "who-plays":
        return tuple(_each(player, chips) for player in setup.players)
    if setup.rules.stake_by == "all" and setup.settled_pool < EMPTY:
        stakes = {**dict.fromkeys(setup.players, chips), setup.dealer: 2 * chips}
        return tuple(_each(player, amount) for player, amount in stakes.items())
    fact = DealersStake(chips, StakeCause.EVERY_DEAL)
    return (Line(setup.dealer, POOL, chips, "stake", Rule.STAKE, fact),)


def _each(player: str, chips: int) -> Line:
    fact = EachStakes(chips, is_closed=False)
    return Line(player, POOL, chips, "stake", Rule.STAKE, fact)


def _settle(outcome: Outcome, pool: int, rules: JulepeRules) -> tuple[Line, ...]:
    """Return the payments of a deal: first from the plate to the winners, then from the losers."""
    if outcome.sole:
        lines = [sole_line(outcome.sole, outcome.sole_by, pool)]
    else:
        winners = outcome.made_quota()
        if rules.split == "most":
            most = max([outcome.tricks[player] for player in winners], default=0)
            winners = tuple(player for player in winners if outcome.tricks[player] == most)
        lines = [*_taken(outcome, pool, winners), *_paid(outcome, pool, winners, rules)]
    return tuple(line for line in lines if line.amount)


def _taken(outcome: Outcome, pool: int, winners: tuple[str, ...]) -> list[Line]:
    if not winners:
        return []
    part = pool // len(winners)
    return [
        Line(
            POOL,
            player,
            part,
            "pool-taken",
            Rule.SHARE,
            PlateShare(len(winners), pool, part),
        )
        for player in winners
        if player != outcome.for_the_pool
    ]


def _paid(outcome: Outcome, pool: int, winners: tuple[str, ...], rules: JulepeRules) -> list[Line]:
    paid = winners if rules.julepe_to == "winners" else ()
    cost, lines = loo_cost(rules, pool), []
    for player in outcome.looed():
        has_turn_up = player == outcome.dealer and outcome.turn_up_taken
        doubled = has_turn_up and rules.dealer_turn_up == "double"
        chips = cost.chips * (1 + doubled)
        rule = outcome.loo_rule(player)
        fact = Julepe(
            player=player,
            tricks=outcome.tricks[player],
            revoked=rule is Rule.REVOKE,
            quota=outcome.quotas.get(player, QUOTA),
            cost=cost,
            doubled=doubled,
            winners=len(paid),
        )
        # What a dealer who plays for the plate would be paid stays in it.
        ends = [POOL if one == outcome.for_the_pool else one for one in paid] or [POOL]
        lines += [Line(player, to, chips // len(ends), "loo", rule, fact) for to in ends]
    return lines


def _quotas(rules: JulepeRules, declaring: Declaring) -> Mapping[str, int]:
    """Return the tricks that each player must take."""
    quotas = dict.fromkeys(declaring.players, QUOTA)
    if declaring.turn_up_taker and rules.dealer_turn_up == "three":
        quotas[declaring.turn_up_taker] = QUOTA + 1
    return quotas


# Cached, so that deals with the same house rules share the functions.
@lru_cache(maxsize=256)
def _variant(rules: JulepeRules) -> LooVariant:
    pack = (FORTY_ONE if rules.joker else FORTY).in_suits(rules.suits)

    def law(order: Order, players: int, untaken_turn_up: Piece | None) -> Law:
        ace, three, _ = order.honours
        must = three if untaken_turn_up == ace else ace
        leads_ace = rules.lead_ace == "first" and not rules.joker
        return Law(
            must_trump=True,
            must_head=True,
            must_overtrump=True,
            undertrump=rules.undertrump == "must",
            first=Leading(ace=must if leads_ace else None),
        )

    return LooVariant(
        pack=pack,
        tricks=CARDS,
        law=law,
        declarations=DeclarationRules(
            dealer_must_play="always" if rules.dealer_plays else "",
            dealer_vs_one=rules.lone,
            turn_up_taken=rules.dealer_turn_up != "off",
            draws=rules.draw == "with-declaration",
        ),
        exchange=Exchange(
            lambda setup: Stock(
                hand=CARDS,
                left=len(pack.pieces) - 1 - CARDS * len(setup.players),
                reshuffles=rules.stock_out == "reshuffle",
            ),
            can_skip=True,
        ),
        stakes=Stakes(_stakes, after_declarations=rules.stake_by == "who-plays"),
        prize=Prize("quota", _settle, partial(_quotas, rules), term="julepe"),
    )


JULEPE = Game(
    id="julepe",
    family="loo",
    accounts=Accounts(
        usual=Preset(
            account="julepe",
            players=(LEAST, MOST),
            advised=(6, 6),
            silent=frozenset({Rule.ALL_DROPPED, Rule.SOLE_PLAYER, Rule.ENDING, Rule.INDIVISIBLE}),
            resolved=frozenset({Rule.SHARE, Rule.DRAW}),
            beyond=frozenset({Rule.LOOED, Rule.STAKE, Rule.DEALER_TURN_UP}),
        ),
        governs={
            Rule.STAKE: ("stake", "stake_by"),
            Rule.SHARE: ("split",),
            Rule.LOOED: ("julepe_to", "loo", "loo_chips", "dealer_turn_up"),
            Rule.REVOKE: ("revoke",),
            Rule.ENDING: ("ending",),
            Rule.DRAW: ("draw",),
            Rule.STOCK_EXHAUSTED: ("stock_out",),
            Rule.DEALER_TURN_UP: ("dealer_turn_up",),
            Rule.DEALER_MUST_ENTER: ("lone", "dealer_plays"),
            Rule.FOR_THE_POOL: ("lone",),
            Rule.MUST_TRUMP: ("undertrump",),
            Rule.LEAD_ACE: ("lead_ace",),
            Rule.TRUMPS: ("joker",),
            Rule.SEATS: ("direction",),
        },
    ),
    editions=(house.OWN_FAMILY, house.DEALT_IN),
    least=LEAST,
    most=lambda rules: MOST,
    pack=FORTY.in_suits("spanish"),
    house_rules=JulepeRules,
    tricks=CARDS,
    recording=Recording(choices=("play", "for-the-pool", "drop")),
    pool=PoolTraits(family="julepe"),
    settle_house_rules=house.settle_loo_chips,
    begin=lambda setup: LooDeal(loo=_variant(setup.rules), setup=setup),
)
