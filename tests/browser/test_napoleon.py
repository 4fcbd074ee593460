"""Napoleon in a browser: how its pages look."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_looks import look
from tests.web.test_pages import NAP_STATES

LOOKS = (
    "bidding, every contract", "bidding over nap", "bidding, six at seven cards",
    "bidding, result", "a contract, result", "a contract, peep", "a contract, following",
    "a contract decided", "a contract, settling",
)  # fmt: skip


@pytest.mark.sampled(5)
@pytest.mark.parametrize("state", LOOKS)
def test_looks(eye, server, state):
    said, game = NAP_STATES[state]
    eye.open(server.evening(*said, **game))
    assert look(eye) == []


def test_a_bid_without_a_player_asks_beside_the_names(phone, server):
    phone.open(server.evening(**NAP_STATES["bidding, result"][1]))
    phone.quiet()
    asks = phone.page.locator("fieldset:has([name=bidder]) [role=alert]")
    phone.button("rest-declared", "bids", "three").tap()
    expect(asks).to_have_text("Who bid it?")
    phone.choose("bidder", "Cat")
    expect(asks).to_have_count(0)
    phone.say("rest-declared", "bids", "three")
    assert "Cat" in phone.question


def test_the_page_of_a_deal(eye, server):
    said, game = NAP_STATES["a contract, the second deal"]
    eye.open(server.evening(*said, **game) + "/deals/1")
    assert look(eye) == []


@pytest.mark.parametrize("size", [(360, 640), (390, 844)], ids=["small", "usual"])
def test_every_answer_is_on_one_screen(eye, server, size):
    width, height = size
    eye.page.set_viewport_size({"width": width, "height": height})
    for state in ("bidding, every contract", "a contract, peep", "a contract, following"):
        said, game = NAP_STATES[state]
        eye.open(server.evening(*said, **game))
        below = eye.page.locator("#question, #entry form:first-of-type button").evaluate_all(
            "all => all.filter(one => one.getBoundingClientRect().bottom > innerHeight + 1)"
            ".map(one => one.value || one.id)"
        )
        assert below == [], state
