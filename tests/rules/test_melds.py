"""Melds at Coon Can (docs/rules.md 7 and account [001])."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import AmbiguousMeld, RuleViolation
from companion.pieces import DOUBLE_PACK, JOKER, Card
from companion.rules.rummy.melds import meld, readings
from companion.wording import say as say_
from tests.examples import examples
from tests.telling import in_signs


def cards(text):
    return [DOUBLE_PACK.read(word) for word in text.split()]


def laid(text):
    return meld("Bob", cards(text))


def refusal(action, *given):
    with pytest.raises(RuleViolation) as caught:
        action(*given)
    return caught.value


@pytest.mark.parametrize(
    ("said", "lies"),
    [
        ("9S 9H 9D", "9S 9H 9D"),
        ("9S 9S 9H", "9S 9S 9H"),  # two packs
        ("9S 9H JK", "9S 9H JK=9D"),
        ("JK=9C 9H 9S", "JK=9C 9H 9S"),
        ("JK JK 9H 9S", "JK=9D JK=9C 9H 9S"),
        ("8S 6S 7S", "6S 7S 8S"),
        ("3H AH 2H", "AH 2H 3H"),
        ("AH QH KH", "QH KH AH"),
        ("9S JK 7S", "7S JK=8S 9S"),
        ("7S JK=9S JK", "7S JK=8S JK=9S"),
        ("9S 10S JK=JS", "9S TS JK=JS"),
        ("JK=AS 2S 3S", "JK=AS 2S 3S"),
        ("QS KS JK=AS", "QS KS JK=AS"),
        ("5S 2S JK JK", "2S JK=3S JK=4S 5S"),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS"),
    ],
)
def test_sets_and_sequences_are_read_in_any_order(said, lies):
    assert str(laid(said)) == lies
    backwards = " ".join(reversed(said.split()))
    assert sorted(str(laid(backwards)).split()) == sorted(lies.split())


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("9S 9H", "Bob needs at least 3 cards for a meld, not 2."),
        ("9S JK", "Bob needs at least 3 cards for a meld, not 2"),
        ("", "Bob needs at least 3 cards for a meld, not 0"),
        ("9S 9H TS", "a meld is cards of one rank, or a sequence in one suit"),
        ("9S TS JH", "a meld is cards of one rank, or"),
        ("9S TS QS", "the sequence has a gap (JS)"),
        ("9S QS JK 2S", "the sequence has a gap"),
        ("KS AS 2S", "does not go round the corner"),
        ("QS KS AS 2S", "does not go round the corner"),
        ("KS JK 2S", "does not go round the corner"),
        ("9S TS TS JS", "TS is there twice"),
        ("AS AS 2S 3S", "AS is there twice"),
        (
            "9S TS JK=QH",
            "In Bob’s 9S TS joker (QH) the joker cannot stand for that card. Choose joker (8S) 9S TS, or",
        ),
        ("9S TS JK=QS", "the joker cannot stand for that card"),
        ("9S 9H JK=8S", "Choose 9S 9H joker (9D)."),
        ("9S TS JK=TS", "the joker cannot stand for that card"),
        ("QS KS JK=2S", "the joker cannot stand for that card"),
        ("9S TS JK", "Choose what Bob’s joker stands for: joker (8S) 9S TS, or"),
        ("JK JK JK", "jokers alone"),
    ],
)
def test_why_cards_are_no_meld(said, why):
    error = refusal(meld, "Bob", cards(said))
    assert error.rule == "not-a-meld"
    assert in_signs(why) in say_(error.fact)


@pytest.mark.parametrize(
    ("said", "ways"),
    [
        ("9S TS JK", ["JK=8S 9S TS", "9S TS JK=JS"]),
        ("KS JK QS", ["JK=JS QS KS", "QS KS JK=AS"]),
        ("9S JK JK", ["9S JK=9H JK=9D", "JK=7S JK=8S 9S", "JK=8S 9S JK=TS", "9S JK=TS JK=JS"]),
        ("9S JK=TS JK", ["JK=8S 9S JK=TS", "9S JK=TS JK=JS"]),
    ],
)
def test_ambiguous_melds_name_all_readings(said, ways):
    error = refusal(meld, "Bob", cards(said))
    assert isinstance(error, AmbiguousMeld) and error.rule == "not-a-meld"
    assert [" ".join(way) for way in error.ways] == ways
    assert [str(laid(way)) for way in ways] == ways


def test_a_joker_at_the_only_open_end_needs_no_name():
    assert str(laid("QS KS AS JK")) == "JK=JS QS KS AS"
    assert str(laid("AS 2S 3S JK")) == "AS 2S 3S JK=4S"


def test_the_namings_of_a_joker_are_offered():
    assert [str(one) for one in readings(cards("9S TS JK"))] == ["JK=8S 9S TS", "9S TS JK=JS"]
    assert [str(one) for one in readings(cards("9S 9H JK"))] == ["9S 9H JK=9D"]
    assert readings(cards("9S 9H TS")) == ()


# Laying off


@pytest.mark.parametrize(
    ("there", "piece", "lies"),
    [
        ("9S 9H 9D", "9C", "9S 9H 9D 9C"),
        ("9S 9H 9D", "9S", "9S 9H 9D 9S"),
        ("9S 9H 9D", "JK=9S", "9S 9H 9D JK=9S"),
        ("9S 9H 9D", "JK", "9S 9H 9D JK=9S"),
        ("6S 7S 8S", "9S", "6S 7S 8S 9S"),
        ("6S 7S 8S", "5S", "5S 6S 7S 8S"),
        ("6S 7S 8S", "JK=5S", "JK=5S 6S 7S 8S"),
        ("QS KS AS", "JK", "JK=JS QS KS AS"),
        ("2S 3S 4S", "AS", "AS 2S 3S 4S"),
        ("JS QS KS", "AS", "JS QS KS AS"),
    ],
)
def test_laying_off_a_card(there, piece, lies):
    assert str(laid(there).laid_off("Bob", *cards(piece))) == lies


@pytest.mark.parametrize(
    ("there", "piece", "why"),
    [
        ("9S 9H 9D", "8S", "Bob cannot lay off 8S on 9S 9H 9D: only a card of the same rank fits."),
        ("9S 9H 9D", "JK=8S", "only a card of the same rank"),
        ("6S 7S 8S", "TS", "only 5S or 9S fits"),
        ("6S 7S 8S", "9H", "only 5S or 9S fits"),
        ("6S 7S 8S", "7S", "only 5S or 9S fits"),
        ("6S 7S 8S", "JK=TS", "only 5S or 9S fits"),
        ("6S 7S 8S", "JK", "Choose what Bob’s joker on 6S 7S 8S stands for: 5S or 9S."),
        ("QS KS AS", "2S", "only JS fits"),
        ("AS 2S 3S", "KS", "only 4S fits"),
    ],
)
def test_why_a_card_cannot_be_laid_off(there, piece, why):
    error = refusal(laid(there).laid_off, "Bob", *cards(piece))
    assert error.rule == "not-a-meld"
    assert in_signs(why) in say_(error.fact)


def test_a_sequence_reaches_from_low_ace_to_high_ace():
    run = laid("AS 2S 3S")
    for rank in "456789TJQK":
        run = run.laid_off("Bob", Card(rank, "S"))
    run = run.laid_off("Bob", Card("A", "S"))
    assert str(run) == "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
    assert run.takes() == ()
    assert "is complete" in say_(refusal(run.laid_off, "Bob", Card("2", "S")).fact)
    assert "is complete" in say_(refusal(run.laid_off, "Bob", JOKER).fact)


def test_an_ace_that_fits_both_ends_goes_to_the_upper_one():
    run = laid("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS").laid_off("Bob", Card("K", "S"))
    assert run.takes() == (Card("A", "S"),)
    high = run.laid_off("Bob", Card("A", "S"))
    assert str(high).endswith("KS AS")
    assert str(high.laid_off("Bob", JOKER)).startswith("JK=AS 2S")


# `joker-move`


@pytest.mark.parametrize(
    ("there", "piece", "lies"),
    [
        ("6S 7S 8S JK=9S", "9S", "JK=5S 6S 7S 8S 9S"),  # an example in the account
        ("JK=5S 6S 7S", "5S", "5S 6S 7S JK=8S"),
        ("2S 3S JK=4S", "4S", "JK=AS 2S 3S 4S"),
        ("JK=QS KS JK=AS", "AS", "JK=JS JK=QS KS AS"),
        ("JK=JS QS KS", "JS", "JS QS KS JK=AS"),
        ("JK=AS 2S 3S", "AS", "AS 2S 3S JK=4S"),
    ],
)
def test_a_joker_moves_to_the_other_end_once(there, piece, lies):
    before = laid(there)
    (natural,) = cards(piece)
    assert natural in before.movable()
    after = before.joker_moved("Bob", natural)
    assert str(after) == lies
    place = next(i for i, card in enumerate(after.cards) if after.is_crosswise(i))
    face = after.cards[place].stands_for
    if place in (0, len(after.cards) - 1):
        why = "moved once"
        assert face not in after.movable()
        assert why in say_(refusal(after.joker_moved, "Bob", face).fact)


@pytest.mark.parametrize(
    ("there", "piece", "why"),
    [
        ("4S 5S 6S JK=7S 8S", "7S", "only a joker at an end"),  # an example in the account
        ("9S 9H JK=9D", "9D", "in a set a joker stays"),
        ("AS 2S JK=3S", "3S", "nothing comes before the ace"),
        ("JK=QS KS AS", "QS", "nothing comes after the ace"),
        ("6S 7S 8S", "8S", "There is no joker in 6S 7S 8S to move"),
        ("6S 7S JK=8S", "9S", "the joker stands for 8S"),
        ("6S 7S JK=8S", "JK", "with a natural card, not with another joker"),
        ("6S 7S JK=8S", "JK=8S", "with a natural card, not with another joker"),
    ],
)
def test_why_a_joker_cannot_be_moved(there, piece, why):
    error = refusal(laid(there).joker_moved, "Bob", *cards(piece))
    assert error.rule == "joker-move"
    assert in_signs(why) in say_(error.fact)


def test_a_moved_joker_stays_when_the_sequence_grows():
    after = laid("6S 7S 8S JK=9S").joker_moved("Bob", Card("9", "S"))
    assert after.movable() == ()
    longer = after.laid_off("Bob", Card("T", "S"))
    assert "moved once" in say_(refusal(longer.joker_moved, "Bob", Card("5", "S")).fact)
    inside = longer.laid_off("Bob", Card("4", "S"))
    assert str(inside) == "4S JK=5S 6S 7S 8S 9S TS"
    assert [inside.is_crosswise(place) for place in range(3)] == [False, True, False]


def test_a_movable_joker_is_not_crosswise():
    run = laid("6S 7S JK=8S")
    assert not any(run.is_crosswise(place) for place in range(3))
    assert laid("9S 9H JK=9D").is_crosswise(2)


# Every group of cards, against an independent check


def shapes(group):
    """Return every possible meld of a group, trying each card for its unnamed jokers.

    Cards are strings. A set is its rank; a sequence is its cards from the lowest up.
    """
    every = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]
    choices = [[word.removeprefix("JK=")] if word != "JK" else every for word in group]
    found = set()
    for faces in itertools.product(*choices):
        if len(faces) < 3:
            continue
        if len({face[0] for face in faces}) == 1:
            found.add(faces[0][0])
        if len({face[1] for face in faces}) == 1:
            found |= runs([face[0] for face in faces], faces[0][1])
    return found


def runs(ranks, suit):
    values = ["A23456789TJQK".index(rank) + 1 for rank in ranks]
    aces = [(1, 14) if value == 1 else (value,) for value in values]
    found = set()
    for heights in itertools.product(*aces):
        ordered = sorted(heights)
        if ordered == list(range(ordered[0], ordered[0] + len(ordered))):
            found.add(tuple("?A23456789TJQKA"[height] + suit for height in ordered))
    return found


def shape(one):
    faces = [str(card).removeprefix("JK=") for card in one.cards]
    return faces[0][0] if one.is_set else tuple(faces)


def random_group(rng):
    """Draw cards that often form a meld."""
    ranks, suits = "A23456789TJQKA", "SHDC"
    number = rng.randint(2, 6)
    low = rng.randrange(len(ranks) - number + 1)
    suit = rng.choice(suits)
    if rng.random() < 0.6:
        group = [rank + suit for rank in ranks[low : low + number]]
    else:
        group = [ranks[low] + rng.choice(suits) for _ in range(number)]
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        place = rng.randrange(number)
        kind = rng.random()
        if kind < 0.5 and group.count("JK") < 2:
            group[place] = "JK"
        elif kind < 0.8:
            group[place] = "JK=" + group[place].removeprefix("JK=").replace("JK", "9S")
        else:
            group[place] = rng.choice(ranks) + rng.choice(suits)
    rng.shuffle(group)
    return group


@given(st.integers(0, 2**32))
@examples(300)
def test_melds_agree_with_an_independent_check(seed):
    group = random_group(random.Random(seed))
    pieces = [DOUBLE_PACK.read(text) for text in group]
    found = readings(pieces)
    assert {shape(one) for one in found} == shapes(group)
    assert len(found) == len({shape(one) for one in found})
    for one in found:
        assert meld("Bob", one.cards) == one
    if len(found) != 1:
        assert refusal(meld, "Bob", pieces).rule == "not-a-meld"
