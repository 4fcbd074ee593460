"""An evening on phones that lack something: cookies, storage, script, or a feature of the browser."""

import pytest
from playwright.sync_api import expect

from tests.browser.cable import Cable
from tests.browser.phone import Phone

NONE = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { %s } });"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };"
LACKS = {
    "storage": NONE % "return null;",
    "storage that may be used": NONE % "throw new DOMException('', 'SecurityError');",
    "room in its storage": FULL,
    "share": "for (const one of ['share', 'canShare']) delete Navigator.prototype[one];",
    "clipboard": "Object.defineProperty(navigator, 'clipboard', { value: undefined });",
    "wake lock": "Object.defineProperty(navigator, 'wakeLock', { value: undefined });",
}


@pytest.fixture
def without(browser, server):
    """Make phones that lack something, and fail on their complaints, such as errors of a script."""
    made = []

    def make(what):
        far = Cable(server, takes_cookies=True) if what == "cookies" else server
        made.append(Phone(browser, far, script=what != "script"))
        if what in LACKS:
            made[-1].context.add_init_script(LACKS[what])
        return made[-1]

    yield make
    for phone in made:
        phone.close()
        if isinstance(phone.server, Cable):
            phone.server.cut()
    assert [complaint for phone in made for complaint in phone.complaints] == []


def send(phone, control):
    with phone.page.expect_navigation():
        control.tap()


def kinds(server, table):
    return [one["kind"] for one in server.entries(table)]


@pytest.mark.parametrize("what", ["cookies", "script", *LACKS])
def test_an_evening_on_a_phone_without(what, without, phones, server):
    phone, keeps = without(what), what != "cookies"
    page = phone.page
    says = page.locator("#cookies")
    phone.open("/")
    expect(says).to_be_visible(visible=not keeps)
    table = phone.sit_down(["Ann", "Bob", "Cat"], depth="tricks")
    # Whether or not it can host, it is asked about the game, and not who it is.
    expect(says).to_be_visible(visible=not keeps)
    if not keeps:
        expect(says).to_contain_text("Nobody hosts this evening yet")
    expect(page.locator("#who")).not_to_be_visible()
    expect(page.locator("#question")).to_be_visible()

    def more(path):
        page.goto(f"{table}{path}")

    more("/more")
    phone.unfold(page.locator("#joins")).fill("Dan")
    send(phone, page.locator("form:has(#joins) button"))
    assert kinds(server, table)[-1] == "joined" and "Dan" in phone.figures
    more("/penalty")
    phone.choose("player", "Bob")
    send(phone, page.locator("form.steps .primary"))
    assert kinds(server, table)[-1] == "penalized"
    page.goto(table)
    phone.say("undone")
    phone.say("turned-up", "piece", "6")
    if phone.script:
        phone.look_first()
    phone.say("undone")
    assert kinds(server, table)[-3:] == ["undone", "turned-up", "undone"]
    # Only a phone with cookies can become the host, who closes the evening.
    host = phone if keeps else phones().open(f"{table}/people")
    host.page.goto(f"{table}/close")
    send(host, host.page.locator("form .button").first)
    assert kinds(server, table)[-1] == "evening-closed"
    page.goto(table)
    assert "Ann" in phone.text("main")
    page.goto("/groups/new")
    page.locator("input[name=name]").fill("Fridays")
    send(phone, page.locator("form .primary"))
    assert phone.text("h1") == "Fridays" and page.locator("a[href$='/evenings/new']").count()
    expect(says).to_be_visible(visible=not keeps)


@pytest.mark.parametrize("what", ["cookies", "script", *LACKS])
def test_joining_on_a_phone_without(what, without, phones, server):
    table = server.evening("up 6", depth="tricks")
    host = phones().open(table)
    guest = without(what)
    guest.page.goto(table)
    who = guest.page.locator("#who")
    if what != "cookies":
        expect(guest.page.locator("#cookies")).not_to_be_visible()
        send(guest, who.locator("button[value=Bob]"))
    # It says so before it asks anything, and its taps count.
    expect(guest.page.locator("#cookies")).to_be_visible(visible=what == "cookies")
    expect(who).not_to_be_visible()
    guest.say("declared", "choice", "play")
    assert kinds(server, table)[-1] == "declared"
    host.open(f"{table}/people")
    assert host.page.locator(".phones li").count() == (1 if what == "cookies" else 2)
