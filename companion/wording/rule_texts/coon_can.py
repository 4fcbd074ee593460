"""The rules of Coon Can in words. Account: [001]."""

from companion.rules.ids import Rule
from companion.rules.rummy.coon_can import LEAST, MOST, CoonCanRules
from companion.wording.languages import _
from companion.wording.rule_texts import shared
from companion.wording.rule_texts.shared import RuleText, Table, rule_text


def texts(rules: CoonCanRules) -> tuple[RuleText, ...]:
    """Return the rules in force, in reading order."""
    table = Table(LEAST, MOST, pool=True, divides=rules.ending == "divide")
    return (
        *_turns(rules),
        *_counting(),
        rule_text(
            Rule.ENDING,
            _("The end of a game"),
            _(
                "A game can end after any deal. It is fairest when everyone has dealt "
                "equally often, and best after a deal that someone won."
            ),
            shared.left_over(rules.ending, "rummy"),
        ),
        rule_text(
            Rule.NOT_YOUR_TURN,
            _("In turn"),
            _("Turns go clockwise, starting at the dealer’s left."),
        ),
        rule_text(
            Rule.NOT_IN,
            _("Only players dealt in"),
            _("A player who is not dealt in neither plays nor pays."),
        ),
        rule_text(
            Rule.NOT_IN_PACK,
            _("Only these cards"),
            _("Only cards of these packs can be entered."),
        ),
        *shared.seating(table),
        *shared.keeping(table),
    )


def _turns(rules: CoonCanRules) -> tuple[RuleText, ...]:
    return (
        rule_text(
            Rule.TURN_UP,
            _("The deal"),
            _(
                "Two packs of 52 and two jokers, ten cards each. The rest is the stock. One"
                " card is turned up beside it and starts the discards."
            ),
        ),
        rule_text(
            Rule.MUST_DRAW,
            _("Drawing"),
            _(
                "In turn, starting at the dealer’s left, draw one card: from the stock, or "
                "the top of the discards. After that you may lay cards down."
            ),
        ),
        rule_text(
            Rule.NOT_A_MELD,
            _("Melds"),
            _(
                "Three or more cards of one rank are a set; three or more of one suit in "
                "order are a sequence. The ace is low or high, but never in the middle: K A"
                " 2 is not a sequence. A joker stands for any card its player names."
            ),
        ),
        rule_text(
            Rule.NO_SUCH_MELD,
            _("Laying off"),
            _(
                "Add cards to any meld on the table, yours or another player’s, even before"
                " your own first meld. Melds are numbered from 1 in each deal."
            ),
        ),
        rule_text(
            Rule.JOKER_MOVE,
            _("Moving a joker"),
            _(
                "If a joker stands at an end of a sequence and you have the card it stands "
                "for, you may put that card there and move the joker to the other end. A "
                "joker is moved only once, and never from inside a sequence, in a set, or "
                "past an ace."
            ),
        ),
        rule_text(
            Rule.MUST_DISCARD,
            _("Discarding"),
            _(
                "End your turn by putting one card on the discards, unless your hand is "
                "already empty."
            ),
        ),
        rule_text(Rule.GOING_OUT, _("Going out"), _going_out(rules)),
    )


def _going_out(rules: CoonCanRules) -> str:
    match rules.going_out:
        case "either":
            return _("The first to get rid of all cards wins, with a last discard or without.")
        case "discard":
            return _(
                "The first to get rid of all cards wins. The last card must be discarded, "
                "not laid down."
            )
        case "meld":
            return _(
                "The first to get rid of all cards wins. The last card must be laid down, "
                "not discarded; until you can do that, keep two cards."
            )


def _counting() -> tuple[RuleText, ...]:
    return (
        rule_text(
            Rule.PIPS,
            _("What the others pay"),
            _(
                "Everyone else pays the winner for the cards left in hand: 15 for a joker, "
                "11 for an ace, 10 for a king, queen or jack, and its number for any other "
                "card."
            ),
        ),
        rule_text(
            Rule.STOCK_OUT,
            _("When the stock runs out"),
            _("Cards are then drawn from the discards only."),
        ),
        rule_text(
            Rule.SAME_DISCARD,
            _("A different card"),
            _("A player who then takes a card from the discards must discard a different one."),
        ),
        rule_text(
            Rule.DEAD_HAND,
            _("When nobody can go out"),
            _(
                "If nobody can finish with the discards either, everyone pays for the cards in "
                "hand into the pool, and the next winner takes the pool too. Our choice: that is "
                "after a full round in which nobody melds, lays off or moves a joker, or when the "
                "table says so between two turns."
            ),
        ),
        rule_text(
            Rule.HAND_COUNT,
            _("How many cards you have"),
            _(
                "Between turns you have ten cards, less those you have laid down. Nobody "
                "can lay down, discard or be left with more than that, or with other cards."
            ),
        ),
        rule_text(
            Rule.ALREADY_SEEN,
            _("Two of each card"),
            _(
                "There are two of each card, and two jokers. A card on the table, or one "
                "that a player took from the discards and still has, cannot be in another "
                "hand."
            ),
        ),
    )
