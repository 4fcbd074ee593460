"""A new game of the Loo family takes one module and one line in the registry."""

import pytest

from companion.games import GAMES
from companion.rules.ledger import sums
from tests.four_card_loo import FOUR_CARD_LOO
from tests.telling import say, session, start
from tests.web.table import opened


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(GAMES, FOUR_CARD_LOO.id, FOUR_CARD_LOO)


def test_a_deal_is_played_and_settled():
    evening = say(
        start("Ann Bob Cat", game="four-card-loo"),
        "up 9H",
        "Bob in",
        "Cat miss",
        "Ann out",
        *("Bob AH", "Cat 2H", "Bob AS", "Cat 2S", "Bob AC", "Cat 2C", "Bob AD", "Cat 2D"),
    )
    deal = session(evening).deal
    assert deal.pool == 4  # the stake
    done = deal.settlement()
    assert done.tricks == {"Bob": 4, "Cat": 0} and done.looed == ("Cat",)
    assert sums(deal.stakes + done.lines) == {"Ann": -4, "Bob": 4, "Cat": -4, "pool": 4}
    assert session(say(evening, "settled")).pool == 4


def test_pages_show_the_names_of_the_game(phone):
    page = phone.get("/rules/four-card-loo?night_cap=one-each")
    assert page.status == 200 and page.heading == "Four-card loo"
    assert "four cards each" in page.soup.select_one("#turn-up").text
    assert "One spare hand of four cards." in page.soup.select_one("#no-miss-left").text
    assert page.house_rules["Night cap"] == "One each"
    assert page.house_rules["The stake"] == "4 chips"
    assert "Four-card loo" in phone.get("/rules").text
    assert phone.get("/rules/four-card-loo/sheet").status == 200


def test_presets_have_names(phone):
    page = phone.get("/rules/four-card-loo?preset=late-night")
    assert "Source: Club house." in page.text
    assert "Early-evening" not in page.text and "Early evening" in page.text
    (differing,) = page.soup.select("section details")
    assert "When nobody may drop" in differing.text
    assert "Late night: When clubs are trumps." in " ".join(differing.text.split())


def test_an_evening_is_opened_with_the_form(phone):
    phone.sit_down(("Ann", "Bob", "Cat"), "four-card-loo", night_cap="one-each")
    assert phone.page.status == 200, phone.page.alert
    entry = phone.record(phone.key)["entries"][0]
    assert entry["game"] == "four-card-loo"
    assert entry["house_rules"] == {"night_cap": "one-each"}


def test_table_deal_and_log_are_shown(app, phone):
    said = ("up 9H", "Bob in", "Cat out", "Ann in", "won Bob Bob Bob Ann", "settled")
    key = opened(app, *said, seats="Ann Bob Cat", game="four-card-loo", depth="tricks")
    for path in ("", "/deals", "/deals/1", "/log", "/more", "/display"):
        assert phone.get(f"/e/{key}{path}").status == 200, path
