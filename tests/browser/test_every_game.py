"""One evening with a deal of every game by taps, then exported with the same figures."""

import pytest

from companion.games import GAMES
from tests.browser import test_living_games
from tests.browser.phone import Phone, Server, replay

SEATS = ("Ann", "Bob", "Cat", "Dan")
# The results of each game. Ann always deals.
#   Domino Loo: a pool of 25, a trick is worth 5; Bob takes three, Cat two.
#   Domino Rounce: from 15; Bob takes three, Cat two. No chips.
#   Three-card Loo, defence: Ann stakes 3; Bob takes two tricks, Cat one.
#   Five-card Loo, modern: Ann stakes 5; Bob and Cat take two each, Dan one.
#   Irish Loo: Ann stakes 3; Bob takes one trick, Cat two.
#   Bourré: antes of 1; Bob takes three tricks, and so all 4; Cat two.
#   Rams: from 5; Cat declares General Rams and fails. No chips.
#   Napoleon: Bob makes two: 2 from each.
#   Seven-card Napoleon: Bob makes three: 3 from each.
#   Coon Can: Cat wins; Ann is left with 10, Bob with 27, Dan with a nine and a joker, 24.
CHIPS = {
    "domino-loo": (-10, 10, 5, -5), "domino-rounce": (0, 0, 0, 0), "three-card-loo": (-3, 2, 1, 0),
    "five-card-loo": (-5, 2, 2, 1), "irish-loo": (-3, 1, 2, 0), "bourre": (-1, 3, -1, -1),
    "rams": (0, 0, 0, 0), "napoleon": (-2, 6, -2, -2), "seven-card-napoleon": (-3, 9, -3, -3),
    "coon-can": (-10, -27, 61, -24),
}  # fmt: skip
EVENING = {"Ann": -37, "Bob": 6, "Cat": 65, "Dan": -34}


def another(phone, game, depth, preset=None):
    table = phone.table
    phone.follow(f"{table}/more")
    phone.follow(f"{table}/game")
    phone.choose("game", game)
    with phone.page.expect_navigation():
        phone.page.locator('button[name="do"][value="game"]').tap()
    if preset:
        phone.choose("preset", preset)
    phone.choose("dealer", "1")
    phone.choose("depth", depth)
    with phone.page.expect_navigation():
        phone.page.locator('button[name="do"][value="open"]:visible').last.tap()
    assert phone.path == table


def domino_loo(phone):
    phone.step_by_step()
    phone.say("turned-up", "piece", "6")
    phone.declare("Bob play, Cat play, Dan drop, Ann drop")
    phone.tap(phone.page.get_by_label("Bob 3, Cat 2"))


def domino_rounce(phone):
    phone.tell({"Bob": 3, "Cat": 2})


def three_card_loo(phone):
    phone.say("turned-up", "piece", "H")
    phone.declare("Bob play, Cat play, Dan drop, Ann drop")
    phone.win("Bob Bob Cat")


def five_card_loo(phone):
    phone.step_by_step()
    phone.say("turned-up", "piece", "S")
    phone.declare("Bob play, Cat play, Dan play, Ann drop")
    for count in "201":
        phone.say("exchanged", "count", count)
    phone.tell({"Bob": 2, "Cat": 2, "Dan": 1})


def irish_loo(phone):
    # Hearts are trumps, and nobody holds one. Bob AS 9D 4C; Cat KS TD QC, one of them exchanged.
    phone.say("turned-up", "piece", "7H")
    phone.declare("Bob play, Cat play+1, Dan drop, Ann drop")
    phone.play(
        (
            (("Bob", "AS"), ("Cat", "KS")),
            (("Bob", "9D"), ("Cat", "TD")),
            (("Cat", "QC"), ("Bob", "4C")),
        )
    )


def bourre(phone):
    # Hearts are trumps. Bob AH KH QH 9D 2C, a cinch; Cat 8H KD JC TC 3S, two of them exchanged.
    phone.say("turned-up", "piece", "7H")
    phone.declare("Bob play, Cat play+2, Dan drop, Ann drop")
    phone.play(
        (
            (("Bob", "AH"), ("Cat", "8H")),
            (("Bob", "KH"), ("Cat", "3S")),
            (("Bob", "QH"), ("Cat", "TC")),
            (("Bob", "9D"), ("Cat", "KD")),
            (("Cat", "JC"), ("Bob", "2C")),
        )
    )


def rams(phone):
    # Hearts are trumps. Cat declares out of turn; the dealer Ann takes the 9H.
    phone.say("turned-up", "piece", "9H")
    phone.touch(phone.page.get_by_text("Someone declares General Rams"))
    phone.tap(phone.page.get_by_role("button", name="Cat", exact=True))
    phone.say("declared", "choice", "play+turn-up")
    phone.play(
        (
            (("Bob", "8S"), ("Cat", "AS"), ("Dan", "9S"), ("Ann", "7S")),
            (("Cat", "AD"), ("Dan", "7D"), ("Ann", "8D"), ("Bob", "9D")),
            (("Cat", "AC"), ("Dan", "7C"), ("Ann", "9H"), ("Bob", "8C")),
            (("Ann", "TS"), ("Bob", "JS"), ("Cat", "KC"), ("Dan", "TC")),
            (("Bob", "TD"), ("Cat", "QC"), ("Dan", "JC"), ("Ann", "QD")),
        )
    )


def napoleon(phone):
    phone.say("declared", "choice", "two")
    phone.tap(phone.page.locator(".rest button"))
    # Bob's first lead makes spades trumps. He makes his two tricks, and the table stops.
    phone.play(
        (
            (("Bob", "KS"), ("Cat", "TS"), ("Dan", "2S"), ("Ann", "3S")),
            (("Bob", "AH"), ("Cat", "KH"), ("Dan", "QH"), ("Ann", "JH")),
        )
    )
    phone.follow(f"{phone.table}/settle")


def seven_card_napoleon(phone):
    phone.choose("bidder", "Bob")
    phone.say("rest-declared", "bids", "three")
    phone.say("tricks-taken", "made", "true")


def coon_can(phone):
    table, page = phone.table, phone.page
    phone.follow(f"{table}/hands?winner=Cat")
    page.get_by_label("Ann").fill("10")
    page.get_by_label("Bob").fill("27")
    with page.expect_navigation():
        page.locator('button[name="tap"][value="Dan"]').tap()
    for card in ("9S", "JK"):
        page.locator(f'label:has(input[value="{card}"])').first.tap()
    with page.expect_navigation():
        page.get_by_role("button", name="Enter", exact=True).tap()
    with page.expect_navigation():
        page.get_by_role("button", name="Enter").last.tap()
    assert phone.path == table


DEALS = {
    "domino-loo": (domino_loo, "result", None),
    "domino-rounce": (domino_rounce, "result", None),
    "three-card-loo": (three_card_loo, "tricks", "defence"),
    "five-card-loo": (five_card_loo, "result", "modern"),
    "irish-loo": (irish_loo, "plays", None),
    "bourre": (bourre, "plays", None),
    "rams": (rams, "plays", None),
    "napoleon": (napoleon, "plays", None),
    "seven-card-napoleon": (seven_card_napoleon, "result", None),
    "coon-can": (coon_can, "result", None),
}


@pytest.mark.slow
def test_one_deal_of_every_game(phones, server, browser, tmp_path):
    phone = phones(script=False)
    assert {*DEALS, *test_living_games.EVENINGS, "other"} <= {*GAMES}
    table = ""
    for game, (deal, depth, preset) in DEALS.items():
        if table:
            another(phone, game, depth, preset)
        else:
            table = phone.sit_down(SEATS, game, depth)
        deal(phone)
        settle = phone.button("settled")
        if phone.path == table:
            phone.tap(settle)
        else:
            with phone.page.expect_navigation():
                settle.tap()
    phone.follow(f"{table}/more")
    phone.follow(f"{table}/close")
    with phone.page.expect_navigation():
        phone.button("evening-closed").tap()
    phone.open(f"{table}/deals")
    assert evening_of(phone) == EVENING

    record = server.record(table)
    printed, code = replay(record, tmp_path)
    assert code == 0 and printed["problems"] == []
    found = {game["game"]: tuple(game["balances"].values()) for game in printed["games"]}
    assert found == CHIPS and all(game["pool"] in (0, None) for game in printed["games"])

    elsewhere = Server(tmp_path / "elsewhere").start()
    try:
        guest = Phone(browser, elsewhere).open("/")
        guest.unfold(guest.page.locator('input[type="file"]')).set_input_files(
            {"name": "evening.json", "mimeType": "application/json", "buffer": record}
        )
        with guest.page.expect_navigation():
            guest.page.locator('form[action="/records"] button').tap()
        assert evening_of(guest) == EVENING
        taken = elsewhere.record(guest.table)
        assert replay(taken, tmp_path) == (printed, 0)
        assert guest.complaints == []
        guest.close()
    finally:
        elsewhere.stop()


def evening_of(phone):
    """Return the results, which are folded below the winner."""
    rows = phone.page.locator(".totals tbody tr")
    shown = [
        (row.locator("bdi").text_content(), row.locator(".num b").text_content())
        for row in rows.all()
    ]
    return {name: int(figure.replace("−", "-")) for name, figure in shown}
