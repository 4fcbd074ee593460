"""What Napoleon and Seven-card Napoleon share: their house rules, and how a deal begins."""

from typing import Annotated, Literal

from msgspec.structs import replace

from companion.rules import house
from companion.rules.bidding import Bidding, Contract
from companion.rules.deal import Setup
from companion.rules.game import Preset
from companion.rules.nap import NapDeal

PACK = 52
OPTIONAL = ("misery", "wellington", "blucher")
"""Contracts that are played only where the house rule of that name says so."""


class NapRules(house.HouseRules, frozen=True):
    """The house rules that both games have."""

    misery: bool = False
    misery_trumps: Annotated[
        bool,
        house.About(
            "Misery with trumps",
            "The first card led makes trumps, as in every other contract. Otherwise there are "
            "none in misery.",
            only_with={"misery": ("true",)},
        ),
    ] = False
    peep: Annotated[
        bool,
        house.About(
            "Peep",
            "Who has declared nap or more may exchange a card with the top of the pack, before "
            "he leads.",
        ),
    ] = False
    purchase: Annotated[
        bool,
        house.About(
            "Purchase",
            "Before declaring a player can exchange cards with the pack, for a chip each. The "
            "chips stay in a pool until somebody wins nap or more.",
        ),
    ] = False
    revoke: Annotated[
        Literal["note", "contract"],
        house.About(
            "A revoke",
            "What it costs not to follow suit when able.",
            {
                "note": "It is noted and costs nothing.",
                "contract": "A declarer who revokes has lost his contract. Another who revokes "
                "pays for all as if it were made.",
            },
        ),
    ] = "note"
    ending: Annotated[
        Literal["divide", "carry"], replace(house.ENDING, only_with={"purchase": ("true",)})
    ] = "divide"


def usual(title: str) -> Preset:
    """Return what holds where no preset is named: the one account there is."""
    return Preset(
        title=title,
        account="the account",
        source="Napoleon, in a collection with Loo and Coon Can",
        advised=(2, 6),
        silent=frozenset({"all-pass", "revoke", "ending"}),
    )


def begin(setup: Setup, cards: int, contracts: tuple[Contract, ...]) -> NapDeal:
    """Return a deal with so many cards each, about to be declared.

    `contracts` are all there are, the lowest first; those that are off are left out.
    """
    rules = setup.rules
    absent = {
        one.id: "It is not played at this table."
        for one in contracts
        if one.id in OPTIONAL and not getattr(rules, one.id)
    }
    bidding = Bidding(
        players=setup.players,
        contracts=tuple(one for one in contracts if one.id not in absent),
        absent=absent,
        hand=cards,
        stock=PACK - cards * len(setup.players),
        sells=rules.purchase,
    )
    return NapDeal(setup, bidding, rules.peep)
