"""Points and Rounce: what a deal scores, and who has won (docs/rules.md 3 "scoring", and 4)."""

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


def test_each_trick_counts_one_in_the_order_in_which_they_fell():
    what = outcome({"Ann": 2, "Bob": 3}, "Bob Ann Bob Bob Ann")
    assert scored(UP, what) == [("Bob", 1), ("Ann", 1), ("Bob", 1), ("Bob", 1), ("Ann", 1)]
    assert totals(DOWN, what) == {"Ann": -2, "Bob": -3}


def test_totals_alone_score_the_same():
    assert totals(UP, outcome({"Ann": 2, "Bob": 3})) == {"Ann": 2, "Bob": 3}


def test_who_was_in_and_took_no_trick_loses_five_points():
    """`looed`: −5 in a game for points, +5 in Rounce; who is out is not in it at all."""
    what = outcome({"Ann": 5, "Bob": 0})
    assert totals(UP, what) == {"Ann": 5, "Bob": -5}
    assert totals(DOWN, what) == {"Ann": -5, "Bob": 5}


@pytest.mark.parametrize("more", [{"sole": "Ann"}, {"sole": "Ann", "sole_by": "all-dropped"}])
def test_one_alone_scores_five_without_play(more):
    tricks = {} if "sole_by" in more else {"Ann": 0}
    assert totals(UP, outcome(tricks, **more)) == {"Ann": 5}
    assert totals(DOWN, outcome(tricks, **more)) == {"Ann": -5}


def test_a_revoke_gives_the_offender_the_looed_score_and_nobody_else_anything():
    """`revoke`, divide, in a points game"""
    what = outcome({"Ann": 3, "Bob": 2, "Cat": 0}, offenders=("Ann",))
    assert totals(UP, what) == {"Ann": -5}
    assert totals(DOWN, what) == {"Ann": 5}


def test_each_offender_gets_the_looed_score():
    what = outcome({"Ann": 3, "Bob": 2, "Cat": 0}, offenders=("Ann", "Cat"))
    assert totals(UP, what) == {"Ann": -5, "Cat": -5}


def test_under_revoke_loo_the_offenders_tricks_score_nothing():
    """`revoke`, loo, in a points game"""
    what = outcome({"Ann": 3, "Bob": 2, "Cat": 0}, "Ann Bob Ann Bob Ann", offenders=("Ann",),
                   revoke="loo")  # fmt: skip
    assert totals(UP, what) == {"Ann": -5, "Bob": 2, "Cat": -5}
    assert totals(DOWN, what) == {"Ann": 5, "Bob": -2, "Cat": 5}


def test_under_revoke_note_the_deal_scores_as_usual():
    what = outcome({"Ann": 5, "Bob": 0}, offenders=("Ann",), revoke="note")
    assert totals(UP, what) == {"Ann": 5, "Bob": -5}


def points(race, fell):
    return tuple(Points(player, race.trick, "score", "A trick.") for player in fell.split())


def test_nobody_has_won_before_the_goal():
    assert UP.decide({"Ann": 9, "Bob": 9}, points(UP, "Ann Ann Ann Ann Ann"), True, ()) == ()
    assert DOWN.decide({"Ann": 6, "Bob": 6}, points(DOWN, "Ann Ann Ann Ann Ann"), True, ()) == ()


def test_who_reaches_the_goal_alone_has_won():
    """Game is 15; Rounce: the first to reach zero."""
    assert UP.decide({"Ann": 12, "Bob": 9}, points(UP, "Ann Bob Ann Bob Ann"), True, ()) == ("Ann",)
    assert DOWN.decide({"Ann": 3, "Bob": 6}, points(DOWN, "Ann Bob Ann Bob Ann"), True, ()) == (
        "Ann",
    )


def test_passing_the_goal_is_reaching_it():
    five = (Points("Ann", -5, "sole-player", "."),)
    assert DOWN.decide({"Ann": 3, "Bob": 6}, five, False, ()) == ("Ann",)


def test_who_reached_it_first_as_the_tricks_fell_wins():
    """`score-tie`: Bob is there after the fourth trick, Ann after the fifth and higher."""
    fell = "Bob Ann Ann Bob Ann"
    assert UP.decide({"Ann": 13, "Bob": 13}, points(UP, fell), True, ()) == ("Ann",)
    assert UP.decide({"Ann": 12, "Bob": 13}, points(UP, fell), True, ()) == ("Bob",)
    assert DOWN.decide({"Ann": 3, "Bob": 2}, points(DOWN, fell), True, ()) == ("Bob",)


def test_where_only_totals_were_entered_the_better_score_wins():
    """`score-tie`: the higher, in Rounce the lower."""
    fell = "Ann Ann Bob Bob Bob"
    assert UP.decide({"Ann": 14, "Bob": 14}, points(UP, fell), False, ()) == ("Bob",)
    assert DOWN.decide({"Ann": 1, "Bob": 1}, points(DOWN, fell), False, ()) == ("Bob",)


def test_level_by_totals_nobody_has_won_yet():
    fell = "Ann Ann Bob Bob Bob"
    assert UP.decide({"Ann": 13, "Bob": 12}, points(UP, fell), False, ()) == ("Ann", "Bob")
    assert DOWN.decide({"Ann": 2, "Bob": 3}, points(DOWN, fell), False, ()) == ("Ann", "Bob")


def test_after_level_the_better_score_wins_however_it_came_about():
    """`score-tie`: not who was first as the tricks fell, and even below the goal."""
    fell = "Bob Bob Ann Ann Ann"
    level = ("Ann", "Bob")
    assert UP.decide({"Ann": 15, "Bob": 15}, points(UP, fell), True, level) == ("Ann",)
    assert DOWN.decide({"Ann": 0, "Bob": 0}, points(DOWN, fell), True, level) == ("Ann",)
    looed = (*points(UP, "Cat Cat Cat Cat Cat"), Points("Bob", -5, "looed", "."))
    assert UP.decide({"Ann": 15, "Bob": 15, "Cat": 0}, looed, True, level) == ("Ann",)


def test_after_level_both_may_fall_back_below_the_goal_and_one_still_wins():
    looed = (Points("Ann", -5, "looed", "."), *points(UP, "Cat Cat Cat Cat"))
    before = {"Ann": 15, "Bob": 15, "Cat": 0}
    noted = (*looed, Points("Bob", -5, "looed", "."), Points("Bob", -5, "looed", "."))
    assert UP.decide(before, noted, True, ("Ann", "Bob")) == ("Ann",)


def test_after_level_a_third_who_reaches_the_goal_takes_part():
    third = (Points("Cat", 5, "sole-player", "."),)
    before = {"Ann": 15, "Bob": 15, "Cat": 13}
    assert UP.decide(before, third, False, ("Ann", "Bob")) == ("Cat",)


def test_level_can_stay_level():
    before = {"Ann": 15, "Bob": 15, "Cat": 0}
    none = points(UP, "Cat Cat Cat Cat Cat")
    assert UP.decide(before, none, True, ("Ann", "Bob")) == ("Ann", "Bob")


def test_the_aim_is_said_in_words():
    assert race_terms(UP) == "First to 15 · a trick +1, looed −5"
    assert race_terms(DOWN) == "First to zero · a trick −1, rounced +5"


def test_nobody_is_best_of_nobody():
    assert UP.best({}) == ()
