"""Printed pages: the evening, the rules and a score sheet."""

import re

from playwright.sync_api import expect

DEAL = ("up 6", "Bob in", "Cat in", "Dan in", "Ann in", "won Bob Bob Cat Cat Cat", "settled")
ROUND = ("Bob", "Cat", "Dan", "Ann")
"""The players in order of declaration when Ann deals."""
SHOWN = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility()).map((one) => one.textContent.trim())"""


def deal(turn):
    declared = [f"{name} in" for name in (*ROUND[turn % 4 :], *ROUND[: turn % 4])]
    return ("up 6", *declared, "won Bob Cat Dan Ann Bob", "settled")


def test_printed_pages(phone, server):
    page = phone.page
    path = server.evening(*DEAL, "ended", "closed", dealer="Ann", depth="tricks")
    page.emulate_media(media="print")
    phone.open(f"{path}/deals")
    foot = page.locator("tfoot").first.evaluate("one => getComputedStyle(one).display")
    assert foot == "table-row-group"
    assert page.evaluate(SHOWN, "button, .button, nav") == []
    assert len(page.evaluate(SHOWN, ".endings .why")) == 1
    rounds = [phrase for turn in range(16) for phrase in deal(turn)]
    phone.open(server.evening(*rounds, "closed", dealer="Ann", depth="tricks") + "/deals")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
    phone.open("/rules/domino-loo/sheet?seat=Ann&seat=Bob")
    assert page.evaluate(SHOWN, "thead th") == ["Deal", "Trump", "Ann", "Bob", "Pool"]
    assert page.evaluate(SHOWN, "button, .button") == []
    page.emulate_media(media="screen")
    page.evaluate("() => { window.print = () => document.body.append('printed'); }")
    phone.touch(page.get_by_role("button", name="Print"))
    expect(page.locator("body")).to_contain_text("printed")
    page.emulate_media(media="print")
    phone.open("/rules/domino-loo")
    columns = page.locator(".prose").nth(1).evaluate("one => getComputedStyle(one).columnCount")
    assert columns == "2"
    assert page.evaluate(SHOWN, "button, .button, .chip, nav") == []


def test_no_heading_stands_alone_at_the_foot_of_a_page(phone, server):
    """Nor a heading with the line below it: a page may not end after any of them."""
    page = phone.page
    page.emulate_media(media="print")
    phone.open("/example")
    phone.open(f"{phone.path}/figures")
    ends = "all => all.map(one => getComputedStyle(one).breakAfter)"
    for headings in ("h2", "summary + p", "thead"):
        found = page.locator(f".panel {headings}").evaluate_all(ends)
        assert len(found) > 1 and {*found} == {"avoid"}


def test_the_page_of_a_season_is_one_sheet(phone):
    """Of the figures below it nothing is printed. The evenings are those of one year."""
    page = phone.page
    page.emulate_media(media="print")
    phone.open("/example")
    phone.open(f"{phone.path}/figures?season=2026")
    shown = page.evaluate(SHOWN, "h1, h2")
    assert [one.split(" ")[0] for one in shown[-2:]] == ["Chips", "3"]
    assert len(page.evaluate(SHOWN, ".evenings a")) == 3
    assert page.evaluate(SHOWN, "button, .button, .off-paper, #naming, form") == []
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
