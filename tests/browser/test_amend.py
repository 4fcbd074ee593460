"""Correcting an earlier deal: the log, the new entry, the preview and its button."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import replay
from tests.web.test_amend import CORRECTED, FIRST, SECOND, THIRD

AFTERWARDS = {"Ann": -17, "Bob": -17, "Cat": 21, "Dan": 13}
COMPARED = """() => Object.fromEntries([...document.querySelectorAll("#choice section")].map(
  (panel) => [panel.querySelector("h2").innerText, Object.fromEntries(
    [...panel.querySelectorAll("tbody tr")].map((row) => [row.querySelector("th").innerText.trim(),
      [...row.querySelectorAll("td")].map((cell) => cell.innerText.replace(/\\s+/g, " ").trim())]
    ))]))"""


def compared(page):
    found = page.evaluate(COMPARED)
    return {title: {k: tuple(v) for k, v in rows.items()} for title, rows in found.items()}


def press(phone, button):
    with phone.page.expect_navigation():
        button.tap()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_the_first_of_three_deals_is_corrected(phones, server, tmp_path, script):
    phone = phones(script=script)
    path = server.evening(*FIRST, *SECOND, *THIRD, depth="tricks")
    page = phone.open(path).page
    phone.follow(f"{path}/more")
    phone.follow(f"{path}/log")
    page.locator(".log", has_text="Ann deals").locator("> summary").tap()
    page.locator(f'a[href="{path}/amend/7"]').scroll_into_view_if_needed()
    phone.follow(f"{path}/amend/7")
    press(phone, phone.button("trick-won", "player", "Cat"))
    if script:
        assert compared(page) == CORRECTED
    assert len(server.entries(path)) == 34
    press(phone, page.locator('form[action$="/entries"] button'))
    expect(page).to_have_url(f"{server.url}{path}/log?entry=7#e7")
    row = page.locator("#e7")
    expect(row).to_be_in_viewport()
    expect(row.locator("del")).to_contain_text("Trick to Bob")
    expect(row.locator("ins")).to_contain_text("Trick to Cat")
    assert server.entries(path)[-1]["kind"] == "amended"
    assert phone.open(path).figures == AFTERWARDS
    printed, code = replay(server.record(path), tmp_path)
    assert code == 0 and printed["games"][0]["balances"] == AFTERWARDS
    assert [deal["pool"] for deal in printed["games"][0]["deals"]] == [25, 30, 65]
    # The correction can be undone like any entry.
    phone.say("undone")
    assert phone.figures == {"Ann": -32, "Bob": -27, "Cat": 11, "Dan": 48}


def test_buttons_begin_with_a_capital(phone, server):
    path = server.evening(*FIRST, depth="tricks")
    phone.open(f"{path}/amend/12")
    assert phone.button("misdealt").inner_text() == "Misdeal"


def test_the_way_back_from_a_saved_correction_sends_no_form_again(phone, server):
    path, page = server.evening(*FIRST, depth="tricks"), phone.page
    phone.open(path)
    page.goto(f"{server.url}{path}/log")
    page.goto(f"{server.url}{path}/amend/7")
    press(phone, phone.button("trick-won", "player", "Cat"))
    press(phone, phone.button("amended"))
    number = len(server.entries(path))
    page.go_back()
    expect(page.locator("h1")).to_have_text("What should it be?")
    assert len(server.entries(path)) == number
