"""A tap without a connection is kept, sent once, and shown as pending until then."""

import pytest
from playwright.sync_api import Error, expect

from tests.browser.cable import Cable
from tests.browser.phone import asks, unsent
from tests.web.test_pages import CARD_STATES

IN = ("Bob in", "Cat in", "Dan in", "Ann in")
SIZES = ((390, 844), (360, 640), (844, 390), (1024, 768))
COVERED = """() => [...document.querySelectorAll(".bar > *, .pool > p, .player, #entry .choices .button")]
  .filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  }).map((one) => one.innerText)"""
"""Returns the texts of players, answers and other parts that another element covers."""


@pytest.fixture
def server(server):
    cable = Cable(server)
    yield cable
    cable.cut()


@pytest.fixture
def path(server):
    return server.evening("up 6", *IN, depth="tricks")


@pytest.fixture
def away(phone, path):
    phone.may_be_offline = True
    return phone.open(path)


def tap(phone, name):
    phone.touch(phone.button("trick-won", "player", name))


def won(server, path):
    return [said.get("player") for said in server.entries(path)[6:]]


def test_the_connection_fails_between_two_taps(away, server, path):
    away.say("trick-won", "player", "Bob")
    server.cut()
    tap(away, "Cat")
    unsent(away).to_contain_text("Trick to Cat. It is sent as soon as possible.")
    stale = away.page.locator("#stale")
    for width, height in reversed(SIZES):
        away.page.set_viewport_size({"width": width, "height": height})
        expect(stale).to_be_visible()
        assert away.page.evaluate(COVERED) == [], (width, height)
        assert away.page.locator("#unsent p").evaluate("p => p.scrollHeight <= p.clientHeight")
        assert away.axe() == [] and away.small_targets() == []
        place = away.button("trick-won", "player", "Cat").bounding_box()
        away.page.evaluate(
            "() => { for (const id of ['stale', 'unsent']) byId(id).hidden = true; }"
        )
        assert away.button("trick-won", "player", "Cat").bounding_box() == place
        away.page.evaluate(
            "() => { for (const id of ['stale', 'unsent']) byId(id).hidden = false; }"
        )
    # Only one entry can be pending, and it is not shown as stored.
    tap(away, "Dan")
    waits = away.page.locator("#entry [data-waits]")
    expect(waits).to_have_text("Cat")
    expect(away.button("trick-won", "player", "Dan")).to_have_attribute(
        "data-says", "Wait until the first is sent."
    )
    asks(away, "2")
    server.mend()
    asks(away, "3")
    unsent(away).to_be_hidden()
    expect(waits).to_have_count(0)
    away.say("trick-won", "player", "Dan")
    assert won(server, path) == ["Bob", "Cat", "Dan"]


def test_an_answer_is_lost(away, server, path):
    server.is_deaf = True
    tap(away, "Bob")
    unsent(away).to_contain_text("Bob")
    assert won(server, path) == ["Bob"]
    server.cut()
    asks(away, "1")
    server.mend()
    asks(away, "2")
    unsent(away).to_be_hidden()
    assert won(server, path) == ["Bob"]


def test_the_table_moves_on_meanwhile(away, server, path):
    question = away.page.locator("#problem > .asks")
    for number, (other, own, button, then) in enumerate(
        [("Cat", "Bob", "button:not([data-discards])", ["Cat", "Bob"]),
         ("Ann", "Dan", "[data-discards]", ["Cat", "Bob", "Ann"])]
    ):  # fmt: skip
        server.cut()
        tap(away, own)
        unsent(away).to_contain_text(own)
        server.goes_on(path, f"won {other}")
        server.mend()
        expect(question).to_contain_text(f"Trick to {other}")
        expect(question).to_contain_text(f"Trick to {own}")
        unsent(away).to_be_hidden()
        # The pending entry survives a reload and blocks other entries until it is answered.
        if number:
            away.page.reload()
        away.page.keyboard.press("Escape")
        question.locator("p").first.tap()
        tap(away, "Cat")
        expect(question).to_be_visible()
        assert away.axe() == []
        away.touch(question.locator(button))
        expect(question).to_be_hidden()
        asks(away, str(len(then) + 1))
        assert won(server, path) == then
    away.say("trick-won", "player", "Cat")
    assert won(server, path)[-1] == "Cat"


def test_a_kept_tap_is_refused(away, server):
    phrases, game = CARD_STATES["cards, a doubt"]
    path = server.evening(*phrases, **game)
    away.open(path)
    length = len(server.entries(path))
    server.cut()
    away.touch(away.page.locator("#entry .card.doubt").first)
    unsent(away).to_be_visible()
    server.mend()
    expect(away.page.locator("#entry .evidence")).to_be_visible()
    unsent(away).to_be_hidden()
    assert len(server.entries(path)) == length
    away.page.reload()
    away.quiet()
    unsent(away).to_be_hidden()


def test_the_page_is_reloaded_meanwhile(away, server, path):
    server.cut()
    tap(away, "Bob")
    unsent(away).to_be_visible()
    with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
        away.page.reload()
    expect(away.page).to_have_url("chrome-error://chromewebdata/")
    server.mend()
    away.open(path)
    asks(away, "2")
    assert won(server, path) == ["Bob"]


def test_a_tap_on_another_page(away, server, path):
    away.open(f"{path}/more")
    away.page.locator("summary", has=away.page.get_by_text("Misdeal")).first.tap()
    server.cut()
    away.button("misdealt").tap()
    expect(away.page.locator("main > .hint")).to_contain_text("Kept on this phone")
    server.mend()
    away.page.wait_for_url(f"**{path}")
    asks(away, "turns up")
    assert [said["kind"] for said in server.entries(path)][6:] == ["misdealt"]


def test_other_requests_leave_a_kept_tap_alone(away, server, path):
    other = server.evening("up 6", *IN, depth="tricks")
    server.cut()
    tap(away, "Bob")
    unsent(away).to_be_visible()
    with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
        away.page.reload()
    expect(away.page).to_have_url("chrome-error://chromewebdata/")
    server.mend()
    away.open(other)
    unsent(away).to_be_hidden()
    away.say("trick-won", "player", "Cat")
    away.open(f"{path}/settings")
    away.unfold(away.page.locator('input[name="second_look"]')).check()
    with away.page.expect_navigation():
        away.page.locator("form[action$='/people/rules'] button").tap()
    expect(away.page.locator('input[name="second_look"]')).to_have_attribute("checked", "")
    assert (won(server, other), won(server, path)) == (["Cat"], [])
    away.open(f"{path}/more")
    away.page.locator("summary", has=away.page.get_by_text("Misdeal")).first.tap()
    away.button("misdealt").tap()
    away.page.wait_for_url(f"**{path}")
    asks(away, "2")
    unsent(away).to_be_hidden()
    assert won(server, path) == ["Bob"]
