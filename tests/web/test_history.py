"""The history and a group's evenings: by month, searched, and read in as many queries however many they are."""

from functools import partial

import pytest

from tests.telling import entries, started
from tests.web.test_groups import add, start

NEW_YORK = "America/New_York"


@pytest.fixture
def log(app):
    return app.extensions["tables"].evenings.log


@pytest.fixture
def make(app, phone, log):
    """Open evenings that the phone hosts."""
    phone.get("/")
    with phone.client.session_transaction() as session:
        device = session["device"]

    def make(title, opened_at, seats="Ann Bob", zone="Europe/Zurich", place="", **game):
        game = game or {"game": "other", "name": "Whist"}
        one, other = seats.split()
        said = [started(seats, **game, depth="result"), *entries(f"scored {one}=2 {other}=-2")]
        info = log.open_evening(title, said, "x", None, f"{opened_at}:00Z", zone, place)
        app.extensions["tables"].access_store.visit(device, info, host=True)
        return info

    return make


def listed(page):
    """Return the months of a page, each with the names of its evenings."""
    found = {}
    month = None
    for tag in page.soup.select("nav.evenings > *"):
        if tag.name == "a":
            found[month].append(tag.select_one("bdi").text)
        else:
            month = tag.text
            assert month not in found
            found[month] = []
    return found


def names(page):
    return [name for month in listed(page).values() for name in month]


def many(make, number, year=2024):
    for n in range(number):
        make(f"E{n}", f"{year + n // 12 % 3}-{n % 12 + 1:02}-1{n % 10}T18:00")


def test_evenings_stand_under_the_month_of_their_own_day(phone, make):
    """In New York it was still March, in Zurich already January."""
    make("late", "2024-04-01T02:00", zone=NEW_YORK)
    make("early", "2024-03-31T18:00")
    make("new year", "2023-12-31T23:30")
    assert listed(phone.get("/history")) == {
        "March 2024": ["late", "early"], "January 2024": ["new year"],
    }  # fmt: skip


def test_a_link_begins_with_a_month(phone, make):
    many(make, 60)
    page = phone.get("/history?month=2025-06")
    assert next(iter(listed(page))) == "June 2025"
    assert len(names(page)) == 20
    assert "/history?month=2025-06&page=2" in page.links
    assert "/history?month=2025-07" in page.links and "/history" in page.links
    chosen = page.soup.select("select[name=month] option[selected]")
    assert [(one["value"], one.text) for one in chosen] == [("2025-06", "June 2025")]
    form = page.soup.select_one("select[name=month]").closest("form")
    assert (form["action"], form["method"]) == ("/history", "get")


def test_all_evenings_are_reached_from_page_to_page(phone, make):
    many(make, 45)
    seen = []
    url = "/history"
    while url:
        page = phone.get(url)
        seen += names(page)
        url = next((a["href"] for a in page.soup.select("nav.foot a") if "Older" in a.text), None)
    assert len(seen) == len(set(seen)) == 45


@pytest.mark.parametrize("month", ["2025-02", "9999-99", "x", "2025-02-31", "%00", "٢٠٢٥-٠١", "'"])
def test_a_month_without_evenings_shows_what_is_before_it(phone, make, month):
    make("June", "2024-06-10T18:00")
    make("May", "2024-05-10T18:00")
    assert names(phone.get(f"/history?month={month}")) == ["June", "May"]
    assert names(phone.get("/history?month=2024-05")) == ["May"]
    assert names(phone.get("/history?month=1999-05")) == ["June", "May"]


def test_a_month_ends_where_the_phone_is(phone, make):
    """In New York it was still May, in UTC June."""
    make("May", "2024-06-01T01:00", zone=NEW_YORK)
    make("June", "2024-06-20T18:00", zone=NEW_YORK)
    make("April", "2024-04-20T18:00", zone=NEW_YORK)
    make("May too", "2024-05-20T18:00", zone=NEW_YORK)
    phone.client.set_cookie("zone", NEW_YORK)
    assert listed(phone.get("/history?month=2024-05")) == {
        "May 2024": ["May", "May too"], "April 2024": ["April"],
    }  # fmt: skip


@pytest.mark.parametrize(("hour", "zone"), [("T01:00", NEW_YORK), ("T23:00", "Asia/Tokyo")])
def test_all_evenings_of_a_month_are_on_its_pages(phone, make, hour, zone):
    """The first is of another month there than in UTC."""
    make("Edge", f"2024-06-01{hour}" if zone == NEW_YORK else f"2024-05-31{hour}", zone=zone)
    for day in range(1, 21):
        make(f"Day {day}", f"2024-05-{day:02}T12:00", zone=zone)
    make("Newest", "2024-07-01T12:00", zone=zone)
    phone.client.set_cookie("zone", zone)
    expected = 21 if zone == NEW_YORK else 20
    found, page = [], phone.get("/history?month=2024-05")
    for number in (1, 2):
        found += names(page)
        page = phone.get(f"/history?month=2024-05&page={number + 1}")
    assert len(set(found)) == expected


SEARCHES = [
    ("christmas", ["Noël"]),
    ("noel", ["Noël"]),
    ("NOËL", ["Noël"]),
    ("zoe kitchen", ["Noël"]),
    ("zoe cat", []),
    ("cat", ["Plain"]),
    ("skat", ["Plain"]),
    ("whist", ["Noël", "50% off"]),
    ("50%", ["50% off"]),
    ("%", ["50% off"]),
    ("_", []),
    ("'", []),
    ("“2nd", ["Noël"]),
    ('"', []),
    ("march 2024", ["Plain"]),
    ("2024-03", ["Plain"]),
]


@pytest.fixture
def three(phone, make):
    make("50% off", "2022-01-10T18:00", "Ann Bob")
    make("Plain", "2024-03-10T18:00", "Ann Cat", game="other", name="Skat")
    make("Noël", "2024-12-24T18:00", "Zoë Bob", place="Christmas, Zoë’s kitchen, “2nd floor”")
    phone.get("/history")  # sums them up


@pytest.mark.parametrize(("search", "found"), SEARCHES)
def test_each_word_is_searched_in_all_that_an_evening_says(phone, three, search, found):
    page = phone.get("/history", query_string={"q": search})
    assert names(page) == found
    if not found:
        assert "0 evenings found. Try fewer words" in page.text and "/history" in page.links
    assert page.soup.select_one("input[name=q]")["value"] == search


def test_a_game_is_found_by_its_title_in_the_phones_language(phone):
    phone.sit_down(("Ann", "Bob", "Cat"), game="irish-loo", name="Friday")
    phone.get("/history")
    german = {"headers": {"Accept-Language": "de"}}
    for search, found in (("irisches", ["Friday"]), ("irish", [])):
        assert names(phone.get(f"/history?q={search}", **german)) == found


def test_what_is_found_comes_by_month_and_page_too(phone, make):
    many(make, 60)
    page = phone.get("/history?q=e&month=2025-06")
    assert next(iter(listed(page))) == "June 2025"
    assert "/history?q=e&month=2025-06&page=2" in page.links


@pytest.mark.parametrize("version", [1, 10**6])
def test_a_search_folds_nothing_but_what_it_shows(phone, three, app, log, monkeypatch, version):
    """The summaries may be of another version."""
    with log.connection.writing(form="tests") as db:
        db.execute("update summary set version = :version", {"version": version})
    repository, folded = app.extensions["tables"].evenings, []
    evening = repository.evening
    monkeypatch.setattr(
        repository, "evening", lambda number: folded.append(number) or evening(number)
    )
    assert names(phone.get("/history?q=nobody")) == [] == folded
    assert names(phone.get("/history?q=cat")) == ["Plain"]
    assert len(folded) == 1


def test_an_evening_without_a_summary_is_found_by_name_place_and_day(phone, three, app, log):
    with log.connection.writing(form="tests") as db:
        db.execute("update summary set body = '{}'")
        db.execute("delete from summary where evening = (select min(evening) from summary)")
    for search, found in (("noel", "Noël"), ("kitchen", "Noël"), ("2022", "50% off")):
        assert names(phone.get("/history", query_string={"q": search})) == [found]


def counted(read, asked, sql, values):
    found = read(sql, values)
    asked.append(len(found))
    return found


@pytest.mark.parametrize("url", ["/history", "/history?month=2025-01", "/history?q=e1"])
def test_the_number_of_queries_does_not_grow(app, phone, make, log, monkeypatch, url):
    counts, read = [], log.connection.rows
    for number in (5, 200):
        many(make, number)
        phone.get(url)
        asked = []
        with monkeypatch.context() as patch:
            patch.setattr(log.connection, "rows", partial(counted, read, asked))
            phone.get(url)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 5
    assert "q=" in url or max(asked) <= 36  # a page of evenings, or the months


def test_a_group_lists_its_evenings_the_same_way(phone, make):
    group = start(phone)
    many(make, 24)
    make("Noël", "2026-12-24T18:00", "Zoë Bob", place="Kitchen")
    for one in phone.get("/history").soup.select("nav.evenings a"):
        add(phone, group, one["href"].split("/")[2])
    page = phone.get(f"/g/{group}?month=2025-06")
    assert next(iter(listed(page))) == "June 2025" and not page.soup.select("#figures")
    assert names(phone.get(f"/g/{group}?q=zoe+kitch")) == ["Noël"]
    assert names(phone.get(f"/g/{group}?q=bob+2026")) == ["Noël"]
    assert names(phone.get(f"/g/{group}?q=carl")) == []
    assert phone.get(f"/g/{group}").soup.select("#figures")
