"""One person against another, worked out by hand from the evenings of `test_figures`.

1. Loo: Ann -35, Bob +10, Cat +5, Dan -5.
2. Napoleon: Bob gets 3 from each: Anne -3, Bob +9, Cat -3, Dan -3. Anne is Ann.
3. Napoleon without Dan: Bob pays 3 to each: Ann +3, Bob -6, Cat +3.
"""

import pytest

from companion.evening import Evening
from companion.evening.entries import Joined, Left
from companion.groups.entries import PersonMerged
from companion.groups.figures import Rival, figures, head_to_head
from companion.groups.group import Row, group_of
from companion.groups.summary import summary
from tests.groups.test_figures import EVENINGS, LOO, MADE
from tests.telling import say, started


def against(person, evenings=EVENINGS, merged="Anne Ann"):
    """Return how a person did against each other one, by name."""
    from_, into = merged.split()
    group = group_of([Row(1, PersonMerged(from_, into))])
    return head_to_head(person, group, figures(group, evenings), dict(evenings))[1]


def test_each_is_compared_in_the_evenings_of_both():
    assert against("Ann") == [
        # Bob was higher twice, Ann once; he got 3 from her, and she 3 from him.
        Rival("Bob", won=3, lost=3, evenings=3, ahead=1, behind=2, own=-35, theirs=13),
        # Level with Cat in the second and the third evening: neither was higher.
        Rival("Cat", won=0, lost=0, evenings=3, ahead=0, behind=1, own=-35, theirs=5),
        Rival("Dan", won=0, lost=0, evenings=2, ahead=0, behind=1, own=-38, theirs=-8),
    ]


def test_the_other_side_sees_the_same():
    (bob,) = [one for one in against("Ann") if one.name == "Bob"]
    (ann,) = [one for one in against("Bob") if one.name == "Ann"]
    assert (ann.ahead, ann.behind, ann.own, ann.theirs) == (bob.behind, bob.ahead, 13, -35)
    assert (ann.won, ann.lost) == (bob.lost, bob.won)
    assert ann.lead == (1, 48) and bob.lead == (-1, -48)


def test_who_was_not_dealt_in_is_not_compared():
    joined = say(LOO, "undo 5", Left("Dan"), Joined("Eve"))
    assert "Eve" in summary(joined).names
    found = against("Ann", [(11, summary(joined))])
    assert [one.name for one in found] == ["Bob", "Cat", "Dan"]
    assert against("Eve", [(11, summary(joined))]) == []


def test_an_evening_for_scores_has_no_higher_end():
    rounce = say(
        Evening(), started("Ann Bob", "domino-rounce", "result"), "told Ann 5 Bob 0", "settled"
    )
    (bob,) = against("Ann", [(1, summary(rounce))])
    assert bob == Rival("Bob", won=0, lost=0, evenings=1)


def test_spellings_of_one_person_are_met_together():
    with_anne = against("Bob", merged="Anne Ann")
    assert [(one.name, one.evenings) for one in with_anne] == [("Ann", 3), ("Cat", 3), ("Dan", 2)]
    apart = against("Bob", merged="Zoe Zoé")
    assert [(one.name, one.evenings) for one in apart] == [
        *(("Cat", 3), ("Ann", 2), ("Dan", 2), ("Anne", 1))
    ]


@pytest.mark.parametrize("times", [0, 1])
def test_no_evening_or_one(times):
    found = against("Ann", EVENINGS[2:][:times])
    assert [(one.name, one.evenings) for one in found] == [("Bob", 1), ("Cat", 1)][: 2 * times]


def test_money_of_a_unit_is_that_of_its_evenings():
    in_cents = [(12, summary(MADE).valued(5))]
    (bob,) = [one for one in against("Ann", in_cents) if one.name == "Bob"]
    assert (bob.own, bob.theirs, bob.lost, bob.won) == (-15, 45, 15, 0)
