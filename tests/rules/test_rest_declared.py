"""One entry for all remaining declarations."""

import pytest

from companion.evening.entries import decode, encode
from companion.rules.actions import RestDeclared
from companion.rules.deal import can_enter, rest, rest_otherwise
from companion.rules.facts import Phase
from companion.wording import say as say_
from tests.telling import accounts, amend, refusal, say, session, start

FIVE = "Ann Bob Cat Dan Eve"


def dealt(*phrases, seats=FIVE, game="three-card-loo", **rules):
    depth = "result"
    up = {"three-card-loo": ("up 9H",), "domino-loo": ("up 6-3",)}.get(game, ())
    return say(start(seats, game, depth, **rules), *up, *phrases)


def deal(evening):
    return session(evening).deal


@pytest.mark.parametrize(
    ("game", "seats", "before", "told", "singly"),
    [
        ("three-card-loo", FIVE, ("Bob in", "Cat miss"), "rest drop", ("Dan out", "Eve out", "Ann out")),
        ("three-card-loo", FIVE, ("Bob in",), "rest drop but Dan in",
         ("Cat out", "Dan in", "Eve out", "Ann out")),
        ("three-card-loo", FIVE, (), "rest drop but Eve miss Ann pool",
         ("Bob out", "Cat out", "Dan out", "Eve miss", "Ann pool")),
        ("domino-loo", "Ann Bob Cat Dan", ("Bob in",), "rest drop but Dan miss",
         ("Cat out", "Dan miss", "Ann out")),
        ("napoleon", FIVE, ("Bob says three",), "rest pass",
         ("Cat says pass", "Dan says pass", "Eve says pass", "Ann says pass")),
        ("napoleon", FIVE, ("Bob says two",), "rest pass but Dan nap",
         ("Cat says pass", "Dan says nap", "Eve says pass", "Ann says pass")),
    ],
)  # fmt: skip
def test_it_equals_separate_declarations(game, seats, before, told, singly):
    evening = dealt(*before, seats=seats, game=game)
    assert deal(say(evening, told)) == deal(say(evening, *singly))


def test_it_ends_at_the_first_player_who_may_not_drop():
    """In classic Loo the dealer must enter against one player, so Ann is asked."""
    evening = say(dealt("Bob in"), "rest drop")
    assert deal(evening).phase is Phase.DECLARING and deal(evening).turn == "Ann"
    assert [one.player for one in deal(evening).declarations] == ["Bob", "Cat", "Dan", "Eve"]


def test_if_all_drop_the_dealer_declares_nothing():
    evening = say(dealt(), "rest drop")
    assert deal(evening).sole == "Ann" and len(deal(evening).declarations) == 4


@pytest.mark.parametrize(
    ("before", "told", "rule", "sentence"),
    [
        (("Bob in", "Cat out", "Dan out", "Eve out"), "rest drop", "dealer-must-enter",
         "Ann is the dealer and must play: only one other player is in."),
        (("Bob in",), "rest drop but Ann pool Eve defend", "defend", "Eve cannot defend the miss."),
        (("Bob in",), "rest drop but Zed in", "out-of-turn",
         "Zed is not one of the players still to declare."),
        (("Bob in",), "rest drop but Bob out", "out-of-turn", "Bob is not one of the players"),
        (("Bob in", "Cat in", "Dan out", "Eve out", "Ann out"), "rest drop", "wrong-phase",
         "Everyone has declared. How many tricks did each player take?"),
        (("Bob in",), "rest play", "unreadable",
         "The rest cannot all declare 'play' at once. Enter drop."),
        (("Bob in",), "rest pass", "unreadable", "The rest cannot all declare 'pass'"),
    ],
)  # fmt: skip
def test_it_is_refused_if_nobody_may_declare_it(before, told, rule, sentence):
    error = refusal(dealt(*before), told)
    assert error.rule == rule and say_(error.fact).startswith(sentence)


def test_nobody_declares_before_the_turn_up():
    error = refusal(start(FIVE, "three-card-loo", "result"), "rest drop")
    assert error.rule == "wrong-phase"
    assert say_(error.fact).startswith("The turn-up comes before the declarations.")


def test_players_who_can_give_up_in_napoleon_and_coon_can():
    error = refusal(dealt("Bob says two", game="napoleon"), "rest drop")
    assert say_(error.fact) == "The rest cannot all declare 'drop' at once. Enter pass."
    assert refusal(start(FIVE, "coon-can", "result"), "rest pass").rule == "wrong-phase"


@pytest.mark.parametrize(
    ("game", "before", "offered"),
    [
        ("three-card-loo", (), ["drop"]),
        ("three-card-loo", ("Bob in",), ["drop"]),
        ("three-card-loo", ("Bob in", "Cat out", "Dan out"), []),  # only Eve may; Ann must enter
        ("three-card-loo", ("Bob in", "Cat in", "Dan out"), ["drop"]),
        ("three-card-loo", ("Bob in", "Cat in", "Dan out", "Eve out"), []),
        ("napoleon", (), ["pass"]),
        ("napoleon", ("Bob says two", "Cat says three", "Dan says pass"), ["pass"]),
        ("napoleon", ("Bob says two", "Cat says three", "Dan says pass", "Eve says pass"), []),
    ],
)  # fmt: skip
def test_it_is_offered_to_two_or_more_players(game, before, offered):
    evening = dealt(*before, game=game)
    found = [one for one in deal(evening).options() if isinstance(one, RestDeclared)]
    assert [one.choice for one in found if not one.except_] == offered


@pytest.mark.parametrize(
    ("before", "rules", "offered"),
    [
        ((), {}, {"Bob": "nap"}),
        (("Bob says two", "Cat says three"), {}, {"Dan": "nap"}),
        (("Bob says nap",), {}, None),
        ((), {"wellington": True}, None),
        (("Bob says nap",), {"wellington": True}, {"Cat": "wellington"}),
        (("Bob says nap",), {"wellington": True, "blucher": True}, None),
        # Blucher outbids only Wellington, which this table does not play.
        ((), {"blucher": True}, {"Bob": "nap"}),
        ((), {"purchase": True}, None),
        (("Bob says pass", "Cat says pass", "Dan says pass", "Eve says pass"), {}, None),
    ],
)
def test_an_unbeatable_bid_is_offered_with_the_other_passes(before, rules, offered):
    found = deal(dealt(*before, game="napoleon", **rules))
    with_passes = [one for one in found.options() if isinstance(one, RestDeclared) and one.except_]
    assert [one.except_ for one in with_passes] == ([offered] if offered else [])
    for one in with_passes:
        assert found.enter(one).bidding.turn is None


def test_the_rest_begin_with_the_player_on_turn():
    assert rest(deal(dealt("Bob in")), "drop") == ("Cat", "Dan", "Eve")
    assert rest(deal(dealt("Bob in", "Cat in")), "drop") == ("Dan", "Eve", "Ann")
    assert rest(deal(start(FIVE, "three-card-loo", "result")), "drop") == ()


def test_it_is_undone_as_one_entry():
    before = dealt("Bob in", "Cat in")
    after = say(before, "rest drop")
    assert say(after, f"undo {after.length}").state == before.state


def test_a_correction_adds_an_exception():
    told = dealt("Bob in", "Cat in", "rest drop", "taken Bob 3 Cat 0", "settled")
    right = amend(told, 5, "rest drop but Dan in")
    assert accounts(right) == accounts(
        dealt("Bob in", "Cat in", "Dan in", "Eve out", "Ann out", "taken Bob 3 Cat 0", "settled")
    )
    assert accounts(right)["Dan"] < accounts(told)["Dan"]


def test_every_exception_is_offered():
    found = rest_otherwise(deal(dealt("Bob in", "Cat in", "Dan miss")), RestDeclared("drop"))
    assert [one.except_ for one in found] == [{"Eve": "play"}, {"Ann": "play"}]
    found = rest_otherwise(deal(dealt("Bob in", "Cat in")), RestDeclared("drop", {"Eve": "play"}))
    assert [one.except_ for one in found] == [
        *({"Eve": "play", "Dan": choice} for choice in ("play", "miss")),
        {"Eve": "miss"},
        {},
        *({"Eve": "play", "Ann": choice} for choice in ("play", "miss")),
        # It may also have been another player.
        {"Dan": "play"},
        {"Ann": "play"},
    ]


def test_corrections_of_a_bid_offer_other_bids_and_bidders():
    table = deal(start(FIVE, "napoleon", "result"))
    found = [one.except_ for one in rest_otherwise(table, RestDeclared("pass", {"Cat": "three"}))]
    bids = ("two", "three", "four", "nap")
    assert found == [
        {},
        *({"Cat": bid} for bid in bids if bid != "three"),
        *({player: bid} for player in ("Bob", "Dan", "Eve", "Ann") for bid in bids),
    ]
    assert all(can_enter(table, RestDeclared("pass", one)) for one in found)


def test_a_higher_bid_is_offered_with_the_bid_before():
    table = deal(start(FIVE, "napoleon", "result", wellington=True))
    found = [one.except_ for one in rest_otherwise(table, RestDeclared("pass", {"Cat": "nap"}))]
    assert {"Cat": "nap", "Dan": "wellington"} in found and {"Dan": "nap"} in found
    assert {"Cat": "nap", "Bob": "two"} not in found and {"Dan": "wellington"} not in found


def test_its_short_words():
    assert encode(RestDeclared("drop")) == b'{"kind":"rest-declared","choice":"drop"}'
    text = b'{"kind":"rest-declared","choice":"pass","except":{"Cat":"nap"}}'
    assert (
        decode(text.decode()) == RestDeclared("pass", {"Cat": "nap"})
        and encode(decode(text.decode())) == text
    )
