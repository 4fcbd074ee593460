"""Players keep the order of their seats; a phone can show the first to play on top instead."""

import pytest

from tests.web.table import HTMX, Phone, opened

SAID = ("up 6", "Bob in", "Cat in", "Dan in", "Ann in")
SEATS, TURNING = ["Ann", "Bob", "Cat", "Dan"], ["Bob", "Cat", "Dan", "Ann"]


def names(page, rows="#state .player"):
    return [tag.select_one("bdi").text for tag in page.soup.select(rows)]


def winners(page):
    return [tag.text.strip() for tag in page.soup.select("#entry .ask button")]


def keep(phone, key, order):
    phone.get(f"/e/{key}/settings")
    form = phone.page.soup.select_one('form:has([name="seat_order"])')
    phone.submit(form, form.select_one("button"), seat_order=order)
    assert "Saved." in phone.follow().text
    phone.at(key)


def test_each_phone_keeps_its_order(app):
    one, other = Phone(app), Phone(app)
    key = opened(app, *SAID, depth="tricks")
    keep(one, key, "turning")
    assert names(one.page) == winners(one.page) == TURNING
    assert names(other.at(key)) == winners(other.page) == SEATS
    # Compare after an entry, and when both phones get the same state.
    for phone, order in ((one, TURNING), (other, SEATS)):
        phone.at(key)
        answer = phone.say(key, {"kind": "trick-won", "player": "Bob"}, **HTMX)
        assert names(answer) == winners(answer) == order
    keep(one, key, "")
    assert names(one.page) == winners(one.page) == SEATS


def test_a_phone_that_kept_the_seats_before_keeps_them(app, phone):
    phone.client.set_cookie("seat_order", "fixed")
    assert names(phone.at(opened(app, *SAID, depth="tricks"))) == SEATS


@pytest.mark.parametrize("dealer", SEATS)
def test_rows_stay_in_every_deal_and_the_mark_moves(app, phone, dealer):
    page = phone.at(opened(app, "up 6", dealer=dealer, depth="tricks"))
    assert names(page) == SEATS
    assert page.soup.select_one(".player:has(.dealer) bdi").text == dealer
    page = phone.at(opened(app, dealer=dealer, depth="result"))
    assert names(page, ".whole .row") == SEATS


def test_who_sits_out_keeps_the_place(app, phone):
    for said in (("Bob sits-out",), ("Bob sits-out", "up 6")):
        assert names(phone.at(opened(app, *said, dealer="Cat", depth="tricks"))) == SEATS


def test_the_tricks_of_a_contract_are_in_the_same_order(app, phone):
    bids = ("Bob says pass", "Cat says two", "Dan says pass", "Ann says pass")
    phone.at(opened(app, *bids, game="napoleon", depth="tricks"))
    assert names(phone.page) == winners(phone.page) == SEATS
