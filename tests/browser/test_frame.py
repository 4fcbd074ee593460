"""The layout of the table: nothing moves under a thumb, names are legible, Undo is visible."""

from contextlib import closing
from itertools import count

import msgspec
import pytest
from playwright.sync_api import expect

from companion.rules.actions import TricksTaken
from tests.browser.test_rows import SCROLLS
from tests.browser.test_rummy import GAME, PLAYED
from tests.telling import entries
from tests.web import played
from tests.web.test_pages import EVERY, LARGE, NAP_BID, THREE

SIZES = ((390, 844), (360, 640))
DEALT_FIVE = ("up 7H", "Bob in", "Cat in", "Dan in", "Ed in", "Ann in")
TRICKS = ("up H", "Bob in", "Cat miss", "Dan out", "Eve in", "Ann out", "won Bob", "revoked Cat 1")
CARDS = played.THREE_CARDS.telling()
DEALS = {
    "tricks": ((*TRICKS, "won Eve", "won Bob"), {**THREE, "depth": "tricks"}),
    "cards": (CARDS, THREE),
    "dominoes": (played.evening(), {"dealer": "Dan"}),
    "napoleon": ((*NAP_BID, "Bob peeps", "Bob AS", "Cat 2S", "Dan 3S", "Ann 4S", "Bob KD"), EVERY),
    "rummy": (PLAYED, GAME),
}
PLACES = """() => {
  // A button is the same for the next player. What is laid off goes with the melds, which move all.
  const what = (one) => {
    if (one.name !== "entry") return [one.name, one.value, one.pathname].join();
    const { kind, player, entry, suit, ...said } = JSON.parse(one.value);
    return JSON.stringify([kind, kind === "trick-won" && player, said]);
  };
  const places = {};
  for (const one of document.querySelectorAll("#entry :is(button:enabled, a.button):not(.lays *)")) {
    const { left, top } = (one.closest("span.tile") || one).getBoundingClientRect();
    places[what(one)] = [left, top];
  }
  return places;
}"""


@pytest.mark.sampled(4)
@pytest.mark.parametrize("deal", DEALS)
def test_remaining_answers_keep_their_place(phone, server, deal):
    phrases, game = DEALS[deal]
    path = server.evening(**game)
    phone.open(path)
    phone.quiet()
    before, moved, held = {}, [], set()
    position = count(len(server.entries(path)))
    for phrase in ("", *phrases):
        for entry in entries(phrase) if phrase else ():
            after = next(position)
            said = msgspec.json.encode(entry).decode()
            sent = {"entry": said, "after": after, "entry_id": f"on-and-on-{after:06}"}
            assert server.post(f"{path}/entries", sent) == 200
            expect(phone.page.locator("#state")).to_have_attribute("data-seq", str(after + 1))
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            now = phone.page.evaluate(PLACES)
            for what, (x, y) in now.items():
                was = before.get((width, what))
                if was and max(abs(x - was[0]), abs(y - was[1])) > 4:
                    moved.append((phrase, width, what, was, (x, y)))
                held |= {what} if was else set()
            before = {key: at for key, at in before.items() if key[0] != width}
            before |= {(width, what): at for what, at in now.items()}
    assert moved == []
    assert len(held) > 1 and any('"undone"' in what for what in held)


LONG = "Bartholomew-Featherstonehaugh-Smithe-Jon"
CUT = """() => [...document.querySelectorAll("#state .player bdi, .felt bdi, .standing bdi")]
  .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).display !== "inline")
  .map((one) => one.textContent)"""


@pytest.mark.parametrize("seats", ["Ben Cat Dan", f"Ben {LONG} Cat Dan Eve Fay Gus Hal"])
@pytest.mark.parametrize("depth", ["tricks", "plays"])
def test_short_names_are_not_cut_and_a_tap_shows_a_long_one(viewer, server, seats, depth):
    names = seats.split()
    said = [f"{name} in" for name in [*names[1:], "Ben"]]
    game = {**THREE, "seats": seats, "depth": depth, "preset": "chits"}
    viewer.open(server.evening("up 7H" if depth == "plays" else "up H", *said, **game))
    for width, height, size in ((320, 640, 16), (320, 640, 24), (360, 640, 16), (844, 390, 16)):
        viewer.page.set_viewport_size({"width": width, "height": height})
        viewer.font_size(size)
        assert set(viewer.page.evaluate(CUT)) <= {LONG}, (width, height, size)
    if LONG in seats:
        cut = viewer.page.evaluate(CUT)
        viewer.page.locator("#state .player bdi", has_text=LONG).tap()
        assert viewer.page.evaluate(CUT).count(LONG) == cut.count(LONG) - 1


def test_a_whole_deal_has_the_figures_and_the_same_columns_for_all(viewer, server):
    four = TricksTaken({"Bob": 3, "Ann": 2, "Cat": 0}, declared={})
    path = server.evening(four, "settled", game="domino-rounce", depth="result")
    viewer.open(path)
    rows = viewer.page.locator(".whole .who")
    figures = viewer.page.locator(".whole .num")
    columns = (
        "() => [...document.querySelectorAll('.whole .row')].map((row) =>"
        " [...row.querySelectorAll(':scope > label')].map((one) =>"
        " Math.round(one.getBoundingClientRect().x)).join())"
    )
    for width, height in ((320, 640), *SIZES, (844, 390)):
        viewer.page.set_viewport_size({"width": width, "height": height})
        # Scores start at 15; a trick takes 1 off, and no trick adds 5.
        assert figures.all_inner_texts() == ["13", "12", "20", "15"]
        assert [text.split()[0] for text in rows.all_inner_texts()] == ["Ann", "Bob", "Cat", "Dan"]
        assert len(set(viewer.page.evaluate(columns))) == 1


FRIENDS = {"game": "bourre", "seats": "Maria Jonas Edith Karl Lena", "dealer": "Maria"}
ALL_DROP = ("up 7D", "Jonas out", "Edith out", "Karl out", "Lena out")


def test_names_and_pool_use_the_space(viewer, server):
    viewer.font_size(16)

    def small(path, width, height):
        viewer.page.set_viewport_size({"width": width, "height": height})
        viewer.open(path)

    small(server.evening(*ALL_DROP, **FRIENDS), 320, 568)
    assert viewer.page.evaluate(CUT) == []
    rummy = {"game": "coon-can", "seats": "Edith Jonas Maria"}
    path = server.evening("up 9H", "Jonas from stock", **rummy)
    small(path, 320, 568)
    assert viewer.page.evaluate(CUT) == []
    expect(viewer.page.locator(".player[aria-current]")).to_be_in_viewport(ratio=1)
    # The question takes two lines, and the form for five players stays above the bar.
    play = ("up 7D", "Jonas out", *(f"{name} in draws 0" for name in ("Edith", "Karl")), "Lena out")
    path = server.evening(*play, "Maria in draws 0", "Edith 9S", **FRIENDS)
    small(path, 360, 640)
    expect(viewer.page.locator(".big b")).to_be_in_viewport(ratio=1)
    won = ("won Karl Karl Karl Karl Karl", "settled")
    path = server.evening(
        *(one.replace("7D", "D") for one in play),
        "Maria in draws 0",
        *won,
        depth="tricks",
        **FRIENDS,
    )
    small(path + "/deals", 360, 640)
    over = "one => one.parentElement.scrollWidth - one.parentElement.clientWidth"
    assert viewer.page.locator(".deals").evaluate(over) == 0
    heads = viewer.page.locator(".deals thead th").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    )
    assert heads == []


def test_undo_is_in_view_and_wide_screens_have_two_columns(viewer, server):
    viewer.font_size(16)
    for phrases, game in ((CARDS[:7], THREE), (("up H",), LARGE)):
        game = {**game, "depth": "tricks"} if game is LARGE else game
        viewer.open(server.evening(*phrases, **game))
        for width, height in ((360, 640), (844, 390), (1024, 768)):
            viewer.page.set_viewport_size({"width": width, "height": height})
            expect(viewer.button("undone")).to_be_in_viewport(ratio=1)
            state, entry = (viewer.page.locator(one).bounding_box() for one in ("#state", "#entry"))
            beside = state["x"] + state["width"] <= entry["x"] + 8
            assert beside == (width > 640)


def test_the_fullest_answers_need_no_scrolling_on_low_screens(viewer, server):
    viewer.font_size(16)
    for phrases, game in ((PLAYED[:14], GAME), ((), EVERY), ((), {**EVERY, "depth": "result"})):
        viewer.open(server.evening(*phrases, **game))
        for width, height in ((360, 640), (844, 390)):
            viewer.page.set_viewport_size({"width": width, "height": height})
            assert viewer.page.evaluate(SCROLLS) <= 0, (width, game)


def test_players_are_not_cut_above_the_cards_with_own_entries(viewer, server):
    viewer.font_size(16)
    path = server.evening(*DEALT_FIVE, seats="Ann Bob Cat Dan Ed", game="five-card-loo")
    viewer.page.set_viewport_size({"width": 360, "height": 640})
    with closing(server.store()) as store:
        store.access.set_rules(store.log.find(path.removeprefix("/e/")).id, "own", False)
    viewer.open(path)
    assert "keeps score for everyone" in viewer.text("header")
    assert viewer.button("played", "piece", "AH+civil").is_visible()
    expect(viewer.page.locator("#state > .panel")).to_be_in_viewport(ratio=1)


def test_the_display_fits_sixteen_players_and_a_long_name(viewer, server):
    seats = LARGE["seats"].split()
    seats[4] = "W" * 40
    game = {**LARGE, "seats": " ".join(seats), "depth": "tricks"}
    said = [f"{name} out" for name in seats[6:]]
    viewer.page.set_viewport_size({"width": 1920, "height": 1080})
    path = server.evening("up H", *(f"{name} in" for name in seats[1:6]), *said, **game)
    viewer.open(path + "/display")
    cut = viewer.page.locator(".standing > li").evaluate_all(
        "all => all.filter(one => one.getBoundingClientRect().bottom > innerHeight ||"
        " one.scrollHeight > one.clientHeight + 1).map(one => one.textContent)"
    )
    assert cut == [] and viewer.page.evaluate(CUT) == []
