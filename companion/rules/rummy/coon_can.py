"""Coon Can, or double rummy (rulebook 7).

Source: account [001]. Resolved beyond it: how a player may go out, when a hand is dead, and that
cards are laid to any meld, also before one's own first.
"""

from typing import Annotated, Literal

from companion.pieces import DOUBLE_PACK
from companion.rules import house, texts
from companion.rules.game import Game, Preset, RuleText
from companion.rules.ids import Rule
from companion.rules.rummy import deal as rummy

LEAST, MOST = 2, 8
"""Players dealt in."""


class CoonCanRules(house.HouseRules, frozen=True):
    """The house rules of Coon Can."""

    going_out: Annotated[
        Literal["either", "discard", "meld"],
        house.About(
            "Going out",
            "How the last card leaves the hand.",
            {
                "either": "It is laid down or discarded.",
                "discard": "It must be discarded.",
                "meld": "It must be laid down.",
            },
        ),
    ] = "either"
    ending: Annotated[Literal["divide", "carry"], house.ENDING] = "divide"


def _texts(rules: CoonCanRules) -> tuple[RuleText, ...]:
    last = {
        "either": "with a last discard or without",
        "discard": "with a last discard: the last card must not be laid down",
        "meld": "without a discard: the last card must be laid down. Who could not lay it down "
        "keeps two cards back",
    }[rules.going_out]
    return (
        RuleText(
            Rule.TURN_UP,
            "The deal",
            "Two packs of 52 and two jokers, ten cards each. The rest is the stock, and one card "
            "is laid open beside it, the first of the discards.",
        ),
        RuleText(
            Rule.MUST_DRAW,
            "Drawing",
            "In turn, beginning at the dealer's left, each draws one card: from the stock, or the "
            "top of the discards. Only then may he lay cards down.",
        ),
        RuleText(
            Rule.NOT_A_MELD,
            "Melds",
            "Three or more of a rank are a set, three or more of a suit in order a sequence. The "
            "ace is low or high, and a sequence ends with it: K A 2 is none. A joker stands for "
            "any card its player names.",
        ),
        RuleText(
            Rule.NO_SUCH_MELD,
            "Laying off",
            "Cards can be added to any meld on the table, one's own or another's, also before "
            "one's own first meld. Melds are numbered from 1 in each deal.",
        ),
        RuleText(
            Rule.JOKER_MOVE,
            "Moving a joker",
            "Who holds the card for which a joker stands at an end of a sequence can lay it there; "
            "the joker goes to the other end and stays. No joker is moved twice, from inside a "
            "sequence, in a set, or past an ace.",
        ),
        RuleText(
            Rule.MUST_DISCARD,
            "Discarding",
            "A turn ends with a card laid on the discards, unless the hand is empty before.",
        ),
        RuleText(Rule.GOING_OUT, "Going out", f"Who is rid of all cards first wins, {last}."),
        RuleText(
            Rule.PIPS,
            "What the others pay",
            "Each pays the winner the pips left in hand: a joker 15, an ace 11, court cards 10, "
            "the rest their number. No card laid down counts.",
        ),
        RuleText(
            Rule.STOCK_OUT,
            "The stock is out",
            "Then cards are drawn from the discards only.",
        ),
        RuleText(
            Rule.SAME_DISCARD,
            "Another card",
            "While the stock is out, who draws a card from the discards discards a different one.",
        ),
        RuleText(
            Rule.DEAD_HAND,
            "A dead hand",
            "Once the stock is out the table can call the hand dead between two turns. It is dead "
            "when a full round has brought no meld, nothing laid off and no joker moved. Then each "
            "pays the pips in hand into the pool. Whoever wins next takes the pool too.",
        ),
        RuleText(
            Rule.HAND_COUNT,
            "How many cards each holds",
            "Ten between two turns, less what has been laid down. Nobody lays down, discards or is "
            "left with more or other cards than that allows.",
        ),
        RuleText(
            Rule.ALREADY_SEEN,
            "Two of each card",
            "There are two of each card and two jokers. A card that lies on the table, or was "
            "taken from the discards and not laid down since, is in nobody else's hand.",
        ),
        RuleText(
            Rule.ENDING,
            "The end of a game",
            "A game can end after any deal. It is fair to end when all have dealt equally often, "
            f"and best to play on to a deal that somebody wins. {texts.left_over(rules.ending)}",
        ),
        RuleText(Rule.NOT_YOUR_TURN, "In turn", "Turns go clockwise, from the dealer's left."),
        RuleText(
            Rule.NOT_IN, "Only who is dealt in", "Who is not dealt in neither plays nor pays."
        ),
        RuleText(Rule.NOT_IN_PACK, "Not one of the cards", "There is no such card in these packs."),
        RuleText(
            Rule.WRONG_PHASE,
            "One thing after another",
            "Turn-up, turns, the hands that are left, settlement: each is entered when its turn has come.",
        ),
        *texts.seating(LEAST, MOST),
        *texts.keeping(staked=False),
    )


COON_CAN = Game(
    id="coon-can",
    title="Coon Can (double rummy)",
    family="rummy",
    usual=Preset(
        account="coon-can",
        advised=(LEAST, MOST),
        silent=frozenset({"ending"}),
    ),
    edition=1,
    least=LEAST,
    most=lambda rules: MOST,
    pack=DOUBLE_PACK,
    house_rules=CoonCanRules,
    presets={},
    governs={"pips": (), "dead-hand": (), "ending": ("ending",)},
    tricks=0,
    choices={},
    settle_house_rules=lambda rules, players: rules,
    race=lambda rules: None,
    begin=rummy.deal,
    texts=_texts,
    depths=("plays", "result"),
    takes_carried=False,
    pool_rule="dead-hand",
)
