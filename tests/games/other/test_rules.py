"""A game that the companion does not know (docs/rules.md 15)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import EntryError, MalformedEntry
from companion.evening.entries import Amended, Penalized, Undone, WorthSet
from companion.evening.history import open_log
from companion.evening.replay import report
from companion.rules.actions import Scored
from companion.wording import say as say_
from tests.telling import accounts, refusal, say, session, start, started

ONE, TWO = "scored Ann=1 Bob=0 Cat=-1", "scored Ann=0 Bob=5 Cat=-5"


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
    for settled in ((), ("settled",)):
        evening = say(other(**chosen), f"scored {scored}", *settled)
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


def test_a_misdeal_of_an_old_record():
    evening = say(other(), ONE, "misdealt")
    assert not session(evening).deals
    assert session(evening).to_deal == "Ann"
    assert session(say(evening, TWO, "settled")).scores == {"Ann": 0, "Bob": 5, "Cat": -5}


def counted(evening):
    """Return what the newest deal comes to, without the way back to its numbers."""
    return replace(evening.state, scored=None)


def test_numbers_count_at_once():
    evening = say(other(), ONE)
    assert session(evening).scores == {"Ann": 1, "Bob": 0, "Cat": -1}
    assert session(evening).deal.question().kind == "scored"
    assert session(evening).deal.setup.dealer == "Bob"
    assert report(evening, (), str)["games"][0]["deals"][0]["number"] == 1
    assert counted(evening) == counted(say(evening, "settled"))


@pytest.mark.parametrize(
    "after",
    [
        TWO,
        "ended",
        "closed",
        "Cat sits-out",
        "Cat leaves",
        "Dan joins",
        "Cat pays Ann 1",
        started("Ann Bob", "domino-loo"),
    ],
)
def test_what_follows_settles_the_numbers(after):
    began = other(counts="chips")
    evening, before = say(began, ONE, after), say(began, ONE, "settled", after)
    assert counted(evening) == counted(before)
    deals = (*evening.deals().values(),)
    assert deals[0] == range(1, 3)
    assert open_log(evening.log) == evening


def test_one_undo_takes_the_numbers_back():
    evening = say(other(), ONE, TWO, "undo 3")
    assert session(evening).scores == {"Ann": 1, "Bob": 0, "Cat": -1}
    assert evening.undoable == 2
    assert not session(say(evening, "undo 2")).deals
    assert counted(say(evening, TWO)) == counted(say(other(), ONE, TWO))
    assert say(evening, "settled").state.scored is None  # as an old phone would enter it


def test_numbers_of_an_earlier_deal_can_be_corrected():
    evening = say(other(target=10), ONE, TWO)
    lower = Amended(2, Scored({"Ann": 2, "Bob": 2, "Cat": 0}))
    assert session(say(evening, lower)).scores == {"Ann": 2, "Bob": 7, "Cat": -5}
    assert evening.enter(lower).enter(Undone(4)).state == evening.state
    wins = Amended(2, Scored({"Ann": 10, "Bob": 0, "Cat": 0}))
    assert refusal(evening, wins).rule == "no-longer-holds"
    assert session(say(other(target=10), ONE, wins)).winners == ("Ann",)


def test_what_belongs_to_a_deal_stays_with_it():
    """A penalty before the next deal, and what a chip is worth, do not settle the numbers."""
    for between in (Penalized("Cat", 3), WorthSet(10, "EUR")):
        evening = say(other(), ONE, between)
        assert counted(evening) == counted(say(evening, "settled"))
        assert session(evening).number == 2
        assert evening.deal_of(3) == (0, 1)
    assert session(say(other(), ONE, Penalized("Cat", 3))).scores["Cat"] == -4
    evening = say(other(), ONE, WorthSet(10, "EUR"), "misdealt", TWO)
    assert evening.state.worth and session(evening).scores["Bob"] == 5


NUMBERS = st.tuples(*[st.integers(-9, 9)] * 3)
CHANGES = ("Cat sits-out", "Cat sits-in", "Ann pays Bob 1", "ended")


@given(
    said=st.lists(NUMBERS | st.sampled_from(CHANGES), max_size=9),
    old=st.sets(st.integers(1, 12)),
    target=st.sampled_from([0, 15]),
)
def test_the_books_are_the_same_with_and_without_settled(said, old, target):
    """Random deals and changes, some settled as an old phone does: undo leads back through the same states."""
    plain = settled = other(target=target)
    steps = [plain]
    for one in said:
        if isinstance(one, tuple):
            numbers = dict(zip(("Ann", "Bob", "Cat"), one, strict=True))
            one = Scored({name: numbers[name] for name in session(plain).dealt_in()})
        try:
            steps.append(plain := say(plain, one))
        except EntryError:
            with pytest.raises(EntryError):
                say(settled, one)
            continue
        settled = say(settled, one, *["settled"] * isinstance(one, Scored))
        if isinstance(one, Scored) and plain.length in old:
            steps.append(plain := say(plain, "settled"))
    assert counted(plain) == counted(settled)
    assert report(plain, (), str) == report(settled, (), str)
    assert open_log(plain.log) == plain
    assert [*plain.deals()] == [*settled.deals()]
    for step in reversed(steps):
        assert plain.state == step.state
        if plain.undoable != 1:
            plain = plain.enter(Undone(plain.undoable))


def test_every_winner_is_named():
    """Ann and Bob are level at the target: both have won (docs/rules.md 15)."""
    evening = say(other(target=10), "scored Ann=10 Bob=10 Cat=3")
    refused = say_(refusal(evening, "scored Ann=1 Bob=1 Cat=1").fact)
    assert refused == "Ann and Bob have won, so there are no more deals. Start another game."
    game = report(evening, (), str)["games"][0]
    assert (game["winner"], game["winners"]) == ("Ann", ["Ann", "Bob"])
