"""The trick on the felt, the last one, and the marks of the players beside it."""

import pytest

from tests.web import played
from tests.web.table import HTMX, opened

SIX = "Ann Bob Cat Dan Eve Fay"
CARDS = ("up 7H", *(f"{name} in" for name in ["Bob", "Cat", "Dan", "Eve", "Fay", "Ann"]))
LOO = {"game": "three-card-loo", "seats": SIX, "dealer": "Ann"}


def lying(page, within=".felt > ol"):
    """Return the pieces of a trick with their players, and who has the frame."""
    rows = page.soup.select(f"{within} > li")
    pieces = [
        (row.select_one("[role=img]")["aria-label"], row.select_one("bdi").text) for row in rows
    ]
    return pieces, [row.select_one("bdi").text for row in rows if "wins" in row.get("class", ())]


def test_the_open_trick_lies_in_the_order_of_play(app, phone):
    page = phone.at(opened(app, *CARDS, **LOO))
    assert page.soup.select_one(".felt") and not page.soup.select(".felt li")
    page = phone.at(opened(app, *CARDS, "Bob KS", "Cat AS", "Dan 2H", **LOO))
    cards = [("king of spades", "Bob"), ("ace of spades", "Cat"), ("2 of hearts", "Dan")]
    assert lying(page) == (cards, ["Dan"])  # hearts are trumps
    assert "wins so far" in page.soup.select_one(".felt .wins").text
    assert not page.soup.select(".player [role=img]")


def test_a_trick_that_is_won_can_be_called_back(app, phone):
    trick = ("Bob KS", "Cat AS", "Dan 2H", "Eve 3S", "Fay 4S", "Ann 5S")
    key = opened(app, *CARDS, *trick, **LOO)
    page = phone.at(key)
    assert page.soup.select_one(".felt > p").text == "Dan takes it."
    pieces, winner = lying(page, ".felt details ol")
    assert [name for _card, name in pieces] == ["Bob", "Cat", "Dan", "Eve", "Fay", "Ann"]
    assert winner == ["Dan"] and "took it" in page.soup.select_one(".felt details").text
    page = phone.say(key, {"kind": "played", "player": "Dan", "piece": "9C"}, **HTMX)
    assert lying(page) == ([("9 of clubs", "Dan")], ["Dan"])
    assert lying(page, ".felt details ol") == (pieces, winner)


def test_trick_by_trick_it_shows_what_each_has_won(app, phone):
    said = ("up H", "Bob in", "Cat in", "Dan out", "Ann in", "won Bob", "won Bob")
    page = phone.at(opened(app, *said, game="three-card-loo", depth="tricks"))
    assert [row.text for row in page.soup.select(".felt li")] == [
        "Ann0 tricks",
        "Bob●●2 tricks",
        "Cat0 tricks",
    ]
    assert not any("●" in one.text for one in page.soup.select(".player"))


@pytest.mark.parametrize("phrases", [(), played.evening(), ("up 6-3", "Bob in")])
def test_no_felt_before_and_after_the_play(app, phone, phrases):
    assert not phone.at(opened(app, *phrases, dealer="Dan")).soup.select(".felt")


def test_each_row_has_a_mark_and_the_seat_of_the_phone_says_so(app, phone):
    key = opened(app, "up 6-3")
    phone.post(f"/e/{key}/me", {"seat": "Bob", "name": ""})
    page = phone.at(key)
    rows = page.soup.select(".player")
    assert len({str(row.select_one("svg.face")) for row in rows}) == len(rows) == 4
    yours = [row.select_one("bdi").text for row in rows if not row.select_one("i[hidden]")]
    assert yours == ["Bob"]
