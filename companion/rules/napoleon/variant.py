"""What Napoleon and Seven-card Napoleon share: their house rules, and how a deal begins."""

from collections.abc import Mapping
from typing import Annotated, Literal

from companion.ids import Rule
from companion.pieces import FIFTY_TWO, Pack
from companion.rules import house
from companion.rules.facts import Setup
from companion.rules.game import Game, Preset
from companion.rules.napoleon.bidding import PASS, Bidding, Contract
from companion.rules.napoleon.deal import NapDeal

GOVERNS: Mapping[Rule, tuple[str, ...]] = {
    Rule.CONTRACT: (),
    Rule.PURCHASE: ("purchase",),
    Rule.REVOKE: ("revoke",),
    Rule.ENDING: ("ending",),
    Rule.DECLARING: ("pack",),
    Rule.TOO_MANY_PLAYERS: ("pack",),
    Rule.MISERY: ("misery", "misery_trumps"),
    Rule.WELLINGTON: ("wellington",),
    Rule.BLUCHER: ("blucher",),
    Rule.PEEP: ("peep",),
}
"""For each rule, the house rules that decide it."""
MOST = 6
"""The most that play, if the pack serves them."""
OPTIONAL = ("misery", "wellington", "blucher")
"""Contracts that are played only where the house rule of that name says so."""


class NapRules(house.HouseRules, frozen=True):
    """The house rules that both games have."""

    misery: bool = False
    misery_trumps: Annotated[bool, house.About(only_with={"misery": ("true",)})] = False
    """Whether misery has trumps, as every other contract."""
    peep: bool = False
    """Whether who has declared nap or more may exchange a card with the top of the pack."""
    purchase: bool = False
    """Whether cards are bought before declaring."""
    revoke: Literal["note", "contract"] = "note"
    """Whether a revoke costs nothing, or the contract."""
    ending: Annotated[house.Ending, house.About(only_with={"purchase": ("true",)})] = "divide"

    def contracts(self) -> tuple[Contract, ...]:
        """Return every contract there is, the lowest first, played at this table or not."""
        raise NotImplementedError

    def deck(self) -> Pack:
        """Return the pack that is played with."""
        return FIFTY_TWO

    def plays(self, contract: Contract) -> bool:
        """Return whether a contract is played at this table."""
        return contract.id not in OPTIONAL or bool(getattr(self, contract.id))


def game(
    id: str,
    cards: int,
    house_rules: type[NapRules],
) -> Game[NapRules]:
    """Return a game of Napoleon with so many cards in a hand."""
    return Game(
        id=id,
        family="napoleon",
        usual=Preset(
            account="napoleon",
            players=(2, 6),
            silent=frozenset(
                {
                    Rule.ALL_PASS,
                    Rule.ENDING,
                    Rule.NOT_IN,
                    Rule.REVOKE,
                    Rule.SEATS,
                    Rule.STOCK_EXHAUSTED,
                }
            ),
        ),
        editions=({}, house.OWN_FAMILY),
        least=2,
        most=lambda rules: min(MOST, len(rules.deck().pieces) // cards),
        pack=FIFTY_TWO,
        house_rules=house_rules,
        presets={},
        governs=GOVERNS,
        tricks=cards,
        choices=(PASS, *(one.id for one in house_rules().contracts())),
        settle_house_rules=lambda rules, players: rules,
        race=lambda rules: None,
        begin=lambda setup: _begin(setup, cards),
        gives_up="pass",
        takes_carried=False,
        has_pool=lambda rules: rules.purchase,
        pool_rule=Rule.PURCHASE,
    )


def _begin(setup: Setup[NapRules], cards: int) -> NapDeal:
    """Return a deal about to be declared; contracts that are off are left out."""
    rules = setup.rules
    contracts = rules.contracts()
    absent = frozenset(one.id for one in contracts if not rules.plays(one))
    bidding = Bidding(
        players=setup.players,
        contracts=tuple(one for one in contracts if one.id not in absent),
        absent=absent,
        hand=cards,
        stock=len(rules.deck().pieces) - cards * len(setup.players),
        sells=rules.purchase,
    )
    return NapDeal(setup=setup, bidding=bidding, peeps=rules.peep)
