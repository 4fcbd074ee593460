"""Joining a table: QR code, six letters, seats, dead links, the display."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_live import cut_off
from tests.browser.test_looks import look
from tests.web.test_pages import CARD_STATES, NAP_STATES, STATES

IN = ("up 6", "Bob in", "Cat in", "Dan in", "Ann in")
SCREENS = ((1280, 800), (800, 1280), (1024, 768), (1280, 720))


def press(phone, action, text=None):
    button = phone.page.locator(f'form[action="{action}"] button')
    with phone.page.expect_navigation():
        button.filter(has_text=text).tap() if text else button.first.tap()


def claim(phone, path, seat):
    phone.open(path + "/settings")
    phone.unfold(phone.page.locator("select[name=seat]"))
    phone.page.locator("select[name=seat]").select_option(seat)
    press(phone, path + "/me")
    assert seat in phone.text("[role=status]")


def test_friends_join_by_the_qr_codes_address_and_by_six_letters(phones, server):
    host, bob, cat = phones(), phones(), phones(script=False)
    path = server.evening(seats="Ann Bob Cat")
    host.open(path + "/people")
    press(host, path + "/code")
    # Bob scans the QR code; it contains the link printed below it.
    address = host.text(".to-record .link")
    assert address == server.url + path
    bob.open(address.removeprefix(server.url))
    # Cat types the code that Ann reads out, in her own spelling.
    letters = host.text(".code")
    assert len(letters) == 7 and letters[3] == " "
    cat.open("/")
    cat.follow("/j")
    cat.page.locator("input[name=code]").fill(letters.lower().replace(" ", "-"))
    press(cat, "/j")
    assert cat.table == bob.table == path
    # Each phone chooses its seat, and the list of phones shows it.
    for phone, name in ((host, "Ann"), (bob, "Bob"), (cat, "Cat")):
        claim(phone, path, name)
    host.open(path + "/people")
    names = host.page.locator(".phones b").all_inner_texts()
    assert names == ["Ann’s phone", "Cat’s phone", "Bob’s phone"]  # the host, then the newest


# Looks


@pytest.fixture
def phone(eye):
    return eye


@pytest.mark.parametrize(
    "tail", ["/people", "/people/replace?link=record", "/settings", "/more", "/help"]
)
def test_the_pages_round_the_table(phone, server, tail):
    path = server.evening(name="W" * 60, seats="Ann " + "W" * 40)
    phone.open(path)
    phone.page.request.post(server.url + path + "/code")
    phone.page.request.post(server.url + path + "/me", form={"name": "W" * 40, "seat": "Ann"})
    phone.open(path + tail)
    assert look(phone) == []


@pytest.mark.parametrize("state", ["following", "settling", "the second deal", "won", "closed"])
def test_the_menu_fits_the_screen(phone, server, state):
    phrases, game = STATES[state]
    phone.open(server.evening(*phrases, **game) + "/more")
    assert phone.page.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 0
    is_open = state != "closed"
    assert phone.page.locator("main a", has_text="Display").count() == is_open


@pytest.mark.parametrize("tail", ["/people", "/settings", "/more", ""])
def test_the_pages_of_a_watcher(phone, phones, server, tail):
    path = server.evening(*IN, depth="tricks")
    host = phones()
    host.open(path + "/people")
    host.page.get_by_label("Only watch").check()
    phone.open(host.text(".to-watch .link").removeprefix(server.url) + tail)
    assert look(phone) == []


def test_the_page_for_six_letters(phone):
    phone.open("/j")
    phone.page.locator("input[name=code]").fill("ABC DE0")
    press(phone, "/j")
    assert look(phone) == []


@pytest.mark.parametrize("who", ["waits", "looks"])
def test_a_settlement_that_waits(phone, phones, server, who):
    path = server.evening(*IN, "won Bob Bob Bob Cat", depth="tricks")
    other = phones()
    phone.open(path)
    phone.page.request.post(
        server.url + path + "/people/rules", form={"records": "all", "second_look": "true"}
    )
    first = phone if who == "waits" else other
    first.open(path)
    first.say("trick-won", "player", "Cat")
    phone.open(path)
    expect(phone.page.locator(".look")).to_be_visible()
    assert look(phone) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "state",
    ["following", "settling", "before the turn-up", "won", "cards, following", "sixteen play"],
)
def test_the_display(phone, server, state):
    phrases, game = {**STATES, **CARD_STATES, **NAP_STATES}[state]
    path = server.evening(*phrases, **game)
    phone.open(path + "/display")
    for width, height in SCREENS:
        phone.page.set_viewport_size({"width": width, "height": height})
        low = phone.page.evaluate("() => document.documentElement.scrollHeight - innerHeight")
        assert low <= 1 and phone.sideways() == [], (width, height)
        # Letters are one centimetre high on a ten-inch tablet, to be legible from two metres.
        sizes = phone.page.locator(".standing bdi, .standing b, .asked, .held b").evaluate_all(
            "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
        )
        least = 28 if state == "sixteen play" else 44
        assert min(sizes) >= least * min(width, height) / 800
    assert look(phone) == []


def test_the_display_follows_without_a_page_load(phones, server):
    screen, phone = phones(viewport={"width": 1280, "height": 800}), phones()
    path = server.evening(*IN, depth="tricks")
    phone.open(path)
    screen.open(path + "/display")
    word, stale = screen.page.locator(".asked"), screen.page.locator("#stale")
    expect(word).to_have_text("Trick 1")
    screen.page.evaluate("() => { window.here = true; }")
    phone.say("trick-won", "player", "Bob")
    expect(word).to_have_text("Trick 2", timeout=2000)
    # Offline it says so, and catches up on reconnecting.
    cut_off(screen)
    phone.say("trick-won", "player", "Cat")
    assert word.inner_text() == "Trick 2"
    screen.context.set_offline(False)
    expect(word).to_have_text("Trick 3")
    expect(stale).to_be_hidden()
    assert screen.page.evaluate("() => window.here")


def test_the_display_refreshes_without_script(phones, server):
    screen, phone = phones(script=False), phones()
    path = server.evening(*IN, depth="tricks")

    def sooner(route):
        answer = route.fetch()
        every = '<noscript><meta http-equiv="refresh" content="5"'
        assert every in answer.text()
        route.fulfill(response=answer, body=answer.text().replace(every, every[:-2] + '1"'))

    screen.page.route("**/display", sooner)
    phone.open(path)
    screen.open(path + "/display")
    expect(screen.page.locator(".asked")).to_have_text("Trick 1")
    phone.say("trick-won", "player", "Bob")
    expect(screen.page.locator(".asked")).to_have_text("Trick 2")
    screen.page.unroute("**/display")
