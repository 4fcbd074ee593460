"""The rules of Coon Can in words. Account: [001]."""

from companion.rules.ids import Rule
from companion.rules.rummy.coon_can import LEAST, MOST, CoonCanRules
from companion.wording.languages import _
from companion.wording.rule_texts import shared
from companion.wording.rule_texts.shared import RuleText, rule_text


def texts(rules: CoonCanRules) -> tuple[RuleText, ...]:
    """Return the rules in force, in reading order."""
    return (
        *_turns(rules),
        *_counting(),
        rule_text(
            Rule.ENDING,
            _("The end of a game"),
            _(
                "A game can end after any deal. It is fair to end when all have dealt equally "
                "often, and best to play on to a deal that somebody wins."
            ),
            shared.left_over(rules.ending),
        ),
        rule_text(
            Rule.NOT_YOUR_TURN, _("In turn"), _("Turns go clockwise, from the dealer's left.")
        ),
        rule_text(
            Rule.NOT_IN,
            _("Only who is dealt in"),
            _("Who is not dealt in neither plays nor pays."),
        ),
        rule_text(
            Rule.NOT_IN_PACK,
            _("Not one of the cards"),
            _("There is no such card in these packs."),
        ),
        rule_text(
            Rule.WRONG_PHASE,
            _("One thing after another"),
            _(
                "Turn-up, turns, the hands that are left, settlement: each is entered when its "
                "turn has come."
            ),
        ),
        *shared.seating(LEAST, MOST),
        *shared.keeping(staked=False),
    )


def _turns(rules: CoonCanRules) -> tuple[RuleText, ...]:
    return (
        rule_text(
            Rule.TURN_UP,
            _("The deal"),
            _(
                "Two packs of 52 and two jokers, ten cards each. The rest is the stock, and one "
                "card is laid open beside it, the first of the discards."
            ),
        ),
        rule_text(
            Rule.MUST_DRAW,
            _("Drawing"),
            _(
                "In turn, beginning at the dealer's left, each draws one card: from the stock, or "
                "the top of the discards. Only then may he lay cards down."
            ),
        ),
        rule_text(
            Rule.NOT_A_MELD,
            _("Melds"),
            _(
                "Three or more of a rank are a set, three or more of a suit in order a sequence. "
                "The ace is low or high, and a sequence ends with it: K A 2 is none. A joker "
                "stands for any card its player names."
            ),
        ),
        rule_text(
            Rule.NO_SUCH_MELD,
            _("Laying off"),
            _(
                "Cards can be added to any meld on the table, one's own or another's, also before "
                "one's own first meld. Melds are numbered from 1 in each deal."
            ),
        ),
        rule_text(
            Rule.JOKER_MOVE,
            _("Moving a joker"),
            _(
                "Who holds the card for which a joker stands at an end of a sequence can lay it "
                "there; the joker goes to the other end and stays. No joker is moved twice, from "
                "inside a sequence, in a set, or past an ace."
            ),
        ),
        rule_text(
            Rule.MUST_DISCARD,
            _("Discarding"),
            _("A turn ends with a card laid on the discards, unless the hand is empty before."),
        ),
        rule_text(Rule.GOING_OUT, _("Going out"), _going_out(rules)),
    )


def _going_out(rules: CoonCanRules) -> str:
    match rules.going_out:
        case "either":
            return _("Who is rid of all cards first wins, with a last discard or without.")
        case "discard":
            return _(
                "Who is rid of all cards first wins, with a last discard: the last card must not "
                "be laid down."
            )
        case "meld":
            return _(
                "Who is rid of all cards first wins, without a discard: the last card must be laid "
                "down. Who could not lay it down keeps two cards back."
            )


def _counting() -> tuple[RuleText, ...]:
    return (
        rule_text(
            Rule.PIPS,
            _("What the others pay"),
            _(
                "Each pays the winner the pips left in hand: a joker 15, an ace 11, court cards "
                "10, the rest their number. No card laid down counts."
            ),
        ),
        rule_text(
            Rule.STOCK_OUT,
            _("The stock is out"),
            _("Then cards are drawn from the discards only."),
        ),
        rule_text(
            Rule.SAME_DISCARD,
            _("Another card"),
            _(
                "While the stock is out, who draws a card from the discards discards a different "
                "one."
            ),
        ),
        rule_text(
            Rule.DEAD_HAND,
            _("A dead hand"),
            _(
                "Once the stock is out the table can call the hand dead between two turns. It is "
                "dead when a full round has brought no meld, nothing laid off and no joker moved. "
                "Then each pays the pips in hand into the pool. Whoever wins next takes the pool "
                "too."
            ),
        ),
        rule_text(
            Rule.HAND_COUNT,
            _("How many cards each holds"),
            _(
                "Ten between two turns, less what has been laid down. Nobody lays down, discards "
                "or is left with more or other cards than that allows."
            ),
        ),
        rule_text(
            Rule.ALREADY_SEEN,
            _("Two of each card"),
            _(
                "There are two of each card and two jokers. A card that lies on the table, or was "
                "taken from the discards and not laid down since, is in nobody else's hand."
            ),
        ),
    )
