"""House rules: declared as fields of a struct, and read strictly."""

from typing import Annotated, Literal

import pytest

from companion.errors import MalformedEntry
from companion.games import GAMES
from companion.rules import house
from companion.rules.house import About, HouseRules, declared, read
from companion.rules.loo.card_loo import ThreeCardRules
from companion.wording import say as say_


class Rules(HouseRules, frozen=True):
    colour: Literal["red", "blue"] = "red"
    chips: Annotated[int | None, About(per_player=(5, 10))] = None
    loud: bool = False
    cards: Literal[5, 4, 3] = 5


def wrong(values):
    with pytest.raises(MalformedEntry) as caught:
        read(Rules, values)
    return say_(caught.value.fact)


def test_declared_lists_fields_in_order_with_kind_and_default():
    found = [(rule.name, rule.kind, rule.values, rule.default) for rule in declared(Rules)]
    assert found == [
        ("colour", "choice", ("red", "blue"), "red"),
        ("chips", "number", (), None),
        ("loud", "switch", (), False),
        ("cards", "choice", ("5", "4", "3"), 5),
    ]


def test_missing_values_get_their_default():
    assert read(Rules, {}) == Rules("red", None, False)
    assert read(Rules, {"loud": True, "chips": 7}) == Rules("red", 7, True)


def test_an_optional_field_accepts_null():
    assert read(Rules, {"chips": None}).chips is None


@pytest.mark.parametrize(
    ("name", "wrong_values", "sentence"),
    [
        ("colour", ("green", "Red", "", None, 1, True), "must be one of red, blue"),
        ("cards", (2, 6, "5", None, True, 5.0), "must be one of 5, 4, 3"),
        (
            "chips",
            (0, -1, 1_000_001, 2.5, "7", True, "many"),
            "must be a whole number from 1 to 1000000",
        ),
        ("loud", (1, 0, "true", None, "yes"), "must be true or false"),
    ],
)
def test_a_house_rule_accepts_only_its_values(name, wrong_values, sentence):
    for value in wrong_values:
        assert f"'{name}' {sentence}" in wrong({name: value})


def test_a_choice_of_numbers_is_read_from_text():
    (cards,) = (rule for rule in declared(Rules) if rule.name == "cards")
    assert cards.typed("4") == 4 and read(Rules, {"cards": cards.typed("4")}).cards == 4
    assert cards.typed("6") == "6"


def test_an_unknown_house_rule_is_named_with_the_known_ones():
    assert "no house rule 'color'; the house rules are colour, chips, loud, cards" in wrong(
        {"color": "red"}
    )


def test_all_faults_are_reported():
    sentence = wrong({"colour": "green", "chips": 0, "loud": 1, "color": "red", "x" * 99: 1})
    assert sentence.count("must be") == 3
    assert sentence.count("There is no house rule") == 2
    assert "x" * 41 not in sentence


def test_declared_includes_the_details_of_about():
    found = {rule.name: rule.about for rule in declared(Rules)}
    assert found["chips"].per_player == (5, 10) and not found["colour"].per_player


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_house_rule_depends_on_existing_values_of_others(game):
    rules = {rule.name: rule for rule in declared(game.house_rules)}
    for rule in rules.values():
        for other, values in rule.about.only_with.items():
            assert set(values) < set(rules[other].values or ("true", "false"))


def test_the_defaults_are_those_of_the_rulebook():
    rules = GAMES["domino-loo"].house_rules()
    assert (rules.loo, rules.remainder, rules.revoke) == ("pool", "carry", "divide")
    assert (rules.revoke_pays, rules.ending) == ("loo", "divide")
    assert GAMES["domino-rounce"].house_rules().revoke == "divide"


def in_force(**values):
    return [rule.name for rule, _ in house.in_force(settled(4, **values))]


def test_only_the_house_rules_that_matter_are_in_force():
    assert "loo_chips" not in in_force(loo="pool")
    assert "loo_chips" in in_force(loo="capped")
    assert "revoke_pays" in in_force(revoke="divide")
    assert "revoke_pays" not in in_force(revoke="note")
    assert set(in_force(scoring="points")) == {"scoring", "revoke"}


def settled(players, **values):
    game = GAMES["domino-loo"]
    return game.settle_house_rules(house.read(game.house_rules, values), players)


@pytest.mark.parametrize(("players", "scoring"), [(2, "points"), (3, "chips"), (4, "chips")])
def test_two_players_play_for_points_and_more_for_chips(players, scoring):
    assert settled(players).scoring == scoring


@pytest.mark.parametrize(
    ("players", "loo", "chips"),
    [(4, "fixed", 20), (3, "fixed", 15), (4, "capped", 40), (2, "capped", 20), (4, "pool", None)],
)
def test_the_default_limits_are_those_of_the_account(players, loo, chips):
    assert settled(players, loo=loo).loo_chips == chips
    assert settled(players, loo="capped", loo_chips=80).loo_chips == 80


def test_values_without_an_effect_are_not_offered():
    """docs/rules.md 5.1: `claimer-sweeps` needs a miss, and without one `enter-or-defend` is another."""
    lone = {rule.name: rule for rule in house.declared(ThreeCardRules)}["lone"]
    every = ("free", "enter-or-pool", "enter-or-defend", "claimer-sweeps")
    assert house.offered(lone, {"lone": "free", "miss": "one"}) == every
    assert house.offered(lone, {"lone": "free", "miss": "none"}) == every[:2]
    # A game without a miss; and what is chosen stays visible.
    assert house.offered(lone, {"lone": "free"}) == every[:2]
    assert house.offered(lone, {"lone": "claimer-sweeps"}) == (*every[:2], "claimer-sweeps")


def test_beating_trumps_matters_only_where_one_must_trump():
    every = {rule.name: rule for rule in house.declared(ThreeCardRules)}
    assert house.matters("must_overtrump", every, {"must_trump": "true"})
    assert not house.matters("must_overtrump", every, {"must_trump": "false"})
