"""High contrast: without the page's own colours, what is chosen still differs from what is not."""

import pytest

from tests.browser.test_cards import FIVE, IN, RAMS
from tests.web import played

WHOLE = ((), {**RAMS, "seats": "Ann Bob Cat Dan", "depth": "result"}, "")
DONE = ((*played.evening(), "settled"), {"dealer": "Dan"})
CONTROLS = {
    # What is chosen there and what is not, after a tap on the latter's neighbour.
    "a number": (*WHOLE, ".row label"),
    "a card": (IN, FIVE, "/pick/flush-shown", ".deck label"),
    "a player": (IN, FIVE, "/pick/flush-shown", ".radio-row label"),
    "a link": (*DONE, "/people", ".switch label"),
    "the player on turn": (IN, FIVE, "", ".player"),
    "a play of the study": (*DONE, "/deals/1/study", ".options a"),
}
OUTLINE = """(all, chosen) => all.filter(one => one.checkVisibility()
  && one.matches(":has(:checked), [aria-current], .won") === chosen)
  .map(one => getComputedStyle(one).outlineStyle)"""


def outlines(phone, controls):
    """Return the outlines of what is chosen, and of the rest."""
    places = phone.page.locator(controls)
    return tuple({*places.evaluate_all(OUTLINE, chosen)} for chosen in (True, False))


@pytest.fixture
def phone(eye):
    eye.page.emulate_media(forced_colors="active")
    yield eye
    eye.page.emulate_media(forced_colors="none")


@pytest.mark.parametrize("name", CONTROLS)
def test_what_is_chosen_has_an_outline(phone, server, name):
    said, game, tail, controls = CONTROLS[name]
    phone.open(server.evening(*said, **game) + tail)
    if controls.endswith("label"):
        phone.page.locator(f"{controls} input").first.check(force=True)
    if tail.endswith("study"):
        phone.follow(phone.page.locator(".grid a").first.get_attribute("href"))
    assert outlines(phone, controls) == ({"solid"}, {"none"})


def test_the_language_in_use_has_an_outline(phone):
    phone.open("/")
    assert outlines(phone, 'form[action="/language"] button') == ({"solid"}, {"none"})


def test_a_setting_shows_its_own_mark(phone, server):
    """Native controls keep theirs."""
    phone.open(server.evening() + "/settings")
    box = phone.page.locator(".option input:checked").first
    assert box.evaluate("one => getComputedStyle(one).appearance") == "auto"


def test_a_switch_shows_whether_it_is_on(phone, server):
    phone.open(server.evening() + "/settings")
    knob = "one => getComputedStyle(one, '::after').backgroundColor"
    states = {
        one.get_attribute("aria-checked"): one.evaluate(knob)
        for one in phone.page.get_by_role("switch").all()
    }
    assert len(states) == 2 and states["true"] != states["false"]


def test_the_winner_of_a_trick_is_framed(phone, server):
    table = server.evening(*DONE[0], **DONE[1])
    phone.open(f"{table}/deals/1/tricks/2")
    assert outlines(phone, ".plays li") == ({"solid"}, {"none"})
    phone.open(f"{table}/log?deal=1")
    colours = "all => all.map(one => getComputedStyle(one).borderColor)"
    won = phone.page.locator(".play.won").evaluate_all(colours)
    rest = phone.page.locator(".play:not(.won)").evaluate_all(colours)
    assert len({*won}) == len({*rest}) == 1 and won[0] != rest[0]
