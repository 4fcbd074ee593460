"""Evenings in the pocket as people have them: without a network, cut off, to a server and back."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import replay, unsent
from tests.browser.test_every_game import SEATS, evening_of
from tests.browser.test_pocket_evenings import correct, press, settle

pytestmark = pytest.mark.slow
SHEET = """
navigator.canShare = ({ files }) => files.length === 1;
navigator.share = async ({ text, files }) => {
  top.shared ??= [];
  top.shared.push(text ?? [files[0].name, await files[0].text()]);
};
"""


def away(pocket_phones, pocket, **options):
    """Return a phone that has opened the pocket once, and then has no network."""
    phone = pocket_phones(pocket, **options)
    phone.context.add_init_script(SHEET)
    phone.context.set_offline(True)
    return phone.again()


def shared(phone, button):
    """Tap a button that shares; return what was shared."""
    phone.page.outer.evaluate("() => { window.shared = []; }")
    phone.touch(button)
    phone.page.outer.wait_for_function("() => window.shared.length")
    return phone.page.outer.evaluate("() => window.shared[0]")


def results(phone, table):
    """Return the check code of an evening and its balances."""
    phone.open(f"{table}/deals")
    code = phone.page.locator(".seal b").text_content()
    return code, evening_of(phone)


def take_in(phone, name, content):
    phone.open("/")
    file = {"name": name, "mimeType": "application/json", "buffer": content.encode()}
    phone.unfold(phone.page.locator("input[name=record]")).set_input_files(file)
    press(phone, phone.page.locator('form[action$="/records"] button'))
    return phone.table


def close(phone):
    table = phone.table
    phone.open(f"{table}/more")
    phone.follow(f"{table}/close")
    press(phone, phone.button("evening-closed"))


def test_domino_loo_is_played_without_a_network(
    pocket_phones, phones, pocket_below, server, tmp_path
):
    phone = away(pocket_phones, pocket_below)
    table = phone.sit_down(SEATS, depth="tricks")
    phone.say("turned-up", "piece", "6")
    phone.declare("Bob play, Cat play, Dan drop, Ann drop")
    phone.win("Bob Bob")
    question = phone.question
    assert phone.again().question == question
    unsent(phone).to_be_hidden()
    phone.win("Cat Cat Bob")
    phone.say("undone")
    phone.win("Cat")
    settle(phone)
    assert phone.figures == {"Ann": -10, "Bob": 5, "Cat": 10, "Dan": -5}
    phone.again()
    correct(phone, "trick-won", ("player", "Bob"))
    close(phone)
    phone.page.locator(".sharing summary").tap()
    assert "Bob +10" in shared(phone, phone.page.locator("[data-share]"))
    name, record = shared(phone, phone.page.locator(".next a[download]"))
    assert name.startswith("Friday-")
    expect(phone.page.get_by_text("Saved.")).to_be_visible()
    printed, code = replay(record.encode(), tmp_path)
    assert code == 0
    assert printed["games"][0]["balances"] == {"Ann": -10, "Bob": 10, "Cat": 5, "Dan": -5}
    phone.open("/")
    _, everything = shared(phone, phone.page.locator("a[download]"))

    guest = phones()
    there = take_in(guest, name, record)
    assert results(guest, there) == results(phone, table)
    take_in(guest, "all.json", everything)
    expect(guest.page.locator("main")).to_contain_text("Friday")
    back = take_in(phone, name, server.record(there).decode())
    assert back != table and results(phone, back) == results(phone, table)


def test_bestia_goes_on_at_a_server_and_comes_back(pocket_phones, phones, pocket, server):
    phone = away(pocket_phones, pocket, locale="it")
    table = phone.sit_down(SEATS, "bestia", "tricks", name="Venerdì")
    assert phone.page.locator("html").get_attribute("lang") == "it"
    phone.say("turned-up", "piece", "H")
    phone.declare("Dan play, Cat play, Bob drop, Ann drop")
    phone.win("Dan")
    phone.open(f"{table}/more")
    name, record = shared(phone, phone.page.locator("a[download]"))
    assert name.startswith("Venerdì-")

    guest = phones(locale="it")
    there = take_in(guest, name, record)
    question = guest.question
    phone.open(table)
    assert question == phone.question
    guest.win("Cat")
    back = take_in(phone, name, server.record(there).decode())
    phone.win("Cat")
    settle(phone)
    guest.win("Cat")
    settle(guest)
    assert back != table and phone.figures == guest.figures
    phone.again()
    close(phone)
    close(guest)
    assert results(phone, back) == results(guest, there)
