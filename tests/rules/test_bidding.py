"""Bidding for a contract (docs/rules.md 6): each player passes or outbids, once."""

import pytest

from companion.errors import EntryError, MalformedEntry, RuleViolation
from companion.games import GAMES
from companion.rules import house
from companion.rules.actions import Declared
from companion.rules.facts import Setup
from companion.rules.napoleon.bidding import Bid, Contract
from companion.wording import say as say_
from companion.wording.napoleon.contracts import contract_terms

PLAYERS = ("Bob", "Cat", "Dan", "Ann")
"""Clockwise from the dealer's left; Ann deals."""
EVERY = ("misery", "wellington", "blucher")
NAP, SEVEN = "napoleon", "seven-card-napoleon"


def bidding(*on, game=NAP, players=PLAYERS, **more):
    rules = house.read(GAMES[game].house_rules, {**dict.fromkeys(on, True), **more})
    return GAMES[game].begin(Setup(players, "result", rules, 0)).bidding


def bid(before, *choices):
    """Declare in turn, like "three", or "pass+2" to buy two cards."""
    for said in choices:
        choice, _, buys = said.partition("+")
        before = before.declared(Declared(before.turn, choice, draws=int(buys or 0)))
    return before


def refused(before, choice, player=None, **more):
    with pytest.raises(EntryError) as caught:
        before.declared(Declared(player or before.turn, choice, **more))
    assert not isinstance(caught.value, MalformedEntry) or caught.value.rule == "unreadable"
    return caught.value.rule


def offered(before):
    return [said.choice for said in before.options() if not said.draws]


# The contracts of the rulebook: tricks, won from each, lost to each

NAPOLEON = {
    "two": (2, 2, 2), "three": (3, 3, 3), "misery": (0, 3, 3), "four": (4, 4, 4),
    "nap": (5, 10, 5), "wellington": (5, 20, 10), "blucher": (5, 30, 15),
}  # fmt: skip
SEVEN_CARDS = {
    "three": (3, 3, 3), "four": (4, 4, 4), "nap": (5, 10, 5), "misery": (0, 10, 5),
    "six": (6, 18, 9), "seven": (7, 28, 14),
}  # fmt: skip


@pytest.mark.parametrize(
    ("game", "on", "wanted"),
    [
        (NAP, (), ["two", "three", "four", "nap"]),
        (NAP, EVERY, list(NAPOLEON)),
        (NAP, ("misery",), ["two", "three", "misery", "four", "nap"]),
        (NAP, ("wellington",), ["two", "three", "four", "nap", "wellington"]),
        (SEVEN, (), ["three", "four", "nap", "six", "seven"]),
        (SEVEN, ("misery",), list(SEVEN_CARDS)),
    ],
)
def test_the_order_of_the_contracts(game, on, wanted):
    assert [one.id for one in bidding(*on, game=game).contracts] == wanted


@pytest.mark.parametrize(
    ("game", "on", "table"), [(NAP, EVERY, NAPOLEON), (SEVEN, ("misery",), SEVEN_CARDS)]
)
def test_tricks_and_payments_of_contracts(game, on, table):
    found = {c.id: (c.tricks, c.wins, c.loses) for c in bidding(*on, game=game).contracts}
    assert found == table


@pytest.mark.parametrize(
    ("game", "on", "high"),
    [(NAP, EVERY, {"nap", "wellington", "blucher"}), (SEVEN, ("misery",), {"nap", "six", "seven"})],
)
def test_nap_or_more_is_not_misery(game, on, high):
    """These contracts take the pool of purchases, and their declarer may peep."""
    assert {one.id for one in bidding(*on, game=game).contracts if one.is_nap} == high


@pytest.mark.parametrize("game", [NAP, SEVEN])
def test_only_misery_can_be_without_trumps(game):
    for trumps in (False, True):
        contracts = bidding("misery", game=game, misery_trumps=trumps).contracts
        assert [one.id for one in contracts if not one.trumps] == ([] if trumps else ["misery"])


def test_the_terms_in_words():
    assert contract_terms(Contract("three", 3, 3, 3)) == "±3 each"
    assert contract_terms(Contract("nap", 5, 10, 5)) == "+10 or −5 each"


@pytest.mark.parametrize(
    ("needed", "taken", "left", "made"),
    [
        (3, 0, 5, None),
        (3, 2, 1, None),
        (3, 3, 2, True),
        (3, 3, 0, True),
        (3, 5, 0, True),
        (3, 2, 0, False),
        (3, 0, 3, None),
        (3, 0, 2, False),
        (5, 4, 1, None),
        (5, 0, 4, False),
        (0, 0, 5, None),
        (0, 0, 1, None),
        (0, 0, 0, True),
        (0, 1, 4, False),
        (0, 1, 0, False),
    ],
)
def test_when_a_contract_is_decided(needed, taken, left, made):
    """Misery is decided at the last trick, other contracts as soon as the outcome is certain."""
    assert Contract("one", needed, 3, 3).decided(taken, left) is made


# Turns


def test_each_declares_once_from_the_dealers_left():
    round_ = bidding()
    for player in PLAYERS:
        assert round_.turn == player
        round_ = bid(round_, "pass")
    assert round_.turn is None and round_.highest is None and round_.contract is None
    assert [one.player for one in round_.bids] == list(PLAYERS)


def test_the_highest_bid_is_the_last_bid():
    round_ = bid(bidding(), "two", "pass", "four", "pass")
    assert round_.highest == Bid("Dan", "four") and round_.contract.id == "four"


def test_after_nap_the_others_can_only_pass():
    round_ = bid(bidding(), "nap")
    assert round_.turn == "Cat" and offered(round_) == ["pass"]


@pytest.mark.parametrize(
    ("said", "player", "code"),
    [
        ((), "Cat", "out-of-turn"),
        ((), "Ann", "out-of-turn"),
        (("two",), "Bob", "out-of-turn"),
        (("two", "pass"), "Bob", "out-of-turn"),
        (("two",), "Dan", "out-of-turn"),
        ((), "Zed", "not-in"),
        (("pass",) * 4, "Bob", "wrong-phase"),
    ],
)
def test_out_of_turn(said, player, code):
    assert refused(bid(bidding(), *said), "nap", player) == code


def test_a_second_bid_is_refused_with_the_player_to_act():
    with pytest.raises(RuleViolation) as caught:
        bid(bidding(), "two").declared(Declared("Bob", "three"))
    assert say_(caught.value.fact) == "Bob has already declared. It is Cat’s turn."


# Only a higher bid is allowed


@pytest.mark.parametrize(
    ("game", "on", "table"),
    [(NAP, EVERY, NAPOLEON), (SEVEN, ("misery",), SEVEN_CARDS), (NAP, (), NAPOLEON)],
)
def test_only_higher_contracts_outbid(game, on, table):
    fresh = bidding(*on, game=game)
    ranks = [one.id for one in fresh.contracts]
    bound = {"wellington": "nap", "blucher": "wellington"}
    for place, lower in enumerate(ranks):
        first = [bound[bound[lower]]] if bound.get(lower) in bound else []
        first += [bound[lower]] if lower in bound else []
        round_ = bid(fresh, *first, lower)
        higher = [c for c in ranks[place + 1 :] if bound.get(c, lower) == lower]
        assert offered(round_) == ["pass", *higher]
        for other in ranks:
            if other in higher:
                assert bid(round_, other).highest.choice == other
            else:
                assert refused(round_, other) == (other if other in bound else "must-outbid")


@pytest.mark.parametrize("over", ["two", "three", "misery", "four"])
def test_wellington_outbids_only_nap(over):
    assert refused(bid(bidding(*EVERY), over), "wellington") == "wellington"
    assert refused(bidding(*EVERY), "wellington") == "wellington"
    assert bid(bidding(*EVERY), over, "nap", "wellington").highest.choice == "wellington"


def test_blucher_outbids_only_wellington():
    for before in ((), ("four",), ("nap",)):
        assert refused(bid(bidding(*EVERY), *before), "blucher") == "blucher"
    assert bid(bidding(*EVERY), "nap", "wellington", "blucher").highest.choice == "blucher"


def test_a_pass_in_between_does_not_matter():
    assert bid(bidding(*EVERY), "nap", "pass", "wellington").highest == Bid("Dan", "wellington")


@pytest.mark.parametrize("contract", EVERY)
def test_an_optional_contract_is_refused_by_its_rule(contract):
    for before in ((), ("nap",)):
        assert refused(bid(bidding(), *before), contract) == contract
    with pytest.raises(RuleViolation) as caught:
        bidding().declared(Declared("Bob", contract))
    assert "not played at this table" in say_(caught.value.fact)


def test_blucher_without_wellington_can_never_be_bid():
    round_ = bid(bidding("blucher"), "nap")
    assert offered(round_) == ["pass"] and refused(round_, "blucher") == "blucher"


@pytest.mark.parametrize(
    ("game", "choice"),
    [
        (NAP, "five"), (NAP, "six"), (NAP, "seven"), (NAP, ""), (NAP, "Nap"), (NAP, "play"),
        (NAP, "x" * 90), (SEVEN, "two"), (SEVEN, "five"), (SEVEN, "wellington"),
        (SEVEN, "blucher"),
    ],
)  # fmt: skip
def test_an_unknown_contract_is_unreadable(game, choice):
    assert refused(bidding("misery", game=game), choice) == "unreadable"
    with pytest.raises(MalformedEntry) as caught:
        bidding(game=game).declared(Declared("Bob", choice))
    sentence = say_(caught.value.fact)
    assert "Choose pass, t" in sentence and len(sentence) < 140


@pytest.mark.parametrize("more", [{"takes_turn_up": True}, {"discards": "AS"}, {"discards": ""}])
def test_no_card_is_turned_up(more):
    assert refused(bidding(), "two", **more) == "unreadable"


# Purchase


@pytest.mark.parametrize(
    ("game", "players", "stock"),
    [(NAP, 2, 42), (NAP, 4, 32), (NAP, 6, 22), (SEVEN, 2, 38), (SEVEN, 6, 10)],
)
def test_the_stock_is_the_rest_of_the_pack(game, players, stock):
    round_ = bidding("purchase", game=game, players=PLAYERS[:2] + tuple("EFGH")[: players - 2])
    assert round_.stock == stock
    assert bid(round_, "pass+3", "pass+1").stock == stock - 4


def test_buying_is_refused_without_the_house_rule():
    assert refused(bidding(), "pass", draws=1) == "purchase"
    assert {said.draws for said in bidding().options()} == {0}


@pytest.mark.parametrize(("game", "hand"), [(NAP, 5), (SEVEN, 7)])
def test_up_to_a_whole_hand_is_bought_with_any_declaration(game, hand):
    round_ = bidding("purchase", game=game)
    low, *_ = round_.contracts
    for choice in ("pass", low.id):
        assert [said.draws for said in round_.options() if said.choice == choice] == [
            *range(hand + 1)
        ]
        assert bid(round_, f"{choice}+{hand}").bids == (Bid("Bob", choice, hand),)
        assert refused(round_, choice, draws=hand + 1) == "purchase"
        assert refused(round_, choice, draws=-1) == "purchase"


def test_each_purchase_is_a_line_in_turn():
    round_ = bid(bidding("purchase"), "two+1", "pass+5", "pass", "nap+2")
    assert [(line.source, line.target, line.amount) for line in round_.purchases] == [
        ("Bob", "pool", 1),
        ("Cat", "pool", 5),
        ("Ann", "pool", 2),
    ]
    assert {(line.reason, line.rule) for line in round_.purchases} == {("purchase", "purchase")}
    assert [say_(line.fact) for line in round_.purchases][:2] == [
        "Bob buys 1 card for a chip.",
        "Cat buys 5 cards for a chip each.",
    ]


def test_cards_are_bought_only_while_the_pack_lasts():
    """Six hands of seven leave ten cards."""
    six = ("Bob", "Cat", "Dan", "Eve", "Fay", "Ann")
    round_ = bid(bidding("purchase", game=SEVEN, players=six), "pass+6", "pass+2")
    assert round_.stock == 2
    assert max(said.draws for said in round_.options()) == 2
    assert refused(round_, "three", draws=3) == "stock-exhausted"
    round_ = bid(round_, "three+2")
    assert refused(round_, "pass", draws=1) == "stock-exhausted"
    assert {said.draws for said in round_.options()} == {0}
    assert refused(round_, "pass", draws=8) == "purchase"  # more than the player holds
