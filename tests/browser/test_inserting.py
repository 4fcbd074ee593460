"""A forgotten deal is inserted on a small phone: the log, the questions, the preview and its button."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_amend import compared, press
from tests.browser.test_boxes import TEXTS_OVER_EACH_OTHER
from tests.browser.test_rows import faults
from tests.web.test_amend import FIRST, SECOND, THIRD
from tests.web.test_inserting import AFTERWARDS, SHARED_CHANGES

OPENS = "all => all.forEach(one => { one.open = true })"
ANN, CAT = "W" * 40, "Bartholomew-Featherstonehaugh-Smithe-Jo"


def named(phrases):
    new = {"Ann": ANN, "Cat": CAT}
    return [" ".join(new.get(word, word) for word in said.split()) for said in phrases]


def look(phone):
    """Check that nothing of a page is cut off or covered, in small and large text."""
    for percent in (100, 200):
        found = faults(phone, 320, 568, percent)
        assert found + phone.page.evaluate(TEXTS_OVER_EACH_OTHER) == [], phone.page.url
    phone.font_size(16)
    assert phone.small_targets() == []


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_forgotten_deal_is_inserted(phones, server, script):
    phone = phones(script=script)
    path = server.evening(*FIRST, *SECOND, *THIRD, depth="tricks")
    page = phone.open(path).page
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{server.url}{path}/log?deal=2")
    phone.follow(f"{path}/insert/13")
    page.locator("#depth").select_option("result")
    press(phone, page.get_by_role("button", name="Continue"))
    expect(page.locator("#question")).to_contain_text("Who was in")
    for player, tricks in {"Ann": 2, "Bob": 1, "Cat": 1, "Dan": 1}.items():
        box = page.locator(f'input[name="tricks:{player}"][value="{tricks}"]')
        box.locator("xpath=..").tap()
    press(phone, page.locator("form.whole button").last)
    if script:
        assert compared(page) == SHARED_CHANGES
    assert len(server.entries(path)) == 34
    press(phone, page.locator('form[action$="/entries"] button'))
    expect(page).to_have_url(f"{server.url}{path}/log?entry=13#i13")
    expect(page.locator("#i13")).to_be_in_viewport()
    assert server.entries(path)[-1]["kind"] == "inserted"
    assert phone.open(path).figures == AFTERWARDS
    phone.say("undone")
    assert phone.figures == {"Ann": -32, "Bob": -27, "Cat": 11, "Dan": 48}


def test_nothing_is_cut_with_long_names(phone, server):
    seats = f"{ANN} Bob {CAT} Dan"
    path = server.evening(*named((*FIRST, *SECOND, *THIRD)), seats=seats, depth="tricks")
    page = phone.open(path).page
    for tail in ("/log?deal=2", "/insert/13", "/insert/13?dealer=Bob", "/insert/12"):
        assert page.goto(f"{server.url}{path}{tail}").ok
        page.locator(".menu details, .log").evaluate_all(OPENS)
        look(phone)
        assert phone.axe() == []
    page.goto(f"{server.url}{path}/insert/13?dealer=Bob&depth=tricks")
    press(phone, phone.button("turned-up", "piece", "6"))
    look(phone)
    page.goto(f"{server.url}{path}/insert/12")
    page.locator("#revoker").select_option(ANN)
    press(phone, page.get_by_role("button", name="Show what changes"))
    look(phone)
    press(phone, page.get_by_role("button", name="Insert this"))
    page.goto(f"{server.url}{path}/log?deal=1")
    look(phone)
