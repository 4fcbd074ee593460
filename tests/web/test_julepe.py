"""Julepe, told at once: the dealer's row asks whether the dealer took the turn-up. And what its pages say."""

import pytest

from companion.rules.actions import Declared
from tests.web.table import opened

JULEPE = {"game": "julepe", "seats": "Ann Bob Cat Dan", "depth": "result"}
TRICKS = {"tricks:Dan": "3", "tricks:Cat": "1", "tricks:Ann": "1"}


def asked(phone):
    """Return the players whose row offers the turn-up."""
    boxes = phone.page.soup.select(".whole input[value='takes-turn-up']")
    return [box["name"] for box in boxes]


def test_the_row_of_the_dealer_offers_the_turn_up(app, phone):
    key = opened(app, **JULEPE)
    phone.at(key)
    assert asked(phone) == ["declared:Ann"]
    phone.press("tricks-taken", **TRICKS, **{"declared:Ann": "takes-turn-up"})
    told = phone.record(key)["entries"][-1]
    assert told == {
        "kind": "tricks-taken",
        "tricks": {"Dan": 3, "Cat": 1, "Ann": 1},
        "declared": {},
        "takes_turn_up": True,
    }
    # The correction shows what was told.
    phone.get(f"/e/{key}/amend/2")
    form, _ = phone.find("tricks-taken")
    assert dict(phone.page.filled(form))["declared:Ann"] == "takes-turn-up"
    assert "the dealer took the turn-up" in phone.get(f"/e/{key}/log").text


def test_a_dealer_who_plays_for_the_pool_can_have_taken_the_turn_up(app, phone):
    """With two tricks of three the dealer is no winner, so that Dan takes the whole plate."""
    key = opened(app, **JULEPE, lone="enter-or-pool", dealer_turn_up="three")
    phone.at(key)
    assert asked(phone) == ["declared:Ann"]
    both = "for-the-pool takes-turn-up"
    labels = phone.page.soup.select(".whole .extra label")
    words = {label.select_one("input")["value"]: label.words for label in labels}
    assert words[both] == f"{words['for-the-pool']}, {words['takes-turn-up']}"
    phone.press("tricks-taken", **{"tricks:Dan": "3", "tricks:Ann": "2", "declared:Ann": both})
    told = phone.record(key)["entries"][-1]
    assert told["declared"] == {"Ann": "for-the-pool"} and told["takes_turn_up"] is True
    assert "Dan 3 tricks +10" in phone.get(f"/e/{key}").text
    # The correction shows what was told.
    phone.get(f"/e/{key}/amend/2")
    form, _ = phone.find("tricks-taken")
    assert dict(phone.page.filled(form))["declared:Ann"] == both


@pytest.mark.parametrize(
    "other", [{"dealer_turn_up": "off"}, {"game": "ramset"}, {"game": "domino-loo"}]
)
def test_it_is_not_offered_where_it_costs_nothing(app, phone, other):
    phone.at(opened(app, **{**JULEPE, **other}))
    assert asked(phone) == []


@pytest.mark.parametrize(("to", "is_said"), [("winners", False), ("plate", True)])
def test_a_pool_that_the_losers_do_not_fill_needs_no_limit(app, phone, to, is_said):
    told = [
        f"told {one}" for one in ("Dan 3 Cat 2 Ann 0", "Cat 3 Bob 2 Dan 0", "Bob 3 Ann 2 Cat 0")
    ]
    deals = [phrase for one in told for phrase in (one, "settled")]
    page = phone.at(opened(app, *deals, **JULEPE, julepe_to=to))
    assert ("ended with a julepe, and the pool has no limit" in page.text) == is_said


def test_every_payment_between_players_says_to_whom(app, phone):
    key = opened(app, "told Dan 3 Cat 2 Ann 0", "settled", **JULEPE)
    lines = phone.get(f"/e/{key}/deals/1").text
    assert "Ann pays Dan −5" in lines and "Ann pays Cat −5" in lines and "looed" not in lines
    key = opened(app, "told Dan 3 Cat 2 Ann 0", "settled", **JULEPE, julepe_to="plate")
    assert "Ann julepe −10" in phone.get(f"/e/{key}/deals/1").text


@pytest.mark.parametrize(
    ("house_rules", "terms"),
    [
        ({}, "Two tricks win a part of 10. Fewer cost 10, and Ann 2 × 10."),
        (
            {"dealer_turn_up": "three"},
            "Two tricks win a part of 10. Fewer cost 10. Ann needs three.",
        ),
        ({"dealer_turn_up": "free"}, "Two tricks win a part of 10. Fewer cost 10."),
    ],
)
def test_the_terms_say_what_the_turn_up_costs_the_dealer(app, phone, house_rules, terms):
    taken = Declared("Ann", "play", takes_turn_up=True)
    said = ("up 7H", "Dan in", "Cat in", "Bob out")
    game = {**JULEPE, "depth": "plays", **house_rules}
    assert (
        "Two tricks win a part of 10. Fewer cost 10." in phone.at(opened(app, *said, **game)).text
    )
    assert terms in phone.at(opened(app, *said, taken, **game)).text
