"""Napoleon (docs/rules.md 6).

Account: [001]. Its optional declarations are house rules, off unless the table wants them.
Resolved beyond it: all pass, what Blucher is declared over, what a revoke costs.
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
    """Cards in the pack, the lowest left out."""

    def deck(self) -> Pack:
        """Return the pack that is played with."""
        return BY_SIZE[self.pack]

    def contracts(self) -> tuple[Contract, ...]:
        """Return every contract there is, the lowest first, played at this table or not."""
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
