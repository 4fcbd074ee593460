"""The trick law that dominoes use (docs/rules.md 2): where each duty binds, does not, and lapses."""

import pytest

from companion.pieces import DOUBLE_SIX
from companion.rules.tricks.law import (
    Law,
    Leading,
    Trick,
    broken_duty,
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
    """A trick, empty or to which `led` was led as `suit`."""
    found = Trick(number, "Ann")
    if led is None:
        return found
    for place, piece in enumerate((led, *others)):
        found = found.laid(["Ann", "Bob", "Cat", "Dan"][place], tile(piece), suit)
    return found


def may(hand, found, order=FOURS, law=LOO):
    return " ".join(sorted(map(str, legal(tiles(hand), found, order, law))))


def breaks(piece, hand, found, order=FOURS, law=LOO):
    broken = broken_duty(tile(piece), duties(tiles(hand), found, order, law))
    return broken and broken[0]


FIVES_LED = trick(1, "5-5", "5")


def test_follow_suit_binds_who_bears_the_suit_led():
    """`follow-suit`"""
    assert may("5-1 5-0 6-3 4-4", FIVES_LED) == "5-0 5-1"
    assert breaks("6-3", "5-1 5-0 6-3 4-4", FIVES_LED) == "follow-suit"
    assert breaks("4-4", "5-1 5-0 6-3 4-4", FIVES_LED) == "follow-suit"
    assert breaks("5-0", "5-1 5-0 6-3 4-4", FIVES_LED) is None


def test_follow_suit_lapses_without_the_suit():
    """`follow-suit`"""
    assert may("6-3 2-1 0-0", FIVES_LED) == "0-0 2-1 6-3"
    assert breaks("6-3", "6-3 2-1 0-0", FIVES_LED) is None


def test_a_trump_does_not_follow_its_other_end():
    """`trump-tile`: with fours trump the 5-4 is no five, so its holder is unable to follow."""
    assert may("5-4 3-3", FIVES_LED) == "5-4"
    assert breaks("3-3", "5-4 3-3", FIVES_LED) == "must-trump"


def test_a_tile_follows_by_either_of_its_ends():
    """`follow-suit`: bearing the number is enough, high end or low."""
    assert may("6-5 5-2 3-3", FIVES_LED) == "5-2 6-5"


def test_trumps_led_must_be_followed_with_trumps():
    """`follow-suit` applied to trumps, `trump-tile`"""
    led = trick(1, "4-4", "4")
    assert may("5-4 4-0 6-5", led) == "4-0 5-4"
    assert breaks("6-5", "5-4 4-0 6-5", led) == "follow-suit"


def test_a_follower_need_not_beat_anything():
    """docs/rules.md 3: no `must-head`."""
    assert may("6-5 5-0", FIVES_LED) == "5-0 6-5"
    assert may("4-0 4-1", trick(1, "5-5", "5", "4-4")) == "4-0 4-1"


def test_only_the_announced_end_must_be_followed():
    """6-3 led as a three: sixes are not asked for."""
    assert may("6-5 6-6 1-0", trick(1, "6-3", "3")) == "1-0 6-5 6-6"
    assert may("6-5 3-1 1-0", trick(1, "6-3", "3")) == "3-1"


def test_must_trump_binds_who_cannot_follow_but_has_a_trump():
    """`must-trump`"""
    assert may("4-0 4-1 6-3", FIVES_LED) == "4-0 4-1"
    assert breaks("6-3", "4-0 4-1 6-3", FIVES_LED) == "must-trump"


def test_must_trump_binds_even_with_a_trump_that_cannot_win():
    """`must-trump`: "even one that cannot win"."""
    assert may("4-0 6-3", trick(1, "5-5", "5", "4-4")) == "4-0"


def test_must_trump_does_not_bind_who_can_follow():
    """`must-trump`"""
    assert may("5-0 4-4", FIVES_LED) == "5-0"


def test_must_trump_lapses_without_trumps():
    """`must-trump`: with neither, anything."""
    assert may("6-3 3-2", FIVES_LED) == "3-2 6-3"


def test_there_is_no_must_trump_in_rounce():
    """docs/rules.md 4: unable to follow, any tile."""
    assert may("4-0 6-3", FIVES_LED, law=ROUNCE) == "4-0 6-3"
    assert may("5-0 4-0 6-3", FIVES_LED, law=ROUNCE) == "5-0"


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize("law", [LOO, ROUNCE])
def test_lead_trump_binds_at_any_lead_with_two_trumps(number, law):
    """`lead-trump`: two, any lead"""
    assert may("4-0 5-4 6-6", trick(number), law=law) == "4-0 5-4"


def test_lead_trump_does_not_bind_with_one_trump():
    """`lead-trump`: two"""
    assert may("5-4 6-6 3-3", trick(1)) == "3-3 5-4 6-6"
    assert breaks("6-6", "5-4 6-6 3-3", trick(1)) is None


def test_lead_trump_lapses_without_trumps():
    """`lead-trump`"""
    assert may("6-6 3-3", trick(1)) == "3-3 6-6"


def test_lead_trump_does_not_bind_a_follower():
    """`lead-trump`"""
    assert may("4-0 5-4 5-1", FIVES_LED) == "5-1"


def test_the_rule_broken_at_the_first_lead_is_lead_trump():
    assert breaks("6-6", "4-0 5-4 6-6", trick(1)) == "lead-trump"


@pytest.mark.parametrize("law", [LOO, ROUNCE])
def test_lead_after_win_binds_with_a_single_trump(law):
    """`lead-after-win`: who leads to a later trick has won the one before."""
    assert may("4-0 6-6", trick(2), law=law) == "4-0"
    assert breaks("6-6", "4-0 6-6", trick(2), law=law) == "lead-after-win"


def test_lead_after_win_does_not_bind_eldest_at_the_first_lead():
    """`lead-after-win`: eldest has won nothing yet."""
    assert may("4-0 6-6", trick(1)) == "4-0 6-6"


def test_lead_after_win_lapses_without_trumps():
    """`lead-after-win`: "if able"."""
    assert may("3-0 6-6", trick(2)) == "3-0 6-6"


def test_the_double_wins_its_suit():
    assert trick(1, "6-3", "3", "3-3", "5-3").winner(FOURS, LOO) == "Bob"


def test_the_other_end_counts_from_six_down_to_blank():
    assert trick(1, "3-0", "3", "3-2", "6-3").winner(FOURS, LOO) == "Cat"
    assert trick(1, "1-0", "0", "2-0", "0-0").winner(FOURS, LOO) == "Cat"


def test_any_trump_beats_the_suit_led():
    assert trick(1, "5-5", "5", "4-0", "6-5").winner(FOURS, LOO) == "Bob"


def test_the_highest_trump_wins_and_the_double_is_the_highest():
    assert trick(1, "5-5", "5", "6-4", "4-4", "5-4").winner(FOURS, LOO) == "Cat"
    assert trick(1, "5-5", "5", "5-4", "6-4", "4-0").winner(FOURS, LOO) == "Cat"


def test_a_tile_of_another_suit_cannot_win():
    assert trick(1, "5-0", "5", "6-6", "3-3").winner(FOURS, LOO) == "Ann"


def test_the_end_announced_decides_who_wins():
    """6-3 against 6-5 and 3-3: as a six the 6-5 wins, as a three the 3-3."""
    assert trick(1, "6-3", "6", "6-5", "3-3").winner(FOURS, LOO) == "Bob"
    assert trick(1, "6-3", "3", "6-5", "3-3").winner(FOURS, LOO) == "Cat"


def test_a_trick_nobody_played_to_has_no_winner():
    with pytest.raises(ValueError, match="no winner"):
        trick(1).winner(FOURS, LOO)


def proven(plays, held="", order=FOURS, law=LOO):
    """The unlawful ones of (trick, tile) pairs; `held` are tiles known to be in hand still."""
    found = unlawful_plays([(t, tile(p)) for t, p in plays], tiles(held), 5, order, law)
    return [(one.place, one.rule) for one in found]


def test_a_tile_shown_later_proves_that_the_suit_was_held():
    assert proven([(FIVES_LED, "6-3"), (trick(2, "2-2", "2"), "5-1")]) == [(0, "follow-suit")]


def test_a_trump_shown_later_proves_that_a_trump_was_held():
    assert proven([(FIVES_LED, "6-3"), (trick(2, "2-2", "2"), "4-1")]) == [(0, "must-trump")]
    assert proven([(FIVES_LED, "6-3"), (trick(2, "2-2", "2"), "4-1")], law=ROUNCE) == []


def test_one_trump_shown_later_proves_nothing_of_a_first_lead():
    first, later = trick(1), trick(2, "2-2", "2")
    assert proven([(first, "6-3"), (later, "4-1")]) == []
    assert proven([(first, "6-3"), (later, "4-1"), (trick(3, "4-4", "4"), "5-4")]) == [
        (0, "lead-trump")
    ]


def test_one_trump_shown_later_proves_a_plain_lead_after_a_win():
    assert proven([(trick(2), "6-3"), (trick(3, "2-2", "2"), "4-1")]) == [(0, "lead-after-win")]


def test_a_tile_played_before_proves_nothing_of_a_later_play():
    assert proven([(trick(1, "2-2", "2"), "5-1"), (trick(2, "5-5", "5"), "6-3")]) == []


def test_nothing_is_proven_by_a_single_play():
    assert proven([(FIVES_LED, "6-3")]) == []
    assert proven([(trick(3), "6-3")]) == []


def test_a_trump_does_not_prove_that_its_other_end_could_follow():
    """`trump-tile`: the 5-4 is a trump; who threw the 6-3 on fives broke `must-trump`."""
    assert proven([(FIVES_LED, "6-3"), (trick(2, "2-2", "2"), "5-4")]) == [(0, "must-trump")]


def test_a_tile_known_in_hand_proves_at_once():
    """The turn-up that the dealer took."""
    assert proven([(FIVES_LED, "6-3")], held="5-4") == [(0, "must-trump")]
    assert proven([(FIVES_LED, "5-0")], held="5-4") == []
    assert proven([(trick(1), "6-3")], held="5-4") == []
    assert proven([(trick(2), "6-3")], held="5-4") == [(0, "lead-after-win")]


def test_one_tile_can_prove_several_plays():
    plays = [(FIVES_LED, "6-3"), (trick(2, "5-2", "5"), "3-3"), (trick(3, "1-1", "1"), "5-1")]
    assert proven(plays) == [(0, "follow-suit"), (1, "follow-suit")]
