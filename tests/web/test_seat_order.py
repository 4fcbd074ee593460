"""A phone can keep the seats in one order; others at the table keep theirs."""

from tests.web.table import HTMX, Phone, opened

SAID = ("up 6", "Bob in", "Cat in", "Dan in", "Ann in")
TURNING, FIXED = ["Bob", "Cat", "Dan", "Ann"], ["Ann", "Bob", "Cat", "Dan"]


def names(page):
    return [tag.select_one("bdi").text for tag in page.soup.select("#state .player")]


def winners(page):
    return [tag.text.strip() for tag in page.soup.select("#entry .ask button")]


def keep(phone, key, order):
    phone.get(f"/e/{key}/settings")
    form = phone.page.soup.select_one('form[action="/seat-order"]')
    phone.submit(form, form.select_one("button"), order=order)
    phone.follow()


def test_each_phone_keeps_its_order(app):
    one, other = Phone(app), Phone(app)
    key = opened(app, *SAID, depth="tricks")
    keep(one, key, "fixed")
    assert names(one.page) == winners(one.page) == FIXED
    assert names(other.at(key)) == winners(other.page) == TURNING
    # Compare after an entry, and when both phones get the same state.
    for phone, order in ((one, FIXED), (other, TURNING)):
        phone.at(key)
        answer = phone.say(key, {"kind": "trick-won", "player": "Bob"}, **HTMX)
        assert names(answer) == winners(answer) == order
    keep(one, key, "turning")
    assert names(one.page) == winners(one.page) == TURNING


def test_the_tricks_of_a_contract_are_in_the_same_order(app, phone):
    bids = ("Bob says pass", "Cat says two", "Dan says pass", "Ann says pass")
    phone.at(opened(app, *bids, game="napoleon", depth="tricks"))
    assert names(phone.page) == winners(phone.page) == TURNING
