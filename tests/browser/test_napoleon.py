"""Napoleon in a browser: bids by keys, and how its pages look."""

import pytest

from tests.browser.test_looks import look
from tests.web.test_pages import NAP_STATES

TRICKS = (
    # Ann deals; Bob plays two, and his first card makes spades trumps. Hands:
    #   Bob 9S KH 2H 7D 3C · Cat AS 5H 8D 6D AC · Ann TS 4H 9D KD 8C
    # Trick 3: Cat and Ann have no hearts left, and nobody has a trump. Bob took tricks 2 and 3.
    (("Bob", "9S"), ("Cat", "AS"), ("Ann", "TS")),
    (("Cat", "5H"), ("Ann", "4H"), ("Bob", "KH")),
    (("Bob", "2H"), ("Cat", "6D"), ("Ann", "KD")),
    (("Bob", "7D"), ("Cat", "8D"), ("Ann", "9D")),
    (("Ann", "8C"), ("Bob", "3C"), ("Cat", "AC")),
)
MADE = {"Ann": -2, "Bob": 4, "Cat": -2}


def test_a_bid_by_keys_alone(phone, server):
    path = server.evening(game="napoleon", seats="Ann Bob Cat")
    phone.open(path)
    phone.answer_by_key("choice", "two")
    phone.answer_by_key("choice", "three")
    assert [one["choice"] for one in server.entries(path)[1:]] == ["two", "three"]


# Looks


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
