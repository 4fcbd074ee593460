"""Ramset (docs/rules.md 11): a race for strokes, with the Bälli, a card that is always a trump.

Accounts: Swiss inns and newspapers (docs/rules.md 14). Resolved beyond them: declarations in one round,
the score of a player without opponents, what a revoke costs, and who is next after somebody has won.
"""

from functools import lru_cache
from typing import Annotated, Literal

from companion.ids import Rule
from companion.pieces import Card, Order, Pack, Piece, card_pack
from companion.pieces.cards import RANKS
from companion.rules import house
from companion.rules.game import Accounts, Game, Preset, Recording
from companion.rules.loo.deal import LooDeal
from companion.rules.loo.declaring import DeclarationRules
from companion.rules.loo.variant import LooVariant
from companion.rules.scores import Race
from companion.rules.tricks.law import Law, Leading

CARDS = 5
LEAST, MOST = 2, 6
"""Minimum and maximum number of players dealt in. With six there is no spare hand."""


class RamsetRules(house.HouseRules, frozen=True):
    """House rules of Ramset."""

    target: Annotated[int, house.About(least=5, in_points=True)] = 17
    """Strokes to win."""
    ends: Literal["first", "last"] = "first"
    """Whether the first to reach the target ends the game, or is dealt in no more."""
    nuller: Literal["tally", "minus"] = "tally"
    """Whether being in without a trick is only counted, or costs points."""
    nuller_points: Annotated[int, house.About(only_with={"nuller": ("minus",)}, in_points=True)] = 5
    balli: Literal["second", "highest"] = "second"
    """The Bälli's place among the trumps."""
    balli_card: Literal["7D", "7C"] = "7D"
    balli_follows: Literal["full", "free"] = "full"
    """Whether the Bälli is a trump like any, or need never be played."""
    second_lead: Literal["trump", "free"] = "trump"
    lead_ace: Literal["none", "first"] = "none"
    widow: bool = True
    """Whether there is a spare hand."""
    pack: Literal[32, 36] = 32
    """Number of cards."""
    lone_strokes: Literal[1, 5] = 1
    """Strokes for a player without opponents."""
    revoke: Literal["loo", "divide", "note"] = "loo"
    direction: house.Direction = "right"
    suits: Literal["swiss", "french"] = "swiss"


def _race(rules: RamsetRules) -> Race:
    return Race(
        start=0,
        goal=rules.target,
        trick=1,
        looed=-rules.nuller_points if rules.nuller == "minus" else 0,
        sole=rules.lone_strokes,
        term="potato",
        tallies=rules.nuller == "tally",
        plays_on=rules.ends == "last",
    )


@lru_cache(maxsize=64)
def _pack(size: int, balli: str, second: bool, suits: str) -> Pack:
    card = Card(balli[0], balli[1])
    return card_pack(RANKS[-size // 4 :], card, second=second).in_suits(suits)


# Cached, so that deals with the same house rules share the functions.
@lru_cache(maxsize=64)
def _variant(rules: RamsetRules) -> LooVariant:
    pack = _pack(rules.pack, rules.balli_card, rules.balli == "second", rules.suits)

    def law(order: Order, players: int, untaken_turn_up: Piece | None) -> Law:
        ace = order.honours[0] if rules.lead_ace == "first" else None
        return Law(
            must_trump=True,
            must_overtrump=True,
            unbound_piece=pack.read(rules.balli_card) if rules.balli_follows == "free" else None,
            first=Leading(ace=None if ace == untaken_turn_up else ace),
            second_lead=Leading(trump_from=1) if rules.second_lead == "trump" else None,
        )

    return LooVariant(
        pack=pack,
        tricks=CARDS,
        law=law,
        declarations=DeclarationRules(
            misses=lambda players: int(rules.widow and players < MOST),
            spare_hand="blinde",
            turn_up_taken=True,
        ),
        race=_race(rules),
    )


RAMSET = Game(
    id="ramset",
    family="loo",
    accounts=Accounts(
        usual=Preset(
            account="ramset",
            players=(LEAST, MOST),
            silent=frozenset({Rule.ALL_DROPPED, Rule.SOLE_PLAYER, Rule.SCORE_TIE, Rule.REVOKE}),
            resolved=frozenset({Rule.DECLARING}),
            beyond=frozenset({Rule.SCORE, Rule.LOOED, Rule.LEAD_TRUMP}),
        ),
        governs={
            Rule.SCORE: ("target", "ends"),
            Rule.LOOED: ("nuller", "nuller_points"),
            Rule.SOLE_PLAYER: ("lone_strokes",),
            Rule.ALL_DROPPED: ("lone_strokes",),
            Rule.REVOKE: ("revoke",),
            Rule.LEAD_TRUMP: ("second_lead",),
            Rule.LEAD_ACE: ("lead_ace",),
            Rule.SEATS: ("direction",),
            Rule.TRUMPS: ("balli", "balli_card", "balli_follows"),
            **dict.fromkeys((Rule.DECLARING, Rule.NO_MISS_LEFT, Rule.MISS_BINDS), ("widow",)),
        },
    ),
    editions=({},),
    least=LEAST,
    most=lambda rules: MOST,
    pack=_pack(32, "7D", second=True, suits="swiss"),
    house_rules=RamsetRules,
    tricks=CARDS,
    recording=Recording(choices=("play", "miss", "drop")),
    race=_race,
    begin=lambda setup: LooDeal(loo=_variant(setup.rules), setup=setup),
)
