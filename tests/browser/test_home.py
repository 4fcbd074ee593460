"""The home page: at the first visit on one screen, later with what was played last."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import SIZE
from tests.wording.test_catalogues import LANGUAGES

WAYS_IN = '.ways-in :is(a, button), #more > summary, [name="language"]'
"""What a stranger can tap at first."""
SPEAKS = "() => document.documentElement.lang"
CUT = """() => [...document.querySelectorAll("main *")].filter((one) => one.checkVisibility() &&
  (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible" ||
   one.getBoundingClientRect().right > innerWidth)).map((one) => one.outerHTML)"""


def height(phone):
    return phone.page.evaluate("() => document.documentElement.scrollHeight")


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_first_visit_is_one_screen(phones, language):
    phone = phones(locale=language.replace("_", "-"))
    page = phone.page
    phone.open("/")
    assert page.evaluate(SPEAKS) == language.replace("_", "-")
    assert height(phone) <= SIZE["height"]
    for one in page.locator(WAYS_IN).all():
        expect(one).to_be_in_viewport(ratio=1)
    # The chosen language is marked, and each is called by its own name.
    (chosen,) = page.locator('[name="language"][aria-current]').all()
    assert chosen.get_attribute("value") == language
    assert "✓" in chosen.evaluate("one => getComputedStyle(one, '::before').content")
    for size in (SIZE, {"width": 320, "height": 568}, {"width": 1024, "height": 768}):
        page.set_viewport_size(size)
        assert page.evaluate(CUT) == []
        assert phone.axe() == [] and phone.small_targets() == []


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_all_else_is_under_more(phones, script):
    phone = phones(script=script)
    phone.open("/")
    everything = [f'a[href="{path}"]' for path in ("/help", "/rules", "/example", "/trainer")]
    for one in (*everything, "#more [name=record]"):
        expect(phone.page.locator(one)).not_to_be_visible()
    phone.page.locator("#more > summary").tap()
    for one in everything:
        expect(phone.page.locator(one)).to_be_visible()
    phone.follow("/rules")


def test_a_stranger_finds_a_language_without_reading(phones):
    phone = phones(locale="it")
    phone.open("/")
    with phone.page.expect_navigation():
        phone.page.get_by_role("button", name="Deutsch").tap()
    assert phone.page.evaluate(SPEAKS) == "de"


def test_after_some_evenings_the_last_ones_are_listed(phones, server):
    phone = phones()
    page = phone.page
    closed = [server.evening("closed", name=f"Evening {number}") for number in range(4)]
    for path in (*closed, still_open := server.evening(name="Still going")):
        phone.open(path)
    for number in range(4):
        phone.open("/groups/new")
        page.locator('[name="name"]').fill(f"Group {number}")
        with page.expect_navigation():
            page.locator("main .button.primary").tap()
    phone.open("/")
    lists = page.locator(".lists")
    assert page.locator(".ways-in .primary").get_attribute("href") == still_open
    for number in (3, 2, 1):
        expect(lists.get_by_text(f"Evening {number}")).to_be_visible()
        expect(lists.get_by_text(f"Group {number}")).to_be_visible()
    expect(lists.get_by_text("Evening 0")).to_have_count(0)
    expect(lists.get_by_text("Group 0")).not_to_be_visible()
    lists.locator("details > summary").tap()
    expect(lists.get_by_text("Group 0")).to_be_visible()
    for size in (SIZE, {"width": 320, "height": 568}, {"width": 1024, "height": 768}):
        page.set_viewport_size(size)
        assert page.evaluate(CUT) == []
        assert phone.axe() == [] and phone.small_targets() == []
    phone.follow("/history")
    expect(page.get_by_text("Evening 0")).to_be_visible()


def test_with_large_type_each_way_in_has_its_own_line(phones):
    phone = phones(locale="de")
    page = phone.page
    page.set_viewport_size({"width": 360, "height": 640})
    phone.open("/")
    ways = page.locator(".ways-in .choices > *")
    assert len({one.bounding_box()["x"] for one in ways.all()}) == 2
    phone.font_size(32)
    assert len({one.bounding_box()["x"] for one in ways.all()}) == 1
    assert page.evaluate(CUT) == []
