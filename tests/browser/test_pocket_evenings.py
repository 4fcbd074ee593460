"""Whole evenings in the pocket, the companion without a server, by taps."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.phone import replay
from tests.browser.pocket import PocketPhone
from tests.browser.test_every_game import DEALS, SEATS
from tests.browser.test_living_games import EVENINGS
from tests.web.test_results_csv import ODD

pytestmark = pytest.mark.slow


def other(phone):
    page = phone.page
    for player, key in (("Ann", "4"), ("Bob", "7")):
        page.locator(f'[name="score:{player}"]').tap()
        page.locator(f".scores-pad button:text-is('{key}')").tap()
    phone.tap(page.locator(".scores .primary"))


def press(phone, button):
    with phone.page.expect_navigation():
        phone.touch(button)


def left_again(phone):
    press(phone, phone.page.locator("main a[href*='winner=Cat']"))
    phone.page.get_by_label("Ann").fill("20")
    press(phone, phone.page.locator("form.hands .primary"))


def scored_again(phone):
    phone.page.locator('[name="score:Ann"]').fill("5")
    press(phone, phone.page.locator(".scores .primary"))


def told_again(**tricks):
    def tell(phone):
        for player, number in tricks.items():
            phone.choose(f"tricks:{player}", str(number))
        press(phone, phone.button("tricks-taken"))

    return tell


PLAYED = {game: (deal, depth, preset) for game, (deal, depth, preset) in DEALS.items()}
PLAYED |= {game: (deal, depth, None) for game, (deal, depth, _) in EVENINGS.items()}
PLAYED |= {"other": (other, "result", None)}
# What is corrected from the log: the last entry of a kind, and its new field or its form; and the balances
# or scores after it. A pool of 3 at three-card Loo and at Bestia is divided at the end: Bob, Cat and Dan get 1 each.
CORRECTED = {
    "domino-loo": ("tricks-taken", ("tricks:Bob", 2), (-10, 5, 10, -5)),
    "domino-rounce": ("tricks-taken", told_again(Bob=2, Cat=3), (15, 13, 12, 15)),
    "three-card-loo": ("trick-won", ("player", "Bob"), (-3, 4, -2, 1)),
    "bourre": ("played", ("piece", "3C"), (-1, 3, -1, -1)),
    "rams": ("played", ("piece", "KD"), (3, 4, 10, 10)),
    "ramset": ("played", ("piece", "8C"), (5, 0, 0, 0)),
    "bestia": ("trick-won", ("player", "Dan"), (-3, -2, 2, 3)),
    "julepe": ("tricks-taken", told_again(Dan=2, Cat=3), (-20, 0, 10, 10)),
    "napoleon": ("played", ("piece", "9H"), (-2, 6, -2, -2)),
    "coon-can": ("hands-left", left_again, (-20, -27, 71, -24)),
    "other": ("scored", scored_again, (5, 7, 0, 0)),
}


@pytest.fixture(scope="module")
def player(browser, pocket):
    """Return a phone whose pocket holds the evenings of this module."""
    player = PocketPhone(browser, pocket)
    yield player
    player.close()


def correct(phone, kind, change):
    """Correct the last entry of a kind from the log."""
    kinds = [entry["kind"] for entry in json.loads(phone.record(phone.table))["entries"]]
    number = len(kinds) - kinds[::-1].index(kind)
    phone.open(f"{phone.table}/log?entry={number}")
    phone.follow(f"{phone.table}/amend/{number}")
    if callable(change):
        change(phone)
    else:
        press(phone, phone.button(kind, *change))
    press(phone, phone.button("amended"))
    assert phone.page.locator("ins").count()


def settle(phone):
    if not phone.button("settled").count():
        phone.follow(f"{phone.table}/settle")
    phone.tap(phone.button("settled"))


@pytest.mark.parametrize("game", CORRECTED)
def test_an_evening(player, game, tmp_path):
    deal, depth, preset = PLAYED[game]
    kind, change, figures = CORRECTED[game]
    table = player.sit_down(SEATS, game, depth, preset=preset, title="Chips" * (game == "other"))
    deal(player)
    if game == "other":
        player.say("undone")
        deal(player)
    else:
        settle(player)
        player.say("undone")
        settle(player)
    correct(player, kind, change)
    player.open(f"{table}/more")
    player.follow(f"{table}/close")
    press(player, player.button("evening-closed"))
    printed, code = replay(player.record(table), tmp_path)
    assert code == 0 and printed["problems"] == []
    (played,) = printed["games"]
    assert tuple((played["scores"] or played["balances"]).values()) == figures
    complaints, player.complaints = player.complaints, []
    assert complaints == []


def saved(phone, path):
    """Tap every link of a page that saves a file; return what each name has after the day."""
    phone.open(path)
    phone.page.evaluate(
        "() => document.querySelectorAll('details').forEach(one => one.open = true)"
    )
    ends = set()
    for link in phone.page.locator("a[download]").all():
        with phone.page.expect_download() as download:
            phone.touch(link)
        assert download.value.path().stat().st_size > 100
        ends.add(re.sub(r".*\d", "", download.value.suggested_filename))
    assert phone.path == path
    return ends


def test_a_spreadsheet_is_read_and_every_file_is_saved(pocket_phones, pocket):
    phone = pocket_phones(pocket)
    page = phone.page
    phone.open("/groups/new")
    page.locator("input[name=name]").fill("Club")
    press(phone, page.locator("main form .primary"))
    group = phone.path
    for encoding in ("utf-8-sig", "cp1252", "utf-16"):
        phone.open(f"{group}/import")
        sheet = {"name": "old.csv", "mimeType": "text/csv", "buffer": ODD.encode(encoding)}
        page.locator("input[type=file]").set_input_files(sheet)
        press(phone, page.locator("main form .button"))
        expect(page.locator("main")).to_contain_text("3 evenings, 4 deals")
    page.locator("input[name=amount]").fill("0.05")
    page.locator("input[name=currency]").fill("EUR")
    phone.choose("unbalanced", "points")
    press(phone, page.locator("main form .primary"))
    expect(page.locator("main")).to_contain_text("3 evenings imported.")
    evening = page.locator("a[href*='/e/']").last.get_attribute("href")
    evening = "/".join(evening.split("/")[:3])
    files = {"-figures.csv", "-deals.csv", "-ledger.csv"}
    assert saved(phone, f"{group}/figures") == files
    assert saved(phone, f"{group}/more") == {".json"}
    files = {".json", "-deals.csv", "-ledger.csv", "-results.json"}
    assert saved(phone, f"{evening}/deals") == files
