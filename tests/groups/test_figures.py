"""The figures of a group, checked against a count by hand.

Four people play three evenings. The chips of each evening by the rules:

1. Domino Loo, Ann deals. Stakes of 10 and three times 5: the pool is 25, 5 a trick. Bob takes 3 tricks
   (+15), Cat 2 (+10), Ann none: she is looed and pays 25 to the pool, where it stays; Dan dropped.
   Ann -35, Bob +10, Cat +5, Dan -5, pool 25.
2. Napoleon, where Ann is written Anne. Bob bids three and makes it: each pays him 3.
   Anne -3, Bob +9, Cat -3, Dan -3.
3. Napoleon without Dan. Bob bids three and fails: he pays each 3, and has paid Ann the same evening.
   Ann +3, Bob -6, Cat +3; Bob paid Ann 3.

Together: Ann -35, Bob +13, Cat +5, Dan -8, and 25 in the pool.
"""

from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from companion.errors import EntryError
from companion.evening import Evening
from companion.evening.entries import EveningClosed, Noted, Paid, Penalized
from companion.evening.figures import LooFree, Won
from companion.evening.names import likeness
from companion.evening.payments import AwaitsNothing, MoreThanOpen, NotOfTheEvening, OwesNothing
from companion.groups import figures as adding_up
from companion.groups import summary as summing_up
from companion.groups.entries import GroupPaid, PersonMerged
from companion.groups.figures import check_paid, figures, plan, still_open
from companion.groups.group import Row, group_of
from companion.groups.summary import Mark, summary
from companion.rules.ledger import POOL
from tests.telling import say, start, started

LOO = say(
    start("Ann Bob Cat Dan", depth="result", ending="carry"),
    *("up 6", "told Bob 3 Cat 2 Ann 0", "settled", "closed"),
)
NAP = {"game": "napoleon", "depth": "result"}
MADE = say(
    start("Anne Bob Cat Dan", **NAP),
    *("Bob says three", "Cat says pass", "Dan says pass", "Anne says pass", "made", "settled"),
)
LOST = say(
    start("Ann Bob Cat", **NAP),
    *("Bob says three", "Cat says pass", "Ann says pass", "lost", "settled"),
    Paid("Bob", "Ann", 3),
)
EVENINGS = [(11, summary(LOO)), (12, summary(MADE)), (13, summary(LOST))]


def test_games_with_chips_divided_at_the_closing_add_up_to_everyone():
    left = say(start("Ann Bob Cat Dan", depth="result", ending="carry"), "told Bob 3 Cat 2 Dan 0")
    nap = started("Ann Bob Cat Dan", **NAP)
    closed = say(left, "settled", nap, EveningClosed("divide"))
    found = figures(made(), [(11, summary(closed))])
    # Ann, Bob, Cat, Dan: -10, +10, +5, -30; then 25 are divided from Bob, on Ann's left.
    over_all = {"Ann": -4, "Bob": 17, "Cat": 11, "Dan": -24}
    assert {one.name: one.amount for one in found.people} == over_all
    loo = found.games[0].people.values()
    assert {one.name: one.amount for one in loo} == over_all
    assert all(one.amount == one.won - one.lost for one in (*loo, *found.people))


def made(*entries):
    return group_of(Row(number, one) for number, one in enumerate(entries, 1))


def paid(group, entry):
    return group_of([*group.rows, Row(len(group.rows) + 1, entry)])


@pytest.fixture
def group():
    return made(PersonMerged("Anne", "Ann"))


@pytest.fixture
def found(group):
    return figures(group, EVENINGS)


def person(found, name):
    return next(one for one in found.people if one.name == name)


def test_chips_over_all_evenings(found):
    assert [(one.name, one.amount) for one in found.people] == [
        ("Bob", 13),
        ("Cat", 5),
        ("Dan", -8),
        ("Ann", -35),
    ]
    assert found.evenings == (11, 12, 13) and found.deals == 3
    ann = person(found, "Ann")
    assert (ann.evenings, ann.deals, ann.won, ann.lost) == (3, 3, 3, 38)
    assert (person(found, "Dan").evenings, person(found, "Dan").deals) == (2, 2)


def test_tricks_loos_best_and_worst_evening(found):
    bob, ann = person(found, "Bob"), person(found, "Ann")
    assert (bob.tricks, bob.tricks_known) == (3, 1)
    assert (ann.looed, ann.loo_cost) == (1, 25)
    assert (bob.marks.best, bob.marks.worst) == (Mark(10, evening=11), Mark(-6, evening=13))
    assert (ann.marks.best, ann.marks.worst) == (Mark(3, evening=13), Mark(-35, evening=11))


def test_best_and_worst_deal_with_their_evenings(found):
    bob, ann, dan = (person(found, name).marks for name in ("Bob", "Ann", "Dan"))
    assert (bob.best_deal, bob.worst_deal) == (Mark(10, 1, 11), Mark(-6, 1, 13))
    assert (ann.best_deal, ann.worst_deal) == (Mark(3, 1, 13), Mark(-35, 1, 11))
    assert (dan.best_deal, dan.worst_deal) == (Mark(-3, 1, 12), Mark(-5, 1, 11))


def test_evenings_won_by_the_highest_of_those_dealt_in(found):
    # Bob, then Bob; then Ann and Cat are level.
    won = {one.name: one.evenings_won for one in found.people}
    assert won == {"Ann": 1, "Bob": 2, "Cat": 1, "Dan": 0}


def test_an_evening_on_which_all_are_level_is_won_by_nobody(group):
    level = figures(group, [(1, summary(often(2)))])
    assert [one.evenings_won for one in level.people] == [0, 0, 0]


def test_runs_without_a_loo_go_on_over_evenings(group):
    # Ann is looed in each first deal, and then in for two deals of Rounce, where she takes all tricks.
    rounce = started("Ann Bob", "domino-rounce", "result")
    loo = say(start("Ann Bob Cat Dan", depth="result"), "up 6", "told Bob 3 Cat 2 Ann 0", "settled")
    evening = say(loo, rounce, *["told Ann 5 Bob 0", "settled"] * 2)
    calm = say(Evening(), rounce, "told Ann 5 Bob 0", "settled")
    numbered = [(1, summary(calm)), (2, summary(evening)), (3, summary(calm)), (4, summary(calm))]
    found = figures(group, numbered)
    assert person(found, "Ann").marks.loo_free == LooFree(1, 4, 4, unbroken=False)
    assert person(found, "Bob").marks.loo_free == LooFree(0, 0, 1, unbroken=False)
    assert person(found, "Cat").marks.loo_free == LooFree(1, 1, 1)
    # Dan dropped.
    assert person(found, "Dan").marks.loo_free == LooFree()


def other(name):
    return started("Ann Bob", "other", "result", name=name, counts="chips")


TITLES = {"domino loo": "domino-loo", "napoleon": "napoleon"}


def test_another_game_with_a_known_title_counts_under_that_game(group):
    # A deal of 5 and -5 in chips, under a title in capitals; and one under a title that is none.
    told = say(
        Evening(),
        *(other("DOMINO Loo"), "scored Ann=5 Bob=-5", "settled", "ended"),
        *(other("Skat"), "scored Ann=2 Bob=-2", "settled"),
    )
    both = say(told, "ended", started("Ann Bob Cat Dan", ending="carry", depth="result"), "up 6",
               "told Bob 3 Cat 2 Ann 0", "settled")  # fmt: skip
    numbered = [(11, summary(LOO)), (12, summary(told)), (13, summary(both))]
    found = figures(group, [(number, one.with_titles(TITLES)) for number, one in numbered])
    loo, skat = found.games
    assert (loo.game, loo.evenings, loo.as_told, loo.deals) == ("domino-loo", 3, 2, 4)
    # Ann -35, 5 and 5 - 35; Bob 10, -5 and -5 + 10.
    assert (loo.people["Ann"].amount, loo.people["Bob"].amount) == (-60, 10)
    assert loo.people["Ann"].evenings == 3
    assert (skat.game, skat.evenings, skat.as_told, skat.deals) == ("other:Skat", 2, 0, 2)
    assert set(found.won_from) == {Won("Ann", "Bob", 14)}
    assert [one.game for one in figures(group, numbered).games] == [
        *("domino-loo", "other:DOMINO Loo", "other:Skat")
    ]


def test_the_first_of_equal_evenings_is_the_best_and_the_worst(group):
    twice = figures(group, [(11, summary(LOO)), (12, summary(LOO))])
    bob = person(twice, "Bob")
    assert bob.marks.best == bob.marks.worst == Mark(10, evening=11)
    assert bob.marks.best_deal == bob.marks.worst_deal == Mark(10, 1, 11)


def test_the_curve_has_a_point_for_each_evening_since_the_first_visit(group, found):
    assert found.curve_of == (11, 12, 13)
    assert found.curves == {
        "Ann": (-35, -38, -35),
        "Bob": (10, 19, 13),
        "Cat": (5, 2, 5),
        "Dan": (-5, -8, -8),
    }
    assert figures(group, EVENINGS[2:] + EVENINGS[:1]).curves["Dan"] == (None, -5)


def test_figures_of_each_game(found):
    nap, loo = found.games
    assert (nap.game, nap.evenings, nap.deals) == ("napoleon", 2, 2)
    assert {name: one.amount for name, one in nap.people.items()} == {
        "Ann": 0,
        "Bob": 3,
        "Cat": 0,
        "Dan": -3,
    }
    assert nap.people["Ann"].evenings == 2
    assert (loo.game, loo.evenings, loo.deals, loo.people["Ann"].amount) == (
        "domino-loo",
        1,
        1,
        -35,
    )


def test_pairs_in_games_with_direct_payments(found):
    assert set(found.won_from) == {
        Won("Bob", "Ann", 3),
        Won("Bob", "Cat", 3),
        Won("Bob", "Dan", 3),
        Won("Ann", "Bob", 3),
        Won("Cat", "Bob", 3),
    }


def test_only_the_first_of_too_many_pairs_are_counted(group, monkeypatch):
    monkeypatch.setattr(adding_up, "MOST_PAIRS", 1)
    found = figures(group, EVENINGS)
    assert set(found.won_from) == {Won("Bob", "Cat", 3), Won("Cat", "Bob", 3)}


def test_open_debts_subtract_payments_within_an_evening(group, found):
    assert found.owed[""] == {"Ann": -38, "Bob": 16, "Cat": 5, "Dan": -8, POOL: 25}
    to_pay = plan(group, found)
    assert to_pay.exact and len(to_pay.transfers) + len(to_pay.left_in_pool) == 4
    assert sum(one.amount for one in to_pay.left_in_pool) == 25
    got = {"Bob": 0, "Cat": 0}
    for one in to_pay.transfers:
        got[one.target] += one.amount
    assert got == {"Bob": 16, "Cat": 5}


def test_a_payment_leaves_other_debts_unchanged(group, found):
    before = plan(group, found).transfers
    for number, one in enumerate(before):
        check_paid(group, found, GroupPaid(one.source, one.target, one.amount))
        group = paid(group, GroupPaid(one.source, one.target, one.amount))
        assert plan(group, found).transfers == before[number + 1 :]
    assert all(chips <= 0 for chips in still_open(group, found).values())
    assert plan(group_of(group.rows[:-1]), found).transfers == before[-1:]


def test_payments_in_parts_come_to_the_same(group, found):
    for _ in range(16):
        group = paid(group, GroupPaid("Anne", "bob", 1))
    assert still_open(group, found) == {"Ann": -22, "Bob": 0, "Cat": 5, "Dan": -8}
    left = plan(group, found)
    to_pay = Counter()
    for one in (*left.transfers, *left.left_in_pool):
        to_pay.update({one.source: -one.amount, one.target: one.amount})
    assert to_pay == {"Ann": -22, "Cat": 5, "Dan": -8, POOL: 25}


@pytest.mark.parametrize(
    ("paid", "fact"),
    [
        (GroupPaid("Ann", "Bob", 17), MoreThanOpen),
        (GroupPaid("Bob", "Cat", 1), OwesNothing),
        (GroupPaid("Ann", "Dan", 1), AwaitsNothing),
        (GroupPaid("Ann", "Eve", 1), NotOfTheEvening),
    ],
)
def test_a_payment_needs_a_debt(group, found, paid, fact):
    with pytest.raises(EntryError) as error:
        check_paid(group, found, paid)
    assert isinstance(error.value.fact, fact)


def test_two_spellings_are_two_people_until_they_are_merged(found):
    apart = figures(made(), EVENINGS)
    assert {one.name: one.amount for one in apart.people}["Anne"] == -3
    assert len(apart.people) == 5
    likened = figures(made(), [(1, summary(say(start("ann bob", **NAP)))), *EVENINGS])
    assert {"ann", "bob"} < {one.name for one in likened.people}
    assert not {"Ann", "Bob"} & {one.name for one in likened.people}


def test_a_game_for_scores_counts_its_winner(group):
    swept = ("won Bob Bob Bob Bob Bob", "settled")
    leads = [("up 6", "Bob in", "Ann in"), ("up 6", "Ann in", "Bob in")]
    deals = [phrase for number in range(3) for phrase in (*leads[number % 2], *swept)]
    evening = say(start("Ann Bob", depth="tricks"), *deals)
    assert evening.state.session.winner == "Bob"
    won = figures(group, [(1, summary(evening))])
    bob = person(won, "Bob")
    assert (bob.games_won, bob.amount, bob.marks.best) == (1, 0, None)
    assert won.curve_of == () and won.owed == {} and not plan(group, won).transfers


def often(times):
    """Return an evening of `times` games of Napoleon: Bob wins 3 from each and loses 3 to each in turn."""
    told = []
    for made in (True, False) * (times // 2):
        told += [started("Ann Bob Cat", **NAP), "Bob says three", "Cat says pass", "Ann says pass"]
        told += ["made" if made else "lost", "settled", "ended"]
    return say(Evening(), *told)


def test_a_summary_does_not_grow_with_the_games(group):
    two, many = (summary(often(times)) for times in (2, 60))
    assert len(msgspec.json.encode(many)) <= len(msgspec.json.encode(two)) + 60
    (game,) = many.games
    assert game.deals == 60
    found = figures(group, [(1, many)])
    assert set(found.won_from) == {
        Won(winner, loser, 90)
        for winner, loser in (("Bob", "Ann"), ("Bob", "Cat"), ("Ann", "Bob"), ("Cat", "Bob"))
    }
    assert [(one.name, one.amount, one.deals) for one in found.people] == [
        ("Ann", 0, 60),
        ("Bob", 0, 60),
        ("Cat", 0, 60),
    ]


def test_a_summary_keeps_the_pairs_with_most_chips(monkeypatch):
    monkeypatch.setattr(summing_up, "MOST_PAIRS", 1)
    evening = say(
        MADE,
        *("Cat says four", "Dan says pass"),
        *("Anne says pass", "Bob says pass"),
        "made",
        "settled",
    )
    found = summary(evening)
    (game,) = found.games
    assert [(one.winner, one.chips) for one in game.won_from] == [("Cat", 4)]


def test_a_summary_has_the_best_and_the_worst_deal_of_the_evening_and_of_each_game():
    # Deal 1, Loo: Ann -35, Bob +10, Cat +5, Dan -5. Deals 2 and 3, Napoleon: Bob makes three and gets 3
    # from each; then Cat fails and pays 3 to each. Deal 4, Rounce for scores, has no chips.
    nap = started("Ann Bob Cat Dan", **NAP)
    loo = say(start("Ann Bob Cat Dan", depth="result"), "up 6", "told Bob 3 Cat 2 Ann 0", "settled")
    evening = say(
        loo,
        *(
            nap,
            "Bob says three",
            "Cat says pass",
            "Dan says pass",
            "Ann says pass",
            "made",
            "settled",
        ),
        *("Cat says three", "Dan says pass", "Ann says pass", "Bob says pass", "lost", "settled"),
        *(started("Ann Bob", "domino-rounce", "result"), "told Ann 5 Bob 0", "settled"),
    )
    found = summary(evening)
    assert [(one.player, one.best, one.worst) for one in found.people] == [
        ("Ann", Mark(3, 3), Mark(-35, 1)),
        ("Bob", Mark(10, 1), Mark(3, 3)),
        ("Cat", Mark(5, 1), Mark(-9, 3)),
        ("Dan", Mark(3, 3), Mark(-5, 1)),
    ]
    by_loo, by_nap, rounce = found.games
    assert by_loo.people[0].best == by_loo.people[0].worst == Mark(-35, 1)
    assert (by_nap.people[1].best, by_nap.people[1].worst) == (Mark(9, 2), Mark(3, 3))
    assert all(one.best is None is one.worst for one in rounce.people)
    assert found.people[0].loo_free == LooFree(0, 1, 1, unbroken=False)
    assert by_loo.people[1].loo_free == LooFree(1, 1, 1)
    in_money = found.valued(5)
    assert in_money.people[2].worst == Mark(-45, 3)
    assert in_money.games[1].people[1].best == Mark(45, 2)


def test_a_summary_has_the_notes_for_the_search():
    noted = say(LOO, Noted("A fine evening", None), Noted("Ann’s famous revoke", 3))
    assert summary(noted).notes == ("A fine evening", "Ann’s famous revoke")


def crowd(number, size=17):
    """Return an evening of new people who all owe chips to the pool."""
    one = EVENINGS[0][1]
    people = tuple(
        replace(one.people[0], player=f"P{number} {seat}", amount=-1 - seat) for seat in range(size)
    )
    game = replace(one.games[0], people=people, wins={}, won_from=())
    pool = sum(range(1, size + 1))
    return number, replace(one, people=people, games=(game,), pool=pool)


def test_new_names_are_looked_up_not_compared_with_all(group, monkeypatch):
    asked = []
    monkeypatch.setattr(adding_up, "likeness", lambda name: asked.append(name) or likeness(name))
    found = figures(group, [crowd(number) for number in range(40)])
    assert len(found.people) == 680 and len(asked) <= 2 * 680


def test_names_that_differ_only_in_case_are_one_person(group):
    one = EVENINGS[1][1]
    loud = replace(one, people=tuple(replace(p, player=p.player.upper()) for p in one.people))
    found = figures(group, [(1, one), (2, replace(loud, games=one.games))])
    assert {p.name: p.evenings for p in found.people} == dict.fromkeys(
        ("Ann", "Bob", "Cat", "Dan"), 2
    )


def test_names_of_payments_are_found_in_one_pass(group, monkeypatch):
    found = figures(group, EVENINGS)
    for _ in range(30):
        group = paid(group, GroupPaid("bob", "ann", 1))
    asked = []
    monkeypatch.setattr(adding_up, "likeness", lambda name: asked.append(name) or likeness(name))
    assert still_open(group, found)["Bob"] == 16 + 30
    assert len(asked) <= len(found.owed[""]) + 2 * 30


def test_an_evening_with_too_many_new_people_is_left_out(group, monkeypatch):
    monkeypatch.setattr(adding_up, "MOST_PEOPLE", 8)
    before = figures(group, EVENINGS)
    found = figures(group, [EVENINGS[0], crowd(5), *EVENINGS[1:], crowd(6, 4), crowd(7, 1)])
    assert before.left_out == 0 and found.left_out == 2
    assert found.evenings == (11, 12, 13, 6) and len(found.people) == 8
    owed = found.owed[""]
    assert {**owed, **before.owed[""], POOL: owed[POOL]} == owed
    assert sum(owed.values()) == 0


def test_chips_moved_before_the_first_deal_count(group):
    """Ann owes Bob 7 for a penalty when the evening ends."""
    log = (started("Ann Bob Cat"), Penalized("Ann", 7, "Bob", "A slip."), EveningClosed())
    evening = Evening()
    for entry in log:
        evening = evening.enter(entry)
    assert evening.state.balances()["Ann"] == -7
    found = figures(group, [(11, summary(evening))])
    assert still_open(group, found) == {"Ann": -7, "Bob": 7, "Cat": 0}
