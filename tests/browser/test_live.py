"""Several phones at one table: entries of others appear without disturbing what a phone does."""

import re
import signal
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.browser.phone import asks, unsent, whole
from tests.browser.test_revokes import BEFORE
from tests.web import played

IN = ("Bob in", "Cat in", "Dan in", "Ann in")
COUNT_NEWS = """() => {
  window.news = 0;
  document.addEventListener("htmx:sse:before:message", (event) => {
    if (!event.detail.message.event) window.news += 1;
  });
}"""
COUNT_WORDS = """() => {
  window.words = [];
  const said = document.getElementById("announcement");
  new MutationObserver(() => window.words.push(said.textContent))
    .observe(said, {childList: true, characterData: true, subtree: true});
}"""


@pytest.fixture
def path(server):
    return server.evening("up 6", *IN, depth="tricks")


@pytest.fixture
def two(phones, path):
    return phones().open(path), phones().open(path)


def in_step(phone, other):
    expect(phone.page.locator("#state")).to_have_attribute(
        "data-seq", other.page.locator("#state").get_attribute("data-seq")
    )
    assert phone.text("#state") == other.text("#state")
    assert phone.question == other.question


def hears(phone):
    phone.page.evaluate(COUNT_NEWS)


def has_heard(phone, number=1):
    phone.page.wait_for_function("number => window.news >= number", arg=number)


def means(phone, *answer):
    phone.look_first()
    phone.say(*answer)


def stale(phone):
    return expect(phone.page.locator("#stale"))


def cut_off(phone):
    """Cut the network and the open stream, which Chromium alone would leave open."""
    phone.may_be_offline = True
    phone.page.wait_for_function("() => connection?.reader")
    phone.context.set_offline(True)
    phone.page.evaluate("() => connection.reader?.cancel()")
    stale(phone).to_be_visible()


def won(server, path):
    return [said["player"] for said in server.entries(path) if said["kind"] == "trick-won"]


def doors(server, do):
    """Change the links or rights of the newest table as its host."""
    with closing(server.store()) as store:
        number = store.log.evenings(1)[0].id
        return do(store.access, number)


# Updates


def test_all_phones_show_what_one_enters(phones, server, path):
    one, *others = (phones().open(path) for _ in range(3))
    for name, question in (("Bob", "2"), ("Cat", "3")):
        one.say("trick-won", "player", name)
        for other in others:
            asks(other, question)
            in_step(other, one)
    means(others[0], "trick-won", "player", "Dan")
    asks(one, "4")
    in_step(one, others[0])


def test_several_tabs_of_one_browser(phone, server, path):
    phone.open(path)
    tabs = [phone.context.new_page() for _ in range(3)]
    for tab in tabs:
        tab.goto(path)
    phone.say("trick-won", "player", "Bob")
    for tab in tabs:
        expect(tab.locator("#question")).to_contain_text("2")
    tabs[0].wait_for_function("() => performance.now() - changed > 400")
    tabs[0].locator("button" + whole("trick-won", "player", "Cat")).tap()
    asks(phone, "3")
    assert won(server, path) == ["Bob", "Cat"]


def test_both_enter_the_same_at_once(two, server, path):
    one, other = two
    held = []
    other.page.route("**/entries", lambda route: held.append(route))
    other.button("trick-won", "player", "Bob").tap()
    other.page.wait_for_function("() => document.querySelector('.htmx-request')")
    one.say("trick-won", "player", "Bob")
    with other.page.expect_response("**/entries") as answer:
        held[0].continue_()
    assert answer.value.status == 200
    asks(other, "2")
    expect(other.page.locator("#problem .news")).to_contain_text("already entered")
    assert won(server, path) == ["Bob"]
    in_step(other, one)


def test_an_event_is_announced_once(two):
    one, other = two
    for phone in two:
        phone.page.evaluate(COUNT_WORDS)
        hears(phone)
    one.say("trick-won", "player", "Bob")
    for phone in two:
        has_heard(phone)
    asks(other, "2")
    one.say("trick-won", "player", "Cat")
    asks(other, "3")
    for phone in two:
        has_heard(phone, 2)
        words = phone.page.evaluate("() => window.words")
        assert len(words) == 2, words
        assert "Bob" in words[0] and "Cat" in words[1]


# Without a network


def test_offline_for_three_plays(two, server, path):
    one, other = two
    cut_off(other)
    for name in ("Bob", "Cat", "Dan"):
        one.say("trick-won", "player", name)
    other.button("trick-won", "player", "Bob").tap()
    unsent(other).to_contain_text("Bob")
    other.context.set_offline(False)
    asks(other, "4")
    unsent(other).to_be_hidden()
    stale(other).to_be_hidden()
    in_step(other, one)
    means(other, "trick-won", "player", "Ann")
    asks(one, "5")
    assert won(server, path) == ["Bob", "Cat", "Dan", "Ann"]


def test_phones_catch_up_after_the_server_was_killed(phones, server, path):
    one, other = phones().open(path), phones().open(path)
    one.say("trick-won", "player", "Bob")
    asks(other, "2")
    for phone in (one, other):
        phone.may_be_offline = True
    server.stop(signal.SIGKILL)
    try:
        for phone in (one, other):
            stale(phone).to_be_visible()
        one.button("trick-won", "player", "Cat").tap()
        unsent(one).to_contain_text("Cat")
    finally:
        server.start()
    asks(one, "3")
    for name in ("Dan", "Ann"):
        one.say("trick-won", "player", name)
    stale(other).to_be_hidden()
    asks(other, "5")
    in_step(other, one)
    assert won(server, path) == ["Bob", "Cat", "Dan", "Ann"]


GATEWAY = {"status": 502, "body": "<h1>Bad Gateway</h1>", "content_type": "text/html"}


@pytest.mark.parametrize("answer", [None, GATEWAY], ids=["no answer", "a gateway's"])
def test_a_stream_that_cannot_be_opened_at_first(two, path, answer):
    one, other = two
    other.may_be_offline = True
    fails = (lambda route: route.fulfill(**answer)) if answer else (lambda route: route.abort())
    other.page.route("**/live?*", fails)
    other.open(path)
    stale(other).to_be_visible()
    other.page.unroute("**/live?*")
    assert not other.text("#problem")
    one.say("trick-won", "player", "Bob")
    asks(other, "2")
    stale(other).to_be_hidden()
    expect(other.page.locator("body")).not_to_contain_text("Gateway")


def test_a_page_in_the_foreground_connects_at_once(two):
    one, other = two
    other.page.wait_for_function("() => connection?.reader")
    other.page.evaluate("() => { window.first = connection }")
    with other.page.expect_request("**/live?*after=6*"):
        other.page.evaluate(
            "() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"
        )
    other.page.wait_for_function("() => connection !== first && connection.reader")
    stale(other).to_be_hidden()
    one.say("trick-won", "player", "Bob")
    asks(other, "2")
    in_step(other, one)


FELT = """() => {
  window.felt = 0;
  window.marked = [];
  Object.defineProperty(navigator, "vibrate", {value: () => { window.felt += 1; return true; }});
  document.addEventListener("htmx:after:swap", () => setTimeout(() => window.marked.push(
    ...[...document.querySelectorAll("#state .changed bdi")].map((one) => one.textContent))));
}"""


def test_an_entry_of_another_phone_flashes_and_vibrates(phones, path):
    one, other = phones().open(path), phones()
    other.page.add_init_script(f"({FELT})()")
    other.open(path)
    other.page.locator("#question").tap()  # browsers block vibration before the first touch
    one.say("trick-won", "player", "Bob")
    asks(other, "2")
    other.page.wait_for_function("() => window.marked.length")
    assert other.page.evaluate("() => [window.marked, window.felt]") == [["Bob"], 1]
    other.page.emulate_media(reduced_motion="reduce")
    one.say("trick-won", "player", "Cat")
    asks(other, "3")
    assert other.page.evaluate("() => window.felt") == 1
    other.open(f"{path}/settings")
    expect(other.page.locator("[data-setting=buzz] input")).to_be_checked()


# Updates during a touch


def moved(phone):
    return expect(phone.page.locator("#moved"))


def goes_on(phone, other):
    moved(phone).to_be_visible()
    with phone.page.expect_navigation():
        phone.page.locator("#moved a").tap()
    in_step(phone, other)


def test_an_open_list_survives(phones, server):
    path = server.evening("up 5-3", "Ann in", "Bob in", "Cat in", dealer="Dan")
    one, other = phones().open(path), phones().open(path)
    summary = other.page.locator("#entry details summary")
    summary.tap()
    pad = other.page.locator('#entry details button[name="discards"]').first
    expect(pad).to_be_visible()
    one.say("declared", "choice", "play")
    moved(other).to_be_visible()
    expect(pad).to_be_visible()
    # The table above is still updated.
    expect(other.page.locator("#state")).to_have_attribute("data-seq", "6")
    # Sending it now is refused with a message and the current question.
    other.tap(pad)
    assert "not saved" in other.text("#problem")
    moved(other).to_be_hidden()
    in_step(other, one)


def test_chosen_totals_survive(phones, server):
    path = server.evening("up 6", *IN, depth="result")
    one, other = phones().open(path), phones().open(path)
    chosen = other.page.locator('input[name="tricks:Bob"][value="3"]')
    other.page.locator("label", has=chosen).tap()
    expect(chosen).to_be_checked()
    for name, number in (("Cat", 2), ("Dan", 3)):
        box = one.page.locator(f'input[name="tricks:{name}"][value="{number}"]')
        one.page.locator("label", has=box).tap()
    one.say("tricks-taken")
    moved(other).to_be_visible()
    expect(chosen).to_be_checked()
    goes_on(other, one)


def test_a_proof_survives(phones, server):
    path = server.evening(*BEFORE, dealer="Ann")
    one, other = phones().open(path), phones().open(path)
    other.say("played", "piece", "5-2")
    expect(other.page.locator("#entry .evidence")).to_be_visible()
    one.say("played", "piece", "2-1")
    moved(other).to_be_visible()
    expect(other.page.locator("#entry .evidence")).to_be_visible()
    goes_on(other, one)


def test_an_update_waits_for_a_thumb(two, server, path):
    """The update waits until the thumb is lifted; the tap is then refused as late."""
    one, other = two
    hears(other)
    box = other.button("trick-won", "player", "Cat").bounding_box()
    spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = other.context.new_cdp_session(other.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    before = other.question
    one.say("trick-won", "player", "Bob")
    has_heard(other)
    assert other.question == before
    with other.page.expect_response("**/entries") as answer:
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert answer.value.status == 409
    asks(other, "2")
    assert "Bob" in other.text("#problem")
    assert won(server, path) == ["Bob"]


def test_a_tap_just_after_an_update_is_ignored(two, server, path):
    one, other = two
    other.page.evaluate(
        """() => document.addEventListener("htmx:after:swap", () => {
          document.querySelector("button[value*='Cat']").click();
          window.tapped = true;
        }, {once: true})"""
    )
    one.say("trick-won", "player", "Bob")
    other.page.wait_for_function("() => window.tapped")
    asks(other, "2")
    other.quiet()
    assert won(server, path) == ["Bob"]


def test_a_tap_during_an_update_is_ignored(two):
    one, other = two
    other.page.evaluate(
        """() => {
          const before = question();
          new MutationObserver((_, observer) => {
            if (question() === before) return;
            window.ago = performance.now() - changed;
            observer.disconnect();
          }).observe(document.body, {childList: true, attributes: true, subtree: true});
        }"""
    )
    one.say("trick-won", "player", "Bob")
    other.page.wait_for_function("() => window.ago !== undefined")
    assert other.page.evaluate("() => window.ago < 400")


def test_a_repeated_state_changes_nothing(phones, path):
    phone = phones().open(path)
    phone.page.wait_for_function("() => connection?.reader")
    phone.page.evaluate(
        """() => {
          document.addEventListener("htmx:after:swap", () => { window.swapped = true; });
          document.getElementById("state").dataset.seq -= 1;   // an entry that was not heard of
          again();
        }"""
    )
    phone.page.wait_for_function("() => window.swapped")
    assert phone.page.evaluate("() => performance.now() - changed > 400")


def test_focus_and_scroll_position_stay(phones, server):
    said = played.evening()
    path = server.evening(*said[:6], dealer="Dan")
    one, other = phones().open(path), phones(viewport={"width": 360, "height": 400}).open(path)
    other.page.locator("a.more").focus()
    assert other.page.evaluate("() => (scrollBy(0, 40), scrollY)") == 40
    one.say("played", "piece", "2-1")
    now = one.page.locator("#state").get_attribute("data-seq")
    expect(other.page.locator("#state")).to_have_attribute("data-seq", now)
    assert other.page.evaluate("scrollY") == 40
    expect(other.page.locator("a.more")).to_be_focused()


def test_a_button_chosen_by_keyboard_stays(two):
    one, other = two
    button = other.button("trick-won", "player", "Cat")
    other.page.locator("#question").focus()
    for _name in ("Ann", "Bob", "Cat"):
        other.page.keyboard.press("Tab")
    expect(button).to_be_focused()
    one.say("trick-won", "player", "Bob")
    moved(other).to_be_visible()
    expect(button).to_be_focused()


# Rights


def test_all_phones_go_to_the_results_when_the_host_closes(phones, server):
    path = server.evening("up 6", *IN, "won Bob Cat Dan Ann", depth="tricks")
    host, other, away = (phones().open(path) for _ in range(3))
    cut_off(away)
    away.button("trick-won", "player", "Bob").tap()
    unsent(away).to_be_visible()
    host.say("trick-won", "player", "Cat"), host.say("settled")
    asks(other, "turns up")
    host.open(f"{path}/close")
    with other.page.expect_navigation():
        host.button("evening-closed").tap()
    for phone in (host, other):
        expect(phone.page.locator(".winner h2")).to_have_text("Cat")
        assert phone.path == f"{path}/deals"
    away.context.set_offline(False)
    expect(away.page.locator(".winner h2")).to_have_text("Cat")
    assert "your entry was not saved" in away.text("#news")
    # The way back does not lead to the table, which would lead here again.
    other.page.go_back()
    assert other.page.url == "about:blank"


def test_a_replaced_link_stops_working_at_once(phones, server, path):
    phone, away = phones().open(path), phones().open(path)
    cut_off(away)
    doors(server, lambda found, number: found.replace(number, "record"))
    expect(phone.page.locator("h1")).to_contain_text("Evening not found")
    # A phone that reconnects later gets the same answer.
    away.context.set_offline(False)
    expect(away.page.locator("h1")).to_contain_text("Evening not found")


# The screen stays on

WAKE_LOCK = """() => {
  window.locks = [];
  const request = async (kind) => {
    const lock = {kind, released: false, release: async () => { lock.released = true; }};
    window.locks.push(lock);
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", {value: {request}, configurable: true});
}"""
NO_WAKE_LOCK = "() => Object.defineProperty(navigator, 'wakeLock', {value: undefined})"


def held(phone, number):
    phone.page.wait_for_function(
        "number => window.locks.filter((lock) => !lock.released).length === number", arg=number
    )


def test_the_screen_stays_on_while_a_deal_is_open(phones, server):
    path = server.evening("up 6", *IN, "won Bob Cat Dan Ann", depth="tricks")
    phone, other = phones(), phones().open(path)
    phone.page.add_init_script(f"({WAKE_LOCK})()")
    phone.open(path)
    held(phone, 1)
    other.say("trick-won", "player", "Bob")  # the settlement keeps the same lock
    asks(phone, other.question)
    held(phone, 1)
    assert phone.page.evaluate("() => window.locks.length") == 1
    other.say("settled")
    held(phone, 0)
    for one in (phone, other):  # the page title names the deal, too
        expect(one.page).to_have_title(re.compile(r"^Deal 2 · "))
    other.say("turned-up")
    held(phone, 1)


def test_the_switch_for_the_screen(phones, path):
    phone = phones()
    phone.page.add_init_script(f"({WAKE_LOCK})()")
    phone.open(f"{path}/settings")
    switch = phone.page.locator("[data-setting=wake] input")
    expect(switch).to_be_checked()
    assert not phone.page.locator("[data-not]").is_visible()
    phone.page.locator("label[data-setting=wake]").tap()
    expect(switch).not_to_be_checked()
    phone.open(path)
    phone.page.wait_for_function("() => window.htmx")
    held(phone, 0)
    phone.open(f"{path}/settings")
    expect(switch).not_to_be_checked()
    phone.page.locator("label[data-setting=wake]").tap()
    phone.open(path)
    held(phone, 1)


def test_a_browser_without_wake_lock_says_why(phones, path):
    phone = phones()
    phone.page.add_init_script(f"({NO_WAKE_LOCK})()")
    phone.open(f"{path}/settings")
    expect(phone.page.locator("[data-setting=wake] input")).to_be_disabled()
    expect(phone.page.locator("[data-not]")).to_contain_text("https")
