"""A game that the companion does not know (docs/rules.md 15)."""

import pytest

from companion.errors import MalformedEntry
from companion.evening.replay import report
from companion.wording import say as say_
from tests.telling import accounts, refusal, say, session, start


def other(seats="Ann Bob Cat", **chosen):
    return start(seats, "other", "result", **{"name": "Skat", **chosen})


def test_points_are_added_up_and_the_table_ends_the_game():
    evening = say(
        other(), "scored Ann=12 Bob=-4 Cat=0", "settled", "scored Ann=1 Bob=20 Cat=0", "settled"
    )
    assert session(evening).scores == {"Ann": 13, "Bob": 16, "Cat": 0}
    assert (session(evening).game.key, session(evening).winners) == ("other:Skat", ())
    assert session(say(evening, "ended")).winners == ("Bob",)


@pytest.mark.parametrize(
    ("chosen", "scored", "winners"),
    [
        ({"target": 20}, "Ann=20 Bob=25 Cat=0", ("Bob",)),
        ({"target": 20, "wins": "fewest"}, "Ann=20 Bob=25 Cat=3", ("Cat",)),
        ({"target": 20, "wins": "fewest"}, "Ann=3 Bob=25 Cat=3", ("Ann", "Cat")),
        ({"target": 20}, "Ann=19 Bob=19 Cat=0", ()),
    ],
)
def test_a_target_ends_the_game_after_the_deal(chosen, scored, winners):
    evening = say(other(**chosen), f"scored {scored}", "settled")
    assert session(evening).winners == winners
    assert (session(evening).deal is None) == bool(winners)


def test_chips_are_won_from_each_other():
    evening = say(other(counts="chips"), "scored Ann=10 Bob=-4 Cat=-6", "settled")
    assert accounts(evening) == {"Ann": 10, "Bob": -4, "Cat": -6, "pool": 0}
    (done,) = session(evening).deals
    assert [(one.source, one.target, one.amount) for one in done.lines] == [
        ("Bob", "Ann", 4),
        ("Cat", "Ann", 6),
    ]


@pytest.mark.parametrize(
    ("chosen", "scored", "rule"),
    [
        ({}, "Ann=1 Bob=2", "unreadable"),
        ({}, "Ann=1 Bob=2 Cat=0 Zed=3", "not-in"),
        ({}, "Ann=1000001 Bob=2 Cat=0", "unreadable"),
        ({"counts": "chips"}, "Ann=1 Bob=2 Cat=0", "score"),
    ],
)
def test_impossible_results_are_refused(chosen, scored, rule):
    assert refusal(other(**chosen), f"scored {scored}").rule == rule


@pytest.mark.parametrize(
    "name", ["", " Skat", "x" * 41, "Sk\u202eat", "Sk\nat", "\u200b", "Sk  at", "\u3000Skat"]
)
def test_impossible_names_are_refused(name):
    with pytest.raises(MalformedEntry):
        other(name=name)


def test_undo_and_a_misdeal():
    evening = say(other(), "scored Ann=1 Bob=0 Cat=0", "misdealt")
    assert not session(evening).deals
    assert session(evening).to_deal == "Ann"


def test_every_winner_is_named():
    """Ann and Bob are level at the target: both have won (docs/rules.md 15)."""
    evening = say(other(target=10), "scored Ann=10 Bob=10 Cat=3", "settled")
    refused = say_(refusal(evening, "scored Ann=1 Bob=1 Cat=1").fact)
    assert refused == "Ann and Bob have won, so there are no more deals. Start another game."
    game = report(evening, (), str)["games"][0]
    assert (game["winner"], game["winners"]) == ("Ann", ["Ann", "Bob"])
