"""The trick on the felt: in view on small phones, called back by a tap, and at its winner soon."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_rows import SCROLLS
from tests.web import played

CARDS = ("up 7H", *(f"{name} in" for name in ["Bob", "Cat", "Dan", "Eve", "Fay", "Ann"]))
LOO = {"game": "three-card-loo", "seats": "Ann Bob Cat Dan Eve Fay", "dealer": "Ann"}
PLAYED = ("Bob KS", "Cat AS", "Dan 2S", "Eve 3S", "Fay 4S")
SIZES = ((320, 568), (360, 640), (390, 844), (844, 390))
OVER = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  return box(".felt").bottom - box("#question").top;
}"""
"""Returns how far the felt reaches over the question, beside which it is on wide screens."""


@pytest.mark.parametrize(
    ("phrases", "game"),
    [((*CARDS, *PLAYED), LOO), (played.evening()[:8], {"dealer": "Dan"})],
    ids=["cards of six", "dominoes of four"],
)
def test_the_whole_trick_is_in_view(viewer, server, phrases, game):
    viewer.font_size(16)
    viewer.open(server.evening(*phrases, **game))
    pieces = viewer.page.locator(".felt > ol [role=img]")
    number = len(phrases) - 1 - game["seats"].count(" ") - 1 if "seats" in game else 3
    for width, height in SIZES:
        viewer.page.set_viewport_size({"width": width, "height": height})
        expect(pieces).to_have_count(number)
        for piece in pieces.all():
            expect(piece).to_be_in_viewport(ratio=1)
        assert viewer.page.evaluate(SCROLLS) <= 0, (width, height)
        assert width > height or viewer.page.evaluate(OVER) <= 1, (width, height)


def test_a_tap_calls_the_last_trick_back_and_the_next_play_ends_it(phone, server):
    path = server.evening(*CARDS, *PLAYED, "Ann 5S", **LOO)
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open(path)
    last = phone.page.locator(".felt details ol")
    expect(phone.page.locator(".felt > p")).to_have_text("Cat takes it.")
    expect(last).to_be_hidden()
    phone.page.locator(".felt summary").tap()
    expect(last.locator("[role=img]")).to_have_count(6)
    expect(last.locator("li.wins")).to_contain_text("Cat")
    for piece in last.locator("[role=img]").all():
        expect(piece).to_be_in_viewport(ratio=1)
    phone.tap(phone.button("played", "piece", "9C"))
    expect(phone.page.locator(".felt > ol [role=img]")).to_have_count(1)
    expect(last).to_be_hidden()


def test_a_trick_goes_to_its_winner_in_less_than_a_second(phones, server):
    path = server.evening(*CARDS, *PLAYED, "Ann 5S", **LOO)
    for motion in ("no-preference", "reduce"):
        phone = phones(reduced_motion=motion)
        phone.open(path)
        moves = phone.page.evaluate(
            "() => document.querySelector('.felt').getAnimations({subtree: true})"
            ".map((one) => one.effect.getComputedTiming().endTime)"
        )
        assert bool(moves) == (motion != "reduce")
        assert max(moves, default=0) < 1000


def test_a_phone_marks_the_row_of_its_seat(phones, server):
    phone, path = phones(), server.evening("up 6-3")
    phone.open(path)
    yours = phone.page.locator(".player:has(i:not([hidden]))")
    expect(yours).to_have_count(0)
    phone.page.request.post(f"{server.url}{path}/me", form={"seat": "Cat", "name": ""})
    phone.open(path)
    expect(yours).to_contain_text("Cat")
    phone.tap(phone.button("declared", "choice", "play"))
    expect(phone.page.locator("#state")).to_have_attribute("data-seq", "3")
    expect(yours).to_contain_text("Cat")


def test_two_taps_on_the_same_words_are_one(phone, server):
    phone.page.set_viewport_size({"width": 390, "height": 844})
    path = server.evening(
        "up H", "Bob in", "Cat in", "Dan out", "Ann in", depth="tricks", game="three-card-loo"
    )
    phone.open(path)
    phone.tap(phone.button("trick-won", "player", "Bob"))
    expect(phone.page.locator("#state")).to_have_attribute("data-seq", "7")
    phone.button("trick-won", "player", "Bob").tap()
    expect(phone.page.locator("[data-says]")).to_have_text("Bob")
    phone.page.wait_for_timeout(700)
    assert len(server.entries(path)) == 7


def test_with_large_text_the_question_comes_into_view_after_a_tap(phone, server):
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open(server.evening(*CARDS, *PLAYED[:2], **LOO))
    phone.font_size(32)
    question = phone.page.locator("#question")
    for card in ("2C", "3C", "4C"):
        phone.tap(phone.button("played", "piece", card))
        expect(question).to_be_in_viewport()
        expect(phone.page.locator(".felt > ol li").last).to_be_in_viewport()
    button = "() => document.querySelector('.rail .undo').getBoundingClientRect().width"
    assert phone.page.evaluate(button) > 290  # a row of its own, for whole words


def test_a_digit_can_be_tapped_twice_at_once(phone, server):
    """A number of points like 66 or 111 is no double tap."""
    phone.open(server.evening(seats="Ute Kai Max", game="other", depth="result"))
    six = phone.page.locator(".scores-pad button", has_text="6")
    phone.touch(six)
    six.tap()
    expect(phone.page.locator("[name^='score:']").first).to_have_value("66")


def test_a_refusal_leaves_the_page_where_it_is(phone, server):
    path = server.evening(seats="Ute Kai Max", game="other", depth="result")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open(path)
    phone.font_size(32)
    phone.tap(phone.page.locator(".scores .primary"))
    expect(phone.page.locator("#problem .refusal")).to_be_visible()
    assert phone.page.evaluate("scrollY") > 0
    expect(phone.page.locator("#question")).not_to_be_in_viewport()
