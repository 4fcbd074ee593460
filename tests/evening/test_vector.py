"""The persistent vector: a tuple in what it holds, shared in what it keeps."""

import sys
from random import Random

import pytest

from companion.evening.vector import Vector

LENGTHS = (0, 1, 15, 16, 17, 255, 256, 257, 4096, 4100)


def grown(length):
    vector = Vector()
    for number in range(length):
        vector = vector.append(number)
    return vector


@pytest.mark.parametrize("length", LENGTHS)
def test_it_holds_what_was_appended(length):
    vector = grown(length)
    assert tuple(vector) == tuple(range(length)) and len(vector) == length
    assert [vector[place] for place in range(-length, length)] == [*range(length)] * 2
    assert vector == Vector(range(length)) and hash(vector) == hash(Vector(range(length)))
    assert bool(vector) is bool(length)


@pytest.mark.parametrize("length", LENGTHS)
def test_there_is_nothing_beyond_its_ends(length):
    for place in (length, length + 1, -length - 1, -length - 17):
        with pytest.raises(IndexError):
            grown(length)[place]


@pytest.mark.parametrize("length", LENGTHS)
def test_its_beginning_is_what_it_was(length):
    vector = grown(length)
    for number in {0, 1, 15, 16, 17, 255, 256, length - 1, length, length + 40, -1}:
        wanted = range(max(min(number, length), 0))
        assert tuple(vector.first(number)) == tuple(wanted)
        again = vector.first(number).append("new")
        assert tuple(again) == (*wanted, "new")
        assert tuple(vector.first(number).first(number - 1)) == tuple(wanted)[: max(number - 1, 0)]
    assert tuple(vector) == tuple(range(length))


def test_two_can_grow_from_one():
    one = grown(31)
    left, right = one.append("left"), one.append("right")
    assert (left[-1], right[-1], len(one)) == ("left", "right", 31)
    assert left != right and left.first(31) == right.first(31) == one


def test_slices_are_those_of_a_tuple():
    rng, vector = Random(7), grown(70)
    for _ in range(200):
        one = slice(
            *(rng.choice((None, rng.randint(-80, 80))) for _ in range(2)), rng.choice((None, 2, -1))
        )
        assert tuple(vector[one]) == tuple(range(70))[one]


def test_it_equals_no_tuple():
    assert Vector((1,)) != (1,) and Vector((1,)) != Vector((2,)) and Vector((1,)) != Vector((1, 2))


def kept(vectors):
    """Return the bytes that vectors hold, what they share counted once."""
    sizes, waiting = {}, list(vectors)
    while waiting:
        one = waiting.pop()
        if id(one) in sizes or not isinstance(one, Vector | tuple):
            continue
        sizes[id(one)] = sys.getsizeof(one)
        waiting += (one._blocks, one._last) if isinstance(one, Vector) else one
    return sum(sizes.values())


def test_all_the_vectors_on_the_way_hold_memory_that_grows_linearly():
    """As tuples, four times as many would hold sixteen times as much."""
    ways = [Vector()]
    for number in range(4000):
        ways.append(ways[-1].append(number))
    assert kept(ways) < 5 * kept(ways[:1000])
