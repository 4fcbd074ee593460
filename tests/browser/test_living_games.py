"""Ramset, Bestia, Julepe and another game by taps, in the languages of their players."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

SEATS = ("Ann", "Bob", "Cat", "Dan")


def ramset(phone):
    # Ann robs both cards. She takes all tricks; Bob, who played, takes none.
    phone.say("turned-up", "piece", "7D")
    phone.say("turned-up", "piece", "KS")
    phone.declare("Dan drop, Cat drop, Bob play")
    phone.say("declared", "choice", "play+turn-up")
    phone.play(
        (
            (("Bob", "9S"), ("Ann", "KS")),
            (("Ann", "7D"), ("Bob", "TS")),
            (("Ann", "AH"), ("Bob", "QH")),
            (("Ann", "KH"), ("Bob", "8H")),
            (("Ann", "QC"), ("Bob", "7C")),
        )
    )


def bestia(phone):
    # Cat dropped and comes in by a buco. A pool of 3: Dan takes one trick, Cat two, Bob none.
    phone.say("turned-up", "piece", "H")
    phone.declare("Dan play, Cat drop, Bob play, Ann drop")
    phone.page.locator(".late summary").tap()
    expect(phone.button("declared", "player", "Ann")).to_be_in_viewport(ratio=0.9)
    phone.tap(phone.button("declared", "player", "Cat"))
    phone.win("Dan Cat Cat")


def julepe(phone):
    # A pool of 10. Dan and Cat took enough tricks; Ann pays 5 to each.
    phone.tell({"Dan": 3, "Cat": 2, "Ann": 0})


EVENINGS = {
    "ramset": (ramset, "plays", {"Ann": 5, "Bob": 0, "Cat": 0, "Dan": 0}),
    "bestia": (bestia, "tricks", {"Ann": -3, "Bob": -3, "Cat": 2, "Dan": 1}),
    "julepe": (julepe, "result", {"Ann": -20, "Bob": 0, "Cat": 10, "Dan": 10}),
}


@pytest.mark.parametrize(
    ("game", "language"), [("ramset", "de"), ("bestia", "it"), ("julepe", "es")]
)
def test_a_deal_by_taps_in_the_language_of_the_game(server, browser, game, language):
    deal, depth, figures = EVENINGS[game]
    phone = Phone(browser, server, locale=language)
    phone.sit_down(SEATS, game, depth)
    deal(phone)
    phone.tap(phone.button("settled"))
    assert phone.figures == figures
    assert phone.axe() == []
    assert phone.complaints == []
    phone.close()


def test_another_game_by_taps(server, browser):
    phone = Phone(browser, server)
    phone.sit_down(("Ann", "Bob", "Cat"), "other", title="6 nimmt!")
    page = phone.page
    for player, keys in (("Ann", "12"), ("Bob", "±4")):
        page.locator(f'[name="score:{player}"]').tap()
        for key in keys:
            page.locator(f".scores-pad button:text-is('{key}')").tap()
    assert page.locator('[name="score:Bob"]').input_value() == "−4"
    assert phone.axe() == []
    phone.tap(page.locator(".scores .primary"))
    expect(page.locator(".notice")).to_have_text("Deal 1: Ann +12, Cat 0, Bob −4.")
    (entry,) = (one for one in phone.server.entries(phone.table) if one["kind"] == "scored")
    assert entry["scores"] == {"Ann": 12, "Bob": -4, "Cat": 0}
    phone.open("/evenings/new")  # the name comes back
    page.locator("#fold-game summary").tap()
    assert page.locator("#fold-game input").first.get_attribute("value") == "other"
    assert phone.complaints == []
    phone.close()
