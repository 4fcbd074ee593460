"""Seasons of a group: which evenings count, who has won, and who may name one."""

import csv
import json
import re

import pytest

from companion.evening.entries import GameStarted
from companion.rules.actions import Scored, Settled
from tests.web.test_groups import add, change, folded, start, watch_link

PLAYERS = ("Ann", "Bob", "Cat", "Dan")
LOO = {
    "game": "domino-loo", "house_rules": {"ending": "carry"}, "dealer": "Ann", "depth": "result",
}  # fmt: skip
NAP = {"game": "napoleon", "dealer": "Cat", "depth": "result"}
TOLD = [
    {"kind": "turned-up", "piece": "6"},
    {"kind": "tricks-taken", "tricks": {"Bob": 3, "Cat": 2, "Ann": 0}, "declared": {}},
    {"kind": "settled"},
]
"""At domino Loo with four: Ann -35, Bob +10, Cat +5, Dan -5 (tests/groups/test_figures.py)."""


@pytest.fixture
def app(fresh):
    return fresh


@pytest.fixture
def store(app):
    return app.extensions["groups"]


def made(players, bidder, is_made):
    """Napoleon: the bidder of three wins 3 chips of each other, or pays them."""
    first = players.index(bidder)
    others = [*players[first + 1 :], *players[:first]]
    return [
        {"kind": "declared", "player": bidder, "choice": "three"},
        *({"kind": "declared", "player": one, "choice": "pass"} for one in others),
        {"kind": "tricks-taken", "tricks": {}, "made": is_made},
        {"kind": "settled"},
    ]


def evening(phone, group, opened_at, *entries, players=PLAYERS, game=LOO, zone="Europe/Zurich"):
    began = {"kind": "game-started", "seats": [*players], **game}
    record = {
        "format": "companion-evening", "version": 1, "name": f"Of {opened_at}",
        "opened_at": opened_at, "zone": zone,
        "entries": [began, *entries, {"kind": "evening-closed"}],
    }  # fmt: skip
    where = phone.import_record(json.dumps(record).encode())
    assert where.status == 303, where.text
    key = where.headers["Location"].split("/")[2]
    assert add(phone, group, key).status == 303
    return key


@pytest.fixture
def group(phone):
    """Three evenings in Zurich: a Loo that ran into 2026, a Loo and a Napoleon with three in 2026."""
    group = start(phone)
    evening(phone, group, "2025-12-31T23:30:00Z", *TOLD)
    evening(phone, group, "2026-03-01T19:00:00Z", *TOLD)
    nap = made(PLAYERS[:3], "Ann", True)
    evening(phone, group, "2026-03-08T19:00:00Z", *nap, players=PLAYERS[:3], game=NAP)
    return group


def table(page):
    rows = page.soup.select(".totals tbody tr")
    return [(row.select_one("bdi").text, *(one.text for one in row.select("td"))) for row in rows]


def shown(page):
    """Return the evenings of the season's page."""
    links = page.soup.select("nav.evenings a")
    return [one.select_one("bdi").text.removeprefix("Of ")[:10] for one in links]


def test_a_night_is_of_the_old_year(phone, group):
    """It began at half past midnight, in Zurich. Without a season all evenings count."""
    page = phone.get(f"/g/{group}/figures?season=2025")
    assert table(page) == [
        ("Bob", "+10", "1", "1"),
        ("Cat", "+5", "2", "1"),
        ("Dan", "−5", "3", "1"),
        ("Ann", "−35", "4", "1"),
    ]
    assert page.soup.select_one(".winner .won").text == "Winner"
    assert "Bob" in page.soup.select_one(".winner h2").text
    page = phone.get(f"/g/{group}/figures?season=2026")
    assert table(page) == [
        ("Bob", "+7", "1", "2"),
        ("Cat", "+2", "2", "2"),
        ("Dan", "−5", "3", "1"),
        ("Ann", "−29", "4", "2"),
    ]
    assert "3 evenings, 3 deals" in phone.get(f"/g/{group}/figures").text


def test_a_mended_day_counts_as_mended(phone, group, store):
    key = evening(phone, group, "2026-04-01T23:30:00Z", *TOLD)
    phone.post(f"/e/{key}/name", {"name": "Late", "day": "2026-01-01"})
    assert len(shown(phone.get(f"/g/{group}/figures?season=2026"))) == 3
    phone.post(f"/e/{key}/name", {"name": "Late", "day": "2025-12-31"})
    assert len(shown(phone.get(f"/g/{group}/figures?season=2026"))) == 2


def test_a_game_and_a_number_at_the_table(phone, group):
    page = phone.get(f"/g/{group}/figures?season=2026&game=napoleon")
    assert [row[:2] for row in table(page)] == [("Ann", "+6"), ("Bob", "−3"), ("Cat", "−3")]
    assert shown(page) == ["2026-03-08"]
    page = phone.get(f"/g/{group}/figures?season=2026&players=4")
    assert shown(page) == ["2026-03-01"]
    assert "2026 · 4 at the table" in page.soup.select_one(".entitled").words
    assert "No evening counts here." in phone.get(f"/g/{group}/figures?season=2025&players=3").text


def test_links_keep_what_is_chosen(phone, group):
    page = phone.get(f"/g/{group}/figures?season=2026&game=napoleon")
    links = {one.words: one["href"] for one in page.soup.select("nav[aria-label] a.button")}
    assert links["2025"].endswith("/figures?season=2025&game=napoleon")
    assert links["3 at the table"].endswith("/figures?season=2026&game=napoleon&players=3")
    assert links["All games"].endswith("/figures?season=2026")
    figures, deals, _ledger = page.soup.select("a[download]")
    text = phone.client.get(figures["href"]).data.decode()
    assert '"Ann","",1,1,' in text and '"Dan","",0,0,' in text  # Dan has debts
    assert len(phone.client.get(deals["href"]).data.decode().splitlines()) == 1 + 3


def test_the_season_is_shared_as_text_with_a_link_to_watch(phone, group, store):
    change(phone, group, "season-named", name="Cup", since="2026-01-01", until="9999-12-31")
    (number,) = folded(store, group).seasons
    chosen = f"figures?season=s{number}&game=napoleon"
    page = phone.get(f"/g/{group}/{chosen}", base_url="http://companion.local")
    assert page.soup.select_one("#share-text").text.split("\n") == [
        "Regulars · Cup · Napoleon",
        "Ahead so far: Ann",
        "",
        "1. Ann +6",
        "2. Bob −3",
        "2. Cat −3",
        "",
        f"http://companion.local/g/{watch_link(store, group)}/{chosen}",
    ]


@pytest.mark.parametrize("wrong", ["season=1999", "season=s99", "game=poker", "players=x"])
def test_what_an_address_asks_for_in_vain_leaves_nothing_out(phone, group, wrong):
    page = phone.get(f"/g/{group}/figures?{wrong}")
    assert page.status == 200
    assert "This link asks for a season, a game or a number that is not there" in page.text
    assert "3 evenings, 3 deals" in page.text


def test_the_group_leads_to_the_newest_season(phone, group):
    (link,) = [one for one in phone.get(f"/g/{group}").soup.select("a") if one.text == "Seasons"]
    assert link["href"] == f"/g/{group}/figures?season=2026"


def test_the_newest_season_is_that_of_the_newest_evening_that_counts(phone, app):
    group = start(phone)
    evening(phone, group, "2025-12-31T23:30:00Z", *TOLD)
    evening(phone, group, "2027-03-01T19:00:00Z")
    (link,) = [one for one in phone.get(f"/g/{group}").soup.select("a") if one.text == "Seasons"]
    assert link["href"] == f"/g/{group}/figures?season=2025"
    assert table(phone.get(link["href"]))


def test_how_ann_did_in_a_year_against_bob_is_three_links_away(phone, group):
    page = phone.get(f"/g/{group}")
    for title in ("Seasons", "2025", "Ann"):
        link = next(one for one in page.soup.select("a") if one.words == title)
        page = phone.get(link["href"])
    assert page.soup.select_one("h1").words == "Ann"
    (bob,) = [one for one in page.soup.select("tr") if "Bob" in one.text]
    # One evening, in which Ann ended lower.
    figures = {one["data-title"]: one.words for one in bob.select("td")}
    assert (figures["Evenings"], figures["Ended lower"], figures["Theirs"]) == ("1", "1", "+10")


def test_who_looks_alike_is_another_person_also_in_a_season_without_the_first(phone, app, store):
    """Both were at one table in 2025, before such names were refused; in 2026 only the coloured one came."""
    group, heart, coloured, tables = start(phone), "❤", "❤\ufe0f", app.extensions["tables"]
    for day, players in (("2025-03-01", (heart, coloured)), ("2026-03-01", (coloured, "Bob"))):
        began = GameStarted("other", players, players[0], "result", None, {"name": "Skat"})
        entries = [began, Scored(dict(zip(players, (1, -1), strict=True))), Settled()]
        info = tables.evenings.log.open_evening(day, entries, "tests", opened_at=f"{day}T19:00:00Z")
        table = tables.open_table(info.key, "", hosts_server=True)
        assert store.add(store.open_group(group, "tests"), table)
    for name, there in ((heart, False), (coloured, True)):
        page = phone.get(f"/g/{group}/person", query_string={"name": name, "season": "2026"})
        assert page.status == 200 and ("No evening counts here." not in page.text) == there


def test_debts_are_those_of_all_evenings(phone, group):
    before = phone.get(f"/g/{group}").soup.select_one("#settling").text
    assert phone.get(f"/g/{group}?season=2025").soup.select_one("#settling").text == before
    text = phone.client.get(f"/g/{group}/figures.csv?season=2025").data.decode("utf-8-sig")
    over_all = [row for row in csv.DictReader(text.splitlines()) if not row["game"]]
    # Ann: -35 in that year, and -35 -35 +6 in all.
    owed = {row["person"]: (row["chips"], row["owed"]) for row in over_all}
    assert owed["Ann"] == ("-35", "-64") and owed["Bob"] == ("10", "17")


def test_the_host_names_a_season_and_takes_it_back(phone, group, store):
    form = phone.get(f"/g/{group}/more").soup.select_one("#naming form")
    phone.submit(form, name=" Winter  cup", since="2025-10-01", until="2026-03-01")
    page = phone.follow()
    assert len(folded(store, group).seasons) == 1
    assert shown(page) == ["2026-03-01", "2025-12-31"]
    assert [row[1] for row in table(page)] == ["+20", "+10", "−10", "−70"]
    assert "Winter cup" in page.soup.select_one(".entitled").text
    page = phone.get(f"/g/{group}/more")
    undo = [one for one in page.soup.select("form") if "Undo “Season Winter cup”" in one.text]
    phone.submit(undo[0])
    assert "Winter cup" not in phone.follow().text
    assert not folded(store, group).seasons


def test_a_season_that_was_taken_back_is_not_named_again_by_the_same_form(phone, group, store):
    season = {
        "name": "Cup",
        "since": "2025-10-01",
        "until": "2026-03-01",
        "entry_id": "season-form",
    }
    change(phone, group, "season-named", **season)
    (number,) = folded(store, group).seasons
    change(phone, group, "undone", entry=number)
    assert change(phone, group, "season-named", **season).status == 303
    assert not folded(store, group).seasons


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"until": "2025-09-30"}, "A season cannot end before it starts."),
        ({"until": "2026-02-30"}, "That is not a date."),
        ({"until": "soon"}, "That is not a date."),
        ({"until": ""}, "That is not a date."),
        ({"name": ""}, "Give it a name of up to 80 letters"),
        ({"name": "x" * 81}, "Give it a name of up to 80 letters"),
    ],
)
def test_an_impossible_season_is_refused_and_what_was_typed_stays(
    phone, group, store, fields, says
):
    season = {"name": "Cup", "since": "2025-10-01", "until": "2026-03-01", **fields}
    page = change(phone, group, "season-named", **season)
    assert page.status == 422 and says in page.text
    form = page.soup.select_one("#naming form")
    assert form.select_one("[name=since]")["value"] == "2025-10-01"
    assert form.select_one("[name=name]")["value"] == season["name"]
    assert not folded(store, group).seasons


def test_seasons_may_overlap_and_be_empty(phone, group, store):
    change(phone, group, "season-named", name="A", since="2025-01-01", until="2026-12-31")
    change(phone, group, "season-named", name="B", since="2024-01-01", until="2024-01-01")
    first, second = folded(store, group).seasons
    assert len(shown(phone.get(f"/g/{group}/figures?season=s{first}"))) == 3
    page = phone.get(f"/g/{group}/figures?season=s{second}")
    assert "No evening counts here." in page.text and not table(page)


def test_place_points_instead_of_chips(phone, group):
    """Loo: 3, 2, 1 and 0 for Bob, Cat, Dan and Ann. Napoleon: Ann 2, Bob and Cat are level with 1."""
    assert change(phone, group, "scoring-set", scoring="places").status == 303
    page = phone.get(f"/g/{group}/figures?season=2026")
    assert table(page) == [
        ("Bob", "4", "1", "2"),
        ("Cat", "3", "2", "2"),
        ("Ann", "2", "3", "2"),
        ("Dan", "1", "4", "1"),
    ]
    assert change(phone, group, "scoring-set", scoring="stars").status == 422
    assert change(phone, group, "scoring-set", scoring="chips").status == 303
    assert table(phone.get(f"/g/{group}/figures?season=2026"))[0][1] == "+7"


def test_two_currencies_have_a_table_each(phone, group):
    for day, minor, currency in (("14", 10, "EUR"), ("15", 10, "CHF")):
        worth = {"kind": "worth-set", "minor": minor, "currency": currency}
        evening(phone, group, f"2026-03-{day}T19:00:00Z", *TOLD, worth)
    page = phone.get(f"/g/{group}/figures?season=2026&unit=EUR")
    assert table(page)[0] == ("Bob", "+€1.00", "1", "1")
    links = [one["href"] for one in page.soup.select("nav[aria-label=Currencies] a")]
    assert any("season=2026&unit=CHF" in one for one in links)
    change(phone, group, "scoring-set", scoring="places")
    assert table(phone.get(f"/g/{group}/figures?season=2026"))[0] == ("Bob", "10", "1", "4")


def test_only_the_host_names_seasons(phone, other, group, store):
    season = {"name": "Cup", "since": "2025-10-01", "until": "2026-03-01"}
    for key in (group, watch_link(store, group)):
        other.get(f"/g/{key}")
        assert not other.get(f"/g/{key}/more").soup.select("#naming")
        assert "Name a season" not in other.get(f"/g/{key}/figures?season=2026").text
        assert change(other, key, "season-named", **season).status == 403
        assert change(other, key, "scoring-set", scoring="places").status == 403
    change(phone, group, "season-named", **season)
    (number,) = folded(store, group).seasons
    assert change(other, group, "undone", entry=number).status == 403
    assert folded(store, group).seasons


def test_seasons_go_along_with_the_file_of_a_group(phone, other, group, store):
    change(phone, group, "season-named", name="Cup", since="2025-10-01", until="2026-03-01")
    change(phone, group, "scoring-set", scoring="places")
    data = phone.client.get(f"/g/{group}/group.json").data
    assert re.search(rb'"kind":"season-named","name":"Cup","since":"2025-10-01"', data)
    key = other.import_record(data).headers["Location"].split("/")[2]
    found = folded(store, key)
    (number,) = found.seasons
    assert found.scoring == "places"
    page = other.get(f"/g/{key}/figures?season=s{number}")
    assert [row[:2] for row in table(page)] == [
        ("Bob", "6"), ("Cat", "4"), ("Dan", "2"), ("Ann", "0"),
    ]  # fmt: skip
    reversed_days = data.replace(b'"until":"2026-03-01"', b'"until":"2025-03-01"')
    assert "A season cannot end before it starts." in other.import_record(reversed_days).text
