"""The figures that corrections change, computed by hand from the rulebook."""

from companion.evening.changes import compare
from companion.evening.entries import Amended, Undone
from companion.rules.actions import RestDeclared
from tests.telling import amend, say, start, started

IN = ("Bob in", "Cat in", "Dan in", "Ann in")
FIRST = ("up 6", *IN, "won Bob Ann Bob Ann Bob", "settled")
SECOND = ("up 1", "Cat out", "Dan in", "Ann in", "Bob in", "won Dan Dan Dan Dan Dan", "settled")
THIRD = ("up 4", "Dan in", "Ann in", "Bob in", "Cat in", "won Cat Dan Ann Bob Cat", "settled")
"""The pool of the rulebook: 25 → 55 → 115. Entries 7 to 11 are the tricks of the first deal."""


def three_deals():
    return say(start(depth="tricks"), *FIRST, *SECOND, *THIRD)


def changes(before, after):
    return compare(before, after)


def both(changed, name):
    return changed.before.figures.get(name), changed.after.figures.get(name)


def test_a_trick_of_the_first_deal_changes_all_three():
    """Cat, not Bob, took the first trick: 25 → 30 → 65."""
    found = changes(three_deals(), amend(three_deals(), 7, "won Cat"))
    assert [(one.before.pool, one.after.pool) for one in found.deals] == [
        (25, 25),
        (55, 30),
        (115, 65),
    ]
    assert [(one.before.carried, one.after.carried) for one in found.deals] == [
        (50, 25),
        (110, 60),
        (0, 0),
    ]
    first, second, third = found.deals
    # Shares of 5, stakes of 5; Ann, who dealt, still has two tricks and a stake of 10.
    assert first.players == ("Bob", "Cat")
    assert both(first, "Bob") == (10, 5) and both(first, "Cat") == (-30, 0)
    assert (first.before.looed, first.after.looed) == (("Cat", "Dan"), ("Dan",))
    # Dan takes all. Ann and Bob pay the pool, and Bob also stakes 5.
    assert second.players == ("Dan", "Ann", "Bob")
    assert both(second, "Dan") == (55, 30)
    assert both(second, "Ann") == (-55, -30) and both(second, "Bob") == (-60, -35)
    # Each trick pays 23 instead of 13; Cat has two tricks and stakes 5.
    assert both(third, "Cat") == (41, 21) and both(third, "Dan") == (23, 13)
    (chips,) = found.standings
    assert chips.game is None
    assert chips.figures == {"Ann": (-32, -17), "Bob": (-27, -17), "Cat": (11, 21), "Dan": (48, 13)}
    assert found.pool == (0, 0) and found.dealer == ("Dan", "Dan") and found.winner == ("", "")


def test_a_correction_without_changed_figures():
    before = three_deals()
    found = changes(before, amend(amend(before, 7, "won Ann"), 8, "won Bob"))
    assert found.is_none
    assert changes(before, before).is_none


def test_a_deleted_settlement_leaves_its_deal_open():
    before = say(start(depth="tricks"), *FIRST)
    (deal,) = changes(before, before.enter(Amended(12))).deals
    assert (deal.before.is_settled, deal.after.is_settled) == (True, False)
    # The deal waits for its settlement, which has the same figures.
    assert deal.before.figures == deal.after.figures and deal.players == ()


def test_an_open_settlement_counts():
    """Napoleon: each opponent pays Bob one chip less for two than for three."""
    before = say(
        start(game="napoleon", depth="result"), RestDeclared("pass", {"Bob": "three"}), "made"
    )
    found = changes(before, amend(before, 2, RestDeclared("pass", {"Bob": "two"})))
    (deal,) = found.deals
    assert not deal.before.is_settled and not deal.after.is_settled
    assert both(deal, "Bob") == (9, 6) and both(deal, "Ann") == (-3, -2)
    (chips,) = found.standings
    assert chips.figures == {"Ann": (-3, -2), "Bob": (9, 6), "Cat": (-3, -2), "Dan": (-3, -2)}


def test_a_reopened_deal():
    before = say(start(depth="tricks"), *FIRST[:-1])
    (deal,) = changes(before, before.enter(Undone(11))).deals
    assert (deal.before.carried, deal.after.carried) == (50, None)
    # The stakes of an open deal count: Ann 10, the others 5.
    assert deal.after.figures == {"Bob": -5, "Cat": -5, "Dan": -5, "Ann": -10}


def test_a_deal_corrected_to_a_misdeal():
    before = say(start(depth="tricks"), *FIRST)
    found = changes(before, amend(before, 12, "misdealt"))
    (deal,) = found.deals
    assert deal.after is None and deal.players == ("Bob", "Cat", "Dan", "Ann")
    assert found.dealer == ("Bob", "Ann")
    assert found.pool == (50, 25)


def test_the_open_deal_has_another_pool():
    before = say(start(depth="tricks"), *FIRST, "up 5")
    found = changes(before, amend(before, 7, "won Cat"))
    assert [(one.number, one.before.pool, one.after.pool) for one in found.deals] == [
        (1, 25, 25),
        (2, 55, 30),
    ]


def test_the_next_dealer():
    before = say(start(depth="tricks"), *FIRST, "Bob sits-out")
    found = changes(before, before.enter(Amended(13)))
    assert found.dealer == ("Cat", "Bob")
    assert not found.deals and not found.standings


def test_scores_and_the_winner():
    """Bob has 5 + 5 + 5 points. With a trick of the third deal for Ann he has 14, and nobody wins."""
    deals = [
        ("up 6", "Bob in", "Ann in", "won Bob Bob Bob Bob Bob", "settled"),
        ("up 6", "Ann in", "Bob in", "won Bob Bob Bob Bob Bob", "settled"),
        ("up 6", "Bob in", "Ann in", "won Bob Bob Bob Bob Bob", "settled"),
    ]
    before = say(start("Ann Bob", depth="tricks"), *deals[0], *deals[1], *deals[2])
    assert before.state.session.winner == "Bob"
    found = changes(before, amend(before, 23, "won Ann"))
    assert found.winner == ("Bob", "")
    (scores,) = found.standings
    assert scores.game.id == "domino-loo"
    # Ann was looed three times at 5 points each. Now she is looed twice and has a trick.
    assert scores.figures == {"Ann": (-15, -9), "Bob": (15, 14)}
    (deal,) = found.deals
    assert (deal.number, deal.before.pool) == (3, None)
    assert found.dealer == ("", "Bob")


def test_a_deleted_game():
    before = say(start(depth="tricks"), *FIRST, started("Ann Bob", "domino-rounce", "tricks"))
    found = changes(before, before.enter(Amended(13)))
    assert [one.game and one.game.id for one in found.standings] == [None, "domino-rounce"]
    assert found.standings[1].figures == {"Ann": (15, None), "Bob": (15, None)}
    # The pool of 50 was divided when the second game began: 12 each, the odd two to Bob and Cat.
    assert found.standings[0].figures == {
        "Ann": (12, 0),
        "Bob": (23, 10),
        "Cat": (-17, -30),
        "Dan": (-18, -30),
    }
    assert found.pool == (0, 50)
