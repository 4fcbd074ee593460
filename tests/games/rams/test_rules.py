"""Rules of Rams that its golden evenings do not cover (docs/rules.md 9)."""

import pytest

from companion.errors import EntryError, RevokeProven
from companion.evening.entries import Penalized
from companion.rules.actions import Declared
from companion.rules.scores import GeneralPoints, LooedPoints, Race
from companion.wording import say as say_
from tests.rules.test_scores import outcome
from tests.telling import code, say, session, start

DOWN = Race(start=5, goal=0, trick=-1, looed=5, sole=-1, term="rammed")
TURN_UP = "up 9H"


def table(*said, depth="plays", **rules):
    return say(start("Ann Bob Cat", "rams", depth, "Ann", **rules), *said)


def test_only_what_can_be_declared_is_named():
    with pytest.raises(EntryError) as caught:
        say(table(TURN_UP, "Bob miss", general=False), "Cat general")
    assert say_(caught.value.fact).endswith("Choose play or drop.")


def test_six_play_without_the_widow():
    with pytest.raises(EntryError) as caught:
        start("Ann Bob Cat Dan Eve Fay", "rams", "plays", "Ann")
    assert "6 can play with “The widow” set to “No”." in say_(caught.value.fact)


def test_general_rams_is_declared_out_of_turn_before_any_declaration():
    deal = session(table(TURN_UP)).deal
    generals = [one for one in deal.options() if getattr(one, "choice", "") == "general"]
    assert {one.player for one in generals} == {"Ann", "Bob", "Cat"}
    assert {one.player for one in generals if one.takes_turn_up} == {"Ann"}
    after = session(table(TURN_UP, "Bob in")).deal
    assert not [one for one in after.options() if getattr(one, "choice", "") == "general"]


@pytest.mark.parametrize("said", ["Ann out", "Bob in", "Bob miss", "Cat general", "Ann in"])
def test_after_it_nobody_else_declares(said):
    assert code(table(TURN_UP, "Bob general"), said) == "general"


def test_after_it_all_are_in_and_eldest_leads():
    deal = session(table(TURN_UP, "Ann general")).deal
    assert deal.players == ("Bob", "Cat", "Ann") and deal.turn == "Bob"


def test_without_the_house_rule_it_is_refused():
    assert code(table(TURN_UP, general=False), "Bob general") == "unreadable"
    assert code(say(start(), "up 6-3"), "Bob general") == "unreadable"


def test_the_dealer_takes_the_turn_up_after_it_until_the_first_lead():
    evening = table(TURN_UP, "Cat general", "Ann in +", "Bob AS", "Cat KS")
    assert session(evening).deal.play.held
    with pytest.raises(RevokeProven) as caught:
        say(evening, "Ann 7D")  # with the trump 9H in hand
    assert caught.value.rule == "must-trump"
    late = table(TURN_UP, "Cat general", "Bob AS")
    assert code(late, "Ann in +") == "wrong-phase"
    assert code(table(TURN_UP, "Cat general", "Ann in +"), "Ann in +") == "general"
    assert code(table(TURN_UP, "Ann general +"), "Ann in +") == "general"


def test_only_the_dealer_takes_it():
    assert code(table(TURN_UP), "Bob general +") == "dealer-turn-up"
    assert code(table(TURN_UP, "Cat general"), "Bob in +") == "general"


def test_a_whole_deal_with_it_names_everybody():
    evening = start("Ann Bob Cat", "rams", "result", "Ann")
    assert session(say(evening, "told Ann 0 Bob 5 general Cat 0")).deal.players
    for told in (
        "Ann 0 Bob 5 general",
        "Ann 0 miss Bob 5 general Cat 0",
        "Ann 0 general Bob 5 general Cat 0",
    ):
        assert code(evening, f"told {told}") == "general"


def test_making_it_wins_even_against_a_player_past_zero():
    """Two players were level at −6, below the goal."""
    what = outcome({"Ann": 0, "Bob": 0, "Cat": 5}, general="Cat")
    before = {"Ann": -6, "Bob": -6, "Cat": 12}
    points = DOWN.score_deal(what, before)
    assert points[0].points == -12 and isinstance(points[0].fact, GeneralPoints)
    assert DOWN.decide(before, points, True, ("Ann", "Bob")) == ("Cat",)
    # A tied player who makes it wins, although there are no points to take off.
    level = DOWN.score_deal(outcome({"Ann": 5, "Bob": 0}, general="Ann"), before)
    assert level[0].points == 0
    assert DOWN.decide(before, level, True, ("Ann", "Bob")) == ("Ann",)


def test_failing_costs_five_and_tricks_do_not_count():
    for tricks in ({"Ann": 4, "Bob": 1}, {"Ann": 0, "Bob": 5}):
        points = DOWN.score_deal(outcome(tricks, general="Ann"))
        assert [one.points for one in points if one.player == "Ann"] == [5]
        assert sum(one.points for one in points if one.player == "Bob") == -tricks["Bob"]


def test_a_revoke_that_counts_as_a_loo_spoils_it():
    what = outcome({"Ann": 5, "Bob": 0}, general="Ann", offenders=("Ann",), revoke="loo")
    points = DOWN.score_deal(what)
    assert {one.player: one.points for one in points} == {"Ann": 5, "Bob": 5}
    assert not any(one.wins for one in points)
    assert all(isinstance(one.fact, LooedPoints) for one in points)


def test_making_it_reaches_zero_after_a_penalty():
    evening = table("up H", "Cat general", depth="tricks")
    evening = say(evening, Penalized("Cat", 3), "won Cat Cat Cat Cat Cat", "settled")
    assert session(evening).scores["Cat"] == 0 and session(evening).winner == "Cat"


def test_the_first_to_ask_takes_the_widow():
    assert code(table(TURN_UP, "Bob miss"), "Cat miss") == "no-miss-left"
    assert code(table(TURN_UP, "Bob miss"), "Bob out") == "miss-binds"
    assert code(table(TURN_UP, widow=False), "Bob miss") == "no-miss-left"


@pytest.mark.parametrize(("widow", "number"), [(True, 6), (False, 7)])
def test_too_many_players_for_the_pack(widow, number):
    with pytest.raises(EntryError) as caught:
        start(" ".join("ABCDEFG"[:number]), "rams", widow=widow)
    assert caught.value.rule == "too-many-players"
    assert start(" ".join("ABCDEFG"[: number - 1]), "rams", widow=widow)


def test_followers_need_not_head_but_must_overtrump():
    free = table(TURN_UP, "Bob in", "Cat in", "Ann out", "Bob QS", "Cat 7S", "Bob 8D")
    assert say(free, "Cat AS")
    bound = table(TURN_UP, "Bob in", "Cat in", "Ann in", "Bob QS", "Cat 8H", "Ann 7H")
    with pytest.raises(RevokeProven) as caught:
        say(bound, "Cat KD", "Ann AH")
    assert caught.value.rule == "must-overtrump"


def test_general_is_refused_in_other_games():
    assert Declared("Bob", "general") not in session(say(start(), "up 6-3")).deal.options()
