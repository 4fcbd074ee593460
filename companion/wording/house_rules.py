"""House rules in words, for the form, the printed pages and refusals.

Their texts are in `house_rules.md` of the guide. House rules without a text are shown under their
field names.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from companion.games import GAMES
from companion.rules.game import Game
from companion.rules.house import (
    PER_PLAYER,
    HouseRule,
    HouseRuleFaults,
    NoNumberOfChips,
    UnfitHouseRule,
    UnknownHouseRule,
    declared,
    written,
)
from companion.wording import guide
from companion.wording.games import readable
from companion.wording.languages import N_, _, _n, language
from companion.wording.saying import By, If, messages, say, words

_VALUE = re.compile(r"^- (.+) \{#([\w-]+)\}:", re.MULTILINE)


class HouseRuleWords(Struct, frozen=True):
    """A house rule in words."""

    title: str
    group: str
    """The heading that it is shown under."""
    says: str
    """One or two sentences."""
    values: Mapping[str, str] = {}
    """For a choice: the explanation of each value."""
    labels: Mapping[str, str] = {}
    """For a choice: the name of each value."""
    unset: str = ""
    """For a field that may stay open: the meaning of an open value."""


def house_rule_words(game: Game, rule: HouseRule, for_points: bool = False) -> HouseRuleWords:
    """Return a house rule in words; `for_points` tells whether the table plays for points."""
    explained = _explained(language(), game, for_points)
    texts = explained.get(rule.name) or HouseRuleWords(readable(rule.name), _("Other"), "")
    named = {value: value if value.isupper() else readable(value) for value in rule.values}
    return HouseRuleWords(
        title=texts.title,
        group=texts.group,
        says=texts.says,
        values={value: texts.values.get(value, named[value]) for value in named},
        labels={value: texts.labels.get(value, named[value]) for value in named},
        unset=texts.values.get("unset") or _("Nothing of the kind."),
    )


@lru_cache(maxsize=64)
def _explained(language: str, game: Game, for_points: bool) -> Mapping[str, HouseRuleWords]:
    """Return the guide's text on each house rule, by the rule's name."""
    explained, group = {}, ""
    for section in guide.house_rules(language, game, for_points):
        if section.level == 1:
            group = section.title
            continue
        says, *parts = _VALUE.split(section.text)
        labels = dict(zip(parts[1::3], parts[::3], strict=True))
        texts = dict(zip(parts[1::3], map(guide.html, parts[2::3]), strict=True))
        told = guide.html(says) if section.is_translated else guide.untranslated(guide.html(says))
        explained[section.id] = HouseRuleWords(section.title, group, told, texts, labels)
    return explained


def value_label(says: HouseRuleWords, rule: HouseRule, value: str) -> str:
    """Return a value, as written in forms, as a label; "" is an open value."""
    if rule.kind == "switch":
        return _("Yes") if value == "true" else _("No")
    if value.endswith(PER_PLAYER):
        return _("{n} chips a player", n=value.removesuffix(PER_PLAYER))
    if value.isdecimal() and rule.about.in_points:
        return value if int(value) or rule.about.least else _("none")
    if value.isdecimal() and rule.kind == "number":
        return _n("{n} chip", "{n} chips", int(value))
    return says.labels.get(value, value) or _("As usual")


def value_words(
    game: Game, rule: HouseRule, value: str | int | bool | None, for_points: bool = False
) -> str:
    """Return the value of a house rule as printed."""
    says = house_rule_words(game, rule, for_points)
    if value is None:
        return says.unset
    return (
        says.values[str(value)]
        if rule.kind == "choice"
        else value_label(says, rule, written(value))
    )


@words(HouseRuleFaults)
def house_rule_faults(fact: HouseRuleFaults) -> str:
    return " ".join(map(say, fact.faults))


@words(NoNumberOfChips)
def no_number_of_chips(fact: NoNumberOfChips) -> str:
    game = GAMES[fact.game]
    (rule,) = (one for one in declared(game.house_rules) if one.name == fact.name)
    return _(
        "{title}: {given} is not a number of chips. Enter a whole number.",
        title=house_rule_words(game, rule).title,
        given=repr(fact.given),
    )


messages(
    {
        UnknownHouseRule: If(
            "known",
            N_("There is no house rule {name!r}; the house rules are {known}."),
            N_("There is no house rule {name!r}; this game has none."),
        ),
        UnfitHouseRule: By(
            "kind",
            {
                "choice": N_("House rule {name!r} must be one of {values}; it was {given!r}."),
                "switch": N_("House rule {name!r} must be true or false; it was {given!r}."),
                "number": N_(
                    "House rule {name!r} must be a whole number from {least} to 1000000; it was "
                    "{given!r}."
                ),
                "text": N_(
                    "Type the name of the game: at most 40 characters, none of them invisible."
                ),
            },
        ),
    }
)
