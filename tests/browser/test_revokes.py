"""What is refused, what is proven, and the ways back: by taps."""

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
TRICKS = {"Bob": 3, "Cat": 0, "Dan": 0, "Ann": 2}


def rest_is_played(phone, server, table):
    """Another phone enters the rest of the deal."""
    server.goes_on(table, *REST)
    expect(phone.page.locator("#settlement")).to_be_visible()
    phone.look_first()


@pytest.fixture
def table(phone, server):
    """A table where Cat is about to prove that she revoked in trick 1."""
    path = server.evening(*BEFORE, dealer="Ann")
    phone.open(path)
    phone.say("played", "piece", "5-2")
    return path


def test_a_refusal(phone, server):
    path = server.evening("up 6-3", "Bob in", "Cat in", "Dan in", "Ann in +", dealer="Ann")
    phone.open(path)
    before = phone.question
    # The dealer took the 6-3: it can be tapped, and the companion says why not.
    phone.tap(phone.button("played", "piece", "6-3"))
    expect(phone.page.locator("#problem")).to_be_in_viewport()
    assert "6-3" in phone.alert and "Ann" in phone.alert
    assert phone.question == before and len(server.entries(path)) == 6
    link = phone.page.locator("#problem a:not(.term)").get_attribute("href")
    phone.follow(link)
    expect(phone.page.locator(f"[id='{link.partition('#')[2]}']")).to_be_in_viewport()
    phone.page.go_back()
    # It does not stand in the way of the next tap, and goes with it.
    phone.say("played", "piece", "6-4")
    assert phone.alert == "" and len(server.entries(path)) == 7


def test_a_tile_that_would_prove_a_revoke_says_so(phone, server):
    path = server.evening(*BEFORE, dealer="Ann")
    phone.open(path)
    name = phone.button("played", "piece", "5-2").get_attribute("aria-label")
    assert "5-2" in name and "revoke" in name
    assert phone.button("played", "piece", "5-5").count() == 0  # seen


def test_what_is_proven(phone, server, table):
    """What was played, what proves it, the rule, and the three answers; nothing is written."""
    shown = phone.text("main")
    for word in ("Cat", "1-0", "5-2"):
        assert word in shown
    assert phone.page.locator('a[href*="#follow-suit"]').first.is_visible()
    assert phone.button("played", "stands", "revoke").is_visible()
    assert phone.button("played", "stands", "let-stand").is_visible()
    assert phone.page.locator(f'a[href^="{table}/correct/"]').first.is_visible()
    assert phone.page.locator('main [role="alert"]').count()
    assert len(server.entries(table)) == len(BEFORE) + 1


def test_corrected(phone, server, table, tmp_path):
    """Cat had really played the 5-2, and somebody tapped the 1-0."""
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
            "player": "Cat",
            "trick": 1,
            "piece": "1-0",
            "rule": "follow-suit",
            "proof": "5-2",
            "stands": "revoke",
        }
    ]


def test_recorded_and_settled_at_once(phone, server, table, tmp_path):
    phone.say("played", "stands", "revoke")
    phone.follow(f"{table}/settle")
    figures = {name: figure for name, (figure, _) in phone.settlement.items()}
    assert [figures[name] for name in played.SEATS] == [-2, 3, -30, 3]
    assert len(server.entries(table)) == len(BEFORE) + 2
    with phone.page.expect_navigation():
        phone.button("settled").tap()
    assert phone.path == table and phone.pool == 26
    (deal,) = replay(server.record(table), tmp_path)[0]["games"][0]["deals"]
    assert deal["carried"] == 26 and sum(deal["tricks"].values()) == 1


def test_let_stand(phone, server, table, tmp_path):
    phone.say("played", "stands", "let-stand")
    rest_is_played(phone, server, table)
    phone.say("settled")
    (deal,) = replay(server.record(table), tmp_path)[0]["games"][0]["deals"]
    assert [revoke["stands"] for revoke in deal["revokes"]] == ["let-stand"]
    assert deal["tricks"] == TRICKS
    assert deal["looed"] == ["Cat", "Dan"]


def test_proven_without_script(phones, server, tmp_path):
    phone = phones(script=False)
    path = server.evening(*BEFORE, dealer="Ann")
    phone.open(path)
    phone.say("played", "piece", "5-2")
    for word in ("Cat", "1-0", "5-2"):
        assert word in phone.text("main")
    phone.say("played", "stands", "revoke")
    assert server.entries(path)[-1]["stands"] == "revoke" and "Dan" in phone.question


def test_undo_back_through_a_deal(phone, server):
    """From the second deal back to the first turn-up; each time the button says what goes."""
    said = played.evening()
    path = server.evening(*said, "settled", dealer="Dan")
    length = len(server.entries(path))
    phone.open(path)
    assert phone.figures == played.BALANCES
    words = ["", *(phrase.split() for phrase in said)]
    questions = []
    for number in range(length, 1, -1):
        button = phone.button("undone")
        if number < length:
            told = words[number - 1]
            wanted = [told[1]] if told[0] == "up" else [told[0]]
            wanted += [told[1]] if "-" in told[1] else []
            assert all(word in button.inner_text() for word in wanted)
        # Taps as quick as these would be double taps.
        (phone.tap if number > length - 3 else phone.enter)(button)
        questions.append(phone.question)
    assert phone.button("turned-up", "piece", played.TURN_UP).is_visible()
    assert set(phone.figures.values()) == {0}
    assert len(server.entries(path)) == length + length - 1
    undo = phone.button("undone")
    assert not undo.count() or undo.is_visible()
    # Told again, it comes to the same.
    phone.say("turned-up", "piece", played.TURN_UP)
    assert phone.question == questions[-2]


def test_the_history_shows_the_closed_evening(phone, server):
    table = phone.sit_down(("Ann", "Bob"), depth="tricks", dealer=1, name="The 1st of many")
    phone.follow(f"{table}/more")
    phone.follow(f"{table}/close")
    with phone.page.expect_navigation():
        phone.button("evening-closed").tap()
    assert phone.path == f"{table}/deals"
    assert server.entries(table)[-1] == {"kind": "evening-closed"}
    phone.open("/")
    links = phone.page.locator(f'a[href^="{table}"]').evaluate_all(
        "all => all.map(a => a.pathname)"
    )
    assert links == [f"{table}/again"]  # it can be played again, but not gone on with
    phone.follow("/history")
    assert "The 1st of many" in phone.text("main")
    link = phone.page.locator(f'a[href^="{table}"]')
    assert "Ann" in link.inner_text() and "Bob" in link.inner_text()
    link.tap()
    phone.page.wait_for_url(re.compile(table))
