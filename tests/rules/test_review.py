"""Reviews of the tricks of a deal, whose hands are in `played`."""

import pytest

from companion.evening import Evening
from companion.rules.tricks.review import HandUnknown, NoDuty, Obligation, OnePieceLeft, review
from tests.telling import entries, started
from tests.web import played


def told(*phrases, dealer="Dan", **game):
    evening = Evening().enter(started("Ann Bob Cat Dan", dealer=dealer, **game))
    for phrase in phrases:
        for entry in entries(phrase):
            evening = evening.enter(entry)
    return evening.state.session.deal.play


def words(fact):
    """Return the rule that bound a play, or the kind of the fact."""
    return str(fact.rule) if isinstance(fact, Obligation) else type(fact).__name__


def bound(play, trick):
    return {one.player: [words(fact) for fact in one.bound] for one in review(play, trick)}


def test_duties_of_each_play():
    play = told(*played.evening())
    assert bound(play, 2) == {
        "Dan": ["lead-after-win"],
        "Ann": ["NoDuty"],
        "Bob": ["NoDuty"],
        "Cat": ["follow-suit"],
    }
    # Dan has no trump left, and Bob has neither a three nor a trump.
    assert bound(play, 4) == {
        "Dan": ["NoDuty"],
        "Ann": ["follow-suit"],
        "Bob": ["NoDuty"],
        "Cat": ["must-trump"],
    }
    others = {
        one.player: " ".join(map("{0[0]}{0[1]:d}".format, one.others)) for one in review(play, 4)
    }
    assert others == {"Dan": "6-31", "Ann": "6-40", "Bob": "6-11", "Cat": "4-10"}
    assert review(play, 4)[0].bound == (NoDuty("Dan", leads=True),)
    assert review(play, 5)[0].bound == (OnePieceLeft("Cat", "tile"),)
    assert not any(one.revoke or one.proves for trick in range(1, 6) for one in review(play, trick))
    with pytest.raises(IndexError):
        review(play, 6)


def test_a_revoke_is_listed_at_its_play_and_at_its_proof():
    play = told(
        *("up 6-3", "Bob in", "Cat in", "Dan in", "Ann in"),
        *("Bob 5-5", "Cat 1-0", "Dan 5-3", "Ann 5-0", "Bob 5-4", "Cat 5-1 revoke"),
        dealer="Ann",
    )
    cat = {
        trick: next(one for one in review(play, trick) if one.player == "Cat") for trick in (1, 2)
    }
    assert cat[1].revoke.trick == 1 and cat[1].revoke.proof.proof == "5-1"
    assert cat[1].bound[0] == Obligation("Cat", "follow-suit")
    assert cat[2].proves == (cat[1].revoke,) and cat[2].revoke is None
    # Dan's other tiles are unknown, so it is open whether a trump could be played on the fives.
    assert bound(play, 1)["Dan"] == ["follow-suit"]
    assert review(play, 2)[0].bound == (HandUnknown("Bob"),)
