"""Known house rules are explained; unknown ones are shown by name."""

from typing import Annotated, Literal

import pytest
from msgspec.structs import replace

from companion.games import GAMES
from companion.rules.house import About, HouseRules, declared
from companion.wording.house_rules import house_rule_words, value_words
from companion.wording.languages import using


class OddRules(HouseRules, frozen=True):
    night_cap: Literal["none", "one-each"] = "none"
    last_call: Annotated[int | None, About(only_with={"night_cap": ("one-each",)})] = None
    loud: Annotated[bool, About(only_with={"night_cap": ("none",)})] = False


ODD = replace(GAMES["irish-loo"], id="odd-loo", house_rules=OddRules)
EVERY_HOUSE_RULE = pytest.mark.parametrize(
    ("game", "rule"),
    [
        pytest.param(game, rule, id=f"{game.id}-{rule.name}")
        for game in GAMES.values()
        for rule in declared(game.house_rules)
    ],
)


@EVERY_HOUSE_RULE
def test_every_known_house_rule_is_explained(game, rule):
    words = house_rule_words(game, rule)
    assert words.title and words.says.endswith((".", "…"))
    assert list(words.values) == list(rule.values)
    for value, says in words.values.items():
        assert says.endswith(".") and says != words.labels[value]
    if rule.default is None:
        assert words.unset != "Nothing of the kind."


@EVERY_HOUSE_RULE
def test_house_rules_are_translated_completely(game, rule):
    with using("xx"):
        words = house_rule_words(game, rule)
        told = (
            *(words.title, words.says, words.unset, *words.values.values()),
            *(*words.labels.values(), words.group),
        )
    for says in told:
        assert says.isupper() or says.isdecimal() or says == "" or not says.isascii()


@pytest.mark.parametrize("name", ["rams", "domino-rounce", "domino-loo"])
def test_the_cost_of_a_revoke_in_a_game_for_points(name):
    (revoke,) = (one for one in declared(GAMES[name].house_rules) if one.name == "revoke")
    words = house_rule_words(GAMES[name], revoke, for_points=True)
    assert words.labels == {
        "divide": "Nobody else scores",
        "loo": "Everyone else scores",
        "note": "Noted only",
    }
    assert "pool" not in " ".join(words.values.values())
    assert "nobody else scores" in value_words(GAMES[name], revoke, "divide", for_points=True)


def test_unknown_house_rules_are_shown_by_name():
    cap, call, _ = declared(OddRules)
    assert house_rule_words(ODD, cap).title == "Night cap"
    assert house_rule_words(ODD, cap).values == {"none": "None", "one-each": "One each"}
    assert value_words(ODD, call, None) == "Nothing of the kind."
    assert value_words(ODD, call, 1) == "1 chip" and value_words(ODD, call, 5) == "5 chips"


def test_extended_house_rules_are_explained():
    rules = {rule.name: rule for rule in declared(GAMES["seven-card-napoleon"].house_rules)}
    game = GAMES["seven-card-napoleon"]
    assert "follow suit" in house_rule_words(game, rules["revoke"]).says
    assert "between nap and six" in house_rule_words(game, rules["misery"]).says
    five = GAMES["five-card-loo"]
    (stake,) = (rule for rule in declared(five.house_rules) if rule.name == "stake")
    assert "a multiple of five" in house_rule_words(five, stake).says
