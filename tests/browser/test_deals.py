"""Deals by taps, compared with `companion replay`."""

from tests.browser.phone import replay
from tests.browser.test_weight import TAP, Wire
from tests.web import played


def test_a_deal_at_plays(phone, server, tmp_path):
    table = phone.sit_down(played.SEATS, dealer=4)
    phone.quiet()
    wire = Wire(phone)
    phone.say("turned-up", "piece", played.TURN_UP)
    phone.declare("Ann play, Bob play, Cat play, Dan play")
    assert phone.pool == played.POOL
    phone.play(played.PLAYS)
    whys = phone.whys
    assert {name: whys[name][0] for name in played.BALANCES} == played.BALANCES
    # The reasons have a rule, a formula and numbers.
    assert "25" in whys["Ann"][1] and "5" in whys["Cat"][1]
    assert phone.page.locator('details.why a[href*="#looed"]').first.is_visible()
    phone.say("settled")
    phone.quiet()
    sizes = wire.each()
    assert {url for url, _ in sizes} == {f"{server.url}{table}/entries"}
    assert len(sizes) == 1 + 4 + 20 + 1 and max(size for _, size in sizes) <= TAP, sizes
    assert phone.figures == played.BALANCES
    printed, code = replay(server.record(table), tmp_path)
    assert code == 0
    (deal,) = printed["games"][0]["deals"]
    assert deal["tricks"] == {"Ann": 0, "Bob": 1, "Cat": 2, "Dan": 2}
    assert (deal["pool"], deal["carried"], deal["looed"]) == (25, 25, ["Ann"])
    assert deal["revokes"] == []
    assert len(server.entries(table)) == 1 + 1 + 4 + 20 + 1


def test_a_deal_at_result(phone, server):
    table = phone.sit_down(("Ann", "Bob", "Cat"), depth="result", dealer=3)
    phone.choose("tricks:Ann", "3")
    phone.choose("tricks:Cat", "0")
    # The form fills in the number of tricks that remain.
    phone.choose("declared:Bob", "miss")
    assert phone.page.locator('input[name="tricks:Bob"][value="2"]').is_checked()
    # Later taps change what the form filled in, but not what was tapped. A player who is out has no miss.
    phone.choose("tricks:Ann", "4")
    assert phone.page.locator('input[name="tricks:Bob"][value="1"]').is_checked()
    phone.choose("tricks:Bob", "")
    assert phone.page.locator('[name="declared:Bob"]:checked').input_value() == ""
    assert phone.page.locator('input[name="tricks:Cat"][value="0"]').is_checked()
    phone.choose("tricks:Ann", "3")
    phone.choose("declared:Bob", "miss")
    phone.say("tricks-taken")
    # 20 in the pool, 4 a trick; Cat pays the pool. Cat staked 10, the others 5.
    figures = {name: figure for name, (figure, _) in phone.settlement.items()}
    assert {n: figures[n] for n in ("Ann", "Bob", "Cat")} == {"Ann": 7, "Bob": 3, "Cat": -30}
    phone.say("settled")
    assert server.entries(table)[-2]["tricks"] == {"Ann": 3, "Bob": 2, "Cat": 0}
    assert server.entries(table)[-2]["declared"] == {"Bob": "miss"}
