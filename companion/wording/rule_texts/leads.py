"""What must be led in card Loo, in words: at the first lead and at later ones."""

from collections.abc import Iterator, Mapping

from companion.rules.ids import Rule
from companion.rules.loo.card_loo import CardLooRules
from companion.wording.languages import N_, _
from companion.wording.rule_texts.shared import RuleText, rule_text

_TRUMP: Mapping[str, str] = {
    "one": N_("Whoever leads with any trump in hand must lead a trump."),
    "two": N_("Whoever leads with two or more trumps in hand must lead a trump."),
}
_TRUMP_FIRST: Mapping[str, str] = {
    "none": "",
    "one": N_("Whoever leads to the first trick with any trump in hand must lead a trump."),
    "two": N_(
        "Whoever leads to the first trick with two or more trumps in hand must lead a trump."
    ),
}
_TRUMP_LATER: Mapping[str, str] = {
    "none": "",
    "one": N_("Whoever leads to a later trick with any trump in hand must lead a trump."),
    "two": N_("Whoever leads to a later trick with two or more trumps in hand must lead a trump."),
}
_HIGHEST: Mapping[str, str] = {
    "two-players": N_(
        "When only two play the deal, the trump that must be led is the highest held."
    ),
    "always": N_(
        "The trump that must be led is the highest held. Without trumps, the highest card held "
        "must be led, of any suit; of equal ones any."
    ),
}
_HIGHEST_FIRST: Mapping[str, str] = {
    "never": N_("At the first lead: any trump will do."),
    "two-players": N_(
        "At the first lead: when only two play the deal, the trump that must be led is the highest "
        "held."
    ),
    "always": N_(
        "At the first lead: the trump that must be led is the highest held. Without trumps, the "
        "highest card held must be led, of any suit; of equal ones any."
    ),
}
_HIGHEST_LATER: Mapping[str, str] = {
    "never": N_("At later leads: any trump will do."),
    "two-players": N_(
        "At later leads: when only two play the deal, the trump that must be led is the highest "
        "held."
    ),
    "always": N_(
        "At later leads: the trump that must be led is the highest held. Without trumps, the "
        "highest card held must be led, of any suit; of equal ones any."
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
            _("Having won a trick, lead a trump if you can."),
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
                "Whoever leads and holds the ace of trumps must lead it; or the king, if the ace "
                "is the turn-up."
            ),
        )
    elif first:
        yield rule_text(
            Rule.LEAD_ACE,
            title,
            _(
                "Whoever leads to the first trick and holds the ace of trumps must lead it; or the "
                "king, if the ace is the turn-up."
            ),
        )
    elif later:
        yield rule_text(
            Rule.LEAD_ACE,
            title,
            _(
                "Whoever leads to a later trick and holds the ace of trumps must lead it; or the "
                "king, if the ace is the turn-up."
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
