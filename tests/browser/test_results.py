"""The result pages with script: stepping through a deal, and sharing to a chat."""

from playwright.sync_api import expect

from tests.browser.phone import SIZE
from tests.web import played


def swipe(page, across):
    session = page.context.new_cdp_session(page)
    x, y = SIZE["width"] / 2, 300
    places = [{"x": x + across * part, "y": y + 5 * part} for part in (-0.5, 0, 0.5)]
    for kind, place in zip(("touchStart", "touchMove", "touchMove"), places, strict=True):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [place]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_tricks_by_keys_and_swipes_and_the_text_for_the_chat(phone, server):
    table = server.evening(*played.evening(), "settled", "closed", dealer="Dan")
    deal, page = f"{table}/deals/1", phone.page
    phone.open(f"{deal}/tricks/1")
    for turn, trick in (
        (lambda: page.keyboard.press("ArrowRight"), 2),
        (lambda: swipe(page, -200), 3),
        (lambda: swipe(page, 200), 2),
        (lambda: page.keyboard.press("ArrowLeft"), 1),
    ):
        with page.expect_navigation():
            turn()
        assert phone.path == f"{deal}/tricks/{trick}"
    swipe(page, 30)  # an accidental tap
    page.keyboard.press("ArrowDown")
    expect(page).to_have_url(f"{server.url}{deal}/tricks/1")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.open(f"{table}/deals")
    page.locator("[data-share]").tap()
    expect(page.locator("#share [role=status]")).not_to_be_empty()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#share-text").input_value() and "Ann pays" in copied
