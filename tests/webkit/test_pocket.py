"""The companion without a server in WebKit: a few taps, then without a network, and what is kept."""

from contextlib import closing

import pytest

from tests.browser.pocket import Pocket
from tests.web import played
from tests.webkit.phone import PocketPhone


@pytest.fixture
def pocket(pocket_folder):
    with closing(Pocket(pocket_folder)) as pocket:
        yield pocket


@pytest.fixture
def phone(screen, minibrowser, pocket):
    with closing(PocketPhone(minibrowser, screen, pocket)) as phone:
        yield phone


def test_an_evening_that_goes_on_without_a_network(phone, pocket):
    phone.open("/")
    phone.follow("/evenings/new")
    for place, name in enumerate(played.SEATS):
        phone.driver.find_elements("css selector", "[name=seat]")[place].send_keys(name)
    phone.tap(lambda: phone.find('button.primary[name="do"][value="open"]'))
    phone.arrive("/e/")
    phone.say("turned-up", "piece", "5")
    for _ in played.SEATS:
        phone.say("declared", "choice", "play")
    phone.win("Ann Bob")
    before = phone.position, phone.figures
    pocket.close()
    phone.reload()
    assert (phone.position, phone.figures) == before
    table = phone.path
    phone.follow(f"{table}/more")
    phone.back()
    phone.until(lambda: phone.path == table, "the table")
    phone.enter()
    phone.say("undone")
    phone.win("Cat")
    *_, won, undone, again = phone.entries()
    assert (won["player"], undone["kind"], again["player"]) == ("Bob", "undone", "Cat")
