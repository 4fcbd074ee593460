"""What must be led in card Loo, in words: at the first lead and at later ones."""

from collections.abc import Iterator, Mapping

from companion.rules.ids import Rule
from companion.rules.loo.card_loo import CardLooRules
from companion.wording.languages import N_, _
from companion.wording.rule_texts.shared import RuleText, rule_text

_TRUMP: Mapping[str, str] = {
    "one": N_("A player who leads and has a trump must lead a trump."),
    "two": N_("A player who leads and has two or more trumps must lead a trump."),
}
_TRUMP_FIRST: Mapping[str, str] = {
    "none": "",
    "one": N_("A player who leads to the first trick and has a trump must lead a trump."),
    "two": N_(
        "A player who leads to the first trick and has two or more trumps must lead a trump."
    ),
}
_TRUMP_LATER: Mapping[str, str] = {
    "none": "",
    "one": N_("A player who leads to a later trick and has a trump must lead a trump."),
    "two": N_("A player who leads to a later trick and has two or more trumps must lead a trump."),
}
_HIGHEST: Mapping[str, str] = {
    "two-players": N_("When only two are in, the trump that must be led is the highest one held."),
    "always": N_(
        "The trump that must be led is the highest one held. Without trumps, the "
        "highest card held must be led, of any suit; if several are equal, any of "
        "them."
    ),
}
_HIGHEST_FIRST: Mapping[str, str] = {
    "never": N_("To the first trick, any trump will do."),
    "two-players": N_(
        "To the first trick: when only two are in, the trump that must be led is "
        "the highest one held."
    ),
    "always": N_(
        "To the first trick: the trump that must be led is the highest one held. "
        "Without trumps, the highest card held must be led, of any suit; if several"
        " are equal, any of them."
    ),
}
_HIGHEST_LATER: Mapping[str, str] = {
    "never": N_("To later tricks, any trump will do."),
    "two-players": N_(
        "To later tricks: when only two are in, the trump that must be led is the highest one held."
    ),
    "always": N_(
        "To later tricks: the trump that must be led is the highest one held. "
        "Without trumps, the highest card held must be led, of any suit; if several"
        " are equal, any of them."
    ),
}


def leads(rules: CardLooRules) -> Iterator[RuleText]:
    """Yield what the hand obliges a leader to."""
    yield from _ace(rules)
    yield from _trump(rules)
    yield from _highest(rules)
    if rules.lead_after_win:
        yield rule_text(
            Rule.LEAD_AFTER_WIN,
            _("Lead a trump after winning"),
            _("After winning a trick, lead a trump if you can."),
        )


def _ace(rules: CardLooRules) -> Iterator[RuleText]:
    first = rules.lead_ace != "none"
    later = (rules.later_lead_ace or rules.lead_ace) == "any"
    title = _("Lead the ace of trumps")
    if first and later:
        yield rule_text(
            Rule.LEAD_ACE,
            title,
            _(
                "A player who leads and holds the ace of trumps must lead it (the king, if "
                "the ace is the turn-up)."
            ),
        )
    elif first:
        yield rule_text(
            Rule.LEAD_ACE,
            title,
            _(
                "A player who leads to the first trick and holds the ace of trumps must "
                "lead it (the king, if the ace is the turn-up)."
            ),
        )
    elif later:
        yield rule_text(
            Rule.LEAD_ACE,
            title,
            _(
                "A player who leads to a later trick and holds the ace of trumps must lead "
                "it (the king, if the ace is the turn-up)."
            ),
        )


def _trump(rules: CardLooRules) -> Iterator[RuleText]:
    first, later = rules.lead_trump, rules.later_lead_trump or rules.lead_trump
    if first == later == "none":
        return
    says = [_TRUMP[first]] if first == later else [_TRUMP_FIRST[first], _TRUMP_LATER[later]]
    yield rule_text(Rule.LEAD_TRUMP, _("Lead a trump"), *map(_, filter(None, says)))


def _highest(rules: CardLooRules) -> Iterator[RuleText]:
    first, later = rules.lead_highest, rules.later_lead_highest or rules.lead_highest
    if first == later == "never":
        return
    says = [_HIGHEST[first]] if first == later else [_HIGHEST_FIRST[first], _HIGHEST_LATER[later]]
    yield rule_text(Rule.LEAD_HIGHEST, _("Lead the highest"), *map(_, says))
