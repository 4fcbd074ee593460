"""Card deals by taps, from the first page to the settlement and the record."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phone import replay
from tests.browser.test_looks import look
from tests.web import played

THREE = {"game": "three-card-loo", "preset": "classic", "seats": "Ann Bob Cat Dan Eve"}
FIVE = {"game": "five-card-loo", "preset": "modern", "seats": "Ann Bob Cat Dan"}
SIXTEEN = {**THREE, "preset": "chits", "seats": " ".join(played.SIXTEEN), "depth": "tricks"}
FLUSH = "Bob flush AS KS 9S 3S 2S"
IN = ("up 7H", "Bob in", "Cat out", "Dan in", "Ann in")


def declare(phone, deal):
    phone.say("turned-up", "piece", deal.up)
    for player, choice in deal.said:
        assert player in phone.question
        phone.say("declared", "choice", choice)
    assert phone.pool == deal.pool


def settle(phone, server, table, deal, tmp_path):
    """Compare the settlement with figures computed by hand; return the replayed deal."""
    found = phone.settlement
    assert {name: found[name][0] for name in deal.balances} == deal.balances
    assert found["Pool"][0] == deal.carried
    assert all("Rule" in reasons for _, reasons in found.values())
    phone.say("settled")
    assert phone.figures == deal.balances
    printed, code = replay(server.record(table), tmp_path)
    assert code == 0 and printed["problems"] == []
    (game,) = printed["games"]
    assert game["balances"] == deal.balances
    (done,) = game["deals"]
    assert done["tricks"] == deal.tricks
    assert (done["pool"], done["carried"]) == (deal.pool, deal.carried)
    return done


def test_a_flush(phone, server, tmp_path):
    deal = played.SHOWN
    table = phone.sit_down(("Ann", "Bob", "Cat", "Dan"), "five-card-loo", dealer=1)
    declare(phone, deal)
    phone.follow(f"{table}/pick/flush-shown")
    page = phone.page

    def card(name):
        return page.locator(f'label:has(input[value="{name}"])')

    box = card("AS").locator("input")
    plain = box.evaluate("one => getComputedStyle(one).boxShadow")
    # Nothing is preselected. Enter the player and first card by keyboard, the rest by taps.
    expect(page.locator('input[name="player"]:checked')).to_have_count(0)
    page.locator('input[name="player"][value="Bob"]').focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    assert box.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
    page.keyboard.press("Space")
    assert box.evaluate("one => getComputedStyle(one).boxShadow") != plain
    assert box.bounding_box() == card("AS").bounding_box()  # the focus ring surrounds the card
    shows = page.locator("#pick .counts")
    for name in ("KS", "9S", "3S", "2D"):
        expect(shows).to_be_disabled()
        card(name).tap()
    # A fifth card tapped by mistake is not sent until the button is pressed.
    shows.tap()
    expect(page.locator("#problem")).to_contain_text("not a flush")
    expect(page.locator("#problem")).to_be_in_viewport()
    assert page.locator("input[name=pieces]:checked").count() == 5
    card("2D").tap()
    card("2S").tap()
    with page.expect_navigation():
        phone.touch(shows)
    assert phone.path == table and "Does anyone else have a flush, or Pam?" in phone.question
    asked = [
        one.get_attribute("href") for one in page.locator('a[href*="/pick/flush-shown?"]').all()
    ]
    assert asked == [f"{table}/pick/flush-shown?player=Dan", f"{table}/pick/flush-shown?player=Ann"]
    phone.say("pam-shown", "player", "Dan")
    assert phone.forms("pam-shown").count() == 0
    done = settle(phone, server, table, deal, tmp_path)
    assert done["looed"] == ["Cat", "Ann"]
    assert [one["pieces"] for one in server.entries(table) if "pieces" in one] == [
        list(played.FLUSH)
    ]


def lower_edge(button):
    box = button.bounding_box()
    return box["y"] + box["height"]


def test_sixteen_players_at_tricks(phone, server, tmp_path):
    table = server.evening(**SIXTEEN)
    phone.open(table)
    phone.say("turned-up", "piece", "H")
    for player, choice in (("Bob", "play"), ("Cat", "drop"), ("Dan", "miss"), ("Eve", "play")):
        assert player in phone.question
        phone.say("declared", "choice", choice)
    # The button for the rest is far from the buttons for one player.
    rest = phone.button("rest-declared").bounding_box()["y"]
    answers = phone.page.locator("#entry .choices:not(.rest) .button")
    lowest = max(map(lower_edge, answers.all()))
    assert rest - lowest >= 16
    phone.say("rest-declared")
    assert server.entries(table)[-1] == {"kind": "rest-declared", "choice": "drop"}
    assert len(phone.figures) == 16
    phone.win("Bob Dan Dan")
    # The pool is Ann's stake of 3, a share 1; Eve took no trick and pays 3.
    figures = {name: figure for name, (figure, _) in phone.settlement.items() if figure}
    assert figures == {"Ann": -3, "Bob": 1, "Dan": 2, "Eve": -3, "Pool": 3}
    # Twelve players fit in lines, and the button is visible on a small phone.
    assert phone.page.locator(".rest > div").count() == 12
    phone.page.set_viewport_size({"width": 360, "height": 640})
    expect(phone.button("settled")).to_be_in_viewport(ratio=1)
    phone.say("settled")
    printed, code = replay(server.record(table), tmp_path)
    assert code == 0 and len(server.entries(table)) == 1 + 1 + 4 + 1 + 3 + 1
    balances = printed["games"][0]["balances"]
    assert {name: chips for name, chips in balances.items() if chips} == {
        "Ann": -3, "Bob": 1, "Dan": 2, "Eve": -3,
    }  # fmt: skip


def test_another_preset_fills_in_the_house_rules(phone, server):
    phone.open("/evenings/new?game=three-card-loo")
    page = phone.page

    def shows(**chosen):
        for name, value in chosen.items():
            name = name if name in ("dealer", "preset") else f"rule.{name}"
            expect(page.locator(f'input[name="{name}"][value="{value}"]')).to_be_checked()

    for place, name in enumerate(("Ann", "Bob", "Cat")):
        page.locator('input[name="seat"]').nth(place).fill(name)
    phone.choose("dealer", "2")
    shows(dealer=2, loo="pool", lone="enter-or-pool")
    phone.choose("rule.loo", "capped")
    number = page.locator('input[name="rule.loo_chips.number"]')
    expect(number).to_be_attached()
    phone.unfold(number).fill("9")
    phone.choose("preset", "defence")
    shows(loo="fixed", lone="enter-or-defend")
    expect(number).to_have_value("")  # the fixed price as usual
    phone.choose("preset", "chits")
    shows(lone="claimer-sweeps")
    phone.choose("game", "five-card-loo")
    shows(preset="chits", pam_led="highest-trump")  # this game has a preset with the same name
    phone.choose("preset", "modern")
    shows(flush="mouche-first", dealer=2)
    with page.expect_navigation():
        page.locator('button[name="do"][value="open"]:visible').last.tap()
    start = server.entries(phone.table)[0]
    assert (start["game"], start["preset"]) == ("five-card-loo", "modern")
    assert start.get("house_rules", {}) == {}
    assert (start["seats"], start["dealer"]) == (["Ann", "Bob", "Cat"], "Bob")


# Layouts that test_cards.py leaves out

LOOKS = {
    "settling": (played.THREE_CARDS.telling(), THREE, ""),
    "exchanging": (IN, FIVE, ""),
    "sixteen at tricks": (
        ("up H", *(f"{name} in" for name in (*played.SIXTEEN[1:], "Ann"))), SIXTEEN, ""),
    "a deal with a flush": ((*IN, "Bob draws 2", FLUSH, "settled"), FIVE, "/deals/1"),
    "a card to correct": (played.THREE_CARDS.telling(2), THREE, "/correct/9"),
    "the house rules": (None, {}, "/evenings/new?game=five-card-loo"),
    "the accounts": (None, {}, "/rules/three-card-loo?preset=defence"),
}  # fmt: skip


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", LOOKS)
def test_looks(eye, server, name):
    said, game, tail = LOOKS[name]
    eye.open((server.evening(*said, **game) if said is not None else "") + tail)
    assert look(eye) == []


def test_a_proof_at_a_card_table(eye, server):
    said = ("up 7S", "Bob in", "Cat in", "Dan out", "Ann in", "Bob AS civil")
    eye.open(server.evening(*said, **{**FIVE, "preset": "classic"}))
    eye.say("played", "piece", "JC")
    assert re.search("other cards at the time", eye.text("#entry"))
    eye.page.set_viewport_size({"width": 360, "height": 640})
    answers = eye.page.locator(".proof .choices .button").all()
    assert len(answers) == 4 and max(one.bounding_box()["height"] for one in answers) < 64
    assert look(eye) == []
