"""Julepe: evenings worked out by hand from docs/rules.md 13.

Seats Ann Bob Cat Dan, Ann deals and puts in 10: to the right the order is Dan, Cat, Bob, Ann.
"""

import pytest

from companion.evening import Evening
from companion.rules.actions import Declared, TricksTaken
from tests.telling import accounts, code, rule_of, say, session, start, started

FIVE = "Ann Bob Cat Dan Eve"
SEVEN = f"{FIVE} Fay Gus"


def julepe(seats="Ann Bob Cat Dan", depth="result", **chosen):
    return start(seats, "julepe", depth, **chosen)


def settled(evening, *phrases):
    """Return the accounts in the order of the seats, and the pool's, after a deal."""
    return tuple(accounts(say(evening, *phrases, "settled")).values())


THREE = ("up H", "Dan in", "Cat in", "Bob out")
LONE = ("up H", "Dan in", "Cat out", "Bob out")
IN = ("Dan in", "Cat in", "Bob in", "Ann out")
TOLD = "told Dan 3 Cat 2 Ann 0"


# How a deal ends


@pytest.mark.parametrize(
    ("chosen", "said", "found"),
    [
        # P 10: 5 each from the plate and 5 each from Ann.
        ({}, TOLD, (-20, 0, 10, 10, 0)),
        ({}, "told Dan 2 Cat 2 Ann 1", (-20, 0, 10, 10, 0)),
        # Dan alone has two: 10, and 10 from each. One trick is a julepe like none.
        ({}, "told Dan 5 Cat 0 Ann 0", (-20, 0, -10, 30, 0)),
        ({}, "told Dan 4 Cat 1 Ann 0", (-20, 0, -10, 30, 0)),
        ({}, "told Dan 2 Ann 3", (-5, 0, 0, 5, 0)),
        # Nobody against a player.
        ({}, "told Dan 5", (-10, 0, 0, 10, 0)),
        ({}, "told Ann 5", (0, 0, 0, 0, 0)),
        ({}, "up H, Dan out, Cat out, Bob out", (0, 0, 0, 0, 0)),
        ({}, "up H, Dan out, Cat in, Bob out, Ann out", (-10, 0, 10, 0, 0)),
        # Ann's 10 go into the plate.
        ({"julepe_to": "plate"}, TOLD, (-20, 0, 5, 5, 10)),
        # Ann pays 5 to two: 2 each, and 1 is not paid.
        ({"loo": "fixed", "loo_chips": 5}, TOLD, (-14, 0, 7, 7, 0)),
        ({"julepe_to": "plate", "loo": "fixed", "loo_chips": 5}, TOLD, (-15, 0, 5, 5, 5)),
        ({"loo": "capped"}, TOLD, (-20, 0, 10, 10, 0)),
        ({"loo": "capped", "loo_chips": 6}, TOLD, (-16, 0, 8, 8, 0)),
        # P 15: 7 each and 1 stays; Ann pays 7 each.
        ({"stake": 15}, TOLD, (-29, 0, 14, 14, 1)),
        ({"stake": 15, "julepe_to": "plate"}, TOLD, (-30, 0, 7, 7, 16)),
        # The most tricks take all; level, in equal parts.
        ({"split": "most"}, TOLD, (-20, 0, 0, 20, 0)),
        ({"split": "most", "julepe_to": "plate"}, TOLD, (-20, 0, 0, 10, 10)),
        ({"split": "most"}, "told Dan 2 Cat 2 Ann 1", (-20, 0, 10, 10, 0)),
        # P 20 + 10 + 10 + 10 = 50: Dan and Cat 25 each, and as much from Ann.
        ({"stake_by": "all"}, TOLD, (-70, -10, 40, 40, 0)),
        # P 30: 15 each, and as much from Ann.
        ({"stake_by": "who-plays"}, TOLD, (-40, 0, 20, 20, 0)),
        ({"stake_by": "who-plays"}, "told Dan 5", (0, 0, 0, 0, 0)),
        ({"stake_by": "who-plays"}, "told Ann 5", (0, 0, 0, 0, 0)),
        # Dan revoked: his 3 make no quota, and Cat has it all.
        ({}, TOLD + ", revoked Dan", (-20, 0, 30, -10, 0)),
        ({"julepe_to": "plate"}, TOLD + ", revoked Dan", (-20, 0, 10, -10, 20)),
        ({"split": "most"}, TOLD + ", revoked Dan", (-20, 0, 30, -10, 0)),
        # Nobody else has two: each pays into the plate.
        ({}, "told Dan 3 Cat 1 Ann 1, revoked Dan", (-20, 0, -10, -10, 40)),
        ({"revoke": "note"}, TOLD + ", revoked Dan", (-20, 0, 10, 10, 0)),
    ],
)
def test_settlement(chosen, said, found):
    assert settled(julepe(**chosen), *said.split(", ")) == found


@pytest.mark.parametrize(
    ("chosen", "ann", "pool"),
    [
        ({}, -20, 60),  # 10 + 5 × 10
        ({"julepe_to": "plate"}, -20, 60),
        ({"split": "most", "loo": "fixed", "loo_chips": 4}, -14, 30),
    ],
)
def test_without_a_winner_the_plate_stays(chosen, ann, pool):
    evening = say(julepe(FIVE, **chosen), "told Eve 1 Dan 1 Cat 1 Bob 1 Ann 1")
    assert session(evening).deal.settlement().looed == ("Eve", "Dan", "Cat", "Bob", "Ann")
    assert settled(evening) == (ann, *(ann + 10,) * 4, pool)


# The way round


@pytest.mark.parametrize(
    ("direction", "order"), [("right", "Dan Cat Bob Ann"), ("left", "Bob Cat Dan Ann")]
)
def test_direction(direction, order):
    order = order.split()
    evening = say(julepe(depth="tricks", direction=direction, stake=3), "up H")
    for player in order:
        assert session(evening).deal.turn == player
        evening = say(evening, f"{player} in")
    assert session(evening).deal.turn is None
    evening = say(evening, f"{order[1]} draws 5")
    assert rule_of(evening, f"{order[0]} draws 5") == "out-of-turn"
    # P 3: Ann and Cat 1 each, and 1 each from Bob and from Dan; 1 stays.
    evening = say(evening, "won Ann Ann Cat Cat Dan", "settled")
    assert accounts(evening) == {"Ann": 0, "Bob": -2, "Cat": 3, "Dan": -2, "pool": 1}
    assert session(evening).deal.setup.dealer == order[0]
    assert accounts(say(evening, "ended"))[order[0]] == -1  # the odd chip


@pytest.mark.parametrize(
    ("number", "rule"), [(2, "too-few-players"), (3, None), (7, None), (8, "too-many-players")]
)
def test_three_to_seven_players(number, rule):
    seats = " ".join("ABCDEFGH"[:number])
    assert rule_of(Evening(), started(seats, "julepe")) == rule


def test_with_seven_one_can_sit_out():
    evening = say(julepe(SEVEN), "Fay sits-out")
    assert session(evening).deal.setup.players == ("Gus", "Eve", "Dan", "Cat", "Bob", "Ann")
    assert code(evening, "told Fay 5 Gus 0") == "not-in"


# The stake and the plate


@pytest.mark.parametrize(("chips", "pool"), [(1, 3 + 50), (2, 6 + 10)])
def test_a_plate_under_five_is_empty(chips, pool):
    """Dan has all of P 50; three pay 1 or 2 into the plate. Then all put in again, or Dan alone."""
    rules = {"julepe_to": "plate", "loo": "fixed", "loo_chips": chips}
    evening = say(julepe(stake_by="all", **rules), "told Dan 5 Cat 0 Bob 0 Ann 0", "settled")
    for again in ((), ("misdealt",)):
        evening = say(evening, *again, "up H")
        assert session(evening).deal.pool == pool
    assert accounts(evening)["Dan"] == -10 + 50 - (20 if chips == 1 else 10)


def test_only_the_players_in_put_in():
    evening = say(julepe(stake_by="who-plays", depth="tricks"), *THREE)
    assert accounts(evening) == {"Ann": 0, "Bob": 0, "Cat": -10, "Dan": -10, "pool": 20}
    assert settled(evening, "Ann out", "won Dan Dan Dan Cat Cat") == (0, 0, 0, 0, 0)
    evening = say(evening, "Ann in")
    assert session(evening).deal.pool == 30
    evening = say(evening, "misdealt")  # they are paid back
    assert not any(accounts(evening).values())


def test_chips_left_over_wait_for_the_next_julepe():
    evening = say(julepe(ending="carry", julepe_to="plate"), TOLD, "settled")
    other = say(evening, started("Ann Bob Cat", "bestia", "result"))
    assert session(other).opening_pool == 0
    assert session(say(other, started("Ann Bob Cat", "julepe"))).opening_pool == 10


# The turn-up


@pytest.mark.parametrize(
    ("chosen", "taken", "found"),
    [
        ({}, "Dan 3 Cat 2", (-30, 0, 15, 15, 0)),  # Ann pays twice
        ({}, "Dan 3 Cat 1 Ann 1", (-30, 0, -10, 40, 0)),
        ({}, "Dan 3 Ann 2", (0, 0, -10, 10, 0)),  # with her quota she is paid
        ({"julepe_to": "plate"}, "Dan 3 Cat 2", (-30, 0, 5, 5, 20)),
        # Twice 5 is 10, 5 each: first doubled, then divided.
        ({"loo": "fixed", "loo_chips": 5}, "Dan 3 Cat 2", (-20, 0, 10, 10, 0)),
        ({"dealer_turn_up": "free"}, "Dan 3 Cat 2", (-20, 0, 10, 10, 0)),
        ({"dealer_turn_up": "three"}, "Dan 3 Cat 2", (-20, 0, 10, 10, 0)),
        ({"dealer_turn_up": "three"}, "Dan 3 Ann 2", (-20, 0, -10, 30, 0)),
        ({"dealer_turn_up": "three"}, "Dan 2 Ann 3", (0, 0, -10, 10, 0)),
    ],
)
def test_the_price_of_the_turn_up(chosen, taken, found):
    assert settled(julepe(**chosen), *THREE, "Ann in +", f"taken {taken}") == found


def test_a_dealer_with_the_turn_up_pays_twice_into_a_plate_that_stays():
    """The plate: 10 + 4 × 10 + 20."""
    said = ("up H", "Eve in", *IN[:3], "Ann in +", "taken Eve 1 Dan 1 Cat 1 Bob 1 Ann 1")
    assert settled(julepe(FIVE), *said) == (-30, -10, -10, -10, -10, 70)


PLAYS = ("up 5H", *THREE[1:])
TOOK = (*PLAYS, "Ann in + 2C", "Dan draws 0", "Cat draws 0")


@pytest.mark.parametrize(
    ("chosen", "said", "rule"),
    [
        ({}, (*PLAYS, "Ann in + 2C"), None),
        ({}, (*PLAYS, "Ann in + 2C 4C"), "dealer-turn-up"),  # one card for one
        ({}, (*PLAYS, "Ann in + 5H"), "already-seen"),
        ({}, (*PLAYS, "Ann in + 8C"), "not-in-pack"),
        ({}, (*PLAYS, "Ann out +"), "dealer-turn-up"),
        ({}, (*PLAYS, Declared("Ann", "play", discards="2C")), "dealer-turn-up"),
        ({}, ("up 5H", "Dan in +"), "dealer-turn-up"),
        ({"dealer_turn_up": "off"}, (*PLAYS, "Ann in +"), "dealer-turn-up"),
        # It stays in her hand, also if only its suit is known.
        ({}, (*TOOK, "Ann draws 4"), None),
        ({}, (*TOOK, "Ann draws 5"), "draw"),
        ({}, ("up H", *TOOK[1:], "Ann draws 5"), "draw"),
        ({}, (*TOOK, "Ann draws 4", "Dan 5H"), "already-seen"),
        ({}, (*TOOK, "Ann draws 4", "Dan 2C"), "already-seen"),
        ({}, (*TOOK, "Ann draws 4", "Dan 4H", "Cat 6H", "Ann KC"), "follow-suit"),
    ],
)
def test_taking_the_turn_up(chosen, said, rule):
    depth = "tricks" if said[0] == "up H" else "plays"
    assert rule_of(julepe(depth=depth, **chosen), *said) == rule


OTHERS = ("Fay", "Eve", "Dan", "Cat", "Bob")


@pytest.mark.parametrize(("draws", "rule"), [(4, "already-seen"), (5, None)])
def test_what_was_put_away_can_be_dealt_again(draws, rule):
    """40 − 1 − 35 = 4 left, and then the cards put away, with the 2C."""
    evening = say(julepe(SEVEN, "plays"), "up 5H", "Gus in", *(f"{one} out" for one in OTHERS))
    evening = say(evening, "Ann in + 2C", f"Gus draws {draws}", "Ann draws 0")
    assert rule_of(evening, "Gus 2C") == rule


# Exchanges

NOW = {"draw": "with-declaration"}


@pytest.mark.parametrize(
    ("chosen", "said", "rule"),
    [
        ({}, (*THREE, "Dan draws 1"), "wrong-phase"),
        ({}, (*THREE, "Ann in", "Dan draws 5"), None),
        ({}, (*THREE, "Ann in", "Dan draws 6"), "draw"),
        ({}, (*THREE, "Ann in", "Bob draws 1"), "not-in"),
        ({}, (*THREE, "Ann in", "Dan draws 1", "Dan draws 1"), "out-of-turn"),
        ({}, (*THREE, "Ann in", "Cat draws 1", "Dan draws 1"), "out-of-turn"),  # passed over
        ({}, (*THREE, "Ann in", "won Dan", "Ann draws 1"), "wrong-phase"),
        ({}, ("up H", "Dan in draws 1"), "draw"),
        (NOW, ("up H", "Dan in draws 5"), None),
        (NOW, ("up H", "Dan out draws 1"), "draw"),
        (NOW, (*THREE, Declared("Ann", "play", True, draws=4)), None),
        (NOW, (*THREE, Declared("Ann", "play", True, draws=5)), "draw"),
        (NOW, (*THREE, "Ann in", "Dan draws 1"), "draw"),
        (NOW, (*THREE, "Ann in", "won Dan"), None),
    ],
)
def test_exchanges(chosen, said, rule):
    assert rule_of(julepe(depth="tricks", **chosen), *said) == rule


@pytest.mark.parametrize(
    ("chosen", "up", "others", "ann", "rule"),
    [
        ({}, ["up H"], "out", "in", None),  # hands that were dropped are dealt again
        ({"stock_out": "limit"}, ["up H"], "out", "in", "stock-exhausted"),
        ({}, ["up H"], "in", "in", "stock-exhausted"),  # nobody has put a card away
        ({}, ["up H"], "in", "in +", None),  # Ann has, for the turn-up
        ({"joker": True}, ["up H"], "in", "in", None),  # 41 − 1 − 35 = 5
        ({"joker": True}, ["up JK", "up H"], "in", "in", "stock-exhausted"),  # 41 − 2 − 35 = 4
    ],
)
def test_the_stock_runs_out(chosen, up, others, ann, rule):
    """40 − 1 − 35 = 4 left."""
    evening = say(julepe(SEVEN, "tricks", **chosen), *up, "Gus in")
    evening = say(evening, *(f"{one} {others}" for one in OTHERS), f"Ann {ann}")
    assert rule_of(evening, "Gus draws 4") is None
    assert rule_of(evening, "Gus draws 5") == rule


# The dealer


@pytest.mark.parametrize(
    ("chosen", "said", "rule"),
    [
        ({}, ("up H", "Dan out", "Cat out", "Bob out", "Ann in"), "all-dropped"),
        ({}, (*THREE, "Ann out"), None),
        ({"dealer_plays": True}, (*THREE, "Ann out"), "dealer-must-enter"),
        ({"dealer_plays": True}, ("up H", "Dan out"), None),
        ({}, (*LONE, "Ann out"), None),
        ({}, (*LONE, "Ann pool"), "for-the-pool"),
        ({"lone": "enter-or-pool"}, (*LONE, "Ann out"), "dealer-must-enter"),
        ({"lone": "enter-or-pool"}, (*THREE, "Ann out"), None),
        ({"lone": "enter-or-pool"}, (*THREE, "Ann pool"), "for-the-pool"),
    ],
)
def test_what_the_dealer_declares(chosen, said, rule):
    assert rule_of(julepe(depth="tricks", **chosen), *said) == rule


@pytest.mark.parametrize(
    ("taken", "found"),
    [
        ("Dan 2 Ann 3", (-10, 0, 0, 5, 5)),  # her 5 stay
        ("Dan 1 Ann 4", (-10, 0, 0, -10, 20)),  # all 10, and Dan's 10
        ("Dan 4 Ann 1", (-10, 0, 0, 10, 0)),  # never julepe
    ],
)
def test_a_dealer_who_plays_for_the_plate(taken, found):
    evening = julepe(lone="enter-or-pool")
    assert settled(evening, *LONE, "Ann pool", f"taken {taken}") == found


# The joker, and the pack


def test_the_joker_turned_up():
    evening = say(julepe(joker=True, depth="plays"), "up JK")
    assert session(evening).deal.question().asks == "turn-up"
    assert code(evening, "Dan in") == "wrong-phase"
    evening = say(evening, "up AH", "Dan in", "Cat out", "Bob in")
    assert code(evening, "Ann in + 2C JK") == "already-seen"
    evening = say(evening, "Ann in + 2C 4C", "Dan draws 0", "Bob draws 0")
    assert code(evening, "Ann draws 4") == "draw"
    evening = say(evening, "Ann draws 3")
    assert code(evening, "Dan JK") == code(evening, "Dan AH") == "already-seen"
    assert code(say(evening, "Dan 3H", "Bob 4H"), "Ann KC") == "follow-suit"


@pytest.mark.parametrize(("lead", "winner"), [("AH", "Dan"), ("3H", "Cat"), ("AC", "Cat")])
def test_the_joker_is_the_second_trump(lead, winner):
    evening = say(julepe(joker=True, depth="plays"), "up 2H", *IN, f"Dan {lead}", "Cat JK")
    assert session(say(evening, "Bob 2D")).deal.trick_winners == (winner,)


@pytest.mark.parametrize(
    ("joker", "card", "rule"),
    [(False, "8H", "not-in-pack"), (False, "JK", "not-in-pack"), (True, "9D", "not-in-pack"),
     (True, "JK", None)],
)  # fmt: skip
def test_the_pack(joker, card, rule):
    evening = julepe(depth="plays", joker=joker)
    assert rule_of(evening, f"up {card}") == rule_of(evening, "up 2H", *IN, f"Dan {card}") == rule


# Proofs of revokes: trump is hearts; Dan leads, then Cat and Bob.


def proof(chosen, plays, up="2H"):
    evening = say(julepe(depth="plays", **chosen), f"up {up}", *IN)
    return rule_of(evening, *plays.split(", "))


@pytest.mark.parametrize(
    ("plays", "may", "must"),
    [
        ("Dan 5C, Cat 4D, Bob 6C, Bob KC, Dan JC, Cat 7C", *["follow-suit"] * 2),
        ("Dan 5C, Cat 4D, Bob 6C, Bob KC, Dan JC, Cat 4H", *["must-trump"] * 2),
        ("Dan KC, Cat 4C, Bob 5C, Dan AC, Cat 3C", *["must-head"] * 2),
        ("Dan 5H, Cat 4H, Bob 6H, Bob 7H, Dan JH, Cat KH", *["must-head"] * 2),
        ("Dan 5C, Cat 6H, Bob 4H, Cat 5H, Bob KH", *["must-overtrump"] * 2),
        # Bob cannot follow, and his only trump is too low: by default he plays anything.
        ("Dan 5C, Cat 6H, Bob 7D, Cat 5H, Bob 4H", None, "must-trump"),
        ("Dan 5C, Cat 6H, Bob 7D, Cat 5H, Bob KH", *["must-trump"] * 2),
        # A trick that is trumped cannot be headed in the suit led.
        ("Dan 5C, Cat 4H, Bob 4C, Cat 5H, Bob 6H, Dan 7H, Dan JD, Cat 7D, Bob AC", None, None),
        # The joker is a trump, below the ace.
        ("Dan 5C, Cat 4D, Bob 6C, Bob KC, Dan JC, Cat JK", *["must-trump"] * 2),
        ("Dan 5C, Cat 6H, Bob 4H, Cat 5H, Bob JK", *["must-overtrump"] * 2),
        ("Dan 3H, Cat KH, Bob 4H, Dan AC, Cat JK", *["must-head"] * 2),
        ("Dan AH, Cat KH, Bob 4H, Dan AC, Cat JK", None, None),
    ],
)
def test_following(plays, may, must):
    joker = "JK" in plays
    assert proof({"joker": joker}, plays) == may
    assert proof({"joker": joker, "undertrump": "must"}, plays) == must


@pytest.mark.parametrize(
    ("chosen", "up", "shown", "rule"),
    [
        ({}, "2H", "AH", None),
        ({"lead_ace": "first"}, "2H", "AH", "lead-ace"),
        ({"lead_ace": "first"}, "2H", "3H", None),
        ({"lead_ace": "first"}, "AH", "3H", "lead-ace"),
        ({"lead_ace": "first", "joker": True}, "2H", "AH", None),  # it lapses
        ({"lead_ace": "first", "joker": True}, "AH", "3H", None),
    ],
)
def test_the_ace_is_led_first(chosen, up, shown, rule):
    assert proof(chosen, f"Dan AC, Cat 4C, Bob 5C, Dan {shown}", up) == rule


def test_the_three_need_not_be_led_while_the_dealer_has_the_ace():
    evening = say(julepe(depth="plays", lead_ace="first"), "up AH", *LONE[1:])
    for said, rule in (("Ann in", "lead-ace"), ("Ann in +", None)):
        assert rule_of(evening, said, "Dan AC", "Ann 4C", "Dan 3H") == rule


# Told at once


@pytest.mark.parametrize(
    ("rule", "tricks", "found"),
    [
        # P 10 from Ann. Dan takes it; Cat pays him 10; Ann, with the turn-up, 20.
        ("double", "Dan 3 Cat 1 Ann 1", {"Ann": -30, "Bob": 0, "Cat": -10, "Dan": 40, "pool": 0}),
        ("free", "Dan 3 Cat 1 Ann 1", {"Ann": -20, "Bob": 0, "Cat": -10, "Dan": 30, "pool": 0}),
        # Two tricks are not enough for Ann: Dan gets the plate, and 10 from each.
        ("three", "Dan 2 Cat 1 Ann 2", {"Ann": -20, "Bob": 0, "Cat": -10, "Dan": 30, "pool": 0}),
    ],
)
def test_a_deal_told_at_once_says_that_the_dealer_took_the_turn_up(rule, tricks, found):
    evening = start("Ann Bob Cat Dan", "julepe", "result", dealer_turn_up=rule)
    words = tricks.split()
    counts = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    told = TricksTaken(counts, declared={}, takes_turn_up=True)
    assert accounts(say(evening, "up KH", told, "settled")) == found
    # Without the turn-up named, too.
    assert accounts(say(evening, told, "settled")) == found
    assert code(evening, TricksTaken({"Dan": 5, "Cat": 0}, declared={}, takes_turn_up=True)) == (
        "dealer-turn-up"
    )


def test_who_took_the_turn_up_is_told_only_with_a_whole_deal():
    with pytest.raises(ValueError, match="declared"):
        TricksTaken({"Dan": 5}, takes_turn_up=True)
