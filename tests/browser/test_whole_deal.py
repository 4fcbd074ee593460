"""The form of a whole deal with script: a way back to it, and a refusal that hides no row."""

import pytest
from playwright.sync_api import expect


def test_the_browsers_back_brings_the_chosen_tricks_back(phone, server):
    table, page = server.evening(depth="result"), phone.page
    phone.open(table)
    phone.choose("tricks:Bob", "2")
    phone.choose("tricks:Cat", "1")
    page.goto(f"{server.url}{table}/log")
    page.go_back()
    expect(page.locator(".told")).to_have_text("3")
    phone.choose("tricks:Dan", "1")
    chosen = [
        page.locator(f"[name='tricks:{one}']:checked").input_value()
        for one in ("Bob", "Cat", "Dan")
    ]
    assert chosen == ["2", "1", "1"]


def test_the_link_back_to_the_table_does_too(phone, server):
    table, page = server.evening(depth="result"), phone.page
    phone.open(table)
    phone.choose("tricks:Bob", "2")
    with page.expect_navigation():
        page.locator("a.more").tap()
    with page.expect_navigation():
        page.locator("a.back").tap()
    expect(page).to_have_url(f"{server.url}{table}")
    expect(page.locator(".told")).to_have_text("2")


@pytest.mark.parametrize("seats", ["Ann Bob Cat Dan", "Ann Bob Cat Dan Eve Fay"])
def test_a_refusal_covers_no_row(phone, server, seats):
    phone.open(server.evening(seats=seats, game="three-card-loo", depth="result"))
    phone.choose("tricks:Cat", "2")
    phone.choose("tricks:Bob", "2")
    phone.page.locator(".whole .button").last.tap()
    refusal = phone.page.locator("#problem .refusal")
    expect(refusal).to_be_visible()
    place = refusal.bounding_box()
    rows = [one.bounding_box() for one in phone.page.locator(".whole .row").all()]
    assert len(rows) == len(seats.split())
    assert place["y"] + place["height"] <= rows[0]["y"] and place["y"] >= 0
    phone.choose("tricks:Cat", "1")  # mended
    expect(refusal).to_have_count(0)


def test_open_choices_cover_nothing(phone, server):
    phone.open(server.evening(depth="result"))
    dealer = phone.page.locator(".whole .row:has(.dealer)")
    dealer.locator("summary").tap()
    expect(dealer.locator("summary")).to_have_text("back", use_inner_text=True)
    expect(dealer.locator("[name^='declared:']").last).to_be_visible()
    expect(dealer.locator(".out")).not_to_be_visible()
    dealer.locator("summary").tap()
    expect(dealer.locator("summary")).to_have_text("more", use_inner_text=True)
    # One choice alone is named.
    other = phone.page.locator(".whole .row:not(:has(.dealer))").first
    expect(other.locator("summary")).to_have_text("miss?", use_inner_text=True)


def test_a_long_first_step_leaves_the_button_wide(phones, server):
    phone = phones(locale="de", viewport={"width": 360, "height": 640})
    phone.open(server.evening(game="five-card-loo", depth="result"))
    assert phone.page.locator(".whole .choices .button").bounding_box()["width"] >= 128
