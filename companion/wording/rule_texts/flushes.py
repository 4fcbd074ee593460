"""Pam and flushes in words: what five-card Loo has beyond the rest of card Loo."""

from collections.abc import Iterator, Mapping

from companion.rules.ids import Rule
from companion.rules.loo.card_loo import CardLooRules
from companion.rules.loo.five_card_loo import FiveCardRules
from companion.wording.languages import N_, _
from companion.wording.rule_texts.shared import RuleText, rule_text

_PAM: Mapping[str, str] = {
    "JC": N_(
        "The jack of clubs is Pam: the highest trump, above the ace. It belongs to "
        "the trump suit only, so it does not follow clubs unless they are trumps."
    ),
    "JS": N_(
        "The jack of spades is Pam: the highest trump, above the ace. It belongs to"
        " the trump suit only, so it does not follow spades unless they are trumps."
    ),
}
_PAYS: Mapping[tuple[str, str], str] = {
    ("in-play", "flush-or-pam"): N_(
        "Everyone else who has not dropped pays a loo, except players who show a "
        "flush or Pam themselves."
    ),
    ("in-play", "flush"): N_(
        "Everyone else who has not dropped pays a loo, except players who show a flush themselves."
    ),
    ("in-play", "nobody"): N_("Everyone else who has not dropped pays a loo."),
    ("table", "flush-or-pam"): N_(
        "Everyone else who was dealt in, dropped or not, pays a loo, except players"
        " who show a flush or Pam themselves."
    ),
    ("table", "flush"): N_(
        "Everyone else who was dealt in, dropped or not, pays a loo, except players who show a "
        "flush themselves."
    ),
    ("table", "nobody"): N_("Everyone else who was dealt in, dropped or not, pays a loo."),
}
"""By the house rules `flush_loos` and `flush_exempt`, which is `flush` where there is no Pam."""


def has_pam(rules: CardLooRules) -> bool:
    """Return whether a jack is Pam."""
    return isinstance(rules, FiveCardRules) and rules.pam != "none"


def flushes_cost_all(rules: CardLooRules) -> bool:
    """Return whether players who dropped pay to a flush, too."""
    return (
        isinstance(rules, FiveCardRules) and rules.flush != "none" and rules.flush_loos == "table"
    )


def pam(rules: CardLooRules) -> Iterator[RuleText]:
    """Yield what Pam is, and when it is led or told to be civil."""
    if not isinstance(rules, FiveCardRules) or rules.pam == "none":
        return
    yield rule_text(
        Rule.PAM,
        _("Pam"),
        _(_PAM[rules.pam]),
        _("When Pam is led, play a trump if you have one.") if rules.pam_led == "any-trump" else "",
    )
    if rules.pam_led == "highest-trump":
        yield rule_text(
            Rule.PAM_LED, _("Pam led"), _("When Pam is led, play the highest trump you have.")
        )
    if rules.civil == "none":
        return
    yield rule_text(
        Rule.PAM_CIVIL,
        _("“Pam be civil”"),
        _(
            "Whoever leads the ace of trumps may call “Pam be civil”. Pam may then not "
            "be played to that trick."
        ),
        _(
            "Its holder plays any other card, even without another trump. Our choice: if Pam "
            "is their last card, they play it, and it does not beat the ace."
        )
        if rules.civil == "absolute"
        else _("A holder with no other trump may play Pam anyway. Our reading: Pam then wins."),
    )


def flushes(rules: CardLooRules, cards: int, for_the_pool: bool) -> Iterator[RuleText]:
    """Yield what a flush is, wins and costs, and when it is shown.

    `for_the_pool` says whether a dealer may play for the pool.
    """
    if not isinstance(rules, FiveCardRules) or rules.flush == "none":
        return
    spared = "flush" if rules.pam == "none" else "flush-or-pam"
    yield rule_text(
        Rule.FLUSH,
        _("Flushes"),
        _("The best flush takes the whole pool without play."),
        _(_PAYS[rules.flush_loos, spared if rules.flush_exempt == "flush-or-pam" else "nobody"]),
        _(
            "A flush in trumps beats one in a plain suit; otherwise the highest card "
            "decides, then the next."
        )
        if rules.flush == "trump-first" or rules.pam == "none"
        else _(
            "A mouche beats every other flush, and a flush in trumps beats one in a "
            "plain suit; otherwise the highest card decides, then the next."
        ),
        _("Pam counts as the highest card.") if rules.pam != "none" else "",
        _("Equal flushes divide the pool, and odd chips stay."),
        _("A dealer who plays for the pool leaves it there and pays nothing.")
        if for_the_pool
        else "",
    )
    yield rule_text(
        Rule.NOT_A_FLUSH,
        _("What a flush is"),
        _("{cards} cards of one suit, shown openly.", cards=cards)
        if rules.pam == "none"
        else _(
            "{cards} cards of one suit, or {fewer} and Pam (a mouche), shown openly.",
            cards=cards,
            fewer=cards - 1,
        ),
    )
    when_declared = rules.flush_when == "after-declarations" and rules.flush_loos == "in-play"
    if when_declared:
        yield rule_text(
            Rule.FLUSH_TOO_EARLY,
            _("When everyone has declared"),
            _(
                "Whoever drops pays nothing for a flush, so no flush is shown before everyone has "
                "declared."
            ),
        )
    yield rule_text(
        Rule.FLUSH_TOO_LATE,
        _("Showing a flush"),
        _flush_shown(rules, when_declared),
        ""
        if rules.draw == "none"
        else _("Our choice: once a flush is shown, nobody exchanges cards."),
        _("It must be shown. A flush that comes out card by card is noted, but it is not a revoke.")
        if rules.flush_show == "must"
        else _("It need not be shown."),
    )


def _flush_shown(rules: FiveCardRules, when_declared: bool) -> str:
    """Return when a flush can be shown; `when_declared` says whether all have declared by then."""
    if rules.draw == "after-declarations" and when_declared:
        return _(
            "Before or after the exchange, but before the first lead, by a player who has not "
            "dropped."
        )
    if when_declared:
        return _("Before the first lead, by a player who has not dropped.")
    if rules.draw == "none":
        return _("After the deal, before the first lead, by a player who has not dropped.")
    return _(
        "After the deal or the exchange, before the first lead, by a player who has not dropped."
    )
