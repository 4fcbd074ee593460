"""House rules in words: the form that chooses them, the pages that print them, their refusals.

A house rule that is not explained here is shown under the name of its field.
"""

from companion.rules.game import Game
from companion.rules.games import GAMES
from companion.rules.house import (
    HouseRule,
    HouseRuleFaults,
    NoNumberOfChips,
    UnfitHouseRule,
    UnknownHouseRule,
    declared,
)
from companion.wording.games import family_title, readable
from companion.wording.house_rules.explained import EXPLAINED, EXPLAINED_OF, FOR_POINTS
from companion.wording.house_rules.labels import LABELS
from companion.wording.house_rules.words import HouseRuleWords
from companion.wording.languages import _, _n
from companion.wording.lists import either
from companion.wording.saying import say, words

__all__ = ["HouseRuleWords", "conditions", "house_rule_words", "value_label", "value_words"]


def house_rule_words(game: Game, rule: HouseRule, for_points: bool = False) -> HouseRuleWords:
    """Return a house rule of a game in words; `for_points` says what the table plays for."""
    kinds = game.house_rules.__mro__
    own = [EXPLAINED_OF[kind].get(rule.name) for kind in kinds if kind in EXPLAINED_OF]
    if for_points:
        own.append(FOR_POINTS.get(rule.name))
    found = next(filter(None, own), EXPLAINED.get(rule.name))
    if found is None:
        found = HouseRuleWords(readable(rule.name), "")
    family = family_title(game.pool_family)
    return HouseRuleWords(
        title=_(found.title),
        says=_(found.says) if found.says else "",
        values={
            value: _(found.values[value], family=family)
            if value in found.values
            else value_label(value)
            for value in rule.values
        },
        labels={
            value: _(found.labels[value]) if value in found.labels else value_label(value)
            for value in rule.values
        },
        unset=_(found.unset) if found.unset else _("Nothing of the kind."),
    )


def conditions(game: Game, rule: HouseRule, rules: tuple[HouseRule, ...]) -> tuple[str, ...]:
    """Return with what others of a game's house rules a rule has an effect, a sentence each."""
    others = {other.name: other for other in rules}
    says = []
    for name, values in rule.about.only_with.items():
        other = house_rule_words(game, others[name])
        if others[name].kind == "switch":
            says.append(_("This counts only with “{title}”.", title=other.title))
        else:
            which = either(other.labels[value] for value in values)
            says.append(
                _(
                    "This counts only if “{title}” is set to {values}.",
                    title=other.title,
                    values=which,
                )
            )
    return tuple(says)


def value_label(value: str) -> str:
    """Return a value of a choice as it is called: "Nobody looed"."""
    if value in LABELS:
        return _(LABELS[value])
    return value if value.isupper() else readable(value)


def value_words(
    game: Game, rule: HouseRule, value: str | int | bool | None, for_points: bool = False
) -> str:
    """Return the value of a house rule as the pages print it."""
    says = house_rule_words(game, rule, for_points)
    if value is None:
        return says.unset
    if rule.kind == "choice":
        return says.values[str(value)]
    if rule.kind == "switch":
        return _("Yes") if value else _("No")
    return _n("{n} chip", "{n} chips", int(value))


@words(HouseRuleFaults)
def house_rule_faults(fact: HouseRuleFaults) -> str:
    """Everything that is wrong."""
    return " ".join(map(say, fact.faults))


@words(NoNumberOfChips)
def no_number_of_chips(fact: NoNumberOfChips) -> str:
    """Under the title that the form has for the house rule."""
    game = GAMES[fact.game]
    (rule,) = (one for one in declared(game.house_rules) if one.name == fact.name)
    return _(
        "{title}: {given} is not a number of chips. Enter a whole number.",
        title=house_rule_words(game, rule).title,
        given=repr(fact.given),
    )


@words(UnknownHouseRule)
def unknown_house_rule(fact: UnknownHouseRule) -> str:
    """There is none of that name; what there is."""
    if not fact.known:
        return _("There is no house rule {name}; this game has none.", name=repr(fact.name))
    return _(
        "There is no house rule {name}; the house rules are {known}.",
        name=repr(fact.name),
        known=", ".join(fact.known),
    )


@words(UnfitHouseRule)
def unfit_house_rule(fact: UnfitHouseRule) -> str:
    """What the value must be, and what it was."""
    values = {"name": repr(fact.name), "given": repr(fact.given)}
    match fact.kind:
        case "choice":
            return _(
                "House rule {name} must be one of {values}; it was {given}.",
                values=", ".join(fact.values),
                **values,
            )
        case "switch":
            return _("House rule {name} must be true or false; it was {given}.", **values)
        case "number":
            return _(
                "House rule {name} must be a whole number from 1 to 1000000; it was {given}.",
                **values,
            )
