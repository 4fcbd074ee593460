"""Bourré (docs/rules.md 8): antes, the whole pool, the dealer's turn-up, the cinch."""

import pytest

from companion.evening import Evening
from companion.pieces import FIFTY_TWO
from companion.rules.actions import Declared
from companion.rules.tricks.law import Law, Trick, legal
from companion.wording import say as say_
from tests.telling import accounts, code, refusal, say, session, start, started


def table(seats="Ann Bob Cat", **chosen):
    return start(seats, game="bourre", **chosen)


def antes(evening):
    return {line.source: line.amount for line in session(evening).deal.stakes}


# The chips at stake


def test_who_pays_an_ante():
    evening = table(ante=3)
    assert antes(evening) == {"Bob": 3, "Cat": 3, "Ann": 3}
    assert session(evening).deal.pool == 9


@pytest.mark.parametrize(
    ("rules", "paying"),
    [
        ({}, {"Dan"}),
        ({"tied_ante": "pays"}, {"Ann", "Bob", "Dan"}),
        ({"bourre_ante": "pays"}, {"Cat", "Dan"}),
        ({"tied_ante": "pays", "bourre_ante": "pays"}, {"Ann", "Bob", "Cat", "Dan"}),
    ],
)
def test_who_is_exempt_from_the_next_ante(rules, paying):
    """Ann and Bob tie, Cat pays a bourré, Dan takes a trick."""
    evening = table("Ann Bob Cat Dan", depth="result", **rules)
    evening = say(evening, "told Ann 2 Bob 2 Cat 0 Dan 1", "settled")
    assert set(antes(evening)) == paying


def test_an_exemption_is_only_for_the_next_deal():
    evening = say(table(depth="result"), "told Bob 5 Cat 0", "settled", "told Ann 5", "settled")
    assert set(antes(evening)) == {"Ann", "Bob", "Cat"}


def test_the_settlement_names_exempt_players():
    evening = say(table(depth="result"), "told Ann 2 Bob 2 Cat 1")
    (note,) = session(evening).deal.settlement().notes
    assert say_(note) == "Bob and Ann pay no ante for the next deal."


def test_the_default_limit_is_twenty_chips():
    rules = session(table(bourre_pays="capped")).rules
    assert rules.loo_chips == 20 and session(table()).rules.loo_chips is None


def test_nine_are_too_many():
    nine = "Ann Bob Cat Dan Eve Fay Gus Hal Ida"
    assert code(Evening(), started(nine, "bourre")) == "too-many-players"


def test_its_pool_waits_only_for_bourre():
    evening = say(table(depth="result", ending="carry"), "told Ann 2 Bob 2 Cat 1", "settled")
    loo = say(evening, started("Ann Bob Cat", "five-card-loo", "result", edition=2))
    assert session(loo).opening_pool == 0
    again = say(loo, started("Ann Bob Cat", "bourre", "result"))
    assert session(again).opening_pool == 3 and accounts(again)["pool"] == 3


# Exchanges


def test_no_more_cards_are_exchanged_than_the_house_rules_allow():
    evening = say(table(most_exchanged=3), "up 7H")
    found = refusal(evening, "Bob in draws 4")
    assert found.rule == "draw"
    assert say_(found.fact) == "Bob cannot exchange 4: the house rules allow 3."
    offered = [one for one in session(evening).deal.options() if isinstance(one, Declared)]
    assert [one.draws for one in offered if one.choice == "play"] == [0, 1, 2, 3]


def test_a_dealer_who_turned_up_an_ace_must_play():
    evening = say(table(dealer_ace=True), "up AH", "Bob in", "Cat out")
    assert code(evening, "Ann out") == "dealer-ace"
    assert say_(session(evening).deal.question().notice) == "Ann turned up an ace and must play."
    for free in (table(dealer_ace=True, depth="tricks"), table()):
        piece = "H" if session(free).depth == "tricks" else "AH"
        assert say(free, f"up {piece}", "Bob in", "Cat out", "Ann out")
    # From edition 2 the card is asked for at every depth, and a suit is not enough.
    for depth in ("tricks", "result"):
        evening = table(dealer_ace=True, depth=depth, edition=2)
        assert say_(session(evening).deal.question()) == "Ann turns up a card. Which one?"
        assert "not only the trump suit" in say_(refusal(evening, "up H").fact)
        assert code(say(evening, "up AH", "Bob in", "Cat out"), "Ann out") == "dealer-ace"


# The turn-up


def test_a_dealer_who_exchanges_none_holds_the_turn_up():
    evening = say(table(), "up 9H", "Bob in", "Cat out", "Ann in")
    found = refusal(evening, "Bob 9H")
    assert found.rule == "already-seen"
    assert "was dealt to Ann" in say_(found.fact)
    # With a spade she had to follow suit, and with a trump she had to trump.
    assert code(say(evening, "Bob 8S"), "Ann 7D") == "must-trump"


def test_a_dealer_who_exchanges_may_have_put_the_turn_up_away():
    """Ann may no longer hold the 9H."""
    evening = say(table(), "up 9H", "Bob in", "Cat out", "Ann in draws 1", "Bob 8S", "Ann 7D")
    assert session(evening).deal.revokes == ()
    assert code(evening, "Bob 9H") == "already-seen"


def test_a_turn_up_put_away_for_good_is_in_no_hand():
    evening = say(table(), "up 9H", "Bob in", "Cat in", "Ann out", "Bob 8S")
    assert code(evening, "Cat 9H") == "already-seen"


@pytest.mark.parametrize(("draws", "free"), [((5, 5), False), ((5, 5, 3), True)])
def test_a_turn_up_dropped_before_the_exchanges_may_be_dealt_again(draws, free):
    """Eight players leave a stock of 12."""
    seats = "Ann Bob Cat Dan Eve Fay Gus Hal"
    evening = say(table(seats, declare="after-declarations"), "up 9H")
    players = ("Bob", "Cat", "Dan")
    evening = say(evening, *(f"{one} in" for one in players), "rest drop")
    counts = (*draws, 0)[:3]
    evening = say(evening, *(f"{p} draws {n}" for p, n in zip(players, counts, strict=True)))
    if free:
        assert say(evening, "Bob 9H")
    else:
        assert code(evening, "Bob 9H") == "already-seen"


# The cinch

ORDER = FIFTY_TWO.orders["H"]
LAW = Law(must_trump=True, must_head=True, must_overtrump=True, cinch=True)


def cards(text):
    return [FIFTY_TWO.read(one) for one in text.split()]


def leads(hand, *before):
    """Return the lawful leads after earlier plays: "AH" was led, "+AH" followed."""
    plays = []
    for number, text in enumerate(before, 1):
        trick = Trick(number, "Ann")
        if text.startswith("+"):
            trick = Trick(number, "Bob").laid("Bob", FIFTY_TWO.read("2H"), "H")
        plays.append((trick, FIFTY_TWO.read(text.lstrip("+"))))
    lead = Trick(len(before) + 1, "Ann")
    found = legal(frozenset(cards(hand)), lead, ORDER, LAW, plays)
    return {str(card) for card in found}


@pytest.mark.parametrize(
    ("hand", "before", "free"),
    [
        ("AH KH QH 5C 4D", (), "AH"),
        ("KH QH 5C 4D", ("AH",), "KH"),
        ("QH 5C 4D", ("AH", "KH"), "QH"),
        ("5C 4D", ("AH", "KH", "QH"), "5C 4D"),
        ("AH KH JH 5C 4D", (), "AH KH JH 5C 4D"),  # two sure trumps are not enough
        ("AH KH 5C 4D", ("+QH",), "AH KH 5C 4D"),  # the queen went before the lead
        ("KH QH 5C 4D", ("+AH",), "KH QH 5C 4D"),  # the ace was played, but not led
        ("KH 5C 4D", ("AH", "QH"), "KH"),  # the queen was led before the king, which is due now
        ("AH KH QH 4D", ("5C",), "AH"),
    ],
)
def test_sure_trumps_are_led_from_the_top(hand, before, free):
    assert leads(hand, *before) == set(free.split())


def test_a_cinch_that_was_not_led_is_proven_by_the_last_of_the_three():
    evening = say(table(), "up 7H", "Bob in", "Cat out", "Ann in draws 5")
    evening = say(evening, "Bob 5C", "Ann JC", "Ann TC", "Bob AH", "Bob KH", "Ann 3D")
    found = refusal(evening, "Bob QH")
    assert found.rule == "cinch"
    assert say_(found.fact) == (
        "Bob played 5♣\ufe0e to trick 1 but held A♥\ufe0e. Bob had the ace, king and queen of "
        "trumps and had to lead A♥\ufe0e."
    )
    assert say(evening, "Bob QH revoke").state.session.deal.revokes[0].proof.trick == 1


def test_without_the_house_rule_sure_trumps_can_wait():
    evening = say(table(cinch=False), "up 7H", "Bob in", "Cat out", "Ann in draws 5")
    assert say(evening, "Bob 5C", "Ann JC", "Ann TC", "Bob AH", "Bob KH", "Ann 3D", "Bob QH")


def test_the_turn_up_proves_a_cinch_only_of_a_dealer_who_exchanged_none():
    plays = ("Bob 8D", "Ann 9D", "Ann 2C", "Bob 7C", "Bob 5S", "Ann AH")
    kept = say(table(), "up QH", "Bob in", "Cat out", "Ann in", *plays)
    assert code(kept, "Ann KH") == "cinch"
    changed = say(table(), "up QH", "Bob in", "Cat out", "Ann in draws 1", *plays)
    assert say(changed, "Ann KH")
