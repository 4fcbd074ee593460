"""Refusals, proven revokes and their corrections, by taps."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phone import replay
from tests.web import played

# Ann deals, sixes are trumps. Hands:
#   Bob 5-5 5-4 3-3 4-4 4-3 · Cat 1-0 5-2 2-0 2-1 3-1
#   Dan 5-3 5-1 2-2 3-2 1-1 · Ann 5-0 6-5 6-4 4-0 3-0
# Bob leads fives; Cat throws 1-0 on them, though she has the 5-2, and shows it in trick 2.
BEFORE = ("up 6-3", "Bob in", "Cat in", "Dan in", "Ann in")
BEFORE += ("Bob 5-5", "Cat 1-0", "Dan 5-3", "Ann 5-0", "Bob 5-4")
REST = ("Dan 5-1", "Ann 6-5", "Ann 6-4", "Bob 3-3", "Cat 2-0", "Dan 2-2", "Ann 4-0 as 4", "Bob 4-4")
REST += ("Cat 2-1", "Dan 3-2", "Bob 4-3 as 4", "Cat 3-1", "Dan 1-1", "Ann 3-0")


def rest_is_played(phone, server, table):
    server.goes_on(table, *REST)
    expect(phone.page.locator("#settlement")).to_be_visible()
    phone.look_first()


@pytest.fixture
def table(phone, server):
    path = server.evening(*BEFORE, dealer="Ann")
    phone.open(path)
    phone.say("played", "piece", "5-2")
    return path


def test_a_refusal(phone, server):
    path = server.evening("up 6-3", "Bob in", "Cat in", "Dan in", "Ann in +", dealer="Ann")
    phone.open(path)
    before = phone.question
    # The dealer took the 6-3; tapping it gives the reason for the refusal.
    phone.tap(phone.button("played", "piece", "6-3"))
    expect(phone.page.locator("#problem")).to_be_in_viewport()
    assert "6-3" in phone.alert and "Ann" in phone.alert
    assert phone.question == before and len(server.entries(path)) == 6
    link = phone.page.locator("#problem a:not(.term)").get_attribute("href")
    phone.follow(link)
    expect(phone.page.locator(f"[id='{link.partition('#')[2]}']")).to_be_in_viewport()
    phone.page.go_back()
    # The message covers no answers, and disappears with the next entry.
    phone.say("played", "piece", "6-4")
    assert phone.alert == "" and len(server.entries(path)) == 7


def test_a_tile_that_would_prove_a_revoke_says_so(phone, server):
    path = server.evening(*BEFORE, dealer="Ann")
    phone.open(path)
    name = phone.button("played", "piece", "5-2").get_attribute("aria-label")
    assert "5 2" in name and "revoke" in name
    assert phone.button("played", "piece", "5-5").count() == 0  # the revoke was seen


def test_corrected(phone, server, table, tmp_path):
    phone.page.locator(f'a[href^="{table}/correct/"]').first.tap()
    phone.page.wait_for_url(re.compile("correct"))
    assert "Cat" in phone.text("h1")
    with phone.page.expect_navigation():
        phone.button("played", "piece", "5-2").tap()
    assert phone.path == table
    phone.say("played", "piece", "1-0")  # she has no five left
    rest_is_played(phone, server, table)
    phone.say("settled")
    printed, code = replay(server.record(table), tmp_path)
    (deal,) = printed["games"][0]["deals"]
    assert code == 0 and deal["revokes"] == []
    assert deal["looed"] == ["Cat", "Dan"]


def test_recorded_and_settled_at_the_end(phone, server, table, tmp_path):
    phone.say("played", "stands", "revoke")
    assert "Dan" in phone.question
    rest_is_played(phone, server, table)
    figures = {name: figure for name, (figure, _) in phone.settlement.items()}
    # Divide: 25 among three is 8 each, one stays; Cat pays what the pool held. Ann deals: she
    # staked 10, the others 5.
    assert [figures[name] for name in played.SEATS] == [-2, 3, -30, 3]
    assert "revoke" in phone.text("main")
    phone.say("settled")
    (deal,) = replay(server.record(table), tmp_path)[0]["games"][0]["deals"]
    assert deal["carried"] == 26
    assert deal["revokes"] == [
        {
            "player": "Cat", "trick": 1, "piece": "1-0", "rule": "follow-suit", "proof": "5-2",
            "stands": "revoke",
        }
    ]  # fmt: skip
