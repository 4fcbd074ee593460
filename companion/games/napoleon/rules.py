"""Napoleon (docs/rules.md 6).

Account: [001]. Its optional declarations are house rules, off by default.
Resolved beyond it: all pass, what Blucher can outbid, the cost of a revoke.
"""

from typing import Annotated, Literal

from companion.pieces import BY_SIZE, Pack
from companion.rules import house
from companion.rules.napoleon import variant as nap_family
from companion.rules.napoleon.bidding import Contract
from companion.rules.napoleon.variant import NapRules


class NapoleonRules(NapRules, frozen=True):
    """The house rules of Napoleon."""

    wellington: bool = False
    blucher: Annotated[bool, house.About(only_with={"wellington": ("true",)})] = False
    pack: Literal[52, 32, 28, 24] = 52
    """Cards in the pack; short packs lack the lowest ranks."""

    def deck(self) -> Pack:
        return BY_SIZE[self.pack]

    def contracts(self) -> tuple[Contract, ...]:
        return (
            Contract("two", 2, 2, 2),
            Contract("three", 3, 3, 3),
            Contract("misery", 0, 3, 3, trumps=self.misery_trumps),
            Contract("four", 4, 4, 4),
            Contract("nap", 5, 10, 5, is_nap=True),
            Contract("wellington", 5, 20, 10, over="nap", is_nap=True),
            Contract("blucher", 5, 30, 15, over="wellington", is_nap=True),
        )


NAPOLEON = nap_family.game(
    id="napoleon",
    cards=5,
    house_rules=NapoleonRules,
)
