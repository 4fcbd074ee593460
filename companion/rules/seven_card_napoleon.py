"""Seven-card Napoleon (rulebook 6).

Account: [001]. There is no Wellington and no Blucher; misery stands between nap and six.
"""

from typing import Annotated

from companion.pieces import FIFTY_TWO
from companion.rules import house, nap_texts
from companion.rules.bidding import Contract
from companion.rules.deal import Deal, Setup
from companion.rules.game import Game, RuleText
from companion.rules.nap_family import NapRules, begin, usual

CARDS = 7


class SevenCardRules(NapRules, frozen=True):
    """The house rules of Seven-card Napoleon."""

    misery: Annotated[
        bool,
        house.About(
            "Misery",
            "A declaration to lose every trick. It stands between nap and six: wins 10 from each, "
            "loses 5 to each.",
        ),
    ] = False


def _contracts(rules: SevenCardRules) -> tuple[Contract, ...]:
    """Return every contract there is, the lowest first, played at this table or not."""
    return (
        Contract("three", 3, 3, 3),
        Contract("four", 4, 4, 4),
        Contract("nap", 5, 10, 5, is_nap=True),
        Contract("misery", 0, 10, 5, trumps=rules.misery_trumps),
        Contract("six", 6, 18, 9, is_nap=True),
        Contract("seven", 7, 28, 14, is_nap=True),
    )


def _begin(setup: Setup) -> Deal:
    return begin(setup, CARDS, _contracts(setup.rules))


def _texts(rules: SevenCardRules) -> tuple[RuleText, ...]:
    return nap_texts.texts(rules, CARDS, _contracts(rules))


SEVEN_CARD_NAPOLEON = Game(
    id="seven-card-napoleon",
    title="Seven-card Napoleon",
    summary="Napoleon with seven cards: from three tricks up to seven. For 2 to 6.",
    usual=usual("Seven-card Napoleon"),
    edition=1,
    least=2,
    most=lambda rules: 6,
    pack=FIFTY_TWO,
    house_rules=SevenCardRules,
    presets={},
    governs=nap_texts.GOVERNS,
    tricks=CARDS,
    choices=nap_texts.choices(_contracts(SevenCardRules())),
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
