"""Cards in the suits of their people: on the pad, in sentences, and in an evening of several games."""

import pytest

from companion.evening.replay import replay
from tests.telling import started
from tests.web.table import Phone, opened, speaking

PLAYED = {
    "ramset": ("up KS", "Dan in", "Cat out", "Bob in", "Ann out"),
    "bestia": ("up KS", "Dan in", "Cat out", "Bob in", "Ann out", "Dan draws 0", "Bob draws 0"),
    "julepe": ("up KS", "Dan in", "Cat out", "Bob in", "Ann out", "Dan draws 0", "Bob draws 0"),
}


@pytest.mark.parametrize(
    ("game", "language", "letters", "queen", "symbol"),
    [
        ("ramset", "de", "AKOU", "Schellen-Ober", "#sD"),
        ("ramset", "en", "AKOU", "ober of bells", "#sD"),
        ("bestia", "it", "ARCF", "cavallo di denari", "#lD"),
        ("bestia", "fr", "ARCF", "cavalier de denier", "#lD"),
        ("julepe", "es", "ARCS", "caballo de oros", "#lD"),
    ],
)
def test_the_pad_of_a_people(app, game, language, letters, queen, symbol):
    key = opened(app, *PLAYED[game], game=game)
    page = speaking(app, language).get(f"/e/{key}")
    assert page.soup.select_one("#entry")["data-ranks"] == letters
    button = page.soup.select_one(f'.deck button[aria-label="{queen}"]')
    assert '"piece":"QD"' in button["value"] and button.text == letters[2]
    assert button.select_one("use")["href"] == symbol
    assert page.soup.select_one(f'symbol[id="{symbol[1:]}"]')


@pytest.mark.parametrize("game", PLAYED)
def test_french_suits_can_be_chosen(app, game):
    key = opened(app, *PLAYED[game], game=game, suits="french")
    page = Phone(app).get(f"/e/{key}")
    button = page.soup.select_one('.deck button[aria-label="queen of diamonds"]')
    assert button.text == "Q"
    assert button.select_one("use")["href"] == "#fD"
    log = app.extensions["tables"].evenings.log
    state = replay(log.read(log.find(key).id))[0].state
    assert state.session.rules.suits == "french"


def test_sentences_name_cards_in_full(app):
    key = opened(app, *PLAYED["bestia"], "Dan 7C", game="bestia")
    page = speaking(app, "it").get(f"/e/{key}")
    assert "Dan 7 di bastoni" in page.soup.select_one("[data-weighs=undone]").text
    assert "bastoni" in page.soup.select_one("#question").text
    assert '"piece":"7C"' in Phone(app).get(f"/e/{key}/record.json").html


def test_each_game_of_an_evening_keeps_its_suits(app):
    another = started("Ann Bob Cat Dan", game="five-card-loo")
    french = started("Ann Bob Cat Dan", game="bestia", suits="french")
    key = opened(
        app, "up KS", "misdealt", another, "up KD", "misdealt", french, "up KC", game="bestia"
    )
    phone = Phone(app)
    log = phone.get(f"/e/{key}/log").text
    assert "king of swords" in log and "KD" in log and "KC" in log
    assert "coins" not in log and "batons" not in log
    assert "KC" in phone.get(f"/e/{key}").text


def test_a_correction_of_an_earlier_game_is_in_its_suits(app):
    another = started("Ann Bob Cat Dan", game="five-card-loo")
    key = opened(app, *PLAYED["bestia"], "Dan 7C", "misdealt", another, "up KD", game="bestia")
    page = Phone(app).get(f"/e/{key}/amend/9")
    assert "7 of batons" in page.text
    assert page.soup.select_one("use")["href"].startswith("#l")


def test_a_settled_deal_and_the_rules_are_in_its_suits(app):
    another = started("Ann Bob Cat Dan", game="five-card-loo")
    key = opened(
        app, "up KS", "told Dan 1 Cat 2 miss Bob 0", "settled", another, "up KD",
        game="bestia", depth="result",
    )  # fmt: skip
    shown = Phone(app).get(f"/e/{key}/deals/1").soup.select("main > p [role=img]")
    assert [one["aria-label"] for one in shown] == ["king of swords"]
    assert "knight" in Phone(app).get("/rules/bestia").text
    assert "knight" not in Phone(app).get("/rules/bestia?suits=french").text


def test_the_page_of_an_evening_has_the_suits_of_each_table(app):
    another = started("Ann Bob Cat Dan", game="five-card-loo", depth="result")
    told = ("told Dan 1 Cat 2 miss Bob 0", "settled")
    french = ("up KS", *told, "closed")
    key = opened(app, *french, game="bestia", depth="result", suits="french")
    page = Phone(app).get(f"/e/{key}/deals").soup
    assert {symbol["id"] for symbol in page.select(".sprite symbol")} == {"fS", "fH", "fD", "fC"}
    assert page.select_one(".deals .card")["aria-label"] == "spades"
    key = opened(app, "up KS", *told, another, game="bestia", depth="result")
    page = Phone(app).get(f"/e/{key}/deals").soup
    assert page.select_one(".deals .card")["aria-label"] == "swords"
    assert page.select_one(".deals .card use")["href"] == "#lS"
