"""Napoleon (rulebook 6).

Account: [001]. Its optional declarations are house rules, off unless the table wants them.
Resolved beyond it: all pass, what Blucher is declared over, what a revoke costs.
"""

from typing import Annotated

from companion.pieces import FIFTY_TWO
from companion.rules import house, nap_texts
from companion.rules.bidding import Contract
from companion.rules.deal import Deal, Setup
from companion.rules.game import Game, RuleText
from companion.rules.nap_family import NapRules, begin, usual

CARDS = 5

_OVER_NAP = "Wins 20 from each, loses 10 to each. It can be declared over nap alone."


class NapoleonRules(NapRules, frozen=True):
    """The house rules of Napoleon."""

    misery: Annotated[
        bool,
        house.About(
            "Misery",
            "A declaration to lose every trick. It stands between three and four, for 3 chips.",
        ),
    ] = False
    wellington: Annotated[
        bool, house.About("Wellington", f"All five tricks at double stakes. {_OVER_NAP}")
    ] = False
    blucher: Annotated[
        bool,
        house.About(
            "Blucher",
            "All five tricks at treble stakes. Wins 30 from each, loses 15 to each. It can be "
            "declared over Wellington alone.",
            only_with={"wellington": ("true",)},
        ),
    ] = False


def _contracts(rules: NapoleonRules) -> tuple[Contract, ...]:
    """Return every contract there is, the lowest first, played at this table or not."""
    return (
        Contract("two", 2, 2, 2),
        Contract("three", 3, 3, 3),
        Contract("misery", 0, 3, 3, trumps=rules.misery_trumps),
        Contract("four", 4, 4, 4),
        Contract("nap", 5, 10, 5, is_nap=True),
        Contract("wellington", 5, 20, 10, over="nap", is_nap=True),
        Contract("blucher", 5, 30, 15, over="wellington", is_nap=True),
    )


def _begin(setup: Setup) -> Deal:
    return begin(setup, CARDS, _contracts(setup.rules))


def _texts(rules: NapoleonRules) -> tuple[RuleText, ...]:
    return nap_texts.texts(rules, CARDS, _contracts(rules))


NAPOLEON = Game(
    id="napoleon",
    title="Napoleon",
    summary="Five cards, and one against all for the tricks he has declared. For 2 to 6.",
    usual=usual("Napoleon"),
    edition=1,
    least=2,
    most=lambda rules: 6,
    pack=FIFTY_TWO,
    house_rules=NapoleonRules,
    presets={},
    governs=nap_texts.GOVERNS,
    tricks=CARDS,
    choices=nap_texts.choices(_contracts(NapoleonRules())),
    settle_house_rules=lambda rules, players: rules,
    race=lambda rules: None,
    begin=_begin,
    texts=_texts,
    gives_up="pass",
    takes_carried=False,
    play_on_to="a deal in which nap is won",
    pool_rule="purchase",
    story="napoleon",
)
