"""The rules of card Loo in words: three, five or any other number of cards."""

from collections.abc import Iterator

from companion.rules.ids import Rule
from companion.rules.loo.card_loo import CardLooRules
from companion.wording.languages import _
from companion.wording.rule_texts import flushes, leads, pool, shared
from companion.wording.rule_texts.shared import RuleText, Table, numeral, rule_text


def texts(rules: CardLooRules, cards: int, most: int) -> tuple[RuleText, ...]:
    """Return the rules in force, in reading order, for at most so many players."""
    return (
        *_deal(rules, cards),
        *_lone(rules),
        *_forced(rules),
        *_exchange(rules, cards),
        *_tricks(rules),
        *flushes.pam(rules),
        *flushes.flushes(rules, cards, spared(rules) == "for-the-pool"),
        *_money(rules, cards),
        *shared.table_law(
            Table(2, most, loo=True, staked=True, pool=True, divides=rules.ending == "divide"),
            "card",
        ),
    )


def has_miss(rules: CardLooRules) -> bool:
    """Return whether there is a spare hand."""
    return getattr(rules, "miss", "none") == "one"


def spared(rules: CardLooRules) -> pool.Spared:
    """Return which dealer against one other cannot be looed."""
    if rules.lone == "enter-or-defend" and has_miss(rules):
        return "defending"
    return "for-the-pool" if rules.lone in ("enter-or-pool", "enter-or-defend") else "nobody"


def _deal(rules: CardLooRules, cards: int) -> Iterator[RuleText]:
    yield rule_text(
        Rule.TURN_UP,
        _("The deal"),
        _(
            "A pack of 52, {number} cards each. The next card is turned up, and its "
            "suit is trumps.",
            number=numeral(cards),
        ),
        _("Cards rank ace (high), king, queen, jack, 10 down to 2."),
        _("Our choice: if Pam is turned up, its printed suit is trumps.")
        if flushes.has_pam(rules)
        else "",
    )
    if not has_miss(rules):
        yield rule_text(
            Rule.DECLARING, _("Declaring"), _("In turn each player plays or drops out of the deal.")
        )
        return
    yield rule_text(
        Rule.DECLARING,
        _("Declaring"),
        _("In turn each player plays their hand, takes the miss, or drops out of the deal."),
    )
    yield rule_text(
        Rule.NO_MISS_LEFT,
        _("The miss"),
        _(
            "One spare hand of {number} cards. The first player to ask swaps their hand"
            " for it, unseen.",
            number=numeral(cards),
        ),
    )
    yield rule_text(
        Rule.MISS_BINDS, _("The miss must be played"), _("Whoever takes the miss must play.")
    )


def _lone(rules: CardLooRules) -> Iterator[RuleText]:
    """Yield what holds of a dealer against one other."""
    match rules.lone:
        case "claimer-sweeps" if has_miss(rules):
            yield rule_text(
                Rule.CLAIMER_SWEEPS,
                _("The miss takes the pool"),
                _(
                    "If everyone before the dealer has dropped except one player who took the "
                    "miss, that player wins the pool at once. Our choice: this needs three players "
                    "or more."
                ),
            )
        case "enter-or-defend" if has_miss(rules):
            yield rule_text(
                Rule.DEALER_MUST_ENTER,
                _("The dealer against one other"),
                _(
                    "If exactly one other player is in and has not taken the miss, the dealer "
                    "must enter: with their own hand, with the miss, or defending the miss. If "
                    "the other took the miss, the dealer plays or drops."
                ),
            )
            yield rule_text(
                Rule.DEFEND,
                _("Defending the miss"),
                _(
                    "The dealer plays, but neither wins nor loses: the shares for the dealer’s "
                    "tricks stay in the pool, and the dealer cannot be looed. Everyone else wins "
                    "and loses as usual. Our reading: the dealer takes the miss for it."
                ),
            )
        case "enter-or-pool" | "enter-or-defend":
            yield rule_text(
                Rule.DEALER_MUST_ENTER,
                _("The dealer against one other"),
                _(
                    "If exactly one other player is in, the dealer must enter, and may play for"
                    " the pool."
                ),
            )
            yield rule_text(
                Rule.FOR_THE_POOL,
                _("Playing for the pool"),
                _(
                    "A dealer who plays for the pool says so first. The shares for the dealer’s "
                    "tricks then stay in the pool, and the dealer cannot be looed. Everyone else "
                    "wins and loses as usual."
                ),
            )


def _forced(rules: CardLooRules) -> Iterator[RuleText]:
    """Yield when nobody may drop."""
    if rules.forced == "club-law":
        yield rule_text(Rule.CLUB_LAW, _("Club Law"), _("If clubs are trumps, nobody may drop."))
    if rules.forced == "single-pool":
        yield rule_text(
            Rule.SINGLE_POOL,
            _("A single pool"),
            _("If the pool holds only this deal’s stake, nobody may drop."),
            _("Our choice: odd chips left in it change nothing, and the miss can still be taken.")
            if has_miss(rules)
            else _("Our choice: odd chips left in it change nothing."),
        )


def _exchange(rules: CardLooRules, cards: int) -> Iterator[RuleText]:
    draw = getattr(rules, "draw", "none")
    if draw == "none":
        return
    yield rule_text(
        Rule.DRAW,
        _("Exchanging cards"),
        _(
            "A player who plays can exchange any number of cards with the stock right "
            "away, and then must play."
        )
        if draw == "with-declaration"
        else _(
            "When everyone has declared, the players who are in exchange any number of "
            "cards with the stock, in turn from eldest."
        ),
        _("Once each, at most {cards} cards.", cards=cards),
    )
    yield stock_runs_out(getattr(rules, "stock_out", ""))


def stock_runs_out(stock_out: str) -> RuleText:
    """Return what holds when cards are exchanged and none are left."""
    return rule_text(
        Rule.STOCK_EXHAUSTED,
        _("The stock runs out"),
        _(
            "When the stock runs out, dropped hands and cards that others put away "
            "earlier are dealt again. No more than that can be exchanged."
        )
        if stock_out == "reshuffle"
        else _("Nobody can exchange more cards than the stock still has."),
    )


def _tricks(rules: CardLooRules) -> Iterator[RuleText]:
    yield from following(rules.must_head, rules.must_trump, rules.must_overtrump)
    duties = tuple(leads.leads(rules))
    yield from duties
    yield winning(any_card=not duties)


def following(must_head: bool, must_trump: bool, must_overtrump: bool) -> Iterator[RuleText]:
    """Yield what binds who follows."""
    yield rule_text(
        Rule.FOLLOW_SUIT, _("Follow suit"), _("If you can, play a card of the suit led.")
    )
    if must_head:
        yield rule_text(
            Rule.MUST_HEAD,
            _("Head the trick"),
            _(
                "When you follow suit, play a card that beats those played so far if you "
                "can. Once a trick has been trumped, any card of the suit led will do."
            ),
        )
    if must_trump:
        yield rule_text(
            Rule.MUST_TRUMP,
            _("Must trump"),
            _(
                "If you cannot follow suit, play a trump if you have one, even one that "
                "cannot win. With neither, play any card."
            ),
        )
    else:
        yield rule_text(
            Rule.ANY_CARD, _("If you cannot follow suit"), _("Play any card, a trump or not.")
        )
    if must_trump and must_overtrump:
        yield rule_text(
            Rule.MUST_OVERTRUMP,
            _("Overtrump"),
            _("If the trick has been trumped already, play a higher trump if you can."),
        )


def winning(any_card: bool) -> RuleText:
    """Return who wins a trick, and who leads; `any_card` says whether nothing binds who leads."""
    return rule_text(
        Rule.WINNING,
        _("Winning a trick"),
        _(
            "The highest trump wins; if there is none, the highest card of the suit "
            "led. Eldest leads to the first trick, and the winner of each trick leads "
            "to the next."
        ),
        _("Any card can be led.") if any_card else "",
    )


def _counts_as_loo(rules: CardLooRules, cards: int) -> str:
    if getattr(rules, "flush", "none") == "none":
        return _(
            "Our choice: a revoke that was paid for counts as a loo, and a pool of fewer than {cards} "
            "chips is filled too.",
            cards=cards,
        )
    return _(
        "Our choice: a revoke or a flush that was paid for counts as a loo, and a pool of fewer than "
        "{cards} chips is filled too.",
        cards=cards,
    )


def _money(rules: CardLooRules, cards: int) -> Iterator[RuleText]:
    yield rule_text(
        Rule.STAKE,
        _("The stake"),
        _("The dealer puts {stake} chips in before every deal.", stake=rules.stake)
        if rules.stake_when == "every-deal"
        else _(
            "The dealer puts {stake} chips in before the first deal, and after a deal in which nobody "
            "was looed.",
            stake=rules.stake,
        ),
        ""
        if rules.stake_when == "every-deal"
        else _("The table can agree on any multiple of {cards}.", cards=cards),
        "" if rules.stake_when == "every-deal" else _counts_as_loo(rules, cards),
    )
    yield from pool.pool_law(rules, cards, spared(rules))
    yield from shared.revoke_law("card", pool.pool_revoke(rules, spared(rules)))
    yield shared.ending_law(rules.ending)
