"""Domino Rounce (rulebook 4).

Source: account [002], "Domino Rounce". Resolved beyond it: no playing for the pool, since there is
none, and what a sole player other than the dealer scores.
"""

from companion.pieces import DOUBLE_SIX
from companion.rules import house, texts
from companion.rules.deal import Deal
from companion.rules.facts import Setup
from companion.rules.game import Game, Preset, RuleText
from companion.rules.ids import Rule
from companion.rules.loo.deal import LooDeal
from companion.rules.loo.variant import Loo, two_must_play
from companion.rules.scores import Race
from companion.rules.tricks.law import Law, Leading

TRICKS = 5
RACE = Race(start=15, goal=0, trick=-1, looed=5, sole=-5, looed_word="rounced")


class DominoRounceRules(house.HouseRules, frozen=True):
    """The house rules of domino Rounce."""

    revoke: house.RevokeScores = "divide"


_LAW = Law(
    must_trump=False,
    first=Leading(trump_from=2),
    later=Leading(trump_from=2),
    lead_after_win=True,
)
_LOO = Loo(
    pack=DOUBLE_SIX,
    tricks=TRICKS,
    law=lambda order, players, turn_up: _LAW,
    misses=lambda players: 1 if players == 4 else 2,
    forced=two_must_play,
    lone="free",
    stakes=lambda setup: (),
    race=RACE,
    # The player on the dealer's right: the last before the dealer, clockwise.
    turner=lambda setup: setup.players[-2],
    miss_word="dummy",
    turn_up_taken=True,
)


def _begin(setup: Setup) -> Deal:
    return LooDeal(_LOO, setup)


def _texts(rules: DominoRounceRules) -> tuple[RuleText, ...]:
    return (
        RuleText(
            Rule.TURN_UP,
            "The deal",
            "Double-six set, five tiles each. The player on the dealer's right turns up a tile; "
            "its higher end is trump. Spare hands, the dummies, are set out at the deal: two of "
            "six tiles with two or three players, one of seven with four. Who takes one keeps "
            "five of them, unseen by the others.",
        ),
        RuleText(
            Rule.DECLARING,
            "Declaring",
            "In turn each player plays his hand, takes a dummy, or drops.",
        ),
        RuleText(
            Rule.NO_MISS_LEFT,
            "The dummies",
            "Two with two or three players, one with four. Each player can take one at most.",
        ),
        RuleText(Rule.MISS_BINDS, "A dummy binds", "Who takes a dummy must play it."),
        RuleText(Rule.CANNOT_DROP, "Dropping", "Only with three or four players."),
        RuleText(
            Rule.DEALER_TURN_UP,
            "The dealer's turn-up",
            "A dealer who plays the hand dealt to him may take the turn-up and put a tile away "
            "for it. Not with the dummy.",
        ),
        RuleText(Rule.FOR_THE_POOL, "For the pool", "There is no pool, so nobody can play for it."),
        *texts.domino_tricks(must_trump=False),
        RuleText(
            Rule.SCORE,
            "Scores",
            "All start at 15. Each trick takes one off. Who is out neither gains nor loses. The "
            "first to reach or pass zero wins.",
        ),
        RuleText(Rule.LOOED, "Rounced", "Who was in and took no trick is rounced: 5 more."),
        RuleText(Rule.SOLE_PLAYER, "Only one in", "Who alone is in takes 5 off without play."),
        RuleText(
            Rule.ALL_DROPPED,
            "All drop before the dealer",
            "The dealer takes 5 off without play and declares nothing.",
        ),
        texts.score_tie("the lower score"),
        texts.game_over(),
        *texts.revoke_law("tile", texts.score_revoke(rules.revoke, "5 more")),
        *texts.domino_absent(),
        *texts.table_law(2, 4, "tile", turn_up_taken=True),
    )


DOMINO_ROUNCE = Game(
    id="domino-rounce",
    title="Domino Rounce",
    family="loo",
    usual=Preset(
        account="domino-rounce",
        advised=(2, 4),
        silent=frozenset({"indivisible", "revoke", "ending"}),
    ),
    edition=1,
    least=2,
    most=lambda rules: 4,
    pack=DOUBLE_SIX,
    house_rules=DominoRounceRules,
    presets={},
    governs={"score": (), "revoke": ("revoke",)},
    tricks=TRICKS,
    choices={
        "play": "plays",
        "miss": "takes the dummy",
        "drop": "drops",
    },
    settle_house_rules=lambda rules, players: rules,
    race=lambda rules: RACE,
    begin=_begin,
    texts=_texts,
)
