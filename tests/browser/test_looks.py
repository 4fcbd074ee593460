"""Every page and state of the table: axe, light and dark, narrow, large type, size of targets."""

import pytest

from companion.evening.entries import Amended, Noted, WorthSet
from companion.rules.actions import Declared
from tests.browser.phone import SIZE
from tests.web import played
from tests.web.test_pages import STATES

PAGES = {
    "first page": "/",
    "new evening": "/evenings/new",
    "new evening, Rounce": "/evenings/new?game=domino-rounce",
    "history": "/history",
    "rules": "/rules",
    "glossary": "/rules/glossary",
    "help": "/help",
    "an example of a group": "/example",
    "new group": "/groups/new",
    "rules of Loo": "/rules/domino-loo?loo=capped&loo_chips=40",
    "rules of Rounce": "/rules/domino-rounce",
    "score sheet": "/rules/domino-loo/sheet?seat=Ann&seat=Bob&seat=Cat&seat=Dan",
    "play or drop": "/trainer",
    "a hand to decide": "/trainer/five-card-loo?seed=1",
    "what the hand was worth": "/trainer/domino-rounce?seed=1&choice=drop&answer=1",
    "the interface for programs": "/docs",
    "not there": "/nothing",
}
CORRECTED = ("Cat in", Amended(6), Amended(5, Declared("Bob", "miss")))
DROPPED = ("up 6-3", "Bob in", "Cat in", "Dan out", "Ann in",
           *["Bob 5-5", "Cat 5-0", "Ann 5-1", "Bob 4-4", "Cat 4-0", "Ann 4-1", "Bob 3-2 as 2", "Cat 2-2", "Ann 2-1"],
           *["Cat 1-1", "Ann 1-0", "Bob 4-2", "Cat 2-0", "Ann 0-0", "Bob 5-2"])  # fmt: skip
LONG = f"https://example.com/{'and-on/' * 40} Ann’s <b>famous</b> revoke"
NOTES = (Noted("Bob brought cake."), Noted(LONG), Noted("הערה", 2), Noted(LONG, 2))
BESIDE = {
    # Pages beside the table: (phrases so far, end of the address).
    "more, during a deal": (("up 6-3", "Bob in", "Cat in", "Dan in", "Ann in"), "/more"),
    "more, between deals": ((), "/more"),
    "deals": ((*played.evening(), "settled"), "/deals"),
    "a penalty": (("up 6-3", "Bob in"), "/penalty"),
    "a deal": ((*played.evening(), "settled"), "/deals/1"),
    "a trick": ((*played.evening(), "settled"), "/deals/1/tricks/2"),
    "how it could have gone": ((*played.evening(), "settled"), "/deals/1/study"),
    "what staying in was worth": ((*played.evening(), "settled"), "/deals/1/odds?answer=1"),
    "a hand that was dropped": (DROPPED, "/deals/1/hand?player=Dan"),
    "to be closed": ((*played.evening(), "settled"), "/close"),
    "notes to the evening": ((*played.evening(), "settled", *NOTES), "/deals"),
    "notes to a deal": ((*played.evening(), "settled", *NOTES), "/deals/1"),
    "who pays whom": ((*played.evening(), "settled", "closed", WorthSet(10, "EUR")), "/deals"),
    "link": ((), "/people"),
    "another game": ((*played.evening(), "settled"), "/game"),
    "correcting": (("up 6-3", "Bob in", "Cat in", "Dan in", "Ann in", "Bob 5-4"), "/correct/7"),
    "settling at once": (played.evening()[:14], "/settle"),
    "log": ((*played.evening(), "settled", "up 6-3"), "/log?deal=1"),
    "log, corrected": (("up 6-3", "Bob in", "undo 3", "Bob out", *CORRECTED), "/log"),
    "what was really said": (("up 6-3", "Bob in", "Cat in"), "/amend/4"),
    "what was really turned up": (("up 6-3",), "/amend/2"),
    "who really sat out": (("Dan sits-out",), "/amend/2"),
    "who really joined": (("Dan leaves", "Eve joins Ann"), "/amend/3"),
    "what was taken out": (("up 6-3", "Bob in", Amended(3)), "/amend/3"),
    "the start of the game": ((), "/amend/1"),
}


ALIKE = {
    # Skip states that look like others.
    "the second deal",
    "dealt again",
    "all dropped",
    "one alone",
    "one has left",
    "carried",
    "points",
    "a whole deal of two",
}


@pytest.fixture
def phone(eye):
    return eye


def look(phone):
    """Open every fold, and return all layout faults of the page."""
    page = phone.page
    found = []
    page.locator("main details").evaluate_all("all => all.forEach(one => { one.open = true })")
    # Check the page in full length, because what a floating button covers can be scrolled into view.
    long = page.evaluate("() => document.documentElement.scrollHeight")
    page.set_viewport_size({**SIZE, "height": max(SIZE["height"], long)})
    page.emulate_media(color_scheme="light")
    found += [f"light: {violation}" for violation in phone.axe()]
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {violation}" for violation in phone.axe("color-contrast")]
    page.set_viewport_size({"width": 360, "height": 640})
    if page.locator("#entry").count():
        found += [f"small: {target}" for target in phone.small_targets()]
    page.set_viewport_size({"width": 320, "height": 640})
    found += [f"sideways at 320: {one}" for one in phone.sideways()]
    phone.font_size(32)
    assert page.evaluate("() => getComputedStyle(document.documentElement).fontSize") == "32px"
    found += [f"sideways at 320 and 200 %: {one}" for one in phone.sideways()]
    return found


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", PAGES)
def test_pages(phone, server, name):
    if name in ("first page", "history"):
        for evening in (server.evening(), server.evening("closed", name="W" * 60)):
            phone.open(evening)
    phone.open(PAGES[name])
    assert look(phone) == []


def test_an_evening_in_a_new_group_takes_two_taps(phone, server):
    page = phone.page
    phone.open("/groups/new")
    page.locator('[name="name"]').fill("Regulars")
    with page.expect_navigation():
        page.locator(".button.primary").tap()
    group = phone.path
    deal = ("up 6", "told Bob 3 Cat 2 Ann 0", "settled")
    for number in (1, 2):
        evening = server.evening(*deal, depth="result", name=f"Friday {number}")
        phone.open(f"{evening}/group")
        box = page.locator(".chips .chip").first.bounding_box()
        spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        with page.expect_navigation():
            page.touchscreen.tap(*spot)
        # A double tap does not start an evening on the next page, even on a slow machine.
        starts = page.evaluate(
            "([x, y]) => { shown = performance.now();"
            " return document.elementFromPoint(x, y).closest('form button, a.button')?.innerText; }",
            spot,
        )
        assert starts.startswith("Start an evening")
        page.touchscreen.tap(*spot)
        page.wait_for_timeout(500)
        assert phone.path == group
    season = page.get_by_role("link", name="Seasons").get_attribute("href")
    person = f"{group}/person?name=Bob"
    for path in (group, season, person, f"{group}/figures", f"{group}/hidden", f"{group}/more"):
        phone.open(path)
        assert look(phone) == []
        page.set_viewport_size(SIZE)
        phone.font_size(16)
    phone.open("/")
    for button in (f'a[href="{group}"]', f'form[action="{group}/evenings"] button'):
        with page.expect_navigation():
            phone.touch(page.locator(button))
    assert set(phone.figures) == {"Ann", "Bob", "Cat", "Dan"} and phone.question


@pytest.mark.sampled(5)
@pytest.mark.parametrize("state", [state for state in STATES if state not in ALIKE])
def test_states_of_the_table(phone, server, state):
    phrases, game = STATES[state]
    phone.open(server.evening(*phrases, **game))
    assert look(phone) == []


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", BESIDE)
def test_pages_beside_the_table(phone, server, name):
    said, tail = BESIDE[name]
    game = {"dealer": "Dan"} if tuple(said[:2]) == tuple(played.evening()[:2]) else {}
    if name == "settling at once":
        said = ("up 6", "Bob in", "Cat in", "Dan in", "Ann in", "revoked Cat 1")
        game = {"depth": "tricks"}
    phone.open(server.evening(*said, **game) + tail)
    assert phone.path.endswith(tail)
    assert look(phone) == []


@pytest.mark.parametrize(
    ("number", "answer"),
    [(7, ("trick-won", "player", "Cat")), (3, ("declared", "choice", "drop")), (12, ("amended",))],
    ids=["a preview", "what cannot be", "a settlement taken out"],
)
def test_a_preview(phone, server, number, answer):
    said = ("up 6", "Bob in", "Cat in", "Dan in", "Ann in", "won Bob Ann Bob Ann Bob", "settled")
    path = server.evening(*said, depth="tricks")
    phone.open(path)
    phone.open(f"{path}/amend/{number}")
    with phone.page.expect_navigation():
        phone.button(*answer).tap()
    assert phone.page.locator("#choice").count() == 1
    assert look(phone) == []


def test_a_refusal_and_a_proof(phone, server):
    said = ("up 6-3", "Bob in", "Cat in", "Dan in", "Ann in", "Bob 5-5", "Cat 1-0", "Dan 5-3")
    path = server.evening(*said, "Ann 5-0", "Bob 5-4", dealer="Ann")
    phone.open(path)
    phone.say("played", "piece", "5-2")
    assert look(phone) == []


def test_a_refusal(phone, server):
    phone.open(server.evening(game="rams", seats="Ann Bob Cat", dealer="Ann", depth="result"))
    for player, tricks in (("Bob", "2"), ("Cat", "3")):
        phone.choose(f"tricks:{player}", tricks)
        phone.choose(f"declared:{player}", "miss")
    phone.say("tricks-taken")
    assert phone.alert.endswith("Rule: no widow left")
    assert look(phone) == []


def test_somebody_was_faster(phone, server):
    path = server.evening("up 6", "Bob in", "Cat in", "Dan in", "Ann in", depth="tricks")
    phone.hears_nothing()
    phone.open(path)
    length = len(server.entries(path))
    fields = {"kind": "trick-won", "player": "Bob", "after": length, "entry_id": "another-phone"}
    assert server.post(path + "/entries", fields) == 200
    phone.say("trick-won", "player", "Cat")
    assert phone.alert
    assert look(phone) == []


def test_long_names(phone, server):
    names = "Bartholomew-Featherstonehaugh-Smithe-Jo " + "W" * 40 + " الطويلة-جدا-جدا-جدا 👩‍👩‍👧‍👦"
    said = ("up 6", *(f"{name} in" for name in names.split()))
    path = server.evening(
        *said, name="W" * 80, seats=names, dealer=names.split()[-1], depth="tricks"
    )
    for tail in ("", "/more", "/deals"):
        phone.open(path + tail)
        assert look(phone) == []
        phone.page.set_viewport_size(SIZE)
        phone.font_size(16)


@pytest.mark.parametrize("height", [640, 844])
def test_one_screen_is_enough(phone, server, height):
    phone.page.set_viewport_size({"width": {640: 360, 844: 390}[height], "height": height})
    states = ["before the turn-up", "declaring", "following", "trick by trick"]
    # On the smallest phone the last row of tiles is below the fold when suits are announced.
    states += ["leading"] if height > 640 else []
    for state in states:
        phrases, game = STATES[state]
        phone.open(server.evening(*phrases, **game))
        below = phone.page.locator("#question, #entry form:first-of-type button").evaluate_all(
            "all => all.filter(one => one.getBoundingClientRect().bottom > innerHeight + 1)"
            ".map(one => one.value || one.id)"
        )
        assert below == [], state
