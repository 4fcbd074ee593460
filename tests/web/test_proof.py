"""The page of a proven revoke offers to correct every entry that may be wrong."""

import pytest

from tests.web.table import opened
from tests.web.test_pages import NAP_STATES

DEAL = ("up 6-1", "Bob in", "Cat out", "Dan out", "Ann in")


def test_a_wrongly_announced_suit_can_be_corrected(app, phone):
    """Bob led 5-4 as fours but fives were entered, so Ann's 4-2 looked like a revoke."""
    key = opened(app, *DEAL, "Bob 5-4", "Ann 4-2", "Bob 3-3", "Ann 3-0", "Bob 2-2")
    phone.at(key)
    page = phone.say(key, {"kind": "played", "player": "Ann", "piece": "5-0"}, after=11)
    assert page.status == 422
    assert "Bob, as fives" in page.text
    offered = [one.words for one in page.soup.select("a.button span")]
    assert {"Correct Bob’s 5-4 in trick 1", "Correct Ann’s 4-2 in trick 1"} <= set(offered)
    leads = [link for link in page.links if link.endswith("/correct/7")]
    assert leads
    page = phone.get(leads[0])
    assert page.status == 200
    again = {"kind": "played", "player": "Bob", "piece": "5-4/4", "amends": "7"}
    assert phone.say(key, again, after=11).status == 303
    page = phone.say(key, {"kind": "played", "player": "Ann", "piece": "5-0"}, after=12)
    assert page.status == 303


@pytest.mark.parametrize(
    ("led", "why"),
    [
        ("Bob JC", "Pam was led, so Cat had to play a trump."),
        ("Bob KH", "A trump was led, so Cat had to play a trump."),
        ("Bob 9S", "Cat had to follow suit."),
    ],
)
def test_a_proof_says_what_had_to_be_played(app, phone, led, why):
    """Hearts are trumps. Cat discarded a diamond while holding a heart and a spade."""
    said = ("up 7H", "Bob in", "Cat in", "Ann in", led, "Cat 2D", "Ann 3D", "Bob 2C")
    key = opened(app, *said, seats="Ann Bob Cat", game="five-card-loo")
    proves = "4S" if led == "Bob 9S" else "4H"
    page = phone.say(key, {"kind": "played", "player": "Cat", "piece": proves})
    assert page.status == 422 and why in page.text and "by Bob" in page.text


def test_a_proof_at_napoleon_says_what_was_led(app, phone):
    """Bob's first lead makes spades trumps. Cat discarded a heart while holding a spade."""
    phrases, game = NAP_STATES["a contract, a doubt"]
    key = opened(app, *phrases, **game)
    page = phone.say(key, {"kind": "played", "player": "Cat", "piece": "5S"})
    assert page.status == 422 and "proves a revoke" in page.text and "by Bob" in page.text


@pytest.mark.parametrize(("rule", "word"), [("note", "costs nothing"), ("loo", "is settled")])
def test_the_button_shows_the_price_of_a_revoke(app, phone, rule, word):
    key = opened(app, *DEAL, "Bob 5-4", "Ann 4-2", "Bob 3-3", "Ann 3-0", "Bob 2-2", revoke=rule)
    page = phone.say(key, {"kind": "played", "player": "Ann", "piece": "5-0"}, after=11)
    (button,) = [one for one in page.soup.select("button") if "Enter the revoke" in one.text]
    assert word in button.text
