"""The rules of Rams in words. Accounts: present-day ones, Gambiter and Denexa."""

from collections.abc import Iterator

from companion.rules.ids import Rule
from companion.rules.loo.rams import RamsRules
from companion.wording.languages import _
from companion.wording.rule_texts import shared
from companion.wording.rule_texts.shared import RuleText, Table, rule_text


def texts(rules: RamsRules, most: int) -> tuple[RuleText, ...]:
    """Return the rules in force, in reading order, for at most so many players."""
    return (
        *_deal(rules),
        *_tricks(),
        *_scores(rules),
        shared.game_over(),
        *shared.revoke_law("card", _revoke(rules)),
        *shared.table_law(Table(3, most, loo=True, race=True), "card", turn_up_taken=True),
    )


def _revoke(rules: RamsRules) -> str:
    costs = shared.revoke_at_a_countdown(rules.revoke)
    if not rules.general or rules.revoke == "note":
        return costs
    ours = (
        _("Our reading: General Rams then counts for nothing, too.")
        if rules.revoke == "divide"
        else _("Our reading: a player who revokes cannot make General Rams.")
    )
    return " ".join((costs, ours))


def _deal(rules: RamsRules) -> Iterator[RuleText]:
    yield rule_text(
        Rule.TURN_UP,
        _("The deal"),
        _(
            "A pack of 32: in each suit ace (high), king, queen, jack, 10, 9, 8, 7. Five cards each. "
            "The next card is turned up, and its suit is trumps."
        ),
    )
    if rules.widow:
        yield rule_text(
            Rule.DECLARING,
            _("Declaring"),
            _("In turn each player plays their hand, takes the widow, or drops out of the deal."),
        )
        yield rule_text(
            Rule.NO_MISS_LEFT,
            _("The widow"),
            _(
                "One spare hand of five cards. The first player to ask swaps their hand for it, "
                "unseen."
            ),
        )
        yield rule_text(
            Rule.MISS_BINDS, _("The widow must be played"), _("Whoever takes the widow must play.")
        )
    else:
        yield rule_text(
            Rule.DECLARING, _("Declaring"), _("In turn each player plays or drops out of the deal.")
        )
    yield rule_text(
        Rule.DEALER_TURN_UP,
        _("The dealer’s turn-up"),
        _("A dealer who plays their own hand may take the turn-up and put a card away for it.")
        if rules.widow
        else _("A dealer who plays may take the turn-up and put a card away for it."),
    )
    if rules.general:
        yield rule_text(
            Rule.GENERAL,
            _("General Rams"),
            _(
                "Before anyone declares, any player may say that they will take all five tricks. "
                "Then everyone plays and nobody else declares. The widow stays down, the dealer may "
                "still take the turn-up, and eldest leads."
            )
            if rules.widow
            else _(
                "Before anyone declares, any player may say that they will take all five tricks. "
                "Then everyone plays and nobody else declares. The dealer may still take the "
                "turn-up, and eldest leads."
            ),
            _(
                "If that player takes all five, they win the game, and the others get 5 more each. "
                "If not, that player gets 5 more and nothing off for tricks, and the others score as "
                "usual."
            ),
        )


def _tricks() -> tuple[RuleText, ...]:
    return (
        rule_text(
            Rule.FOLLOW_SUIT, _("Follow suit"), _("If you can, play a card of the suit led.")
        ),
        rule_text(
            Rule.MUST_TRUMP,
            _("Must trump"),
            _(
                "If you cannot follow suit, play a trump if you have one. With neither, play any card."
            ),
        ),
        rule_text(
            Rule.MUST_OVERTRUMP,
            _("Overtrump"),
            _(
                "If someone has trumped the trick before you and you must trump too, play a higher "
                "trump if you can."
            ),
        ),
        rule_text(
            Rule.WINNING,
            _("Winning a trick"),
            _(
                "The highest trump wins; if there is none, the highest card of the suit led. When "
                "you follow suit, you need not beat the cards played before. Eldest leads any card "
                "to the first trick, and the winner of each trick leads any card to the next."
            ),
        ),
    )


def _scores(rules: RamsRules) -> tuple[RuleText, ...]:
    return (
        rule_text(
            Rule.SCORE,
            _("Counters"),
            _(
                "Everyone starts with {counters}. Each trick takes 1 off. Players who are out stay "
                "where they are. The first to reach or pass zero wins.",
                counters=rules.counters,
            ),
        ),
        rule_text(
            Rule.LOOED, _("Rammed"), _("A player who was in and won no trick is rammed: 5 more.")
        ),
        rule_text(
            Rule.SOLE_PLAYER,
            _("Only one player in"),
            _("A player who is the only one in takes 1 off without play."),
        ),
        rule_text(
            Rule.ALL_DROPPED,
            _("Everyone drops before the dealer"),
            _("The dealer takes 1 off, without declaring or playing."),
        ),
        shared.countdown_tie(),
    )
