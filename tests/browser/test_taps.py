"""The number of taps for a deal, including settlement and next deal."""

import pytest
from playwright.sync_api import expect

from tests.web.played import SIXTEEN

SIX = "Ann Bob Cat Dan Eve Fay"
THREE_CARD = {"game": "three-card-loo", "seats": SIX}


class Counted:
    """A phone that counts its taps."""

    def __init__(self, phone):
        self.phone, self.taps = phone, 0

    def say(self, *button):
        self.phone.say(*button)
        self.taps += 1

    def choose(self, name, value):
        self.phone.choose(name, value)
        self.taps += 1


def by_tricks(taps):
    taps.say("turned-up", "piece", "H")
    for choice in ("play", "play", "drop", "play", "drop", "drop"):
        taps.say("declared", "choice", choice)
    for winner in ("Bob", "Cat", "Bob"):
        taps.say("trick-won", "player", winner)
    taps.say("settled")


def by_tricks_with_the_rest(taps):
    taps.say("turned-up", "piece", "H")
    for choice in ("play", "play", "play"):
        taps.say("declared", "choice", choice)
    taps.say("rest-declared")
    for winner in ("Bob", "Cat", "Bob"):
        taps.say("trick-won", "player", winner)
    taps.say("settled")


def by_result(taps):
    gold = taps.phone.page.locator(".whole .primary")
    for player, number in (("Bob", "2"), ("Cat", "1"), ("Dan", "0")):
        expect(gold).to_have_count(int(player == "Dan"))
        taps.choose(f"tricks:{player}", number)
    expect(gold).to_have_count(1)
    taps.say("tricks-taken")
    taps.say("settled")


def all_drop(taps):
    button = taps.phone.button("tricks-taken")
    assert "All drop: Ann" in button.inner_text()
    assert "primary" not in button.get_attribute("class")
    taps.say("tricks-taken")
    taps.say("settled")


def dominoes_by_tricks(taps):
    taps.say("turned-up", "piece", "6")
    for _ in range(4):
        taps.say("declared", "choice", "play")
    for winner in ("Bob", "Bob", "Cat", "Cat", "Dan"):
        taps.say("trick-won", "player", winner)
    taps.say("settled")


def dominoes_by_result(taps):
    for player, number in (("Bob", "2"), ("Cat", "2"), ("Dan", "1"), ("Ann", "0")):
        taps.choose(f"tricks:{player}", number)
    taps.say("tricks-taken")
    taps.say("settled")


def four_in(taps, winners):
    taps.say("turned-up", "piece", "H")
    for _ in range(4):
        taps.say("declared", "choice", "play")
    for winner in winners:
        taps.say("trick-won", "player", winner)
    taps.say("settled")


def bestia(taps):
    four_in(taps, ("Bob", "Bob", "Cat"))


def julepe(taps):
    four_in(taps, ("Bob", "Bob", "Cat", "Cat", "Dan"))


def by_contract(taps):
    taps.choose("bidder", "Eve")
    taps.say("rest-declared", "bids", "three")
    taps.say("tricks-taken", "made", "true")
    taps.say("settled")


def test_the_first_settlement_from_nothing(phone, server):
    taps, page = Counted(phone), phone.page
    phone.open("/")
    for button in ('a[href="/evenings/new"]', 'input[name="seat"]'):
        page.locator(f"{button}:visible").first.tap()
    for name in ("Ann", "Bob", "Cat", "Dan"):
        page.keyboard.type(name)
        page.keyboard.press("Tab")  # the keyboard's Next
        while page.evaluate("document.activeElement.name") not in ("seat", "name"):
            page.keyboard.press("Tab")
    phone.choose("depth", "tricks")
    with page.expect_navigation():
        page.locator('button[name="do"][value="open"]:visible').last.tap()
    taps.taps = 5
    dominoes_by_tricks(taps)
    assert taps.taps - 1 <= 15  # without Next deal
    assert len(server.entries(phone.table)) == 12


def test_the_same_people_again_take_one_tap(phone, server):
    phone.open(server.evening("closed"))
    phone.open("/")
    with phone.page.expect_navigation():
        phone.page.locator('form[action$="/again"] button').tap()
    assert set(phone.figures) == {"Ann", "Bob", "Cat", "Dan"} and phone.question


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("table", "deal", "most", "entries"),
    [
        ({**THREE_CARD, "depth": "tricks"}, by_tricks, 11, 11),
        ({**THREE_CARD, "depth": "tricks"}, by_tricks_with_the_rest, 9, 9),
        ({**THREE_CARD, "depth": "result"}, by_result, 5, 2),
        ({"depth": "tricks"}, dominoes_by_tricks, 11, 11),
        ({"game": "bestia", "depth": "tricks"}, bestia, 9, 9),
        ({"game": "julepe", "depth": "tricks"}, julepe, 11, 11),
        ({"depth": "result"}, dominoes_by_result, 6, 2),
        ({**THREE_CARD, "seats": " ".join(SIXTEEN), "depth": "result"}, all_drop, 2, 2),
        ({"game": "napoleon", "seats": SIX, "depth": "result"}, by_contract, 4, 3),
    ],
    ids=[
        "tricks",
        "tricks, the rest drop",
        "result",
        "dominoes, tricks",
        "bestia, tricks",
        "julepe, tricks",
        "dominoes, result",
        "result, all drop",
        "napoleon, result",
    ],
)
def test_a_deal_takes_no_more_taps(phone, server, table, deal, most, entries):
    path = server.evening(**table)
    phone.open(path)
    taps = Counted(phone)
    deal(taps)
    assert taps.taps <= most
    assert len(server.entries(path)) == 1 + entries
    assert server.entries(path)[-1]["kind"] == "settled"
    assert phone.page.locator("#heading").inner_text() == "Deal 2"


def test_a_deal_of_skat_takes_two_taps_and_the_digits(phone, server):
    """The field, the digits, and the button that enters them: the next deal is there at once."""
    path, page = server.evening(seats="Ute Kai Max", game="other", depth="result"), phone.page
    phone.open(path)
    for deal in (2, 3):
        page.locator('[name="score:Max"]').tap()
        for digit in "48":
            phone.touch(page.locator(f".scores-pad button:text-is('{digit}')"))
        phone.tap(page.locator(".scores .primary"))
        expect(page.locator("#heading")).to_have_text(f"Deal {deal}")
    assert [one["kind"] for one in server.entries(path)] == ["game-started", "scored", "scored"]
    phone.tap(phone.button("undone"))
    expect(page.locator("#heading")).to_have_text("Deal 2")
    assert page.locator(".score .num").all_inner_texts()[2] == "48"


def test_a_deal_of_skat_by_keyboard(phone, server):
    """Enter enters the deal, and one Tab leads to the first number of the next one."""
    phone.open(server.evening(seats="Ute Kai Max", game="other", depth="result"))
    page = phone.page
    page.locator('[name="score:Kai"]').fill("-20")
    phone.press("Enter")
    expect(page.locator(".notice")).to_have_text("Deal 1: Ute 0, Max 0, Kai −20.")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "score:Ute"
