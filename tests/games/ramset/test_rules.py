"""Ramset: evenings worked out by hand from docs/rules.md 11.

Seats Ann Bob Cat Dan, Ann deals: to the right the order is Dan, Cat, Bob, Ann.
"""

import pytest

from companion.evening import Evening
from companion.evening.entries import GameEnded, Left, Penalized
from companion.rules.actions import Declared
from tests.telling import code, rule_of, say, session, start, started

SIX = "Ann Bob Cat Dan Eve Fay"


def ramset(seats="Ann Bob Cat Dan", depth="plays", **chosen):
    return start(seats, "ramset", depth, **chosen)


def strokes(seats="Ann Bob Cat Dan", **chosen):
    """Return an evening recorded trick by trick."""
    return ramset(seats, "tricks", **chosen)


def scored(evening, *phrases):
    """Return the scores other than 0 after a deal."""
    found = session(say(evening, *phrases, "settled")).scores
    return {player: points for player, points in found.items() if points}


# The way round, and how many play


@pytest.mark.parametrize(
    ("direction", "order"), [("right", "Dan Cat Bob Ann"), ("left", "Bob Cat Dan Ann")]
)
def test_direction(direction, order):
    order = order.split()
    evening = say(ramset(direction=direction), "up 9H")
    for player in order:
        assert session(evening).deal.turn == player
        evening = say(evening, f"{player} in")
    evening = say(evening, f"{order[0]} 8C", f"{order[1]} QC", f"{order[2]} AC", f"{order[3]} KC")
    assert session(evening).deal.turn == order[2]
    assert code(evening, "Ann QD") == "not-your-turn"
    again = say(strokes(direction=direction), "up H", "rest drop", "settled")
    assert session(again).deal.setup.dealer == order[0]


@pytest.mark.parametrize(
    ("number", "rule"), [(1, "too-few-players"), (2, None), (6, None), (7, "too-many-players")]
)
def test_two_to_six_players(number, rule):
    seats = " ".join("ABCDEFG"[:number])
    assert rule_of(Evening(), started(seats, "ramset")) == rule
    assert rule_of(Evening(), started(seats, "ramset", widow=False, pack=36)) == rule
    assert code(ramset(SIX), "Gus joins Fay") == "too-many-players"


# The turn-up and robbing

TWO_UP = ("up 7D", "up KS", "Dan out", "Cat out", "Bob in")
ROBBED = (
    *TWO_UP, "Ann in + 8C 9C",
    "Bob 9S", "Ann KS", "Ann 7D", "Bob TS", "Ann AH", "Bob QH", "Ann KH", "Bob 8H", "Ann QC", "Bob 7C",
)  # fmt: skip


@pytest.mark.parametrize(("chosen", "bob"), [({}, 0), ({"nuller": "minus"}, -5)])
def test_the_dealer_robs_both_cards(chosen, bob):
    evening = say(ramset(**chosen), *ROBBED)
    settlement = session(evening).deal.settlement()
    assert (settlement.tricks, settlement.looed) == ({"Bob": 0, "Ann": 5}, ("Bob",))
    evening = say(evening, "settled")
    assert session(evening).scores == {"Ann": 5, "Bob": bob, "Cat": 0, "Dan": 0}
    assert session(evening).deal.setup.dealer == "Dan"


@pytest.mark.parametrize(("depth", "second"), [("plays", "KS"), ("tricks", "S"), ("tricks", "8S")])
def test_no_one_declares_before_the_second_turn_up(depth, second):
    evening = say(ramset(depth=depth), "up 7D")
    assert code(evening, "Dan in") == "wrong-phase"
    assert code(evening, "up 7D") == "already-seen"
    assert session(evening).deal.question().asks == "turn-up"
    evening = say(evening, f"up {second}")
    assert (session(evening).deal.trump, session(evening).deal.turn) == ("S", "Dan")
    assert say(evening, *TWO_UP[2:], "Ann in + 8C 9C")


ONE_UP = ("up KS", "Dan in", "Cat out", "Bob out")


@pytest.mark.parametrize(
    ("before", "said", "rule"),
    [
        (TWO_UP, "Ann miss +", "dealer-turn-up"),  # not with the Blinde
        (TWO_UP, "Ann out +", "dealer-turn-up"),
        (TWO_UP, Declared("Ann", "play", discards="8C"), "dealer-turn-up"),
        (TWO_UP, "Ann in + KS 8C", "already-seen"),  # robbed, so in her hand
        (TWO_UP, "Ann in + 8C 7D", "already-seen"),
        (TWO_UP, "Ann in + 8C 8C", "already-seen"),
        (TWO_UP, "Ann in + 8C 6S", "not-in-pack"),
        (TWO_UP[:2], "Dan in +", "dealer-turn-up"),  # only the dealer
        (ONE_UP, "Ann in + 8C 9C", "dealer-turn-up"),  # one card for one
        (ONE_UP, "Ann in + KS", "already-seen"),
        (ONE_UP, "Ann in + 8C", None),
        ((*ONE_UP, "Ann in", "Dan AC"), "Ann in +", "wrong-phase"),
    ],
)
def test_what_can_be_robbed_and_put_away(before, said, rule):
    assert rule_of(ramset(), *before, said) == rule


def test_what_was_robbed_is_in_the_dealers_hand():
    evening = say(ramset(), *TWO_UP, "Ann in +")
    assert code(evening, "Bob KS") == code(evening, "Bob 7D") == "already-seen"
    assert code(say(evening, "Bob 9S"), "Ann 8H") == "follow-suit"
    # After three other cards her last two are those robbed.
    late = say(evening, "Bob AC", "Ann QC", "Bob TS", "Ann AS", "Ann AH", "Bob 8H")
    assert code(late, "Ann KH") == "not-in-hand"
    assert rule_of(ramset(), *TWO_UP, "Ann in", "Bob 9S", "Ann KS") == "already-seen"  # it lies
    assert rule_of(ramset(), *ROBBED[:8], "Ann 9C") == "already-seen"  # put away


# The Blinde


def test_the_first_to_ask_takes_the_blinde():
    evening = say(strokes(), "up H", "Dan miss")
    assert code(evening, "Dan out") == "miss-binds"
    assert code(evening, "Cat miss") == "no-miss-left"
    evening = say(evening, "Cat out", "Bob out", "Ann in", "won Ann Ann Ann Ann Ann")
    assert session(evening).deal.settlement().looed == ("Dan",)


@pytest.mark.parametrize(
    ("seats", "chosen"), [(SIX, {}), (SIX, {"pack": 36}), ("A B C D E", {"widow": False})]
)
def test_without_a_blinde(seats, chosen):
    assert rule_of(strokes(seats, **chosen), "up H", f"{seats.split()[-1]} miss") == "no-miss-left"
    assert rule_of(strokes("A B C D E"), "up H", "E miss") is None


# How a deal ends

PLAYED = ("up H", "Dan in", "Cat in", "Bob out", "Ann in", "won Dan Dan Cat Dan Cat")


@pytest.mark.parametrize(("chosen", "gain"), [({}, 1), ({"lone_strokes": 5}, 5)])
def test_nobody_against_a_player(chosen, gain):
    evening = say(strokes(**chosen), "up H", "Dan out", "Cat out", "Bob out")
    assert code(evening, "Ann in") == "all-dropped"
    assert scored(evening) == {"Ann": gain}
    lone = ("up H", "Dan out", "Cat miss", "Bob out", "Ann out")
    assert scored(strokes(**chosen), *lone) == {"Cat": gain}
    assert scored(ramset(depth="result", **chosen), "told Cat 5") == {"Cat": gain}


@pytest.mark.parametrize(
    ("chosen", "revoked", "found", "potatoes"),
    [
        # Dan three strokes, Cat two, Ann none; Bob dropped.
        ({}, False, {"Dan": 3, "Cat": 2}, {"Ann": 1}),
        ({"nuller": "minus"}, False, {"Dan": 3, "Cat": 2, "Ann": -5}, {}),
        ({"nuller": "minus", "nuller_points": 3}, False, {"Dan": 3, "Cat": 2, "Ann": -3}, {}),
        # Dan revoked.
        ({}, True, {"Cat": 2}, {"Dan": 1, "Ann": 1}),
        ({"nuller": "minus"}, True, {"Dan": -5, "Cat": 2, "Ann": -5}, {}),
        # The looed score for the offender, and nobody else scores.
        ({"revoke": "divide"}, True, {}, {"Dan": 1}),
        ({"revoke": "divide", "nuller": "minus"}, True, {"Dan": -5}, {}),
        ({"revoke": "note"}, True, {"Dan": 3, "Cat": 2}, {"Ann": 1}),
        ({"revoke": "note", "nuller": "minus"}, True, {"Dan": 3, "Cat": 2, "Ann": -5}, {}),
    ],
)
def test_potatoes_and_revokes(chosen, revoked, found, potatoes):
    told = (ramset(depth="result", **chosen), "told Dan 3 Cat 2 Ann 0")
    for deal in ((strokes(**chosen), *PLAYED), told):
        evening = say(*deal, *["revoked Dan"] * revoked)
        assert session(evening).deal.settlement().looed_as == "potato"
        assert scored(evening) == found
        assert session(say(evening, "settled")).tally() == potatoes


def test_a_misdeal_is_dealt_again_by_the_same_dealer():
    for said in (PLAYED[:5], ("up 7D",)):
        assert session(say(strokes(), *said, "misdealt", "up H")).deal.setup.dealer == "Ann"


# The game


@pytest.mark.parametrize(
    ("target", "deals"), [(5, 1), (15, 3), (None, 4), (17, 4), (21, 5), (4, None)]
)
def test_who_reaches_or_passes_the_target_has_won(target, deals):
    """Dan takes five strokes a deal."""
    chosen = {"target": target} if target else {}
    if deals is None:
        assert code(Evening(), started("A B", "ramset", **chosen)) == "unreadable"
        return
    evening = say(ramset(depth="result", **chosen), *("told Dan 5 Cat 0", "settled") * (deals - 1))
    assert session(evening).winner is None
    evening = say(evening, "told Dan 5 Cat 0", "settled")
    assert session(evening).winner == "Dan" and session(evening).scores["Dan"] == 5 * deals
    assert code(evening, "up H") == "game-over"


TO_SEVEN = ("told Dan 2 Cat 3", "settled", "told Dan 4 Cat 1", "settled")
LEVEL = ("told Dan 3 Cat 2", "settled", "told Dan 2 Cat 3", "settled")


def test_two_in_one_deal():
    """Dan 6 + 2 = 8, Cat 4 + 3 = 7: by totals the higher score, by tricks the first there."""
    evening = say(ramset(depth="result", target=7), *TO_SEVEN)
    assert session(say(evening, "told Dan 2 Cat 3", "settled")).winner == "Dan"
    evening = say(evening, "depth tricks", "up H", "rest drop except Dan in Cat in")
    assert session(say(evening, "won Cat Cat Cat Dan Dan", "settled")).winner == "Cat"


def test_level_scores_play_another_deal():
    evening = say(ramset(depth="result", target=5), *LEVEL)
    assert session(evening).winner is None and set(session(evening).tied) == {"Dan", "Cat"}
    # Dan 6, Cat 5, Bob 4.
    assert session(say(evening, "told Bob 4 Dan 1", "settled")).winner == "Dan"


def test_the_others_play_on():
    """Three players to 5: Cat takes her sausage, then Ann; Bob is left."""
    evening = strokes("Ann Bob Cat", target=5, ends="last")
    evening = say(evening, "up H", "rest drop except Cat in Bob in", "won Cat Cat Cat Cat Cat")
    evening = say(evening, "settled")
    assert session(evening).winner is None and session(evening).dealt_in() == ("Ann", "Bob")
    # Next to Ann is Cat, who deals no more.
    assert session(evening).deal.setup.players == ("Ann", "Bob")
    evening = say(evening, "up H", "Ann in", "Bob in", "won Bob Bob Ann Ann Ann", "settled")
    assert session(evening).deal.setup.players == ("Bob", "Ann")
    evening = say(evening, "up H", "Bob in", "Ann in", "won Ann Ann Ann Bob Bob", "settled")
    assert (session(evening).finished, session(evening).winner) == (("Cat", "Ann"), "Cat")
    assert session(evening).scores == {"Ann": 6, "Bob": 4, "Cat": 5}
    assert code(evening, "up H") == "game-over"


def test_the_others_have_left():
    """Cat takes her sausage, and Ann goes home: Bob is left, and Cat has won."""
    evening = strokes("Ann Bob Cat", target=5, ends="last")
    evening = say(evening, "up H", "rest drop except Cat in Bob in", "won Cat Cat Cat Cat Cat")
    evening = say(evening, "settled", Left("Ann"), GameEnded())
    assert session(evening).winners == ("Cat",)


@pytest.mark.parametrize(
    ("target", "deals", "order"),
    [
        (7, (*TO_SEVEN, "told Dan 2 Cat 3", "settled"), ("Dan", "Cat")),  # 8 and 7
        (5, LEVEL, ("Cat", "Dan")),  # 5 each: eldest first, and Dan dealt
    ],
)
def test_two_sausages_in_one_deal(target, deals, order):
    evening = say(ramset(depth="result", target=target, ends="last"), *deals)
    assert session(evening).finished == order and session(evening).winner is None
    assert set(session(evening).deal.setup.players) == {"Ann", "Bob"}


def test_the_first_there_as_the_tricks_fell():
    """Dan 3, Cat 2: Dan has 5 with the fourth trick, Cat with the fifth; Bob is left."""
    evening = say(
        strokes("Bob Cat Dan", target=5, ends="last"), "depth result", LEVEL[0], "settled"
    )
    evening = say(evening, "depth tricks", "up H", "rest drop except Dan in Cat in")
    evening = say(evening, "won Cat Dan Cat Dan Cat", "settled")
    assert (session(evening).finished, session(evening).winner) == (("Dan", "Cat"), "Dan")


@pytest.mark.parametrize(
    ("chosen", "bob", "potatoes"), [({}, 0, {"Bob": 2, "Ann": 1}), ({"nuller": "minus"}, -2, {})]
)
def test_a_slip_costs_potatoes_or_points(chosen, bob, potatoes):
    evening = say(strokes(**chosen), Penalized("Bob", 2))
    assert session(evening).scores["Bob"] == bob
    evening = say(evening, *PLAYED, "settled")
    assert session(evening).scores["Bob"] == bob and session(evening).tally() == potatoes
    assert code(evening, Penalized("Bob", 1, "pool")) == "penalty"


# The Bälli


@pytest.mark.parametrize(
    ("chosen", "lead", "winner"),
    [
        ({}, "AH", "Dan"), ({}, "KH", "Cat"), ({}, "AD", "Cat"),
        ({"balli": "highest"}, "AH", "Cat"), ({"balli": "highest", "pack": 36}, "AH", "Cat"),
    ],
)  # fmt: skip
def test_the_place_of_the_balli(chosen, lead, winner):
    evening = say(ramset(**chosen), "up 9H", "Dan in", "Cat in", "rest drop", f"Dan {lead}")
    assert session(say(evening, "Cat 7D")).deal.trick_winners == (winner,)


@pytest.mark.parametrize(("balli", "other"), [("7D", "7C"), ("7C", "7D")])
def test_the_balli_has_no_suit_of_its_own(balli, other):
    suit = balli[1]
    evening = say(ramset(balli_card=balli), "up 9H", "Dan in", "Cat in", "rest drop")
    assert code(evening, f"Dan {balli} as {suit}") == "unreadable"
    assert session(say(evening, f"Dan {balli}")).deal.question().fact.suit == "H"
    assert say(evening, f"Dan {other} as {other[1]}")
    assert session(say(ramset(balli_card=balli), f"up {balli}")).deal.trump is None
    assert session(say(ramset(balli_card=balli), f"up {other}")).deal.trump == other[1]


@pytest.mark.parametrize(
    ("pack", "card", "rule"),
    [(32, "6S", "not-in-pack"), (36, "6S", None), (36, "5S", "not-in-pack")],
)
def test_the_pack(pack, card, rule):
    assert rule_of(ramset(pack=pack), f"up {card}") == rule
    assert rule_of(ramset(pack=pack), *ONE_UP, "Ann in", f"Dan {card}") == rule


# Proofs of revokes: trump is hearts; Dan leads, then Cat and Bob.


def proof(chosen, plays, up="9H"):
    evening = say(ramset(**chosen), f"up {up}", "Dan in", "Cat in", "Bob in", "Ann out")
    return rule_of(evening, *plays.split(", "))


LED = "Dan AC, Cat 8C, Bob TC, "
SECOND = LED + "Dan AS, Cat 8S, Bob TS, "
THIRD = LED + "Dan AH, Cat 8H, Bob QH, Dan AS, Cat 8S, Bob TS, "


@pytest.mark.parametrize(
    ("plays", "full", "free"),
    [
        # A plain suit and no card of it: trump, even too low. Bob shows a trump later.
        ("Dan QC, Cat KH, Bob AD, Cat AH, Bob 8H", *["must-trump"] * 2),
        ("Dan QC, Cat TH, Bob 8H, Cat AH, Bob KH", *["must-overtrump"] * 2),
        # Nobody must head, in a plain suit or in trumps; who can follow may not trump.
        ("Dan QC, Cat 8C, Bob TC, Dan AH, Cat 8H, Bob QH, Dan KH, Cat TH, Bob JH, Dan KS, Cat KC", None, None),
        ("Dan QH, Cat 8H, Bob TH, Dan AH, Cat KH", None, None),
        ("Dan QC, Cat TH, Bob 8C, Cat QH, Bob 8D, Dan 8H, Cat 9C", *["follow-suit"] * 2),
        # Cat trumps a diamond with the Bälli, and shows a diamond after all.
        ("Dan AD, Cat 7D, Bob TD, Cat AH, Bob QH, Dan 8H, Cat 9D", "follow-suit", None),
        # She keeps the Bälli back: from a plain suit, and from trumps.
        ("Dan AC, Cat 8S, Bob TC, Dan AH, Cat 7D", "must-trump", None),
        ("Dan AH, Cat 8S, Bob TH, Dan KH, Cat 7D", "follow-suit", None),
        # Bob undertrumps with it in hand, or below it; the ace is above it.
        ("Dan QC, Cat KH, Bob 8H, Cat AH, Bob 7D", "must-overtrump", None),
        ("Dan QC, Cat 7D, Bob 8H, Cat KH, Bob AH", *["must-overtrump"] * 2),
        ("Dan QC, Cat AH, Bob 8H, Cat QH, Bob 7D", None, None),
        # Dan leads a plain card to the second trick, with the Bälli or another trump.
        (SECOND + "Dan 7D", "lead-trump", None),
        (SECOND + "Dan 8H", *["lead-trump"] * 2),
        # The first and the third lead are free.
        (LED + "Dan 8H", None, None),
        (THIRD + "Dan KH", None, None),
        # The Bälli is Cat's last card.
        (THIRD + "Dan KS, Cat JS, Bob JD, Dan QS, Cat 7D, Bob KD", None, None),
    ],
)  # fmt: skip
def test_duties(plays, full, free):
    assert proof({}, plays) == full
    assert proof({"balli_follows": "free"}, plays) == free


def test_the_second_lead_is_a_trump():
    evening = say(ramset(), *ROBBED[:8])
    assert code(evening, "Ann AH") == "lead-trump"  # she robbed the Bälli
    assert session(say(evening, "Ann AH revoke")).deal.revokes[0].trick == 2
    for chosen in ({"second_lead": "free"}, {"balli_follows": "free"}):
        assert rule_of(ramset(**chosen), *ROBBED[:8], "Ann AH") is None
    assert proof({"second_lead": "free"}, SECOND + "Dan 8H") is None


@pytest.mark.parametrize(
    ("chosen", "up", "shown", "rule"),
    [
        ({"lead_ace": "none"}, "9H", "AH", None),
        ({}, "9H", "AH", "lead-ace"),
        ({"balli": "highest"}, "9H", "AH", "lead-ace"),
        ({"balli": "highest"}, "9H", "7D", None),
        ({}, "9H", "KH", None),
        ({}, "AH", "KH", None),  # the ace lies: the duty lapses
        ({}, "AH", "7D", None),
    ],
)
def test_the_ace_is_led_first(chosen, up, shown, rule):
    assert proof({"lead_ace": "first", **chosen}, LED + f"Dan {shown}", up) == rule
