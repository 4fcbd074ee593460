"""Bestia: evenings worked out by hand from docs/rules.md 12.

Seats Ann Bob Cat Dan, Ann deals and puts in 3: to the right the order is Dan, Cat, Bob, Ann.
"""

import pytest

from companion.evening import Evening
from companion.evening.entries import Penalized
from tests.telling import accounts, code, rule_of, say, session, start, started

TEN = "Ann Bob Cat Dan Eve Fay Gus Hal Ida Jon"


def bestia(seats="Ann Bob Cat Dan", depth="tricks", **chosen):
    return start(seats, "bestia", depth, **chosen)


def settled(evening, *phrases):
    """Return the accounts in the order of the seats, and the pool's, after a deal."""
    return tuple(accounts(say(evening, *phrases, "settled")).values())


BUCO = ("up H", "Dan in", "Cat out", "Bob in", "Ann out", "Dan draws 2", "Bob draws 1", "Cat miss")
ALL = ("up H", "Dan in", "Cat in", "Bob in", "Ann out")


# How a deal ends


def test_a_player_comes_in_after_all():
    evening = say(bestia(), *BUCO, "won Dan Cat Cat", "settled")
    assert accounts(evening) == {"Ann": -3, "Bob": -3, "Cat": 2, "Dan": 1, "pool": 3}
    # Deal 2: P 6, share 2, a bestia 6; Dan deals to Cat, Bob, Ann.
    evening = say(evening, "up H")
    assert session(evening).deal.setup.players == ("Cat", "Bob", "Ann", "Dan")
    evening = say(evening, "Cat in", "Bob in", "Ann out", "Dan out")
    assert settled(evening, "won Cat Bob Cat") == (-3, -1, 6, -2, 0)
    assert settled(evening, "won Cat Cat Cat") == (-3, -9, 8, -2, 6)


def test_without_opponents_the_plate_is_taken():
    evening = say(bestia(), "up H", "Dan out", "Cat out", "Bob out")
    assert code(evening, "Ann in") == "all-dropped"
    assert code(evening, "Bob miss") == "wrong-phase"  # nobody is in to come in against
    assert settled(evening) == (0, 0, 0, 0, 0)
    for chosen in ({"miss": "one"}, {"miss": "none"}, {"most_exchanged": 0}, {}):
        evening = say(bestia(**chosen), "up H", "rest drop except Dan in")
        assert settled(evening) == (-3, 0, 0, 3, 0)
    # Unless somebody comes in by a buco.
    assert settled(evening, "Bob miss", "won Bob Bob Bob") == (-3, 3, 0, -3, 3)


def test_a_whole_deal():
    evening = bestia(depth="result")
    assert settled(evening, "told Dan 1 Cat 2 miss Bob 0") == (-3, -3, 2, 1, 3)
    assert settled(evening, "told Dan 0 Cat 3 miss") == (-3, 0, 3, -3, 3)
    assert settled(evening, "told Dan 3") == (-3, 0, 0, 3, 0)
    assert settled(evening, "told Ann 3") == (0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("chosen", "won", "revoked", "found"),
    [
        # Bob has no trick. Dan revoked: his 2 stay, and he pays P like Bob.
        ({}, "Dan Dan Cat", True, (-3, -3, 1, -3, 8)),
        # Cat and Bob have 3 // 2 each, 1 stays, Dan pays P and Bob nothing.
        ({"revoke": "divide"}, "Dan Dan Cat", True, (-3, 1, 1, -3, 4)),
        ({"revoke": "divide", "revoke_pays": "loo", "loo": "fixed", "loo_chips": 2},
         "Dan Dan Cat", True, (-3, 1, 1, -2, 3)),
        ({"revoke": "note"}, "Dan Dan Cat", True, (-3, -3, 1, 2, 3)),
        ({"stake": 6}, "Dan Dan Cat", False, (-6, -6, 2, 4, 6)),
        ({"stake_by": "all"}, "Dan Dan Cat", False, (-3, -15, 1, 5, 12)),  # P 12
        ({"loo": "fixed"}, "Dan Dan Cat", False, (-3, -3, 1, 2, 3)),
        ({"loo": "fixed", "loo_chips": 9}, "Dan Dan Cat", False, (-3, -9, 1, 2, 9)),
        ({"stake": 6, "loo": "capped", "loo_chips": 4}, "Dan Dan Cat", False, (-6, -4, 2, 4, 4)),
        ({"stake_by": "all", "loo": "capped"}, "Dan Dan Cat", False, (-3, -9, 1, 5, 6)),
        # A saved plate stays, but not where a revoke is paid.
        ({}, "Dan Cat Bob", False, (-3, 1, 1, 1, 0)),
        ({"saved": True}, "Dan Cat Bob", False, (-3, 0, 0, 0, 3)),
        ({"saved": True}, "Dan Cat Bob", True, (-3, 1, 1, -3, 4)),
        ({"saved": True, "revoke": "divide"}, "Dan Cat Bob", True, (-3, 1, 1, -3, 4)),
        ({"saved": True, "revoke": "note"}, "Dan Cat Bob", True, (-3, 0, 0, 0, 3)),
    ],
)  # fmt: skip
def test_settlement(chosen, won, revoked, found):
    evening = say(bestia(**chosen), *ALL, f"won {won}", *["revoked Dan"] * revoked)
    assert session(evening).deal.settlement().looed_as == "bestia"
    assert settled(evening) == found


def test_a_fourth_player_in_does_not_save_it():
    evening = say(bestia(saved=True), *BUCO, "Ann miss")
    assert settled(evening, "won Dan Cat Bob") == (-6, 1, 1, 1, 3)


@pytest.mark.parametrize(
    ("remainder", "found"),
    [("carry", (1, 2, 2)), ("last-trick", (1, 4, 0)), ("eldest-first", (2, 3, 0))],
)
def test_odd_chips(remainder, found):
    """Bob pays 2. Deal 2: Dan puts in 3, P 5, share 1, and 2 are left over."""
    evening = say(bestia(loo="fixed", loo_chips=2, remainder=remainder), *ALL, "won Dan Dan Cat")
    before = accounts(say(evening, "settled"))
    evening = say(evening, "settled", "up H", "Cat in", "Bob in", "rest drop", "won Bob Cat Cat")
    after = accounts(say(evening, "settled"))
    assert (*(after[one] - before[one] for one in ("Bob", "Cat")), after["pool"]) == found


# The way round


@pytest.mark.parametrize(
    ("direction", "order"), [("right", "Eve Dan Cat Bob Ann"), ("left", "Bob Cat Dan Eve Ann")]
)
def test_direction(direction, order):
    """Eve sits on Dan's left, whichever way the game goes."""
    order = order.split()
    evening = say(bestia(direction=direction), "Eve joins Dan", "up H")
    for player in order:
        assert session(evening).deal.turn == player
        evening = say(evening, f"{player} in")
    assert session(evening).deal.turn is None
    evening = say(evening, f"{order[1]} draws 1")
    assert rule_of(evening, f"{order[0]} draws 1") == "out-of-turn"
    # P 3: Bob, Cat, Dan one each; Ann and Eve pay 3 each, which are one each and one odd chip.
    evening = say(evening, "won Bob Cat Dan", "settled")
    assert session(evening).deal.setup.dealer == order[0]
    ended, before = accounts(say(evening, "ended")), accounts(evening)
    assert [ended[one] - before[one] for one in order] == [2, 1, 1, 1, 1]


@pytest.mark.parametrize(("direction", "ann", "dan"), [("right", 3, 1), ("left", 2, 2)])
def test_odd_chips_from_eldest(direction, ann, dan):
    """P is 1 + 3: a share of 1, and one chip to Ann or Dan. Dan deals, or to the left Bob."""
    rules = {"loo": "fixed", "loo_chips": 1, "remainder": "eldest-first", "direction": direction}
    evening = say(bestia(**rules), "up H", "rest drop except Dan in Cat in Bob in")
    evening = say(evening, "won Dan Dan Cat", "settled", "up H", "rest drop except Ann in Dan in")
    before, after = accounts(evening), accounts(say(evening, "won Ann Dan Ann", "settled"))
    assert (after["Ann"] - before["Ann"], after["Dan"] - before["Dan"]) == (ann, dan)


@pytest.mark.parametrize(
    ("number", "chosen", "rule"),
    [(2, {}, "too-few-players"), (3, {}, None), (10, {"miss": "one"}, None),
     (11, {}, "too-many-players"), (3, {"stake": 4}, "unreadable"), (3, {"stake": 4, "stake_by": "closed"}, "unreadable")],
)  # fmt: skip
def test_players_and_stake(number, chosen, rule):
    seats = " ".join("ABCDEFGHIJK"[:number])
    assert rule_of(Evening(), started(seats, "bestia", **chosen)) == rule


# The plate is closed when it is empty; a single pool is played by all

PLAY = ("up H", "Cat in", "Bob in", "Ann in")


def test_a_closed_round():
    evening = say(bestia("Ann Bob Cat", stake_by="closed"), "up H")
    for again in ((), ("misdealt", "up H")):
        evening = say(evening, *again)
        assert session(evening).deal.pool == 9 and code(evening, "Cat out") == "single-pool"
    evening = say(evening, *PLAY[1:], "Cat draws 2", "Bob draws 0", "won Cat Cat Bob")
    # Cat 6, Bob 3, Ann pays 9; then only Cat puts in, and who likes may drop.
    assert settled(evening) == (-12, 0, 3, 9)
    evening = say(evening, "settled", "up H", "Bob out")
    assert session(evening).deal.pool == 12


@pytest.mark.parametrize(("chips", "pool", "rule"), [(2, 2 + 9, "single-pool"), (3, 3 + 3, None)])
def test_a_plate_under_three_is_empty(chips, pool, rule):
    evening = bestia("Ann Bob Cat", stake_by="closed", loo="fixed", loo_chips=chips)
    evening = say(evening, *PLAY, "won Cat Cat Bob", "settled", "up H")
    assert session(evening).deal.pool == pool and rule_of(evening, "Bob out") == rule


@pytest.mark.parametrize(
    ("chosen", "said", "rule"),
    [
        ({}, ("up H", "Cat out"), "single-pool"),
        ({"forced": "never"}, ("up H", "Cat out"), None),
        ({}, (*PLAY, "Cat draws 1"), "wrong-phase"),
        ({"miss": "one"}, ("up H", "Cat miss"), None),
        # Deal 2: Bob is eldest.
        ({}, (*PLAY, "won Cat Bob Ann", "settled", "up H", "Bob out"), "single-pool"),
        ({"saved": True}, (*PLAY, "won Cat Bob Ann", "settled", "up H", "Bob out"), "single-pool"),
        ({}, (*PLAY, "won Cat Bob Bob", "settled", "up H", "Bob out"), None),
        ({}, (*PLAY, "won Cat Bob Ann", "revoked Bob", "settled", "up H", "Bob out"), None),
        ({}, (*PLAY, "won Cat Bob Ann", Penalized("Bob", 1), "settled", "up H", "Bob out"), None),
        ({}, (*PLAY, "won Cat Bob Ann", "settled", Penalized("Bob", 1), "up H", "Bob out"), None),
    ],
)
def test_a_single_pool(chosen, said, rule):
    assert rule_of(bestia("Ann Bob Cat", **{"forced": "single-pool", **chosen}), *said) == rule


def test_a_saved_plate_with_the_chips_of_a_bestia_is_no_single_pool():
    """Ann pays 3; deal 2 is saved with these 3 in the plate."""
    evening = say(bestia("Ann Bob Cat", forced="single-pool", saved=True), *PLAY)
    evening = say(evening, "won Cat Bob Bob", "settled", "up H", "Bob in", "Ann in", "Cat in")
    evening = say(evening, "won Bob Ann Cat", "settled", "up H")
    assert session(evening).deal.pool == 9
    assert rule_of(evening, "Ann out") is None
    # Once it is shared out, there are only stakes again.
    evening = say(evening, "Ann in", "Cat in", "Bob out", "won Ann Cat Ann", "settled")
    assert rule_of(evening, "up H", "Cat out") == "single-pool"


def test_chips_left_over_wait_for_the_next_bestia():
    evening = say(bestia(ending="carry", depth="result"), "told Dan 1 Cat 2 Bob 0", "settled")
    other = say(evening, started("Ann Bob Cat", "julepe", "result", ending="carry"))
    assert session(other).opening_pool == 0
    again = say(other, started("Ann Bob Cat", "bestia", forced="single-pool"))
    assert session(again).opening_pool == 3
    assert rule_of(again, "up 2H", "Cat out") is None  # such chips make no single pool


# Exchanges and bucos

LATE = BUCO[:7]
"""Two are in and have exchanged: Cat, then Ann can come in."""


@pytest.mark.parametrize(
    ("chosen", "said", "rule"),
    [
        ({}, (*ALL, "Dan draws 3"), "draw"),
        ({"most_exchanged": 3}, (*ALL, "Dan draws 3"), None),
        ({"most_exchanged": 3}, (*ALL, "Dan draws 4"), "draw"),
        ({"most_exchanged": 0}, (*ALL, "Dan draws 1"), "wrong-phase"),
        ({"most_exchanged": 0}, (*BUCO[:5], "Cat miss"), None),
        ({}, (*ALL, "Ann draws 1"), "not-in"),
        ({}, (*ALL, "Dan draws 1", "Dan draws 1"), "out-of-turn"),
        ({}, (*ALL, "Cat draws 1", "Dan draws 1"), "out-of-turn"),  # passed over
        ({}, (*ALL, "won Dan", "Cat draws 1"), "wrong-phase"),
        ({}, (*ALL, "revoked Dan", "Dan draws 1"), "wrong-phase"),
        ({}, (*ALL, "settled"), "wrong-phase"),
        ({}, (*BUCO, "Bob draws 1"), "wrong-phase"),
        ({}, (*BUCO, "Cat out"), "miss-binds"),
        ({}, (*BUCO, "Ann miss"), None),
        ({}, (*BUCO, "Bob miss"), "wrong-phase"),  # in already
        ({}, (*LATE, "Ann miss", "Cat miss"), "out-of-turn"),  # passed over
        ({}, (*BUCO, "won Dan", "Ann miss"), "wrong-phase"),
        ({}, ("up H", "Dan miss"), "no-miss-left"),  # in turn nobody takes one
        ({"miss": "none"}, ("up H", "Dan miss"), "no-miss-left"),
        ({"miss": "none"}, (*LATE, "Cat miss"), "wrong-phase"),
        ({"miss": "one"}, ("up H", "Dan miss"), None),
        ({"miss": "one"}, ("up H", "Dan miss", "Dan out"), "miss-binds"),
        ({"miss": "one"}, ("up H", "Dan miss", "Cat miss"), "no-miss-left"),
        ({"miss": "one"}, (*LATE, "Cat miss"), "wrong-phase"),
        # Partners: of those who dropped, and did not come in.
        ({}, (*LATE, "Cat miss with Ann"), "declaring"),
        ({"partners": True}, ("up H", "Dan in with Cat"), "declaring"),
        ({"partners": True}, (*LATE, "Cat miss with Dan"), "not-in"),
        ({"partners": True}, (*LATE, "Cat miss with Cat"), "not-in"),
        ({"partners": True}, (*LATE, "Cat miss with Ann Ann"), "not-in"),
        ({"partners": True}, (*LATE, "Cat miss with Zoe"), "not-in"),
        ({"partners": True}, (*BUCO, "Ann miss with Cat"), "not-in"),
        ({"partners": True}, (*LATE, "Ann miss with Cat"), None),
        ({"partners": True}, (*LATE, "Cat miss with Ann", "Ann miss"), "out-of-turn"),
    ],
)
def test_exchanges_and_bucos(chosen, said, rule):
    assert rule_of(bestia(**chosen), *said) == rule


def test_who_is_passed_over_exchanged_none():
    evening = say(bestia(), *BUCO[:5], "Bob draws 1", "Cat miss")
    assert session(evening).deal.exchanges == {"Dan": 0, "Bob": 1}
    assert session(evening).deal.players == ("Dan", "Cat", "Bob")


@pytest.mark.parametrize(
    ("draws", "bucos"), [((2, 2, 2), 1), ((2, 2, 0), 1), ((2, 1, 0), 2), ((0, 0, 0), 3)]
)
def test_three_cards_must_be_left_for_a_buco(draws, bucos):
    """40 − 1 − 30 = 9 left, less those exchanged; three for each."""
    evening = say(bestia(TEN), "up H", "Jon in", "Ida in", "Hal in", "rest drop")
    exchanged = zip(("Jon", "Ida", "Hal"), draws, strict=True)
    evening = say(evening, *(f"{one} draws {n}" for one, n in exchanged))
    late = ("Gus", "Fay", "Eve", "Dan")
    evening = say(evening, *(f"{one} miss" for one in late[:bucos]))
    assert code(evening, f"{late[bucos]} miss") == "no-miss-left"


@pytest.mark.parametrize(("out", "rule"), [("reshuffle", None), ("limit", "stock-exhausted")])
def test_the_stock_runs_out(out, rule):
    """9 are left, and after three exchanges none."""
    evening = say(bestia(TEN, most_exchanged=3, stock_out=out), "up H", "Jon in", "Ida in")
    evening = say(evening, "Hal in", "Gus in", "rest drop")
    evening = say(evening, "Jon draws 3", "Ida draws 3", "Hal draws 3")
    assert rule_of(evening, "Gus draws 1") == rule
    # What is left of the cards dealt again is none for a buco.
    evening = say(evening, f"Gus draws {int(rule is None)}")
    assert code(evening, "Fay miss") == "no-miss-left"


@pytest.mark.parametrize(
    ("chosen", "order"), [({}, "Dan Cat Bob Ann"), ({"buco_leads": True}, "Cat Bob Ann Dan")]
)
def test_who_leads(chosen, order):
    evening = say(bestia(depth="plays", **chosen), "up 2H", *BUCO[1:], "Ann miss")
    for player, card in zip(order.split(), ("4C", "5C", "6C", "7C"), strict=True):
        assert session(evening).deal.turn == player
        evening = say(evening, f"{player} {card}")


@pytest.mark.parametrize(
    ("chosen", "said", "found"),
    [
        # Of 3 among two: one each, one stays; Dan and Bob pay 3.
        ({}, "Cat miss with Ann, won Cat Cat Cat", (-2, -3, 1, -3, 7)),
        ({}, "Cat miss with Ann, won Dan Cat Cat", (-2, -3, 1, 1, 3)),
        # A bestia of 3: Cat pays 2, Ann 1.
        ({}, "Cat miss with Ann, won Dan Dan Bob", (-4, 1, -2, 2, 3)),
        # All put in, P 12: 6 each; bestie of 12.
        ({"stake_by": "all"}, "Cat miss with Ann, won Cat Cat Cat", (3, -15, 3, -15, 24)),
        # Cat revoked, and pays alone: her share stays.
        ({}, "Cat miss with Ann, won Dan Cat Bob, revoked Cat", (-3, 1, -3, 1, 4)),
    ],
)
def test_partners_share_a_hand(chosen, said, found):
    assert settled(bestia(partners=True, **chosen), *LATE, *said.split(", ")) == found


def test_three_share_a_hand():
    """P 3 among Cat, Bob and Ann."""
    evening = say(bestia(partners=True), "up H", "rest drop except Dan in", "Cat miss with Bob Ann")
    assert settled(evening, "won Cat Cat Cat") == (-2, 1, 1, -3, 3)
    evening = say(evening, "won Dan Dan Dan")
    assert session(evening).deal.settlement().looed == ("Cat",)
    assert settled(evening) == (-4, -1, -1, 3, 3)


# Cards: trump is hearts; Dan leads, then Cat and Bob.


@pytest.mark.parametrize("card", ["8H", "9C", "TD", "10S", "JK"])
def test_cards_not_in_the_pack(card):
    assert code(bestia(depth="plays"), f"up {card}") == "not-in-pack"
    evening = say(bestia(depth="plays"), "up 2H", *ALL[1:])
    assert code(evening, f"Dan {card}") == "not-in-pack"
    assert code(evening, "Dan 2H") == "already-seen"  # the turn-up belongs to nobody


def proof(chosen, plays, up="2H"):
    evening = say(bestia(depth="plays", **chosen), f"up {up}", *ALL[1:])
    return rule_of(evening, *plays.split(", "))


@pytest.mark.parametrize(
    ("plays", "plain", "overtrump", "always"),
    [
        ("Dan 5C, Cat 4D, Bob 6C, Bob KC, Dan JC, Cat 7C", *["follow-suit"] * 3),
        ("Dan 5C, Cat 4D, Bob 6C, Bob KC, Dan JC, Cat 4H", *["must-trump"] * 3),
        # Bob trumps too low and shows the king.
        ("Dan 5C, Cat 6H, Bob 4H, Cat 5H, Bob KH", None, "must-overtrump", "must-overtrump"),
        # Cat stays below, in a plain suit and in trumps; the three is above the king.
        ("Dan KC, Cat 4C, Bob 5C, Dan AC, Cat 3C", None, None, "must-head"),
        ("Dan 5H, Cat 4H, Bob 6H, Bob 7H, Dan JH, Cat KH", None, None, "must-head"),
        # A trick that is trumped cannot be headed in the suit led.
        ("Dan 5C, Cat 4H, Bob 4C, Cat 5H, Bob 6H, Dan 7H, Dan JD, Cat 7D, Bob AC", *[None] * 3),
    ],
)
def test_following(plays, plain, overtrump, always):
    for following, rule in (("plain", plain), ("overtrump", overtrump), ("always", always)):
        assert proof({"following": following, "lead_ace": "none"}, plays) == rule


FIRST = "Dan KC, Cat 4C, Bob 5C, Dan "
SECOND = "Dan KC, Cat AC, Bob 6C, Cat 5D, Bob 4D, Dan 7D, Dan 5S, Cat "


@pytest.mark.parametrize(
    ("plays", "up", "first", "any_lead"),
    [
        (FIRST + "AH", "2H", "lead-ace", "lead-ace"),
        (FIRST + "3H", "2H", None, None),
        (FIRST + "3H", "AH", "lead-ace", "lead-ace"),
        (FIRST + "KH", "AH", None, None),
        (SECOND + "AH", "2H", None, "lead-ace"),
        (SECOND + "3H", "AH", None, "lead-ace"),
    ],
)
def test_the_ace_is_led(plays, up, first, any_lead):
    for lead_ace, rule in (("first", first), ("any", any_lead), ("none", None)):
        assert proof({"lead_ace": lead_ace}, plays, up) == rule
    assert proof({}, plays, up) == first


@pytest.mark.parametrize(
    ("seats", "chosen", "found"),
    [
        # Two each: P 6, two a trick.
        ("Ann Bob Cat", {}, {"Ann": -2 - 6, "Bob": -2 + 2, "Cat": -2 + 4, "pool": 6}),
        # P 8, two a trick: the two left over stay, or go to the last trick's winner, or round.
        ("Ann Bob Cat Dan", {}, {"Ann": -10, "Bob": 0, "Cat": 2, "Dan": -2, "pool": 2 + 8}),
        (
            "Ann Bob Cat Dan",
            {"remainder": "last-trick"},
            {"Ann": -10, "Bob": 2, "Cat": 2, "Dan": -2, "pool": 8},
        ),
        (
            "Ann Bob Cat Dan",
            {"remainder": "eldest-first"},
            {"Ann": -10, "Bob": 1, "Cat": 3, "Dan": -2, "pool": 8},
        ),
    ],
)
def test_any_stake_where_each_puts_in(seats, chosen, found):
    evening = bestia(seats, stake=2, stake_by="all", **chosen)
    out = ("Dan out",) if "Dan" in seats else ()
    evening = say(evening, "up H", *out, "Cat in", "Bob in", "Ann in", "won Cat Cat Bob", "settled")
    assert accounts(evening) == found
