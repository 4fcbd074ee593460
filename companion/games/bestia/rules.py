"""Bestia (docs/rules.md 12): three cards, an exchange, and players who come in after all.

Accounts: Italian ones (docs/rules.md 14). Resolved beyond them: who may share a hand, and that chips
which do not divide between partners stay in the pool, or fall on the declarer.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Literal

from msgspec.structs import replace

from companion.errors import MalformedEntry
from companion.facts import Fact
from companion.ids import Rule
from companion.pieces import FORTY, Order, Piece
from companion.rules import house
from companion.rules.facts import Setup
from companion.rules.game import Accounts, Game, PoolTraits, Preset, Recording
from companion.rules.ledger import POOL, Line, LooCost, Outcome, settle_pool
from companion.rules.loo.deal import LooDeal
from companion.rules.loo.declaring import ComingIn, DeclarationRules
from companion.rules.loo.exchange import Stock
from companion.rules.loo.loo_facts import NoDropping
from companion.rules.loo.variant import (
    DealersStake,
    EachStakes,
    Exchange,
    LooVariant,
    Prize,
    StakeCause,
    StakeIndivisible,
    Stakes,
)
from companion.rules.tricks.law import Law, Leading

CARDS = 3
LEAST, MOST = 3, 10
_BUCO = house.About(only_with={"miss": ("after",)})


class BestiaRules(house.HouseRules, frozen=True):
    """House rules of Bestia."""

    stake: int = 3
    """Chips, a multiple of the cards in a hand unless each player puts them in."""
    stake_by: Literal["dealer", "all", "closed"] = "dealer"
    """The dealer stakes, or everyone in every deal, or everyone when the pool is empty, and then nobody drops."""
    loo: house.LooPrice = "pool"
    loo_chips: Annotated[int | None, house.LOO_CHIPS] = None
    most_exchanged: Literal[2, 3, 0] = 2
    stock_out: Annotated[
        Literal["reshuffle", "limit"], house.About(only_with={"most_exchanged": ("2", "3")})
    ] = "reshuffle"
    miss: Literal["after", "one", "none"] = "after"
    """Whether players who dropped can come in after all, or a spare hand is laid out."""
    buco_leads: Annotated[bool, _BUCO] = False
    """Whether the first player to come in after all leads."""
    following: Literal["plain", "overtrump", "always"] = "plain"
    """When to beat the cards in the trick."""
    lead_ace: Literal["first", "none", "any"] = "first"
    saved: bool = False
    """Whether three players with a trick each leave the pool as it is."""
    forced: Literal["never", "single-pool"] = "never"
    """When dropping is forbidden."""
    partners: Annotated[bool, _BUCO] = False
    """Whether a player who comes in after all can share the hand."""
    remainder: house.Remainder = "carry"
    revoke: Literal["loo", "divide", "note"] = "loo"
    revoke_pays: house.RevokePays = "pool"
    ending: house.Ending = "divide"
    direction: house.Direction = "right"
    suits: Literal["italian", "french"] = "italian"
    pairs_share: Annotated[Literal["lines", "sums"], house.BY_EDITION] = "lines"
    """Whether partners divide each line from the pool, or the sum of all."""


class InBestia(Fact, frozen=True):
    """A player without a trick, or who revoked, pays."""

    player: str
    revoked: bool
    cost: LooCost


class PartnersShare(Fact, frozen=True):
    """What a player who shares a hand gets."""

    player: str
    """The player who came in with the hand."""
    amount: int
    sharing: int
    """Players who share, with the one who came in."""


class PartnersPay(PartnersShare, frozen=True):
    """What a player who shares a hand pays."""


def _stakes(setup: Setup[BestiaRules]) -> tuple[Line, ...]:
    rules = setup.rules
    if rules.stake_by == "all" or _is_closed(setup):
        each = EachStakes(rules.stake, is_closed=rules.stake_by == "closed", empty=CARDS)
        return tuple(
            Line(player, POOL, rules.stake, "stake", Rule.STAKE, each) for player in setup.players
        )
    fact = DealersStake(rules.stake, StakeCause.EVERY_DEAL)
    return (Line(setup.dealer, POOL, rules.stake, "stake", Rule.STAKE, fact),)


def _is_closed(setup: Setup[BestiaRules]) -> bool:
    """Return whether all put in and nobody may drop, because the pool is empty."""
    return setup.rules.stake_by == "closed" and setup.settled_pool < CARDS


def _forced(setup: Setup[BestiaRules], trump: str) -> NoDropping | None:
    is_single = setup.rules.forced == "single-pool" and setup.only_remainder
    return Rule.SINGLE_POOL if is_single or _is_closed(setup) else None


def _settle(outcome: Outcome, pool: int, rules: BestiaRules) -> tuple[Line, ...]:
    """Return the payments of a deal, with the parts of players who share a hand."""
    shares = [*outcome.scoring_tricks().values()] == [1] * CARDS
    if rules.saved and shares and not outcome.looed() and not outcome.divided:
        return ()
    lines = settle_pool(outcome, pool, rules, _price)
    if rules.pairs_share == "sums":
        lines = _summed(lines, outcome)
    return tuple(_shared(lines, outcome))


def _price(outcome: Outcome, player: str, cost: LooCost) -> tuple[int, InBestia]:
    """Return what a player without a trick, or who revoked, pays, with the reason."""
    return cost.chips, InBestia(player, outcome.loo_rule(player) is Rule.REVOKE, cost)


def _summed(lines: Iterable[Line], outcome: Outcome) -> tuple[Line, ...]:
    """Return the lines with all that a player with partners gets in one, at the place of the first."""
    together: list[Line] = []
    places: dict[str, int] = {}
    for line in lines:
        if line.target in places:
            first = together[places[line.target]]
            together[places[line.target]] = replace(first, amount=first.amount + line.amount)
            continue
        if line.target in outcome.partners:
            places[line.target] = len(together)
        together.append(line)
    return tuple(together)


def _shared(lines: Iterable[Line], outcome: Outcome) -> Iterable[Line]:
    for line in lines:
        pays = line.target == POOL
        player = line.source if pays else line.target
        partners = outcome.partners.get(player, ())
        if not partners or (pays and line.rule is Rule.REVOKE):
            yield line
            continue
        part, odd = divmod(line.amount, len(partners) + 1)
        kind = PartnersPay if pays else PartnersShare
        share = kind(player, line.amount, len(partners) + 1)
        for one in (player, *partners):
            amount = part + odd if pays and one == player else part
            ends = (one, POOL) if pays else (POOL, one)
            if amount:
                yield Line(*ends, amount, line.reason, line.rule, share)


# Cached, so that deals with the same house rules share the functions.
@lru_cache(maxsize=256)
def _variant(rules: BestiaRules) -> LooVariant:
    misses = int(rules.miss == "one")

    def law(order: Order, players: int, untaken_turn_up: Piece | None) -> Law:
        ace, three, _ = order.honours
        must = three if untaken_turn_up == ace else ace
        return Law(
            must_trump=True,
            must_head=rules.following == "always",
            must_overtrump=rules.following != "plain",
            first=Leading(ace=None if rules.lead_ace == "none" else must),
            later=Leading(ace=must if rules.lead_ace == "any" else None),
        )

    def stock(setup: Setup[BestiaRules]) -> Stock | None:
        if rules.forced == "single-pool" and setup.only_remainder:
            return None
        return Stock(
            hand=CARDS,
            left=len(FORTY.pieces) - 1 - CARDS * (len(setup.players) + misses),
            reshuffles=rules.stock_out == "reshuffle",
            limit=rules.most_exchanged,
        )

    comes_in = ComingIn(leads=rules.buco_leads, may_share=rules.partners)
    return LooVariant(
        pack=FORTY.in_suits(rules.suits),
        tricks=CARDS,
        law=law,
        declarations=DeclarationRules(
            misses=lambda players: misses,
            spare_hand="buco" if rules.miss == "after" else "miss",
            forced=_forced,
            coming_in=comes_in if rules.miss == "after" else None,
        ),
        exchange=Exchange(stock, can_skip=True),
        stakes=Stakes(_stakes),
        prize=Prize(settle=_settle, term="bestia"),
    )


def _settle_house_rules(rules: BestiaRules, players: int) -> BestiaRules:
    if rules.stake_by != "all" and rules.stake % CARDS:
        raise MalformedEntry(StakeIndivisible(rules.stake, CARDS))
    settled: BestiaRules = house.settle_loo_chips(rules, players)
    return settled


BESTIA = Game(
    id="bestia",
    family="loo",
    accounts=Accounts(
        usual=Preset(
            account="bestia",
            players=(LEAST, MOST),
            silent=frozenset({Rule.ENDING, Rule.INDIVISIBLE}),
            beyond=frozenset({Rule.DRAW, Rule.LEAD_ACE, Rule.REVOKE}),
        ),
        governs={
            Rule.STAKE: ("stake", "stake_by"),
            Rule.SHARE: ("saved", "partners"),
            Rule.INDIVISIBLE: ("remainder",),
            Rule.LOOED: ("loo", "loo_chips"),
            Rule.REVOKE: ("revoke", "revoke_pays"),
            Rule.ENDING: ("ending",),
            Rule.DECLARING: ("miss", "partners"),
            Rule.NO_MISS_LEFT: ("miss",),
            Rule.MISS_BINDS: ("miss",),
            Rule.SINGLE_POOL: ("forced", "stake_by"),
            Rule.DRAW: ("most_exchanged",),
            Rule.STOCK_EXHAUSTED: ("stock_out",),
            Rule.MUST_HEAD: ("following",),
            Rule.MUST_OVERTRUMP: ("following",),
            Rule.LEAD_ACE: ("lead_ace",),
            Rule.WINNING: ("buco_leads",),
            Rule.SEATS: ("direction",),
        },
    ),
    editions=(house.OWN_FAMILY, {**house.DEALT_IN, "pairs_share": "sums"}),
    least=LEAST,
    most=lambda rules: MOST,
    pack=FORTY.in_suits("italian"),
    house_rules=BestiaRules,
    tricks=CARDS,
    recording=Recording(choices=("play", "miss", "drop")),
    pool=PoolTraits(family="bestia"),
    settle_house_rules=_settle_house_rules,
    begin=lambda setup: LooDeal(loo=_variant(setup.rules), setup=setup),
)
