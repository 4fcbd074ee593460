"""Irish Loo (rulebook 5.3): three cards, exchanged with the stock, and Club Law.

Account: [001], which calls a limit imperative and names none; twice the stake is resolved.
"""

from typing import Annotated, Literal

from companion.pieces import FIFTY_TWO
from companion.rules import card_loo, card_texts, house
from companion.rules.card_loo import Draw, Forced, ThreeCardRules
from companion.rules.game import Game, Preset

CARDS = 3


class IrishRules(ThreeCardRules, frozen=True):
    """The house rules of Irish Loo."""

    loo: Annotated[Literal["pool", "fixed", "capped"], house.LOO] = "capped"
    forced: Forced = "club-law"
    miss: card_loo.Miss = "none"
    draw: Draw = "with-declaration"


IRISH_LOO = Game(
    id="irish-loo",
    title="Irish Loo",
    summary="Three cards and an exchange; if clubs are trumps, all must play. For 2 to 17.",
    usual=Preset(
        title="Irish Loo",
        account=card_texts.CLASSIC,
        source=card_texts.CLASSIC_SOURCE,
        advised=(5, 7),
        silent=card_texts.SILENT - {"revoke"} | {"looed"},
    ),
    edition=1,
    least=2,
    most=lambda rules: card_loo.most_players(rules, CARDS),
    pack=FIFTY_TWO,
    house_rules=IrishRules,
    presets={},
    governs=card_texts.GOVERNS,
    tricks=CARDS,
    choices=card_texts.CHOICES,
    settle_house_rules=lambda rules, players: card_loo.settle_house_rules(rules, CARDS),
    race=lambda rules: None,
    begin=lambda setup: card_loo.begin(setup, CARDS),
    texts=lambda rules: card_texts.texts(rules, CARDS),
)
