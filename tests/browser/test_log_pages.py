"""The log and the study: nothing is cut, over something else, or a syllable wide."""

import pytest
from playwright.sync_api import expect

from companion.evening.entries import Amended
from tests.browser.test_amend import press
from tests.study.test_deal import GAVE_AWAY
from tests.telling import entries
from tests.web import played
from tests.web.test_study import THREE, many

WIDE = "W" * 40
LONG = (WIDE, "Bartholomew-Featherstonehaugh-Smithe-Jo", "الطويلة-جدا-جدا-جدا", "Dan")


def named(names):
    """Return the deal of played.evening with other names."""
    new = dict(zip(played.SEATS, names, strict=True))
    return [" ".join(new.get(word, word) for word in said.split()) for said in played.evening()]


MANY = played.SIXTEEN
HIGH = [f"{rank}{suit}" for suit in "SC" for rank in "AKQJT987"]
"""Sixteen cards of a trick: clubs do not follow spades."""
TRICK = [f"{name} {card}" for name, card in zip((*MANY[1:], MANY[0]), HIGH, strict=True)]
CORRECTED = (
    *played.evening()[:8],
    "undo 9",
    *played.evening()[7:],
    Amended(8, *entries("Bob 1-0")),
)
LOGS = {
    "a deal": (played.evening(), {"dealer": "Dan"}),
    "corrections": (CORRECTED, {"dealer": "Dan"}),
    "long names": (named(LONG), {"seats": " ".join(LONG), "dealer": "Dan"}),
    "trick by trick": (
        (
            "up 6",
            *(f"{name} in" for name in ["Bob", "Cat", "Dan", "Ann"]),
            "won Bob Ann Bob Ann Bob",
        ),
        {"depth": "tricks"},
    ),
    "a trick of sixteen": (
        ("up 7H", *(f"{name} in" for name in (*MANY[1:], MANY[0])), *TRICK),
        {"game": "three-card-loo", "seats": " ".join(MANY), "miss": "none"},
    ),
}
STUDIES = {
    "two": (GAVE_AWAY, THREE),
    "long names": LOGS["long names"],
    **{f"{number}": many(number) for number in (5, 7, 17)},
}
SIZES = ((320, 568, 16), (320, 568, 32), (360, 640, 32), (390, 844, 16), (1024, 768, 16))
FAULTS = """() => {
  const found = [], lines = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, holder = text.parentElement;
    if (!text.data.trim() || !holder.checkVisibility() || holder.closest(".visually-hidden, .small, .sign")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) lines.push({box, text: text.data.trim().slice(0, 20), scrolls: holder.closest(".scroll")});
  }
  for (const piece of document.querySelectorAll("main .small[role=img]")) {
    if (piece.checkVisibility()) lines.push({box: piece.getBoundingClientRect(), text: piece.ariaLabel, scrolls: piece.closest(".scroll")});
  }
  lines.forEach(({box: a, text, scrolls}, place) => {
    if (!scrolls && (a.right > innerWidth || a.left < 0)) found.push(`outside: ${text}`);
    for (const {box: b, text: other, scrolls: also} of lines.slice(place + 1)) {
      if (scrolls !== also) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 0.4 * Math.min(a.height, b.height)) found.push(`over each other: ${text} | ${other}`);
    }
  });
  for (const entry of document.querySelectorAll(".entry > div")) {
    const {fontSize} = getComputedStyle(entry);
    if (entry.checkVisibility() && entry.clientWidth < 7 * parseFloat(fontSize)) found.push(`narrow: ${entry.textContent}`);
  }
  return found.slice(0, 6);
}"""
"""Returns words and pieces that lie outside of the page or over each other, and narrow entries."""


def faults(phone, width, height, letters):
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.font_size(letters)
    found = phone.page.evaluate(FAULTS) + [f"sideways: {one}" for one in phone.sideways()]
    return [f"{width}×{height}, {letters} px: {one}" for one in found]


def unfold(page):
    page.locator("main details").evaluate_all("all => all.forEach(one => { one.open = true })")


@pytest.mark.parametrize("name", LOGS)
def test_nothing_of_the_log_is_cut(eye, server, name):
    said, game = LOGS[name]
    eye.open(server.evening(*said, **game) + "/log")
    assert eye.page.locator(".log").count()
    found = [one for size in SIZES for one in faults(eye, *size)]
    unfold(eye.page)
    assert found + [one for size in SIZES for one in faults(eye, *size)] == []


@pytest.mark.parametrize("name", STUDIES)
def test_nothing_of_the_study_is_cut(eye, server, name):
    said, game = STUDIES[name]
    path = server.evening(*said, **game) + "/deals/1/study"
    eye.open(path)
    table = eye.page.locator(".scroll:has(.grid)")
    for width in (320, 390):
        assert faults(eye, width, 640, 16) == []
        fits = table.evaluate("box => box.scrollWidth <= box.clientWidth")
        # Only more players than seven have to scroll.
        assert fits == (name != "17"), width
    assert [one for size in SIZES for one in faults(eye, *size)] == []
    eye.page.set_viewport_size({"width": 320, "height": 640})
    eye.font_size(16)
    assert eye.axe() == []
    eye.page.locator(".grid td a").nth(1).tap()
    expect(eye.page.locator("#choice")).to_be_in_viewport()
    expect(eye.page.locator(".grid a[aria-current]")).to_have_count(1)
    assert [one for size in SIZES for one in faults(eye, *size)] == []


@pytest.mark.parametrize("tail", ["/log", "/deals/1/study"])
def test_only_the_winner_is_framed(eye, server, tail):
    eye.page.emulate_media(forced_colors="active")
    eye.open(server.evening(*played.evening(), dealer="Dan") + tail)
    framed = eye.page.locator(".play, .grid td a").evaluate_all(
        "all => all.map(one => [one.matches('.won, .won *'), getComputedStyle(one).borderTopWidth !== '0px'])"
    )
    eye.page.emulate_media(forced_colors="none")
    assert len(framed) == 20 and all(won == frame for won, frame in framed)
    assert [won for won, _frame in framed].count(True) == 5


def test_a_play_is_corrected_from_its_trick(phone, server):
    path = server.evening(*played.evening()[:9], dealer="Dan")
    page = phone.open(path).page
    page.goto(f"{server.url}{path}/log")
    change = page.locator(f'a[href="{path}/amend/8"]')
    expect(change).to_be_hidden()
    phone.touch(page.locator("summary", has_text="twos"))
    expect(change).to_be_visible()
    assert phone.small_targets() == []
    phone.follow(f"{path}/amend/8")
    press(phone, phone.button("played", "piece", "3-1"))
    press(phone, page.locator('form[action$="/entries"] button'))
    expect(page.get_by_role("status").first).to_have_text("Saved.")
    for seen in (page.locator("#e8 ins"), page.get_by_text("Saved.")):
        expect(seen).to_be_in_viewport()
    assert (
        page.locator("summary .play").nth(1).locator(".tile").get_attribute("aria-label") == "3 1"
    )
