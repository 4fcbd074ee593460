"""On every page, at every size and in every language, no text is cut off or over another text."""

from secrets import token_urlsafe
from urllib.parse import quote

import pytest

from companion.evening.entries import WorthSet
from tests.browser.phone import Phone
from tests.browser.test_language import LANGUAGES, tag
from tests.browser.test_rows import SIZES, TABLES, faults
from tests.web import played

WIDE = ("W" * 40, "Bob", "M" * 40, "Dan")
DEAL, DAN = (*played.evening(), "settled"), {"dealer": "Dan"}
RESULT = ("up 6", "told Bob 3 Cat 2 Ann 0", "settled")
TEXTS_OVER_EACH_OTHER = """() => {
  const unseen = (one) => one && (one.matches(".visually-hidden, option") || getComputedStyle(one).clipPath !== "none" || unseen(one.parentElement));
  const found = [], lines = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, parent = text.parentElement;
    if (!text.data.trim() || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || unseen(parent)) continue;
    // What is scrolled or shortened away is over nothing.
    let frame = { left: -1e6, right: 1e6, top: -1e6, bottom: 1e6 }, scrolls = false;
    for (let one = parent; one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one), box = one.getBoundingClientRect();
      if (style.position === "fixed") frame = null;
      if (!frame) break;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      scrolls = true;
      frame = { left: Math.max(frame.left, box.left), right: Math.min(frame.right, box.right),
        top: Math.max(frame.top, box.top), bottom: Math.min(frame.bottom, box.bottom) };
    }
    if (!frame) continue;   // a message that floats
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      const seen = { left: Math.max(line.left, frame.left), right: Math.min(line.right, frame.right),
        top: Math.max(line.top, frame.top), bottom: Math.min(line.bottom, frame.bottom) };
      if (seen.right - seen.left < 2 || seen.bottom - seen.top < 2) continue;
      if (!scrolls && (line.right > innerWidth + 1 || line.left < -1)) found.push(`outside: ${text.data.trim()}`);
      lines.push({ seen, text });
    }
  }
  lines.forEach(({ seen: a, text: one }, place) => {
    for (const { seen: b, text: two } of lines.slice(place + 1)) {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (one !== two && across > 2 && down > 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top)) {
        found.push(`over each other: ${one.data.trim()} | ${two.data.trim()}`);
      }
    }
  });
  return found.slice(0, 6);
}"""
"""Returns texts that are outside of the page or over another text."""
WITH_MONEY = (
    ("up 6", f"told {WIDE[1]} 3 {WIDE[2]} 2 {WIDE[0]} 0", "settled", "closed", WorthSet(10, "EUR")),
    {"seats": " ".join(WIDE), "depth": "result"},
)
STATES = {
    # (phrases so far, the game, end of the address)
    "trick": (*TABLES["leading"], ""),
    "trick of cards": (*TABLES["cards, following"], ""),
    "trick of sixteen": (*TABLES["sixteen play"], ""),
    "settlement": (*TABLES["settling"], ""),
    "settlement of sixteen": (*TABLES["16 settle"], ""),
    "game over": (*TABLES["won"], ""),
    "evening": ((*DEAL, "closed"), DAN, "/deals"),
    "evening with money": (*WITH_MONEY, "/deals"),
    "log": (DEAL, DAN, "/log?deal=1"),
    "log of sixteen": (*TABLES["sixteen play"], "/log"),
    "log, wide names": (("up 6-3",), {"seats": " ".join(WIDE)}, "/log"),
    "insertion": (RESULT, {"depth": "result"}, "/insert/2?dealer=Ann"),
    "deal": (DEAL, DAN, "/deals/1"),
    "study": (DEAL, DAN, "/deals/1/study"),
    "group": (*WITH_MONEY, "group"),
    "figures": (*WITH_MONEY, "figures"),
    "person": (*WITH_MONEY, f"person?name={quote(WIDE[0])}"),
}


@pytest.fixture(scope="module")
def reading_in(browser, server):
    phones = {
        language: Phone(browser, server, locale=tag(language)) for language in ("en", *LANGUAGES)
    }
    yield phones
    for phone in phones.values():
        phone.close()


def open_page(phone, server, phrases, game, tail):
    """Open a page of an evening, or of a new group that holds it."""
    path = server.evening(*phrases, **game)
    if tail in ("group", "figures", STATES["person"][-1]):
        phone.open(path)
        form = {"name": "Friends", "entry_id": token_urlsafe(9)}
        group = phone.context.request.post(f"{path}/group", form=form).url
        page = group if tail == "group" else f"{group}/{tail}"
    else:
        page = path + tail
        if "insert" in tail:
            phone.open(path)  # as the host
    assert phone.page.goto(page).ok, phone.text("main")


def faults_of(phone, percent=100):
    """Return the faults of a page at every size, light and dark in turn."""
    found = []
    for place, (width, height) in enumerate(SIZES):
        phone.page.emulate_media(color_scheme=("light", "dark")[place % 2])
        found += faults(phone, width, height, percent)
        over = phone.page.evaluate(TEXTS_OVER_EACH_OTHER)
        found += [f"{width}×{height}, {percent} %: {one}" for one in over]
    return found


@pytest.mark.sampled(7)
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("language", ("en", *LANGUAGES))
def test_no_text_is_cut_or_covered(reading_in, server, language, state):
    phone = reading_in[language]
    open_page(phone, server, *STATES[state])
    assert faults_of(phone) == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize("state", STATES)
def test_nor_with_large_text(reading_in, server, state):
    phone = reading_in["de"]
    open_page(phone, server, *STATES[state])
    assert faults_of(phone, 200) == []
