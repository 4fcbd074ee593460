"""The worked deals of the rules pages, with figures computed by hand."""

import pytest

from companion.evening.starting import read_rules
from companion.games import GAMES
from companion.rules.house import declared
from companion.wording.worked_deals import worked_deal

LOO_OF_ALL = {"Bob": 1, "Cat": 2, "Dan": -3, "Ann": -6}
FIGURES = {
    # The dealer stakes 10, the others 5: a pool of 25, 5 a trick. Bob took three tricks, Cat two,
    # Ann none: she pays 25. Dan dropped.
    ("domino-loo", ""): ({"Bob": 15 - 5, "Cat": 10 - 5, "Dan": -5, "Ann": -10 - 25}, 25),
    ("domino-loo", "scoring=points"): ({"Bob": 3, "Cat": 2, "Dan": 0, "Ann": -5}, 0),
    ("domino-loo", "loo=fixed"): ({"Bob": 10, "Cat": 5, "Dan": -5, "Ann": -10 - 20}, 20),
    # From 15 down.
    ("domino-rounce", ""): ({"Bob": -3, "Cat": -2, "Dan": 0, "Ann": 5}, 0),
    # A stake of 3, one chip for each trick; Ann took none of the three and pays the pool.
    ("three-card-loo", ""): ({"Bob": 1, "Cat": 2, "Dan": 0, "Ann": -3 - 3}, 3),
    ("three-card-loo", "stake=9"): ({"Bob": 3, "Cat": 6, "Dan": 0, "Ann": -9 - 9}, 9),
    ("three-card-loo", "preset=defence"): ({"Bob": 1, "Cat": 2, "Dan": 0, "Ann": -3 - 3}, 3),
    # A single pool: nobody may drop, and Dan is looed too.
    ("three-card-loo", "preset=unlimited"): (LOO_OF_ALL, 6),
    ("five-card-loo", ""): ({"Bob": 2, "Cat": 3, "Dan": 0, "Ann": -5 - 5}, 5),
    ("five-card-loo", "preset=modern"): ({"Bob": 2, "Cat": 3, "Dan": 0, "Ann": -5 - 5}, 5),
    ("five-card-loo", "preset=chits"): ({"Bob": 2, "Cat": 3, "Dan": 0, "Ann": -5 - 5}, 5),
    ("irish-loo", ""): ({"Bob": 1, "Cat": 2, "Dan": 0, "Ann": -3 - 3}, 3),
    # An ante of 1 each, a pool of 4. Cat took three tricks and wins it; Ann took none and pays 4.
    ("bourre", ""): ({"Bob": -1, "Cat": 3, "Dan": -1, "Ann": -1 - 4}, 4),
    ("bourre", "ante=30&bourre_pays=capped"): (
        {"Bob": -30, "Cat": 90, "Dan": -30, "Ann": -30 - 20},
        20,
    ),
    # From 5 down.
    ("rams", ""): ({"Bob": -2, "Cat": -3, "Dan": 0, "Ann": 5}, 0),
    # A stroke for each trick. Ann took none: a potato.
    ("ramset", ""): ({"Bob": 3, "Cat": 2, "Dan": 0, "Ann": 0}, 0),
    ("ramset", "nuller=minus"): ({"Bob": 3, "Cat": 2, "Dan": 0, "Ann": -5}, 0),
    # A stake of 3, one chip a trick. Dan came in by a buco; he and Ann took none and pay 3 each.
    ("bestia", ""): ({"Bob": 1, "Cat": 2, "Dan": -3, "Ann": -3 - 3}, 6),
    # A stake of 10. Bob took two tricks, Cat three: 5 each, and 5 from Ann, who took none.
    ("julepe", ""): ({"Bob": 10, "Cat": 10, "Dan": 0, "Ann": -10 - 10}, 0),
    # As entered.
    ("other", ""): ({"Bob": 3, "Cat": -1, "Dan": -2, "Ann": 0}, 0),
    # Three made: 3 from each of the three others; four: 4.
    ("napoleon", ""): ({"Bob": -3, "Cat": 9, "Dan": -3, "Ann": -3}, 0),
    ("seven-card-napoleon", ""): ({"Bob": -4, "Cat": 12, "Dan": -4, "Ann": -4}, 0),
    # A king 10, a 7, a joker 15; two fours; an ace 11 and a 9.
    ("coon-can", ""): ({"Cat": -(10 + 7 + 15), "Dan": -8, "Ann": -(11 + 9), "Bob": 60}, 0),
}


def rules_of(game, query):
    values = dict(pair.split("=") for pair in query.split("&") if pair)
    preset = values.pop("preset", None)
    given = {
        name: int(one) if one.isdecimal() else one == "true" or one for name, one in values.items()
    }
    return game.settle_house_rules(read_rules(game, preset, given), 4)


@pytest.mark.parametrize(("game", "query"), FIGURES)
def test_worked_deals_match_figures_computed_by_hand(game, query):
    figures, pool = FIGURES[game, query]
    found = worked_deal(GAMES[game], rules_of(GAMES[game], query))
    assert {one.player: one.figure for one in found.results} == figures
    assert found.after.startswith(f"{pool} ") if pool else not found.after
    assert found.steps


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_choice_of_house_rules_has_a_worked_deal(game):
    """The plays are lawful, and the chips sum to zero."""
    for preset in game.accounts.presets or (None,):
        for rule in declared(game.house_rules):
            for value in rule.options or ("Skat" if rule.kind == "text" else 30,):
                held = {**game.preset(preset).values, rule.name: value}
                rules = game.settle_house_rules(game.house_rules(**held), 4)
                found = worked_deal(game, rules)
                assert found is not None, held
                if game.race(rules) is None:
                    carried = found.after.split(" ")[0]
                    total = sum(one.figure for one in found.results)
                    assert total == -int(carried or 0)


def test_bourre_has_an_ante():
    game = GAMES["bourre"]
    (why,) = {one.why for one in worked_deal(game, rules_of(game, "")).results if one.figure == -1}
    assert "The ante: 1 chip." in why and "stake" not in why


def test_the_player_on_the_dealers_right_turns_up_at_rounce():
    game = GAMES["domino-rounce"]
    found = worked_deal(game, rules_of(game, ""))
    assert found.steps[0].startswith("Ann deals; Dan turns up 6-3")
    assert [one.why for one in found.results if one.player == "Bob"] == ["3 tricks: −3."]
