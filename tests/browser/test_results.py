"""The result pages with script: stepping through a deal, and sharing to a chat."""

import re

import pytest
from playwright.sync_api import expect

from companion.evening.entries import Paid, WorthSet
from tests.browser.phone import SIZE
from tests.study.test_deal import OPEN
from tests.telling import started
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
    page.locator(".sharing summary").tap()
    for size in ([1200, 630], [1080, 1080]):
        with page.expect_download() as picture:
            page.locator(f'[data-picture="{size[0]}x{size[1]}"]').tap()
        assert re.fullmatch(r"Friday-[\d-]{10}\.png", picture.value.suggested_filename)
        content = picture.value.path().read_bytes()
        assert [int.from_bytes(content[at : at + 4]) for at in (16, 20)] == size
    page.locator("[data-copy]").tap()
    expect(page.locator(".sharing [role=status]")).not_to_be_empty()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#share-text").input_value() and "Ann pays" in copied


def test_a_season_is_shared_as_a_picture_with_its_table(phone):
    page = phone.page
    phone.open("/example")
    phone.open(f"{phone.path}/figures?season=2026")
    page.locator(".sharing summary").tap()
    texts = "CanvasRenderingContext2D.prototype.fillText"
    page.evaluate(f"""() => {{
      const write = {texts};
      window.written = [];
      {texts} = function (text, ...at) {{ written.push(text); write.call(this, text, ...at); }};
    }}""")
    with page.expect_download() as picture:
        page.locator("[data-picture]").first.tap()
    assert picture.value.suggested_filename.endswith(" 2026.png")
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")
    rows = page.locator(".totals tbody tr")
    table = [(row.locator("bdi").inner_text(), row.locator("b").inner_text()) for row in rows.all()]
    written = page.evaluate("written")
    assert len(table) > 2 and {text for row in table for text in row} <= {*written}


def test_the_first_screen_of_a_closed_evening(phone, server):
    """Five deals of three games: the winner, who pays whom, and the next evening; the rest is near."""
    names = "Anna Benedikt Cleo Dario"
    first = ("told Benedikt 3 Cleo 2 Dario 0", "settled", "told Dario 4 Anna 1 Cleo 0", "settled")
    cards = started(names, "three-card-loo", "result")
    second = ("told Dario 2 Cleo 1 Benedikt 0", "settled", "told Anna 3 Dario 0", "settled")
    third = started(names, "domino-rounce", "result"), "told Benedikt 3 Anna 2", "settled"
    path = server.evening(
        *first, "ended", cards, *second, "ended", *third, WorthSet(10, "EUR"), "closed",
        seats=names, game="domino-loo", depth="result", dealer="Anna",
    )  # fmt: skip
    phone.open(f"{path}/deals")
    parts = [".winner", *[f".debts li:nth-child({n})" for n in (1, 2, 3)], "[action$='/again']"]
    for part in parts:
        box = phone.page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= SIZE["height"], part
    assert phone.page.evaluate("document.documentElement.scrollHeight") <= 2210
    with phone.page.expect_navigation():
        phone.page.get_by_role("button", name="Play again").tap()
    assert phone.path != path and not server.entries(phone.table)[1:]


@pytest.mark.parametrize(
    "broken",
    [
        "HTMLCanvasElement.prototype.getContext = () => null",
        "HTMLCanvasElement.prototype.toBlob = (done) => done(null)",
    ],
)
def test_a_picture_that_cannot_be_drawn_leaves_the_text(phone, server, broken):
    table, page = server.evening(*played.evening(), "settled", "closed", dealer="Dan"), phone.page
    page.add_init_script(broken)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.open(f"{table}/deals")
    page.locator(".sharing summary").tap()
    page.locator("[data-picture]").first.tap()
    said = page.locator(".sharing [role=status]")
    expect(said).to_have_text("This browser cannot draw the picture. Share the text instead.")
    page.locator("[data-copy]").tap()
    expect(said).to_have_text("Copied")


def test_from_choice_to_choice_by_keys_and_taps(phone, server):
    table, page = server.evening(*played.evening(), dealer="Dan"), phone.page
    phone.open(table)
    with page.expect_navigation():
        page.get_by_role("link", name="How it could have gone").tap()
    phone.open(f"{phone.path}?at=0")
    heading = page.locator("#choice h2")
    first = heading.text_content()
    with page.expect_navigation():
        page.keyboard.press("ArrowRight")
    assert heading.text_content() != first
    with page.expect_navigation():
        page.keyboard.press("ArrowLeft")
    assert heading.text_content() == first
    others = page.locator(".options a:not([aria-current])")
    others.first.tap()
    expect(page.get_by_text("instead: safe tricks")).to_be_visible()
    expect(heading).to_be_in_viewport()


def test_the_way_back_leads_past_the_answer_to_a_dropped_hand(phone, server):
    table, page = server.evening(*OPEN, seats="Ann Bob Cat", game="three-card-loo"), phone.page
    phone.open(f"{table}/deals/1/study")
    with page.expect_navigation():
        page.get_by_role("link", name="Cat dropped").tap()
    for card in ("AH", "KH", "QH"):
        page.locator(f"label:has(input[value='{card}'])").tap()
    page.locator("button.counts").tap()
    expect(page.locator("#answer")).to_contain_text("would have been sure of 3")
    expect(page.locator("#answer")).to_be_in_viewport()
    page.go_back()
    assert phone.path == f"{table}/deals/1/study"


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_after_a_payment_is_marked_the_page_shows_the_payments(phones, server, script):
    phone = phones(script=script)
    page = phone.page
    table = server.evening("told Bob 3 Cat 2 Dan 0 Ann 0", "settled", "closed", depth="result")
    phone.open(f"{table}/deals")
    page.set_viewport_size({"width": 390, "height": 500})
    mark = page.locator(".debts button").first
    mark.evaluate("one => scrollBy(0, one.getBoundingClientRect().top - 300)")
    stood = mark.bounding_box()["y"]
    assert page.evaluate("scrollY") > 0
    with page.expect_navigation():
        mark.tap()
    page.wait_for_timeout(500)
    assert [one["kind"] for one in server.entries(table)].count("paid") == 1
    if script:  # nothing moves under the finger
        assert abs(mark.bounding_box()["y"] - stood) < 2
    else:
        expect(page.locator("#settling h2")).to_be_in_viewport()
    expect(mark).to_be_in_viewport()


def test_a_second_tap_on_mark_paid_marks_nothing_else(phone, server):
    table, page = server.evening(*played.evening(), "settled", "closed", dealer="Dan"), phone.page
    phone.open(f"{table}/deals")
    rows, button = page.locator(".debts li"), page.locator(".debts button").first
    button.scroll_into_view_if_needed()
    place, before = rows.last.bounding_box(), button.bounding_box()
    with page.expect_navigation():
        button.tap()
    assert rows.last.bounding_box() == place
    page.touchscreen.tap(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    undo = rows.first.locator("button")
    expect(undo).to_be_enabled()
    assert [one["kind"] for one in server.entries(table)].count("paid") == 1
    with page.expect_navigation():
        undo.tap()
    assert server.entries(table)[-1]["kind"] == "undone"


def test_a_group_shows_every_figure_on_a_narrow_phone(phone, server):
    """Here those are chips, and what is still open of them in money."""
    told = ("told Dario 3 Clara 2 Anna 0", "settled", WorthSet(10, "EUR"), "closed")
    game = {"seats": "Anna Bernd Clara Dario", "game": "julepe", "depth": "result"}
    evening, page = server.evening(*told, Paid("Anna", "Dario", 5), **game), phone.page
    phone.open(evening), phone.open(f"{evening}/group")
    page.fill("[name=name]", "Winter table")
    with page.expect_navigation():
        page.locator("form:has([name=name]) button").click()
    for width in (320, 390, 700):
        page.set_viewport_size({"width": width, "height": 568})
        table = page.locator(".scroll:has(.cards)")
        assert "Still open" in table.inner_text() and "+€1.00" in table.inner_text()
        assert table.evaluate("box => box.scrollWidth <= box.clientWidth")
        beside = "one => getComputedStyle(one, '::before').content"
        assert page.locator(".cards td").last.evaluate(beside).startswith('"Still open"')
    cards = page.locator("table.cards")
    assert cards.get_by_role("columnheader").count() == 4
    assert cards.get_by_role("row").count() == 5
    assert cards.get_by_role("rowheader").count() == 4 and cards.get_by_role("cell").count() == 12
    group = phone.path
    phone.open(f"{group}/figures")
    page.set_viewport_size({"width": 320, "height": 568})
    for size in (16, 32):
        phone.font_size(size)
        assert phone.sideways() == []
    figures = page.locator(".cards td")
    assert figures.evaluate_all(
        "all => all.every(one => one.getBoundingClientRect().right <= innerWidth)"
    )
    wide = "one => getComputedStyle(one).display"
    phone.font_size(16)
    page.set_viewport_size({"width": 768, "height": 1024})
    assert page.locator(".cards tr").first.evaluate(wide) == "table-row"
    names = page.locator(".cards tbody th bdi")
    assert names.evaluate_all("all => all.every(one => one.getClientRects().length === 1)")
    page.set_viewport_size({"width": 320, "height": 568})
    page.emulate_media(media="print")
    assert page.locator(".cards tr").first.evaluate(wide) == "table-row"


def test_names_of_ten_letters_are_whole_above_their_deals(phone, server):
    names = "Runadottir Donatella Pianissima Wilhelmina"
    said = ("up H", "told Donatella 2 Pianissima 1 Wilhelmina 0", "settled", "closed")
    game = {"seats": names, "game": "three-card-loo", "depth": "result", "dealer": "Runadottir"}
    phone.open(server.evening(*said, **game) + "/deals")
    for width in (320, 360, 390):
        phone.page.set_viewport_size({"width": width, "height": 568})
        heads = phone.page.locator("table.deals thead bdi")
        assert heads.count() == 4
        assert heads.evaluate_all(
            "all => all.every(one => one.scrollHeight <= one.clientHeight + 1"
            " && one.scrollWidth <= one.clientWidth)"
        )
