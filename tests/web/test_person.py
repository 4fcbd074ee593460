"""The page of a person in a group."""

from urllib.parse import quote

import pytest
from msgspec.structs import replace

from companion.evening.entries import WorthSet
from companion.groups.entries import EveningHidden, PersonMerged
from tests.telling import started
from tests.web.table import opened
from tests.web.test_groups import add, change, folded, start, watch_link

DEAL = ("up 6", "told Bob 3 Cat 2 Ann 0", "settled", "closed")
"""Ann -35, Bob +10, Cat +5, Dan -5."""
NAMES = {
    "slash": "A/B",
    "dots": "..",
    "question": "A?b&c=d#e",
    "emoji": "👨‍👩‍👧 Zoë",
    "right to left": "דנה",
    "long": "M" * 40,
    "quotes": "\"Q\" <b>'x'",
    "percent": "50%2F",
}


@pytest.fixture
def app(fresh):
    return fresh


@pytest.fixture
def store(app):
    return app.extensions["groups"]


def played(app, phone, group, *days, seats="Ann Bob Cat Dan", told=DEAL):
    """Add an evening for each day; return their keys."""
    keys = []
    for day in days:
        key = opened(app, *told, seats=seats, depth="result", ending="carry", name=f"On {day}")
        info = app.extensions["tables"].evenings.log.find(key)
        store = app.extensions["tables"].access_store
        store.describe(info.id, info.name, "", f"{day}T20:00:00Z")
        assert add(phone, group, key).status == 303
        keys.append(key)
    return keys


def page_of(phone, group, name, query=""):
    return phone.get(f"/g/{group}/person?name={quote(name, safe='')}{query}")


def facts(page):
    return {
        one.select_one("dt").text: one.select_one("dd").words
        for one in page.soup.select("dl.marks div")
    }


def rivals(page):
    """Return the rows of "With whom": each name with the figures below it."""
    section = next(one for one in page.soup.select("section") if "With whom" in one.text)
    return {
        row.select_one("th").words: [cell.words for cell in row.select("td")]
        for row in section.select("tbody tr")
    }


def sentences(page):
    return [
        one.text
        for one in page.soup.select("section > p")
        if " against " in one.text or " with " in one.text
    ]


def test_what_a_person_did_and_against_whom(app, phone):
    group = start(phone)
    keys = played(app, phone, group, "2025-03-01", "2025-06-01", "2026-02-01")
    page = page_of(phone, group, "Bob")
    assert page.heading == "Bob" and "+30" in page.text
    found = facts(page)
    assert (found["Evenings"], found["Evenings won"]) == ("3", "3")
    assert found["Longest run without a loo"] == "3 deals"
    assert found["Best evening"] == "+10 On 2025-03-01 · 1 March 2025"
    assert found["Best deal"] == "+10 On 2025-03-01 · 1 March 2025 · Deal 1"
    assert f"/e/{keys[0]}/deals" in page.links and f"/e/{keys[0]}/deals/1" in page.links
    # Own chips, evenings, ended higher, ended lower, and the other's chips.
    assert rivals(page) == {
        "Ann": ["+30", "3", "3", "0", "−105"],
        "Cat": ["+30", "3", "3", "0", "+15"],
        "Dan": ["+30", "3", "3", "0", "−15"],
    }
    assert sentences(page) == [
        "Most often with Ann: 3 evenings.",
        "Best against Ann: higher in 3 of 3 evenings.",
    ]
    last = [one.words for one in page.soup.select("nav.evenings a")]
    assert last[0].startswith("On 2026-02-01") and last[0].endswith("+10") and len(last) == 3
    assert sentences(page_of(phone, group, "Ann")) == [
        "Most often with Bob: 3 evenings.",
        "Worst against Bob: lower in 3 of 3 evenings.",
    ]


def test_how_did_ann_do_last_year_against_bob_in_four_taps(app, phone):
    group = start(phone)
    played(app, phone, group, "2025-03-01", "2025-06-01", "2025-08-01", "2026-02-01")
    page = phone.get(f"/g/{group}")
    page = phone.get(link(page, "Ann"))
    page = phone.get(link(page, "2025"))
    assert rivals(page)["Bob"] == ["−105", "3", "0", "3", "+30"]
    # The other's page shows the same evenings.
    page = phone.get(
        next(one["href"] for one in page.soup.select("tbody th a") if one.words == "Bob")
    )
    assert rivals(page)["Ann"] == ["+30", "3", "3", "0", "−105"]


def link(page, words):
    (found,) = [one["href"] for one in page.soup.select("main a") if one.words == words]
    return found


def test_those_met_less_than_three_times_are_folded(app, phone):
    group = start(phone)
    played(app, phone, group, "2026-01-01", "2026-01-02")
    page = page_of(phone, group, "Bob")
    assert "Most often with" not in page.text
    fold = next(one for one in page.soup.select("details") if "Fewer than three" in one.text)
    assert fold.select_one("tbody tr th").words == "Ann"
    assert rivals(page)["Ann"] == ["+20", "2", "2", "0", "−70"]


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_every_name_has_a_page_that_its_links_find(app, phone, name):
    group = start(phone)
    begun = replace(started("Ann Bob Cat Dan", depth="result"), seats=("Ann", "Bob", "Cat", name))
    key = opened(app, "ended", begun, *DEAL, seats="Ann Bob", name="One")
    add(phone, group, key)
    links = [
        one["href"]
        for one in phone.get(f"/g/{group}").soup.select("tbody th a")
        if one.words == name
    ]
    assert len(links) == 1
    page = phone.get(links[0])
    assert page.status == 200 and page.heading == name
    assert facts(page)["Evenings"] == "1"
    for one in page.soup.select("nav.foot a"):
        assert phone.get(one["href"]).heading == name


def test_spellings_lead_to_the_one_person(app, phone, store):
    group = start(phone)
    played(app, phone, group, "2026-01-01")
    played(app, phone, group, "2026-01-02", seats="Anne Bob Cat Dan",
           told=("up 6", "told Bob 3 Cat 2 Anne 0", "settled"))  # fmt: skip
    change(phone, group, "person-merged", **{"from": "Anne", "into": "Ann"})
    for name in ("Ann", "Anne", "ANN", " ann"):
        page = page_of(phone, group, name)
        assert page.heading == "Ann" and facts(page)["Evenings"] == "2"
    merge = next(row for row in folded(store, group).rows if isinstance(row.entry, PersonMerged))
    change(phone, group, "undone", entry=merge.number)
    assert facts(page_of(phone, group, "Anne"))["Evenings"] == "1"


def test_an_unknown_name_leads_back_to_the_group(app, phone):
    group = start(phone)
    for name in ("", "Zorro", "x" * 500):
        page = page_of(phone, group, name)
        assert page.status == 404 and page.heading == "Person not found"
        assert f"/g/{group}" in page.links


def test_a_season_without_the_person_says_so(app, phone):
    group = start(phone)
    played(app, phone, group, "2025-03-01")
    played(app, phone, group, "2026-03-01", seats="Eve Bob Cat Dan",
           told=("up 6", "told Bob 3 Cat 2 Eve 0", "settled"))  # fmt: skip
    page = page_of(phone, group, "Ann", "&season=2026")
    assert page.status == 200 and "No evening counts here." in page.text
    assert facts(page_of(phone, group, "Ann", "&season=2025"))["Evenings"] == "1"


def test_a_hidden_evening_does_not_count(app, phone, store):
    group = start(phone)
    played(app, phone, group, "2026-01-01", "2026-01-02")
    number = next(iter(folded(store, group).evenings))
    store.submit(store.open_group(group, "tests").as_host(), EveningHidden(number), "hide-0001")
    page = page_of(phone, group, "Bob")
    assert facts(page)["Evenings"] == "1" and "On 2026-01-01" not in page.text


def test_units_are_never_added(app, phone):
    group = start(phone)
    played(app, phone, group, "2026-01-01")
    (key,) = played(app, phone, group, "2026-01-02")
    played(app, phone, group, "2026-01-03", told=(*DEAL, WorthSet(10, "EUR")))
    in_euros = page_of(phone, group, "Bob")
    assert "€1.00" in in_euros.text and "+20" not in in_euros.text
    assert rivals(in_euros)["Ann"] == ["+€1.00", "1", "1", "0", "−€3.50"]
    in_chips = phone.get(link(in_euros, "Chips"))
    assert in_chips.heading == "Bob" and rivals(in_chips)["Ann"] == ["+20", "2", "2", "0", "−70"]
    assert f"/e/{key}/deals" in in_chips.links


def test_a_watcher_sees_the_same_with_keys_to_watch(app, phone, other, store):
    group = start(phone)
    (key,) = played(app, phone, group, "2026-01-01")
    page = page_of(other, watch_link(store, group), "Bob")
    assert facts(page) == facts(page_of(phone, group, "Bob"))
    assert key not in page.html and group not in page.html


def test_a_game_for_scores_counts_wins(app, phone):
    group = start(phone)
    add(
        phone,
        group,
        opened(
            app,
            *["told Ann 5 Bob 0", "settled"] * 3,
            seats="Ann Bob",
            game="domino-rounce",
            depth="result",
            name="One",
        ),
    )
    page = page_of(phone, group, "Ann")
    assert facts(page)["Games won"] == "1" and "Best deal" not in page.text
