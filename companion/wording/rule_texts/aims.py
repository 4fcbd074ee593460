"""What each game is about, in three sentences: how its rules page begins."""

from functools import singledispatch

from companion.rules.house import HouseRules
from companion.rules.loo.bourre import BourreRules
from companion.rules.loo.card_loo import CardLooRules
from companion.rules.loo.domino_loo import DominoLooRules
from companion.rules.loo.domino_rounce import DominoRounceRules
from companion.rules.loo.rams import RamsRules
from companion.rules.napoleon.variant import NapRules
from companion.rules.rummy.coon_can import CoonCanRules
from companion.wording.languages import _


@singledispatch
def aim(rules: HouseRules) -> str:
    """Return the aim of a game under these house rules; "" for a game that has no words here."""
    return ""


@aim.register
def _card_loo(rules: CardLooRules) -> str:
    return _(
        "Win tricks: each one pays you a share of the pool. When you have seen your cards, you play "
        "them or drop out of the deal. Play and win no trick, and you are looed: you pay into the "
        "next pool."
    )


@aim.register
def _bourre(rules: BourreRules) -> str:
    return _(
        "Win the most tricks, and the whole pool is yours. When you have seen your cards, you play, "
        "swapping some of them if you like, or drop out of the deal. Play and win no trick, and you "
        "pay a bourré into the next pool."
    )


@aim.register
def _domino_loo(rules: DominoLooRules) -> str:
    if rules.scoring == "points":
        return _(
            "Win tricks with dominoes: each is a point, and the first to 15 wins the game. When you "
            "have seen your tiles, you play them, swap them for a spare hand or, with three or four "
            "players, drop out. Play and win no trick, and you are looed: you lose 5 points."
        )
    return _(
        "Win tricks with dominoes: each one pays you a share of the pool. When you have seen your "
        "tiles, you play them, swap them for a spare hand, or drop out of the deal. Play and win no "
        "trick, and you are looed: you pay into the next pool."
    )


@aim.register
def _domino_rounce(rules: DominoRounceRules) -> str:
    return _(
        "Everyone starts at 15, and the first to reach zero wins. Each trick you win with your "
        "dominoes takes 1 off. Play and win no trick, and you are rounced: 5 more."
    )


@aim.register
def _rams(rules: RamsRules) -> str:
    return _(
        "Everyone starts with {counters} counters, and the first to get rid of them wins. Each trick "
        "you win takes one off, and you can drop out of a deal. Play and win no trick, and you are "
        "rammed: 5 more.",
        counters=rules.counters,
    )


@aim.register
def _napoleon(rules: NapRules) -> str:
    return _(
        "Bid how many tricks you can win on your own. The highest bidder plays alone against "
        "everyone else, and the first card they lead makes trumps. Make your contract and each of "
        "the others pays you; fail and you pay each of them."
    )


@aim.register
def _coon_can(rules: CoonCanRules) -> str:
    return _(
        "Be the first to get rid of all your cards. In turn you draw a card, lay down sets and "
        "sequences, and discard a card. When someone goes out, everyone else pays them for the cards "
        "still in hand."
    )
