"""The rules in force, in words: what the rules page prints and every refusal links to.

Which texts a game has is found by the type of its house rules, or of those that they extend. So
another game of card Loo has its rules page without a word added here.
"""

from functools import singledispatch

from companion.rules.game import Game
from companion.rules.house import HouseRules
from companion.rules.loo.bourre import BourreRules
from companion.rules.loo.card_loo import CardLooRules
from companion.rules.loo.domino_loo import DominoLooRules
from companion.rules.loo.domino_rounce import DominoRounceRules
from companion.rules.loo.rams import RamsRules
from companion.rules.napoleon.variant import NapRules
from companion.rules.rummy.coon_can import CoonCanRules
from companion.wording.rule_texts import bourre, card_loo, coon_can, dominoes, napoleon, rams
from companion.wording.rule_texts.aims import aim
from companion.wording.rule_texts.background import background
from companion.wording.rule_texts.shared import RuleText, Table, keeping, seating
from companion.wording.rule_texts.worked import WorkedDeal, worked_deal

__all__ = ["RuleText", "WorkedDeal", "aim", "background", "rule_texts", "worked_deal"]


def rule_texts(game: Game, rules: HouseRules) -> tuple[RuleText, ...]:
    """Return the rules of a game under these settled house rules, in reading order."""
    return _texts(rules, game)


@singledispatch
def _texts(rules: HouseRules, game: Game) -> tuple[RuleText, ...]:
    """Return what holds at every table: all that is known of a game that has no texts."""
    table = Table(game.least, game.most(rules))
    return (*seating(table), *keeping(table, revokes=bool(game.tricks)))


@_texts.register
def _(rules: CardLooRules, game: Game) -> tuple[RuleText, ...]:
    return card_loo.texts(rules, game.tricks, game.most(rules))


@_texts.register
def _(rules: BourreRules, game: Game) -> tuple[RuleText, ...]:
    return bourre.texts(rules, game.most(rules))


@_texts.register
def _(rules: DominoLooRules, game: Game) -> tuple[RuleText, ...]:
    return dominoes.loo_texts(rules)


@_texts.register
def _(rules: DominoRounceRules, game: Game) -> tuple[RuleText, ...]:
    return dominoes.rounce_texts(rules)


@_texts.register
def _(rules: RamsRules, game: Game) -> tuple[RuleText, ...]:
    return rams.texts(rules, game.most(rules))


@_texts.register
def _(rules: NapRules, game: Game) -> tuple[RuleText, ...]:
    return napoleon.texts(rules, game.tricks, game.most(rules))


@_texts.register
def _(rules: CoonCanRules, game: Game) -> tuple[RuleText, ...]:
    return coon_can.texts(rules)
