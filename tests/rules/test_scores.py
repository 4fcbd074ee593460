"""Points and Rounce: scores and winners (docs/rules.md 3 "scoring", and 4)."""

import pytest

from companion.rules.ledger import Outcome
from companion.rules.scores import Points, Race
from companion.wording.ledger import race_terms

UP = Race(start=0, goal=15, trick=1, looed=-5, sole=5)
DOWN = Race(start=15, goal=0, trick=-1, looed=5, sole=-5, term="rounced")


def outcome(tricks, trick_winners="", **more):
    return Outcome(tuple(tricks), tricks, 5, tuple(trick_winners.split()), **more)


def scored(race, what):
    return [(points.player, points.points) for points in race.score_deal(what)]


def totals(race, what):
    found = {}
    for points in race.score_deal(what):
        assert points.fact and points.rule
        found[points.player] = found.get(points.player, 0) + points.points
    return found


def test_tricks_count_one_each_in_order():
    what = outcome({"Ann": 2, "Bob": 3}, "Bob Ann Bob Bob Ann")
    assert scored(UP, what) == [("Bob", 1), ("Ann", 1), ("Bob", 1), ("Bob", 1), ("Ann", 1)]
    assert totals(DOWN, what) == {"Ann": -2, "Bob": -3}


@pytest.mark.parametrize(
    ("taken", "more", "up"),
    [
        ({"Ann": 2, "Bob": 3}, {}, {"Ann": 2, "Bob": 3}),
        ({"Ann": 5, "Bob": 0}, {}, {"Ann": 5, "Bob": -5}),
        ({"Ann": 0}, {"sole": "Ann"}, {"Ann": 5}),
        ({}, {"sole": "Ann", "sole_by": "all-dropped"}, {"Ann": 5}),
        # Under `divide` only the offenders lose points, and nobody else scores.
        ({"Ann": 3, "Bob": 2, "Cat": 0}, {"offenders": ("Ann",)}, {"Ann": -5}),
        ({"Ann": 3, "Bob": 2, "Cat": 0}, {"offenders": ("Ann", "Cat")}, {"Ann": -5, "Cat": -5}),
        # Under `loo` the offender's tricks score nothing; under `note` they do.
        (
            {"Ann": 3, "Bob": 2, "Cat": 0},
            {"trick_winners": "Ann Bob Ann Bob Ann", "offenders": ("Ann",), "revoke": "loo"},
            {"Ann": -5, "Bob": 2, "Cat": -5},
        ),
        ({"Ann": 5, "Bob": 0}, {"offenders": ("Ann",), "revoke": "note"}, {"Ann": 5, "Bob": -5}),
    ],
)
def test_points_go_up_and_rounce_scores_go_down(taken, more, up):
    what = outcome(taken, **more)
    assert totals(UP, what) == up
    assert totals(DOWN, what) == {player: -points for player, points in up.items()}


def points(race, fell):
    return tuple(Points(player, race.trick, "score", "A trick.") for player in fell.split())


def test_passing_the_goal_counts_as_reaching_it():
    five = (Points("Ann", -5, "sole-player", "."),)
    assert DOWN.decide({"Ann": 3, "Bob": 6}, five, False, ()) == ("Ann",)


@pytest.mark.parametrize(
    ("race", "before", "fell", "in_order", "best"),
    [
        (UP, {"Ann": 9, "Bob": 9}, "Ann Ann Ann Ann Ann", True, ()),
        (DOWN, {"Ann": 6, "Bob": 6}, "Ann Ann Ann Ann Ann", True, ()),
        (UP, {"Ann": 12, "Bob": 9}, "Ann Bob Ann Bob Ann", True, ("Ann",)),
        (DOWN, {"Ann": 3, "Bob": 6}, "Ann Bob Ann Bob Ann", True, ("Ann",)),
        # Both reach the goal: the first to reach it by tricks wins, whatever the score.
        (UP, {"Ann": 13, "Bob": 13}, "Bob Ann Ann Bob Ann", True, ("Ann",)),
        (UP, {"Ann": 12, "Bob": 13}, "Bob Ann Ann Bob Ann", True, ("Bob",)),
        (DOWN, {"Ann": 3, "Bob": 2}, "Bob Ann Ann Bob Ann", True, ("Bob",)),
        # Only totals were entered: the better score wins, and a tie needs another deal.
        (UP, {"Ann": 14, "Bob": 14}, "Ann Ann Bob Bob Bob", False, ("Bob",)),
        (DOWN, {"Ann": 1, "Bob": 1}, "Ann Ann Bob Bob Bob", False, ("Bob",)),
        (UP, {"Ann": 13, "Bob": 12}, "Ann Ann Bob Bob Bob", False, ("Ann", "Bob")),
        (DOWN, {"Ann": 2, "Bob": 3}, "Ann Ann Bob Bob Bob", False, ("Ann", "Bob")),
    ],
)
def test_the_winner(race, before, fell, in_order, best):
    assert race.decide(before, points(race, fell), in_order, ()) == best


def test_after_a_tie_the_better_score_wins():
    """The order of the tricks no longer counts, nor does the goal."""
    fell = "Bob Bob Ann Ann Ann"
    level = ("Ann", "Bob")
    assert UP.decide({"Ann": 15, "Bob": 15}, points(UP, fell), True, level) == ("Ann",)
    assert DOWN.decide({"Ann": 0, "Bob": 0}, points(DOWN, fell), True, level) == ("Ann",)
    looed = (*points(UP, "Cat Cat Cat Cat Cat"), Points("Bob", -5, "looed", "."))
    assert UP.decide({"Ann": 15, "Bob": 15, "Cat": 0}, looed, True, level) == ("Ann",)


def test_after_a_tie_a_player_below_the_goal_can_win():
    looed = (Points("Ann", -5, "looed", "."), *points(UP, "Cat Cat Cat Cat"))
    before = {"Ann": 15, "Bob": 15, "Cat": 0}
    noted = (*looed, Points("Bob", -5, "looed", "."), Points("Bob", -5, "looed", "."))
    assert UP.decide(before, noted, True, ("Ann", "Bob")) == ("Ann",)


def test_after_a_tie_a_third_player_at_the_goal_takes_part():
    third = (Points("Cat", 5, "sole-player", "."),)
    before = {"Ann": 15, "Bob": 15, "Cat": 13}
    assert UP.decide(before, third, False, ("Ann", "Bob")) == ("Cat",)


def test_a_tie_can_continue():
    before = {"Ann": 15, "Bob": 15, "Cat": 0}
    none = points(UP, "Cat Cat Cat Cat Cat")
    assert UP.decide(before, none, True, ("Ann", "Bob")) == ("Ann", "Bob")


def test_the_aim_in_words():
    assert race_terms(UP) == "First to 15 · a trick +1, no trick −5 (looed)"
    assert race_terms(DOWN) == "First to zero · a trick −1, no trick +5 (rounced)"


def test_best_of_no_players():
    assert UP.best({}) == ()
