"""The rules of Bourré in words."""

from collections.abc import Iterator

from companion.rules.ids import Rule
from companion.rules.loo.bourre import BourreRules
from companion.wording.languages import _, _n
from companion.wording.rule_texts import card_loo, pool, shared
from companion.wording.rule_texts.shared import RuleText, Table, rule_text


def texts(rules: BourreRules, most: int) -> tuple[RuleText, ...]:
    """Return the rules in force, in reading order, for at most so many players."""
    return (
        *_deal(rules),
        *card_loo.following(must_head=True, must_trump=True, must_overtrump=True),
        *_lead(rules),
        card_loo.winning(any_card=not rules.cinch),
        *_pool(rules),
        *shared.revoke_law("card", _revoke(rules)),
        rule_text(
            Rule.ENDING,
            _("The end of a game"),
            _(
                "A game can end after any deal. It is fairest when everyone has dealt equally often."
            ),
            shared.left_over(rules.ending, "bourre"),
        ),
        *shared.table_law(
            Table(
                2,
                most,
                loo=True,
                staked=True,
                pool=True,
                divides=rules.ending == "divide",
                term="bourre",
            ),
            "card",
            turn_up_dealt=_("The turn-up is the dealer’s: nobody else can play it.")
            if rules.declare == "with-declaration" or rules.stock_out == "limit"
            else _(
                "The turn-up is the dealer’s: nobody else can play it, unless the dealer dropped and "
                "it was dealt again."
            ),
        ),
    )


def _deal(rules: BourreRules) -> Iterator[RuleText]:
    yield rule_text(
        Rule.TURN_UP,
        _("The deal"),
        _(
            "A pack of 52, five cards each. The dealer’s last card is turned up, and its suit is "
            "trumps. It stays in the dealer’s hand."
        ),
        _("Cards rank ace (high), king, queen, jack, 10 down to 2."),
    )
    yield rule_text(
        Rule.DECLARING, _("Declaring"), _("In turn each player plays or drops out of the deal.")
    )
    if rules.dealer_ace:
        yield rule_text(
            Rule.DEALER_ACE,
            _("An ace turned up"),
            _("A dealer who turns up an ace must play."),
            _("If only the suit was entered, this cannot be checked."),
        )
    yield rule_text(
        Rule.DRAW,
        _("Exchanging cards"),
        _("A player who plays says at once how many cards they exchange with the stock.")
        if rules.declare == "with-declaration"
        else _(
            "When everyone has declared, the players who are in exchange cards with the stock, in "
            "turn from eldest."
        ),
        _("Once each, from none to {cards}.", cards=rules.most_exchanged),
    )
    yield card_loo.stock_runs_out(rules.stock_out)


def _lead(rules: BourreRules) -> Iterator[RuleText]:
    if not rules.cinch:
        return
    yield rule_text(
        Rule.CINCH,
        _("Cinch"),
        _(
            "A player who is sure to win the deal leads their sure trumps from the top. The app checks "
            "only one case: whoever leads with the ace, king and queen of trumps in hand leads the "
            "ace, and then the king and the queen at their next leads."
        ),
        _("Otherwise any card can be led."),
    )


def _pool(rules: BourreRules) -> Iterator[RuleText]:
    yield rule_text(
        Rule.STAKE,
        _("The ante"),
        _n(
            "Before every deal, each player dealt in puts {n} chip in the pool (the pot): the ante.",
            "Before every deal, each player dealt in puts {n} chips in the pool (the pot): the ante.",
            rules.ante,
        ),
        _("Players who tied for the most tricks in the deal before put nothing in.")
        if rules.tied_ante == "exempt"
        else "",
        _("Players who paid a bourré in the deal before put nothing in.")
        if rules.bourre_ante == "exempt"
        else "",
    )
    yield rule_text(
        Rule.MOST_TRICKS,
        _("Most tricks"),
        _(
            "The player with the most tricks wins the whole pool. Three of the five are always enough."
        ),
        _("If players tie for the most, nobody wins it: it stays for the next deal.")
        if rules.tie == "carry"
        else _("Players who tie for the most share it equally. Odd chips stay."),
    )
    yield rule_text(
        Rule.BOURRE,
        _("Bourré"),
        _("A player who was in and won no trick pays a bourré."),
        _("It costs as many chips as the pool held, and they wait for the next deal.")
        if rules.bourre_pays == "pot"
        else _(
            "It costs as many chips as the pool held, at most {chips}, and they wait for the next "
            "deal.",
            chips=rules.loo_chips,
        ),
    )
    yield from pool.without_play()


def _revoke(rules: BourreRules) -> str:
    if rules.revoke == "note":
        return _("It is noted and costs nothing.")
    return " ".join(
        (
            _(
                "The player who revoked pays a bourré, whatever they won, and their tricks count "
                "for nobody."
            ),
            _("Our reading: if nobody else won a trick, the pool stays and nobody else pays."),
        )
    )
