"""Nothing on the table ends inside a row or a line, at any size, for any number of players."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_rummy import GAME, PLAYED
from tests.web import played
from tests.web.test_cards_in_words import RUMMY_STATES
from tests.web.test_pages import CARD_STATES, LARGE, NAP_STATES, STATES

SIZES = ((320, 568), (360, 640), (390, 844), (844, 390), (1024, 768))
TABLES = {
    **STATES,
    **CARD_STATES,
    **NAP_STATES,
    **RUMMY_STATES,
    "double rummy, late": (PLAYED[:14], GAME),
    "the dealer leads": (played.evening()[:9], {"dealer": "Dan"}),
    **{
        f"{number} {what}": (phrases, {**LARGE, "depth": depth, "seats": " ".join(names)})
        for number in range(2, 17)
        for names in [played.SIXTEEN[:number]]
        for what, depth, phrases in (
            ("declare", "tricks", ("up H",)),
            ("have a whole deal", "result", ()),
            ("settle", "result", ("up H", f"told {names[1]} 2 {names[0]} 1")),
        )
    },
}
"""Every state, and every number of players."""
COMMON = (
    "before the turn-up", "declaring", "leading", "a doubt", "a whole deal", "settling", "won",
    "cards, following", "cards, a revoke recorded", "sixteen play", "sixteen, a whole deal",
    "16 settle", "the dealer leads", "bidding, every contract", "a contract, settling", "double rummy, late",
)  # fmt: skip
CUT = """() => {
  document.getAnimations().forEach((one) => one.finish());   // a trick on its way to its winner
  const unseen = (one) => one && (one.matches(".visually-hidden, svg") || getComputedStyle(one).clipPath !== "none" || unseen(one.parentElement));
  const shown = (one) => one.checkVisibility({opacityProperty: true}) && one.getClientRects().length && !unseen(one);
  const name = (one) => `${one.tagName} .${one.className} ${one.textContent.trim().replace(/\\s+/g, " ").slice(0, 30)}`;
  const box = (one) => one.getBoundingClientRect();
  const clamped = (one) => one && (getComputedStyle(one).webkitLineClamp !== "none" || clamped(one.parentElement));   // "…" ends a line
  const all = [...document.querySelectorAll("header *, main *")].filter(shown);
  const found = [];
  for (const one of all) {
    const {overflowY, textOverflow} = getComputedStyle(one);
    if (textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth && one.tagName !== "BDI" && one.tabIndex < 0) found.push(`shortened: ${name(one)}`);
    if (overflowY === "visible") continue;
    const frame = box(one);
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (!text.data.trim() || !shown(text.parentElement) || clamped(text.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const slack = 0.2 * parseFloat(getComputedStyle(text.parentElement).fontSize);   // letters are lower than their line
      const cut = [...range.getClientRects()].some((line) => line.top < frame.top - slack || line.bottom > frame.bottom + slack);
      if (cut) found.push(`cut: ${text.data.trim()} in ${name(one)}`);
    }
  }
  const rows = all.filter((one) => one.matches(".pool > *, .player, .others, .felt li, .felt p, .felt summary, .melds > li, #question, .notice, #settlement > *,"
    + " .whole .row, #entry :is(.button, .card, .tile):not(.scores-pad *)"));   // digits may stick to the edge
  const inside = (one, two) => one.contains(two) || two.contains(one);
  rows.forEach((one, place) => {
    const a = box(one);
    if (a.right > innerWidth + 1 || a.left < -1) found.push(`outside: ${name(one)}`);
    for (const two of rows.slice(place + 1)) {
      const b = box(two);
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1.5 && down > 1.5 && !inside(one, two)) found.push(`over each other: ${name(one)} | ${name(two)}`);
    }
  });
  // The words and figures of a row are inside it, and beside each other.
  for (const row of all.filter((one) => one.matches(".player, .others, .pool, .whole .who, .why > summary, .felt"))) {
    const words = [];
    const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (!text.data.trim() || !shown(text.parentElement) || text.parentElement.closest(".players bdi, .felt bdi")) continue;   // "…" ends a name
      const range = document.createRange();
      range.selectNodeContents(text);
      words.push(...[...range.getClientRects()].map((line) => ({ line, text })));
    }
    words.forEach(({line: a, text: one}, place) => {
      if (a.right > box(row).right + 1 || a.left < box(row).left - 1) found.push(`beside its row: ${one.data}`);
      for (const {line: b, text: two} of words.slice(place + 1)) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 2 && down > 0.4 * Math.min(a.height, b.height)) found.push(`words over each other: ${one.data} | ${two.data}`);
      }
    });
  }
  const sheet = document.querySelector("#state:not(:has(.melds)) .seats");   // melds take the place of the rows
  if (sheet && !document.querySelector(".others")?.checkVisibility()) {
    const gone = [...sheet.querySelectorAll(".player")].filter((one) => !shown(one));
    if (gone.length) found.push(`not shown: ${gone.length}`);
  }
  return found.slice(0, 6);
}"""
"""Returns what is cut off, hidden without a word, outside of the page, or over something else."""
SCROLLS = "() => document.documentElement.scrollHeight - innerHeight"


def faults(phone, width, height, percent=100):
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.font_size(16 * percent // 100)
    phone.page.evaluate("() => document.getAnimations().forEach((one) => one.finish())")
    found = phone.page.evaluate(CUT) + [f"sideways: {one}" for one in phone.sideways()]
    return [f"{width}×{height}, {percent} %: {one}" for one in found]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("state", COMMON)
def test_nothing_is_cut(eye, server, state):
    phrases, game = TABLES[state]
    eye.open(server.evening(*phrases, **game))
    assert faults(eye, 360, 640) + faults(eye, 844, 390) == []


@pytest.mark.parametrize("state", ["declaring", "leading", "cards, following", "trick by trick"])
def test_nothing_is_cut_where_only_the_text_is_larger(eye, server, state):
    """Some browsers enlarge text without telling media queries."""
    phrases, game = TABLES[state]
    eye.page.set_viewport_size({"width": 360, "height": 640})
    eye.open(server.evening(*phrases, **game))
    eye.page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert eye.page.evaluate(CUT) == []


@pytest.mark.parametrize("number", [4, 6])
@pytest.mark.parametrize("what", ["declare", "have a whole deal", "settle"])
def test_a_usual_table_shows_everyone_and_the_pool(eye, server, number, what):
    phrases, game = TABLES[f"{number} {what}"]
    eye.open(server.evening(*phrases, **game))
    assert faults(eye, 390, 844) == []
    assert eye.page.locator("#state .pool").is_visible()
    assert not eye.page.locator("#state .others").is_visible()
    assert len(eye.figures) == number


@pytest.mark.parametrize(
    ("width", "height", "state"), [(320, 568, "leading"), (360, 640, "sixteen play")]
)
def test_a_tap_shows_all_players_and_another_fewer(eye, server, width, height, state):
    phrases, game = TABLES[state]
    eye.page.set_viewport_size({"width": width, "height": height})
    eye.open(server.evening(*phrases, **game))
    players = eye.page.locator("#state .player")
    shown = sum(one.is_visible() for one in players.all())
    assert shown < players.count()
    eye.page.locator(".others a:visible").tap()
    expect(players.last).to_be_visible()
    assert all(one.is_visible() for one in players.all())
    assert faults(eye, width, height) == []
    eye.page.locator(".others a:visible").tap()
    expect(players.filter(visible=True)).to_have_count(shown)


@pytest.mark.slow
@pytest.mark.parametrize("state", TABLES)
def test_nothing_is_cut_at_any_size(eye, server, state):
    """Every state at every size, and each pair of them with one of the two sizes of text."""
    phrases, game = TABLES[state]
    eye.open(server.evening(*phrases, **game))
    turn = list(TABLES).index(state)
    found = []
    for place, size in enumerate(SIZES):
        found += faults(eye, *size, percent=200 if (turn + place) % 2 else 100)
    assert found == []
