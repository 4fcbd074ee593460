"""Whole games by taps, from the first page on, and what `companion replay` says of them."""

import pytest

from tests.browser.phone import replay
from tests.web import played


def test_the_three_deals_of_the_rulebook(phone, server, tmp_path):
    table = phone.sit_down(played.SEATS, depth="tricks", dealer=1)
    for (pool, trump, sayings, winners), settled in zip(
        played.THREE_DEALS, played.THREE_SETTLED, strict=True
    ):
        phone.say("turned-up", "piece", trump)
        assert phone.pool == pool
        phone.declare(sayings)
        phone.win(winners)
        whys = phone.whys
        assert {name: whys[name][0] for name in settled} == settled
        phone.say("settled")
    assert phone.figures == played.THREE_BALANCES
    printed, code = replay(server.record(table), tmp_path)
    assert code == 0 and printed["problems"] == []
    (game,) = printed["games"]
    assert [deal["pool"] for deal in game["deals"]] == [25, 55, 115]
    assert game["balances"] == phone.figures
    assert game["deals"][2]["carried"] == 0 and game["deals"][2]["looed"] == []


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_deal_at_plays(phones, server, tmp_path, script):
    """The same deal with real hands, by taps with script and by plain forms without."""
    phone = phones(script=script)
    table = phone.sit_down(played.SEATS, dealer=4)
    phone.say("turned-up", "piece", played.TURN_UP)
    phone.declare("Ann play, Bob play, Cat play, Dan play")
    assert phone.pool == played.POOL
    phone.play(played.PLAYS)
    whys = phone.whys
    assert {name: whys[name][0] for name in played.SETTLEMENT} == played.SETTLEMENT
    # Why: the rule, the formula, the numbers.
    assert "25" in whys["Ann"][1] and "5" in whys["Cat"][1]
    assert phone.page.locator('details.why a[href*="#looed"]').first.is_visible()
    phone.say("settled")
    assert phone.figures == played.BALANCES
    printed, code = replay(server.record(table), tmp_path)
    assert code == 0
    (deal,) = printed["games"][0]["deals"]
    assert deal["tricks"] == {"Ann": 0, "Bob": 1, "Cat": 2, "Dan": 2}
    assert (deal["pool"], deal["carried"], deal["looed"]) == (25, 25, ["Ann"])
    assert deal["revokes"] == []
    # The log is the same, whichever way it was told.
    assert len(server.entries(table)) == 1 + 1 + 4 + 20 + 1


def test_a_rounce_game_to_its_end(phone, server, tmp_path):
    table = phone.sit_down(("Ann", "Bob"), "domino-rounce", "tricks", dealer=1)
    assert set(phone.figures.values()) == {15}
    # Ann takes 3, 3, 4, 5: 12, 9, 5, 0. Bob 2, 2, 1 and none: 13, 11, 10, rounced 15.
    for deal, winners in enumerate(
        ("Ann Bob Ann Bob Ann", "Ann Bob Ann Bob Ann", "Ann Ann Ann Ann Bob", "Ann Ann Ann Ann Ann")
    ):
        phone.say("turned-up", "piece", str(deal))
        first, second = ("Bob", "Ann") if deal % 2 == 0 else ("Ann", "Bob")
        phone.declare(f"{first} play, {second} miss")
        phone.win(winners)
        phone.say("settled")
    assert "Ann" in phone.question
    assert phone.figures == {"Ann": 0, "Bob": 15}
    assert phone.button("evening-closed").is_visible()
    (game,) = replay(server.record(table), tmp_path)[0]["games"]
    assert (game["winner"], game["scores"]) == ("Ann", {"Ann": 0, "Bob": 15})


def test_a_deal_at_result(phone, server):
    table = phone.sit_down(("Ann", "Bob", "Cat"), depth="result", dealer=3)
    phone.say("turned-up", "piece", "0")
    phone.declare("Ann play, Bob miss, Cat play")
    phone.choose("tricks:Ann", "3")
    phone.choose("tricks:Bob", "2")
    # What must follow is filled in.
    assert phone.page.locator('input[name="tricks:Cat"][value="0"]').is_checked()
    phone.say("tricks-taken")
    # 20 in the pool, 4 a trick; Cat pays the pool.
    figures = {name: why[0] for name, why in phone.whys.items()}
    assert {n: figures[n] for n in ("Ann", "Bob", "Cat")} == {"Ann": 12, "Bob": 8, "Cat": -20}
    phone.say("settled")
    assert server.entries(table)[-2]["tricks"] == {"Ann": 3, "Bob": 2, "Cat": 0}
