"""House rules and the start of a deal, shared by Napoleon and Seven-card Napoleon."""

from collections.abc import Mapping
from typing import Annotated, Literal

from companion.ids import Rule
from companion.pieces import FIFTY_TWO, Pack
from companion.rules import house
from companion.rules.facts import Setup
from companion.rules.game import Accounts, Game, PoolTraits, Preset, Recording
from companion.rules.napoleon.bidding import PASS, Bidding, Contract
from companion.rules.napoleon.deal import NapDeal

GOVERNS: Mapping[Rule, tuple[str, ...]] = {
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
"""House rules that decide each rule."""
MOST = 6
"""Maximum number of players, if the pack is large enough."""
OPTIONAL = ("misery", "wellington", "blucher")
"""Contracts played only if the house rule of that name is on."""


class NapRules(house.HouseRules, frozen=True):
    misery: bool = False
    misery_trumps: Annotated[bool, house.About(only_with={"misery": ("true",)})] = False
    peep: bool = False
    """Whether the declarer of nap or more may exchange a card with the top of the pack."""
    purchase: bool = False
    revoke: Literal["note", "contract"] = "note"
    """What a revoke costs: nothing, or the contract."""
    ending: Annotated[house.Ending, house.About(only_with={"purchase": ("true",)})] = "divide"

    def contracts(self) -> tuple[Contract, ...]:
        """Return all contracts, the lowest first, whether this table plays them or not."""
        raise NotImplementedError

    def deck(self) -> Pack:
        """Return the pack for these house rules."""
        return FIFTY_TWO

    def plays(self, contract: Contract) -> bool:
        return contract.id not in OPTIONAL or bool(getattr(self, contract.id))


def game(
    id: str,
    cards: int,
    house_rules: type[NapRules],
) -> Game[NapRules]:
    """Return a game of Napoleon with `cards` cards in a hand."""
    return Game(
        id=id,
        family="napoleon",
        accounts=Accounts(
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
                        Rule.TOO_FEW_PLAYERS,
                    }
                ),
            ),
            governs=GOVERNS,
        ),
        editions=({}, house.OWN_FAMILY, house.DEALT_IN),
        least=2,
        most=lambda rules: min(MOST, len(rules.deck().pieces) // cards),
        pack=FIFTY_TWO,
        house_rules=house_rules,
        tricks=cards,
        recording=Recording(
            choices=(PASS, *(one.id for one in house_rules().contracts())), gives_up="pass"
        ),
        pool=PoolTraits(
            takes_carried=False, exists=lambda rules: rules.purchase, rule=Rule.PURCHASE
        ),
        begin=lambda setup: _begin(setup, cards),
    )


def _begin(setup: Setup[NapRules], cards: int) -> NapDeal:
    """Return a new deal with the contracts that this table plays."""
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
