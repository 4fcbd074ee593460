"""Seasons: which evenings count, and the table, worked out by hand.

At domino Loo, which Ann deals, the chips are Ann -35, Bob +10, Cat +5 and Dan -5 (tests/groups/test_figures.py).
At Napoleon with three, Bob bids three and makes it: Bob +6, Cat -3, Ann -3.
"""

from datetime import date

import pytest
from msgspec.structs import replace

from companion.errors import MalformedEntry
from companion.evening.entries import WorthSet
from companion.groups.entries import PersonMerged, ScoringSet, SeasonNamed
from companion.groups.figures import figures
from companion.groups.group import Row, check_entry, group_of
from companion.groups.seasons import Filter, dealt_in, standings
from companion.groups.summary import summary
from companion.rules.actions import Scored
from tests.telling import say, start, started

LOO = ("up 6", "told Bob 3 Cat 2 Ann 0", "settled")
NAP = {"game": "napoleon", "depth": "result"}
MADE = ("Bob says three", "Cat says pass", "Ann says pass", "made", "settled")
DAY = date(2026, 3, 1)


def loo(*after, seats="Ann Bob Cat Dan"):
    return summary(say(start(seats, depth="result", ending="carry"), *LOO, *after))


def made(*entries):
    return group_of(Row(number, one) for number, one in enumerate(entries, 1))


def table(group, *evenings):
    return standings(group, figures(group, enumerate(evenings, 1)))


NAP_ALONE = summary(say(start("Ann Bob Cat", **NAP), *MADE))
SKAT = {"game": "other", "name": "Skat", "counts": "points"}
POINTS = summary(say(start("Ann Bob", depth="result", **SKAT), "scored Ann=20 Bob=5", "settled"))
BOTH = loo(started("Ann Bob Cat", **NAP), *MADE)
"""Ann -38, Bob +16, Cat +2, Dan -5, and 25 in the pool."""
PLACES = made(ScoringSet("places"))


@pytest.mark.parametrize(
    ("since", "until", "counts"),
    [
        (DAY, DAY, True),
        (date(2026, 3, 2), date.max, False),
        (date.min, date(2026, 2, 28), False),
        (date.min, date.max, True),
    ],
)
def test_a_season_has_its_first_and_its_last_day(since, until, counts):
    assert (Filter(since, until).counted(DAY, BOTH) == BOTH) == counts


def test_a_game_alone_has_the_chips_that_it_brought():
    nap = Filter(game="napoleon").counted(DAY, BOTH)
    assert {one.player: one.amount for one in nap.people} == {"Bob": 6, "Cat": -3, "Ann": -3}
    found = figures(made(), [(1, nap)])
    assert [(one.winner, one.loser, one.chips) for one in found.won_from] == [
        ("Bob", "Ann", 3),
        ("Bob", "Cat", 3),
    ]
    assert [game.game for game in found.games] == ["napoleon"] and not found.undecided
    its_loo = Filter(game="domino-loo").counted(DAY, BOTH)
    found = figures(made(), [(1, its_loo)])
    assert {one.name: one.amount for one in found.people} == {
        "Ann": -35, "Bob": 10, "Cat": 5, "Dan": -5,
    }  # fmt: skip
    assert not found.won_from and not its_loo.pool
    assert Filter(game="rams").counted(DAY, BOTH) is None


def test_scores_of_a_game_are_no_chips():
    counted = Filter(game="other:Skat").counted(DAY, POINTS)
    assert {one.amount for one in counted.people} == {0}


def test_the_number_at_the_table_are_those_dealt_in_that_evening():
    assert dealt_in(BOTH) == 4
    assert Filter(players=3).counted(DAY, NAP_ALONE) == NAP_ALONE
    assert Filter(players=4).counted(DAY, NAP_ALONE) is None
    # Three of the four played Napoleon.
    assert Filter(game="napoleon", players=4).counted(DAY, BOTH)
    early = summary(say(start("Ann Bob Cat Dan", depth="result", ending="carry")))
    assert dealt_in(early) == 0


def test_equal_results_share_a_place():
    assert table(made(), NAP_ALONE) == [(1, "Bob", 6, 1), (2, "Ann", -3, 1), (2, "Cat", -3, 1)]
    # Dan is on -5 and Cat on +5 -3; the one after two equals is third.
    last = [(place, name) for place, name, *_rest in table(made(), loo(), NAP_ALONE)]
    assert last == [(1, "Bob"), (2, "Cat"), (3, "Dan"), (4, "Ann")]


def test_those_who_are_level_get_the_points_of_the_better_place():
    """Loo: Bob 3, Cat 2, Dan 1, Ann 0. Napoleon with three: Bob 2, and Ann and Cat 1 each."""
    assert table(PLACES, loo(), NAP_ALONE) == [
        (1, "Bob", 5, 2),
        (2, "Cat", 3, 2),
        (3, "Ann", 1, 2),
        (3, "Dan", 1, 1),
    ]


def test_an_evening_without_chips_gives_no_points():
    assert table(PLACES, POINTS) == []
    assert table(made(), POINTS) == [(1, "Ann", 0, 1), (1, "Bob", 0, 1)]


def test_a_game_for_chips_that_was_not_played_gives_no_points():
    rounce = started("Ann Bob", "domino-rounce", "result")
    played = say(start("Ann Bob Cat Dan"), rounce, "told Ann 5 Bob 0", "settled")
    assert len(played.state.sessions) == 2 and table(PLACES, summary(played)) == []


def test_two_who_look_alike_stay_two_in_a_season():
    """They sat at one table in another year."""
    heart, coloured = "❤", "❤\ufe0f"
    together, one, other = (
        summary(say(start(f"{seats} Cat", depth="result", **SKAT), *told))
        for seats, told in (
            (f"{heart} {coloured}", (Scored({heart: 1, coloured: 2, "Cat": 0}), "settled")),
            (heart, (Scored({heart: 1, "Cat": 0}), "settled")),
            (coloured, (Scored({coloured: 1, "Cat": 0}), "settled")),
        )
    )
    over_all = figures(made(), enumerate((together, one, other), 1))
    people = [one.name for one in over_all.people]
    season = figures(made(), [(2, one), (3, other)], people=people)
    assert {one.name: one.evenings for one in season.people} == {heart: 1, coloured: 1, "Cat": 2}


def test_place_points_count_evenings_of_every_worth():
    euros, francs = loo(WorthSet(10, "EUR")), loo(WorthSet(10, "CHF"))
    assert table(PLACES, loo(), euros, francs)[0] == (1, "Bob", 9, 3)
    # Chips are in one unit, here in euros.
    found = figures(made(), enumerate((loo(), euros, francs), 1), "EUR")
    assert standings(made(), found)[0] == (1, "Bob", 100, 1)


def test_two_spellings_are_one_person():
    merged = made(ScoringSet("places"), PersonMerged("Anne", "Ann"))
    anne = summary(say(start("Anne bob Cat", **NAP), "bob says three", "Cat says pass",
                       "Anne says pass", "made", "settled"))  # fmt: skip
    assert table(merged, NAP_ALONE, anne) == [(1, "Bob", 4, 2), (2, "Ann", 2, 2), (2, "Cat", 2, 2)]


def test_the_newest_scoring_holds_and_seasons_stay_by_their_rows():
    cup = SeasonNamed("Cup", date(2025, 10, 1), date(2026, 3, 31))
    group = made(cup, ScoringSet("places"), ScoringSet("chips"))
    assert group.scoring == "chips" and group.seasons == {1: cup}
    assert made().scoring == "chips" and not made().seasons


@pytest.mark.parametrize(
    "wrong",
    [
        {"until": date(2025, 9, 30)},
        {"name": ""},
        {"name": "x" * 81},
        {"name": "Cup\n"},
        {"name": " Cup"},
    ],
)
def test_an_impossible_season_is_refused(wrong):
    cup = SeasonNamed("Cup", date(2025, 10, 1), date(2025, 10, 1))
    check_entry(cup)
    with pytest.raises(MalformedEntry):
        check_entry(replace(cup, **wrong))
