"""The trick law of dominoes (docs/rules.md 2): each duty, and its exceptions."""

import pytest

from companion.pieces import DOUBLE_SIX
from companion.rules.tricks.law import (
    Law,
    Leading,
    Trick,
    duties,
    legal,
    unlawful_plays,
)

TWO = Leading(trump_from=2)
LOO = Law(must_trump=True, first=TWO, later=TWO, lead_after_win=True)
ROUNCE = Law(must_trump=False, first=TWO, later=TWO, lead_after_win=True)
FOURS = DOUBLE_SIX.orders["4"]


def tiles(text):
    return frozenset(DOUBLE_SIX.read(word) for word in text.split())


def tile(text):
    return DOUBLE_SIX.read(text)


def trick(number=1, led=None, suit=None, *others):
    """Return a trick, empty or with the tile `led` as `suit`."""
    found = Trick(number, "Ann")
    if led is None:
        return found
    for place, piece in enumerate((led, *others)):
        found = found.laid(["Ann", "Bob", "Cat", "Dan"][place], tile(piece), suit)
    return found


def may(hand, found, order=FOURS, law=LOO):
    return " ".join(sorted(map(str, legal(tiles(hand), found, order, law))))


def breaks(piece, hand, found, order=FOURS, law=LOO):
    binding = duties(tiles(hand), found, order, law)
    return next((rule for rule, allowed in binding if tile(piece) not in allowed), None)


FIVES_LED = trick(1, "5-5", "5")
FOURS_LED = trick(1, "4-4", "4")
TRUMPED = trick(1, "5-5", "5", "4-4")
AS_A_THREE = trick(1, "6-3", "3")
FIRST, LATER = trick(1), trick(2)


@pytest.mark.parametrize(
    ("duty", "law", "hand", "found", "free"),
    [
        ("follow suit", LOO, "5-1 5-0 6-3 4-4", FIVES_LED, "5-0 5-1"),
        ("follow suit lapses without the suit", LOO, "6-3 2-1 0-0", FIVES_LED, "0-0 2-1 6-3"),
        ("a trump does not follow its other end", LOO, "5-4 3-3", FIVES_LED, "5-4"),
        ("either end follows", LOO, "6-5 5-2 3-3", FIVES_LED, "5-2 6-5"),
        ("trumps led are followed with trumps", LOO, "5-4 4-0 6-5", FOURS_LED, "4-0 5-4"),
        ("there is no must head", LOO, "6-5 5-0", FIVES_LED, "5-0 6-5"),
        ("there is no must overtrump", LOO, "4-0 4-1", TRUMPED, "4-0 4-1"),
        ("only the announced end is followed", LOO, "6-5 6-6 1-0", AS_A_THREE, "1-0 6-5 6-6"),
        ("only the announced end is followed", LOO, "6-5 3-1 1-0", AS_A_THREE, "3-1"),
        ("must trump", LOO, "4-0 4-1 6-3", FIVES_LED, "4-0 4-1"),
        ("must trump even if it cannot win", LOO, "4-0 6-3", TRUMPED, "4-0"),
        ("must trump comes after follow suit", LOO, "5-0 4-4", FIVES_LED, "5-0"),
        ("must trump lapses without trumps", LOO, "6-3 3-2", FIVES_LED, "3-2 6-3"),
        ("no must trump in Rounce", ROUNCE, "4-0 6-3", FIVES_LED, "4-0 6-3"),
        ("follow suit in Rounce", ROUNCE, "5-0 4-0 6-3", FIVES_LED, "5-0"),
        ("lead trump with two", LOO, "4-0 5-4 6-6", FIRST, "4-0 5-4"),
        ("lead trump with two", ROUNCE, "4-0 5-4 6-6", FIRST, "4-0 5-4"),
        ("lead trump with two", LOO, "4-0 5-4 6-6", trick(3), "4-0 5-4"),
        ("lead trump with two", ROUNCE, "4-0 5-4 6-6", trick(3), "4-0 5-4"),
        ("lead trump lapses with one", LOO, "5-4 6-6 3-3", FIRST, "3-3 5-4 6-6"),
        ("lead trump lapses without trumps", LOO, "6-6 3-3", FIRST, "3-3 6-6"),
        ("lead trump does not bind a follower", LOO, "4-0 5-4 5-1", FIVES_LED, "5-1"),
        ("lead after win with one trump", LOO, "4-0 6-6", LATER, "4-0"),
        ("lead after win with one trump", ROUNCE, "4-0 6-6", LATER, "4-0"),
        ("lead after win does not bind the first lead", LOO, "4-0 6-6", FIRST, "4-0 6-6"),
        ("lead after win lapses without trumps", LOO, "3-0 6-6", LATER, "3-0 6-6"),
    ],
)
def test_lawful_plays(duty, law, hand, found, free):
    assert may(hand, found, law=law) == free


@pytest.mark.parametrize(
    ("piece", "hand", "found", "law", "duty"),
    [
        ("6-3", "5-1 5-0 6-3 4-4", FIVES_LED, LOO, "follow-suit"),
        ("4-4", "5-1 5-0 6-3 4-4", FIVES_LED, LOO, "follow-suit"),
        ("5-0", "5-1 5-0 6-3 4-4", FIVES_LED, LOO, None),
        ("6-3", "6-3 2-1 0-0", FIVES_LED, LOO, None),
        ("3-3", "5-4 3-3", FIVES_LED, LOO, "must-trump"),
        ("6-5", "5-4 4-0 6-5", FOURS_LED, LOO, "follow-suit"),
        ("6-3", "4-0 4-1 6-3", FIVES_LED, LOO, "must-trump"),
        ("6-6", "5-4 6-6 3-3", FIRST, LOO, None),
        ("6-6", "4-0 5-4 6-6", FIRST, LOO, "lead-trump"),
        ("6-6", "4-0 6-6", LATER, LOO, "lead-after-win"),
        ("6-6", "4-0 6-6", LATER, ROUNCE, "lead-after-win"),
    ],
)
def test_the_duty_that_a_tile_breaks(piece, hand, found, law, duty):
    assert breaks(piece, hand, found, law=law) == duty


@pytest.mark.parametrize(
    ("why", "led", "suit", "others", "winner"),
    [
        ("the double wins its suit", "6-3", "3", "3-3 5-3", "Bob"),
        ("the other end counts from six to blank", "3-0", "3", "3-2 6-3", "Cat"),
        ("the other end counts from six to blank", "1-0", "0", "2-0 0-0", "Cat"),
        ("any trump beats the suit led", "5-5", "5", "4-0 6-5", "Bob"),
        ("the double is the highest trump", "5-5", "5", "6-4 4-4 5-4", "Cat"),
        ("the highest trump wins", "5-5", "5", "5-4 6-4 4-0", "Cat"),
        ("a tile of another suit cannot win", "5-0", "5", "6-6 3-3", "Ann"),
        ("the end announced decides", "6-3", "6", "6-5 3-3", "Bob"),
        ("the end announced decides", "6-3", "3", "6-5 3-3", "Cat"),
    ],
)
def test_who_wins_a_trick(why, led, suit, others, winner):
    assert trick(1, led, suit, *others.split()).winner(FOURS, LOO) == winner


def test_an_empty_trick_has_no_winner():
    with pytest.raises(ValueError, match="no winner"):
        trick(1).winner(FOURS, LOO)


def proven(plays, held="", order=FOURS, law=LOO):
    """Return the plays that are proven unlawful, as (place, rule)."""
    found = unlawful_plays([(t, tile(p)) for t, p in plays], tiles(held), 5, order, law)
    return [(one.place, one.rule) for one in found]


TWOS_LED = trick(2, "2-2", "2")


@pytest.mark.parametrize(
    ("why", "plays", "held", "found"),
    [
        ("a tile shown later", [(FIVES_LED, "6-3"), (TWOS_LED, "5-1")], "", [(0, "follow-suit")]),
        ("a trump shown later", [(FIVES_LED, "6-3"), (TWOS_LED, "4-1")], "", [(0, "must-trump")]),
        ("one trump proves no first lead", [(FIRST, "6-3"), (TWOS_LED, "4-1")], "", []),
        (
            "two trumps prove a first lead",
            [(FIRST, "6-3"), (TWOS_LED, "4-1"), (trick(3, "4-4", "4"), "5-4")],
            "",
            [(0, "lead-trump")],
        ),
        (
            "one trump proves a lead after a win",
            [(LATER, "6-3"), (trick(3, "2-2", "2"), "4-1")],
            "",
            [(0, "lead-after-win")],
        ),
        (
            "a tile played before proves nothing",
            [(trick(1, "2-2", "2"), "5-1"), (trick(2, "5-5", "5"), "6-3")],
            "",
            [],
        ),
        ("a single play proves nothing", [(FIVES_LED, "6-3")], "", []),
        ("a single play proves nothing", [(trick(3), "6-3")], "", []),
        # The 5-4 is a trump, and so did not follow fives.
        ("a trump is no five", [(FIVES_LED, "6-3"), (TWOS_LED, "5-4")], "", [(0, "must-trump")]),
        # The turn-up that the dealer took is known to be in hand.
        ("a tile in hand proves at once", [(FIVES_LED, "6-3")], "5-4", [(0, "must-trump")]),
        ("a tile in hand that was no duty", [(FIVES_LED, "5-0")], "5-4", []),
        ("one trump in hand proves no first lead", [(FIRST, "6-3")], "5-4", []),
        ("one trump in hand after a win", [(LATER, "6-3")], "5-4", [(0, "lead-after-win")]),
        (
            "one tile can prove several plays",
            [(FIVES_LED, "6-3"), (trick(2, "5-2", "5"), "3-3"), (trick(3, "1-1", "1"), "5-1")],
            "",
            [(0, "follow-suit"), (1, "follow-suit")],
        ),
    ],
)
def test_proofs_about_unseen_hands(why, plays, held, found):
    assert proven(plays, held) == found


def test_without_must_trump_a_trump_shown_later_proves_nothing():
    assert proven([(FIVES_LED, "6-3"), (TWOS_LED, "4-1")], law=ROUNCE) == []
