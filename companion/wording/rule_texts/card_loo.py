"""The rules of card Loo in words: three, five or any other number of cards."""

from collections.abc import Iterator, Mapping

from companion.rules.ids import Rule
from companion.rules.loo.card_loo import CardLooRules
from companion.wording.languages import N_, _
from companion.wording.rule_texts import flushes, leads, shared
from companion.wording.rule_texts.shared import RuleText, numeral, rule_text

_ABSENT: Mapping[Rule, tuple[str, str]] = {
    Rule.NO_MISS_LEFT: (N_("A miss"), N_("There is no miss.")),
    Rule.MISS_BINDS: (N_("The miss binds"), N_("There is no miss.")),
    Rule.DEALER_MUST_ENTER: (N_("The dealer must enter"), N_("The dealer may always drop.")),
    Rule.FOR_THE_POOL: (N_("Playing for the pool"), N_("Nobody plays for the pool.")),
    Rule.DEFEND: (N_("Defending the miss"), N_("Nobody defends the miss.")),
    Rule.CLAIMER_SWEEPS: (
        N_("The miss takes the pool"),
        N_("The miss does not take the pool by itself."),
    ),
    Rule.DRAW: (N_("Exchanging cards"), N_("Nobody exchanges cards.")),
    Rule.STOCK_EXHAUSTED: (N_("The stock"), N_("Nobody draws from the stock.")),
    Rule.PAM: (N_("Pam"), N_("There is no Pam to show.")),
    Rule.PAM_CIVIL: (N_("“Pam be civil”"), N_("Nobody calls Pam civil.")),
    Rule.FLUSH: (N_("Flushes"), N_("Flushes count for nothing.")),
    Rule.FLUSH_TOO_LATE: (N_("Showing a flush"), N_("Flushes count for nothing.")),
    Rule.NOT_A_FLUSH: (N_("What a flush is"), N_("Flushes count for nothing.")),
    Rule.DEALER_TURN_UP: (N_("The turn-up"), N_("Nobody takes the turn-up.")),
}
"""What an entry can ask for that some games of the family do not have."""


def texts(rules: CardLooRules, cards: int, most: int) -> tuple[RuleText, ...]:
    """Return the rules in force, in reading order, for at most so many players."""
    found = [
        *_deal(rules, cards),
        *_lone(rules),
        *_forced(rules),
        *_exchange(rules, cards),
        *_tricks(rules),
        *flushes.pam(rules),
        *flushes.flushes(rules, cards),
        *_money(rules, cards),
    ]
    there = {text.id for text in found}
    found += [
        RuleText(id, _(title), _(says), absent=True)
        for id, (title, says) in _ABSENT.items()
        if id not in there
    ]
    return (*found, *shared.table_law(2, most, "card"))


def has_miss(rules: CardLooRules) -> bool:
    """Return whether there is a spare hand."""
    return getattr(rules, "miss", "none") == "one"


def _deal(rules: CardLooRules, cards: int) -> Iterator[RuleText]:
    yield rule_text(
        Rule.TURN_UP,
        _("The deal"),
        _(
            "A pack of 52, {number} cards each. The next card is turned up, and its suit is trump.",
            number=numeral(cards),
        ),
        _("Pam turned up makes its printed suit trump.") if flushes.has_pam(rules) else "",
        _("Cards rank ace, king, queen, jack, 10 down to 2."),
    )
    if not has_miss(rules):
        yield rule_text(
            Rule.DECLARING, _("Declaring"), _("In turn each player plays his hand or drops.")
        )
        return
    yield rule_text(
        Rule.DECLARING,
        _("Declaring"),
        _("In turn each player plays his hand, takes the miss or drops."),
    )
    yield rule_text(
        Rule.NO_MISS_LEFT,
        _("The miss"),
        _(
            "One spare hand of {number} cards. The first to ask takes it unseen for his own.",
            number=numeral(cards),
        ),
    )
    yield rule_text(Rule.MISS_BINDS, _("The miss binds"), _("Who takes the miss must play it."))


def _lone(rules: CardLooRules) -> Iterator[RuleText]:
    """Yield what holds of a dealer against one other."""
    match rules.lone:
        case "claimer-sweeps" if has_miss(rules):
            yield rule_text(
                Rule.CLAIMER_SWEEPS,
                _("The miss takes the pool"),
                _(
                    "If all have dropped but one who took the miss, and the dealer has not "
                    "declared, that one wins the pool at once. Not with only two dealt in."
                ),
            )
        case "enter-or-defend" if has_miss(rules):
            yield rule_text(
                Rule.DEALER_MUST_ENTER,
                _("The dealer against one other"),
                _(
                    "If exactly one other is in and has not taken the miss, the dealer must enter: "
                    "with his hand, with the miss, or defending the miss. If the other took the "
                    "miss, the dealer plays or drops."
                ),
            )
            yield rule_text(
                Rule.DEFEND,
                _("Defending the miss"),
                _(
                    "The dealer takes the miss and plays it for the pool: the shares for his "
                    "tricks stay in the pool, and he cannot be looed. All others win and lose as "
                    "usual."
                ),
            )
        case "enter-or-pool" | "enter-or-defend":
            yield rule_text(
                Rule.DEALER_MUST_ENTER,
                _("The dealer against one other"),
                _(
                    "If exactly one other is in, the dealer must enter, for himself or for the "
                    "pool."
                ),
            )
            yield rule_text(
                Rule.FOR_THE_POOL,
                _("Playing for the pool"),
                _(
                    "A dealer against one other may say that he plays for the pool. The shares for "
                    "his tricks stay in the pool, and he cannot be looed. All others win and lose "
                    "as usual."
                ),
            )


def _forced(rules: CardLooRules) -> Iterator[RuleText]:
    """Yield when nobody may drop."""
    if rules.forced == "club-law":
        yield rule_text(Rule.CLUB_LAW, _("Club Law"), _("If clubs are trumps nobody may drop."))
    if rules.forced == "single-pool":
        yield rule_text(
            Rule.SINGLE_POOL,
            _("A single pool"),
            _(
                "If the pool holds only this deal's stake and odd chips, nobody may drop; the miss "
                "can still be taken."
            )
            if has_miss(rules)
            else _("If the pool holds only this deal's stake and odd chips, nobody may drop."),
        )


def _exchange(rules: CardLooRules, cards: int) -> Iterator[RuleText]:
    draw = getattr(rules, "draw", "none")
    if draw == "none":
        return
    yield rule_text(
        Rule.DRAW,
        _("Exchanging cards"),
        _(
            "On declaring to play, a player exchanges any number of cards with the stock at once, "
            "and then must play."
        )
        if draw == "with-declaration"
        else _(
            "When all have declared, those in exchange any number of cards with the stock, in turn "
            "from eldest."
        ),
        _("Once each, at most {cards} cards.", cards=cards),
    )
    yield rule_text(
        Rule.STOCK_EXHAUSTED,
        _("The stock runs out"),
        _(
            "When the stock runs out, cards put away before by others, and dropped hands, are "
            "dealt again. More than that cannot be exchanged."
        )
        if getattr(rules, "stock_out", "") == "reshuffle"
        else _("Nobody can exchange more cards than the stock still has."),
    )


def _tricks(rules: CardLooRules) -> Iterator[RuleText]:
    yield rule_text(
        Rule.FOLLOW_SUIT, _("Follow suit"), _("If you can, play a card of the suit led.")
    )
    if rules.must_head:
        yield rule_text(
            Rule.MUST_HEAD,
            _("Head the trick"),
            _(
                "Following suit, beat the cards played so far if you can. A trick that has been "
                "trumped cannot be headed by a plain card, so then any of the suit will do."
            ),
        )
    if rules.must_trump:
        yield rule_text(
            Rule.MUST_TRUMP,
            _("Must trump"),
            _(
                "Unable to follow, play a trump if you can, even one that cannot win. With "
                "neither, any card."
            ),
        )
    else:
        yield rule_text(
            Rule.ANY_CARD, _("Unable to follow"), _("Any card may be played, a trump or not.")
        )
    if rules.must_trump and rules.must_overtrump:
        yield rule_text(
            Rule.MUST_OVERTRUMP,
            _("Overtrump"),
            _("If the trick has been trumped already, play a higher trump if you can."),
        )
    yield from leads.leads(rules)
    yield rule_text(
        Rule.WINNING,
        _("Winning a trick"),
        _(
            "The highest trump wins, or else the highest card of the suit led. Eldest leads to the "
            "first trick, and the winner of each to the next."
        ),
    )


def _money(rules: CardLooRules, cards: int) -> Iterator[RuleText]:
    yield rule_text(
        Rule.STAKE,
        _("The stake"),
        _("The dealer puts {stake} chips in, in every deal.", stake=rules.stake)
        if rules.stake_when == "every-deal"
        else _(
            "The dealer puts {stake} chips in, if the deal before looed nobody, or it is the "
            "first, or the pool holds fewer than {cards} chips; a paid revoke or a flush that "
            "looes counts as a loo.",
            stake=rules.stake,
            cards=cards,
        ),
    )
    yield from shared.pool_law(rules, cards)
    yield from shared.revoke_law("card", shared.pool_revoke(rules))
    yield shared.ending_law(rules.ending)
