"""Seven-card Napoleon (docs/rules.md 6).

Account: [001]. No Wellington, no Blucher; misery ranks between nap and six.
"""

from companion.rules.napoleon import variant as nap_family
from companion.rules.napoleon.bidding import Contract
from companion.rules.napoleon.variant import NapRules


class SevenCardRules(NapRules, frozen=True):
    """The house rules of Seven-card Napoleon."""

    def contracts(self) -> tuple[Contract, ...]:
        return (
            Contract("three", 3, 3, 3),
            Contract("four", 4, 4, 4),
            Contract("nap", 5, 10, 5, is_nap=True),
            Contract("misery", 0, 10, 5, trumps=self.misery_trumps),
            Contract("six", 6, 18, 9, is_nap=True),
            Contract("seven", 7, 28, 14, is_nap=True),
        )


SEVEN_CARD_NAPOLEON = nap_family.game(
    id="seven-card-napoleon",
    cards=7,
    house_rules=SevenCardRules,
)
