"""Groups on a phone: starting one, its evenings, and rights."""

import csv
import itertools
import re

import pytest

from companion.groups import figures as adding_up
from companion.tables import Groups, group_files
from companion.web.routes import home, imports
from companion.web.views import group_view, settling_view
from companion.web.views.faces import known_faces
from tests.telling import entries, started
from tests.web.table import Phone, opened

STARTED = {"seats": "Ann Bob Cat", "game": "three-card-loo", "preset": "classic", "depth": "result"}


@pytest.fixture
def app(fresh):
    return fresh


@pytest.fixture
def store(app):
    return app.extensions["groups"]


def form_to(page, address):
    found = [one for one in page.soup.select("form") if one["action"] == address]
    assert found, f"no form to {address} on:\n{page.text[:800]}"
    return found[0]


def form_of(page, kind):
    found = [
        one
        for one in page.soup.select("form")
        if one.select_one(f'input[name="kind"][value="{kind}"]')
    ]
    assert found, f"no form of {kind} on:\n{page.text[:800]}"
    return found[0]


def start(phone, name="Regulars"):
    """Start a group with its form; return its key."""
    phone.get("/groups/new")
    phone.submit(form_to(phone.page, "/groups/new"), name=name)
    phone.follow()
    return phone.key


def add(phone, group, evening):
    return phone.post(f"/e/{evening}/group", {"group": group})


def with_evenings(app, phone, *names, **game):
    group = start(phone)
    keys = [opened(app, "up H", "Bob in", name=name, **{**STARTED, **game}) for name in names]
    for key in keys:
        assert add(phone, group, key).status == 303
    return group, keys


def change(phone, group, kind, **fields):
    """Post a change by hand."""
    number = next(_numbers)
    return phone.post(
        f"/g/{group}/entries", {"kind": kind, "entry_id": f"change-{number:04}", **fields}
    )


_numbers = itertools.count()


def watch_link(store, group):
    return store.access_store.rules(store.store.find(group).id).watch_key


def folded(store, group):
    return store.store.group(store.store.find(group).id)


def report(store, group):
    return store.report(store.open_group(group, "tests"))


# Starting one


def test_a_new_group_is_on_the_home_page(phone, other):
    key = start(phone, "Loo  club ")
    assert phone.page.heading == "Loo club"
    assert f"/g/{key}" in phone.get("/").links
    assert f"/g/{key}" not in other.get("/").links
    other.get(f"/g/{key}")  # a phone without the group can open it by its link
    assert f"/g/{key}" in other.get("/").links


def test_a_repeated_form_starts_one_group(phone):
    phone.get("/groups/new")
    form = form_to(phone.page, "/groups/new")
    page = phone.page
    answers = []
    for name in ("Regulars", "Regulars", "Others"):
        phone.page = page
        answers.append(phone.submit(form, name=name).headers["Location"])
    assert answers[0] == answers[1] != answers[2]


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "a\x07b"])
def test_an_invalid_name_is_refused_and_kept_in_the_form(phone, name):
    phone.get("/groups/new")
    page = phone.submit(form_to(phone.page, "/groups/new"), name=name)
    assert page.status == 422 and page.alert


# Evenings in it


def test_the_first_evening_of_a_group_is_opened_in_it(phone, store):
    group = start(phone)
    page = phone.get(f"/g/{group}")
    assert f"/g/{group}/evenings/new" in page.links
    phone.get(f"/g/{group}/evenings/new")
    phone.add_seats(2)
    phone.do("open", seat=["Ann", "Bob"], name="The first", depth="tricks", dealer="1")
    assert phone.url.startswith("/e/")
    assert "The first" in phone.get(f"/g/{group}").text
    assert len(folded(store, group).evenings) == 1


def test_a_new_evening_takes_two_taps_and_a_repeated_tap_opens_one(app, phone, store):
    group, _ = with_evenings(app, phone, "Last week")
    page = phone.get(phone.get("/").links[phone.page.links.index(f"/g/{group}")])
    form = form_to(page, f"/g/{group}/evenings")
    where = []
    for _ in range(2):
        phone.page = page
        where.append(phone.submit(form).headers["Location"])
    assert where[0] == where[1] and where[0].startswith("/e/")
    new = phone.get(where[0])
    assert new.question
    entry = phone.record(phone.key)["entries"][0]
    assert (entry["seats"], entry["game"]) == (["Ann", "Bob", "Cat"], "three-card-loo")
    assert len(folded(store, group).evenings) == 2


def test_a_new_evening_has_a_name_that_the_group_has_not(app, phone, other):
    """A phone that has just opened the group knows none of its evenings."""
    group, _ = with_evenings(app, phone, "Last week")
    offered = []
    for who in (phone, other, phone):
        offered.append(
            who.get(f"/g/{group}/evenings/new").soup.select_one("[name='name']")["value"]
        )
        who.submit(form_to(who.get(f"/g/{group}"), f"/g/{group}/evenings"))
        assert f"{offered[-1]} ·" in who.follow().soup.select_one("title").text
    assert offered[1:] == [f"{offered[0]} 2", f"{offered[0]} 3"]


def test_the_form_in_a_group_suggests_its_people(app, phone):
    group, _ = with_evenings(app, phone, "Last week")
    page = phone.get(f"/g/{group}/evenings/new")
    assert [one["value"] for one in page.soup.select(".names input")][:3] == ["Ann", "Bob", "Cat"]
    page = phone.do("off:3")
    assert "add:Cat" in [button.get("value") for button in page.soup.select("button")]


def test_playing_again_stays_in_the_group(app, phone, store):
    group, (evening,) = with_evenings(app, phone, "Last week")
    phone.post(f"/e/{evening}/again", {})
    phone.follow()
    assert len(folded(store, group).evenings) == 2
    (again,) = phone.record(phone.key)["entries"]
    assert (again["game"], again["edition"]) == ("three-card-loo", 3)


def test_an_evening_is_in_one_group(app, phone, other, store):
    group, (evening,) = with_evenings(app, phone, "Friday")
    for tail in ("/settings", "/deals"):
        assert f"/g/{group}" in phone.get(f"/e/{evening}{tail}").links
        assert group not in other.get(f"/e/{evening}{tail}").html
    assert add(phone, group, evening).status == 303  # adding it again changes nothing
    assert len(folded(store, group).evenings) == 1
    second = start(phone, "Others")
    page = add(phone, second, evening)
    assert page.status == 422 and page.alert
    assert folded(store, second).evenings == {}


def test_the_host_of_the_server_needs_not_open_a_group_first(app, phone, other, store):
    group, (evening,) = with_evenings(app, phone, "Friday")
    with other.client.session_transaction() as session:
        session["host"] = app.config["HOST_MARK"]
    assert f"/g/{group}" in other.get("/").links
    page = other.get(f"/e/{evening}/deals")
    assert f"/g/{group}" in page.links and f"/e/{evening}/group" not in page.links
    second = opened(app, **STARTED)
    assert group in [
        one.get("value") for one in other.get(f"/e/{second}/group").soup.select("button")
    ]
    assert add(other, group, second).status == 303 and len(folded(store, group).evenings) == 2


def test_a_group_is_started_with_an_evening(app, phone, store):
    evening = opened(app, **STARTED)
    page = phone.get(f"/e/{evening}/group")
    form = form_to(page, f"/e/{evening}/group")
    phone.submit(form, name="New club")
    assert "Friday" in phone.follow().text and phone.page.heading == "New club"


def test_a_phone_in_many_groups_is_offered_the_newest(app, phone, monkeypatch):
    monkeypatch.setattr(home, "MOST_GROUPS", 2)
    start(phone, "Old")
    start(phone, "Newer")
    start(phone, "Newest")
    evening = opened(app, **STARTED)
    page = phone.get(f"/e/{evening}/group")
    assert "Newest" in page.text and "Newer" in page.text and "Old" not in page.text


def test_adding_an_evening_needs_its_host_and_the_right_to_record_in_the_group(
    app, phone, other, store
):
    group, _ = with_evenings(app, phone, "Friday")
    evening = opened(app, name="Other", **STARTED)
    phone.at(evening)
    assert f"/e/{evening}/group" in phone.get(f"/e/{evening}/settings").links
    guest = Phone(app)
    assert f"/e/{evening}/group" not in guest.get(f"/e/{evening}/settings").links
    assert guest.get(f"/e/{evening}/group").status == 403
    assert guest.post(f"/e/{evening}/group", {"name": "Mine"}).status == 403
    watch = store.tables.access_store.rules(store.tables.evenings.log.find(evening).id).watch_key
    assert add(guest, group, watch).status == 403
    assert add(other, watch_link(store, group), evening).status == 403
    assert Phone(app).get(f"/e/{watch}/group").status == 403
    assert add(phone, "x" * 22, evening).status == 404
    assert add(phone, evening, evening).status == 404
    assert len(folded(store, group).evenings) == 1


def test_evenings_are_searched_by_name_and_date_and_come_in_pages(app, phone, store):
    group, _ = with_evenings(app, phone, "Christmas Éve", "Easter")
    phone.get("/")
    assert "Easter" not in phone.get(f"/g/{group}?q=christmas+éve").text
    year = phone.get(f"/g/{group}").soup.select_one("time")["datetime"][:4]
    assert "Easter" in phone.get(f"/g/{group}?q={year}+east").text
    assert "Easter" not in phone.get(f"/g/{group}?q=1999").text
    for text in ("%", "_", "'", "<b>", "\u202e", "x" * 5000):
        assert phone.get(f"/g/{group}", query_string={"q": text}).status == 200
    for number in range(30):
        add(phone, group, opened(app, name=f"Evening {number}", **STARTED))
    page = phone.get(f"/g/{group}")
    listed = page.soup.select_one("nav.evenings").text
    assert "Evening 29" in listed and "Easter" not in listed
    assert "Easter" in phone.get(f"/g/{group}?page=2").text
    for number in ("0", "-1", "999", "x", "9" * 500):
        assert phone.get(f"/g/{group}?page={number}").status == 200


# Rights


def test_a_watcher_sees_everything_but_no_key_to_record(app, phone, other, store):
    group, evenings = with_evenings(app, phone, "One", "Two")
    watch = watch_link(store, group)
    number = store.store.find(group).id
    for tail in ("", "/link", "/more"):
        page = other.get(f"/g/{watch}{tail}")
        assert page.status == 200
        for key in (group, *evenings):
            assert key not in page.html
    page = other.get(f"/g/{watch}")
    links = [link for link in page.links if link.startswith("/e/")]
    assert len(links) == 2 and "in the pool" in page.text
    for link in links:
        shown = other.get(link)
        assert shown.status == 200
        assert not any(key in shown.html for key in evenings)
        assert other.post(re.sub("^(/e/[^/]*).*", r"\1/entries", link), {}).status == 403
    assert not page.soup.select('form[method="post"]')
    assert change(other, watch, "renamed", name="Mine").status == 403
    assert other.post(f"/g/{watch}/evenings", {"entry_id": "watching-2"}).status == 403
    assert other.post(f"/g/{watch}/evenings/new", {"do": "open"}).status == 403
    assert other.get(f"/g/{watch}/evenings/new").status == 403
    assert other.get(f"/g/{watch}/hidden").status == 403
    assert other.post(f"/g/{watch}/replace", {"link": "record"}).status == 403
    assert other.post(f"/g/{watch}/settle", {"entry_id": "watching-3"}).status == 403
    assert len(store.store.group(number).rows) == 3


def test_guests_cannot_do_what_is_up_to_the_host(app, phone, other, store):
    group, _ = with_evenings(app, phone, "Friday")
    other.get(f"/g/{group}")
    assert change(other, group, "renamed", name="Mine").status == 403
    assert change(other, group, "undone", entry="2").status == 403  # the host added it
    assert other.get(f"/g/{group}/hidden").status == 403
    assert other.get(f"/g/{group}/replace?link=record").status == 403
    # Guests can take back the evenings they added.
    mine = opened(app, name="Mine", **STARTED)
    add(other, group, mine)
    page = other.get(f"/g/{group}/more")
    assert "Mine" in form_of(page, "undone").text
    other.submit(form_of(page, "undone"))
    assert "Mine" not in other.get(f"/g/{group}").text


def test_links_for_this_computer_only_are_marked(phone):
    group = start(phone)
    assert phone.get(f"/g/{group}/more").soup.select_one("main .refusal")
    page = phone.get(f"/g/{group}/more", headers={"Host": "loo.local"})
    assert not page.soup.select_one("main .refusal") and "loo.local/g/" in page.text


def test_a_replaced_link_opens_nothing(app, phone, other, store):
    group, _ = with_evenings(app, phone, "Friday")
    watch = watch_link(store, group)
    other.get(f"/g/{watch}")
    phone.get(f"/g/{group}/replace?link=watch")
    phone.submit(form_to(phone.page, f"/g/{group}/replace"))
    phone.follow()
    assert other.get(f"/g/{watch}").status == 404
    assert f"/g/{watch}" not in other.get("/").links
    phone.get(f"/g/{group}/replace?link=record")
    phone.submit(form_to(phone.page, f"/g/{group}/replace"))
    new = phone.follow().soup.select_one(".link").text.rpartition("/")[2]
    assert other.get(f"/g/{group}").status == 404
    assert "Friday" in phone.get(f"/g/{new}").text and f"/g/{new}" in phone.get("/").links


def test_keys_of_groups_and_evenings_are_not_interchangeable(app, phone, store):
    group, (evening,) = with_evenings(app, phone, "Friday")
    watch = watch_link(store, group)
    for key in (group, watch):
        for tail in ("", "/more", "/deals", "/state.json", "/record.json", "/link", "/group"):
            assert phone.get(f"/e/{key}{tail}").status == 404
    for tail in ("", "/more", "/link", "/hidden", "/evenings/new"):
        page = phone.get(f"/g/{evening}{tail}")
        assert page.status == 404 and page.heading
    assert phone.post(f"/g/{evening}/evenings", {"entry_id": "wrong-door"}).status == 404


# Changes by the host


def test_the_host_renames_the_group_and_undoes_it(phone, store):
    group = start(phone)
    page = phone.get(f"/g/{group}/more")
    phone.submit(form_of(page, "renamed"), name=" Loo   club ")
    assert "Loo club" in phone.follow().text
    assert "Loo club" in phone.get("/").text
    page = phone.get(f"/g/{group}/more")
    assert "Loo club" in form_of(page, "undone").text
    phone.submit(form_of(page, "undone"))
    assert phone.get(f"/g/{group}").heading == "Regulars"
    assert "Loo club" not in phone.get("/").text


def test_an_evening_is_hidden_and_shown_again_and_its_own_link_works(app, phone, other, store):
    group, (_, two) = with_evenings(app, phone, "One", "Two")
    page = phone.get(f"/g/{group}/hidden")
    phone.submit(form_of(page, "evening-hidden"))  # the newest
    phone.follow()
    assert "Two" not in phone.get(f"/g/{group}").text
    assert "Two" not in other.get(f"/g/{watch_link(store, group)}").text
    assert phone.get(f"/e/{two}").status == 200
    assert "Two" in phone.get(f"/g/{group}/hidden").text
    phone.submit(form_of(phone.page, "undone"))
    assert "Two" in phone.get(f"/g/{group}").text
    for number in ("x" * 22, "999"):
        assert change(phone, group, "evening-hidden", evening=number).status == 422


def test_two_spellings_of_a_person_are_merged(app, phone, store):
    group, _ = with_evenings(app, phone, "One")
    other = opened(app, name="Two", **{**STARTED, "seats": "Annie Dan"})
    add(phone, group, other)
    page = phone.get(f"/g/{group}/more")
    phone.submit(form_of(page, "person-merged"), **{"from": "Annie", "into": "Ann"})
    page = phone.get(f"/g/{group}/more")
    people = [
        one.text for one in page.soup.select("select[name=into] option") if one.get("value") != ""
    ]
    assert sorted(people) == ["Ann", "Bob", "Cat", "Dan"]
    page = change(phone, group, "person-merged", **{"from": "Ann", "into": "Bob"})
    assert page.status == 422 and page.alert


def test_the_host_of_an_evening_renames_it(phone, other):
    phone.sit_down(("Ann", "Bob"), name="Friday")
    key = phone.key
    other.get(f"/e/{key}")
    assert other.post(f"/e/{key}/name", {"name": "Mine"}).status == 403
    page = phone.get(f"/e/{key}/settings")
    phone.submit(form_to(page, f"/e/{key}/name"), name="Our  Christmas")
    assert "Our Christmas" in phone.follow().text
    assert phone.record(key)["name"] == "Our Christmas"
    assert phone.post(f"/e/{key}/name", {"name": "x" * 200}).alert
    assert phone.record(key)["name"] == "Our Christmas"


def test_each_change_can_be_undone_after_later_ones(phone, store):
    group = start(phone)
    old = phone.get(f"/g/{group}/more")
    change(phone, group, "renamed", name="First")
    phone.page = old
    phone.submit(form_of(old, "renamed"), name="Second")
    change(phone, group, "worth-set", amount="0.10", currency="EUR")
    page = phone.get(f"/g/{group}/more")
    undos = page.soup.select('form:has(input[value="undone"])')
    assert ["Second" in undos[1].text, "First" in undos[2].text] == [True, True]
    phone.submit(undos[1])
    assert phone.follow().status == 200
    assert folded(store, group).name == "First" and folded(store, group).worth
    assert "Second" not in phone.get(f"/g/{group}/more").text


def test_changes_to_undo_come_in_pages(phone, store):
    group = start(phone)
    for number in range(25):
        change(phone, group, "renamed", name=f"Name {number}")
    page = phone.get(f"/g/{group}/more")
    assert (
        "Name 24" in page.text and "Name 5" in page.text and "“Renamed to Name 4”" not in page.text
    )
    assert "“Renamed to Name 4”" in phone.get(f"/g/{group}/more?page=2").text


def test_a_repeated_change_counts_once(phone, store):
    group = start(phone)
    page = phone.get(f"/g/{group}/more")
    for _ in range(2):
        phone.page = page
        assert phone.submit(form_of(page, "renamed"), name="Once").status == 303
    assert len(folded(store, group).rows) == 2


@pytest.mark.parametrize(
    "fields",
    [
        {}, {"kind": "evening-added", "evening": "x" * 22},
        {"kind": "group-opened", "name": "Again"}, {"kind": "settled"}, {"kind": "renamed"},
        {"kind": "renamed", "name": "X", "more": "1"},
        {"kind": "evening-hidden", "evening": "../../e"}, {"kind": "undone", "entry": "1"},
        {"kind": "undone", "entry": "x"}, {"kind": "evening-shown", "evening": "1"},
        {"kind": "renamed", "name": "X", "entry_id": "!"},
    ],
)  # fmt: skip
def test_impossible_changes_are_refused_with_a_message(phone, store, fields):
    group = start(phone)
    fields = {"entry_id": "nonsense-1", **fields}
    page = phone.post(f"/g/{group}/entries", fields)
    assert page.status == 422 and page.alert
    assert len(folded(store, group).rows) == 1


# Figures


def settled(app, phone):
    """A group of three settled evenings."""
    group = start(phone)
    deal = ("up 6", "told Bob 3 Cat 2 Ann 0", "settled", "closed")
    for name in ("One", "Two"):
        add(phone, group, opened(app, *deal, name=name, depth="result", ending="carry"))
        phone.get("/")
    nap = ("Bob says three", "Cat says pass", "Dan says pass", "Ann says pass", "made", "settled")
    add(phone, group, opened(app, *nap, name="Three", game="napoleon", depth="result"))
    phone.get("/")
    return group


def debts_of(page):
    rows = page.soup.select("#settling > .debts li")
    return [" ".join(row.select_one("p").text.split()) for row in rows]


def to_pay(store, group):
    return [
        one
        for unit in report(store, group).units_owed
        for one in report(store, group).plan(unit).transfers
    ]


def test_the_page_of_a_group_shows_balances_and_results(app, phone):
    group = settled(app, phone)
    page = phone.get(f"/g/{group}")
    rows = {
        row.select_one("th").words: row.select_one(".chief").text
        for row in page.soup.select("#figures > section > .scroll tbody tr")
    }
    assert rows == {"Bob": "+29", "Cat": "+7", "Dan": "−13", "Ann": "−73"}
    picture = page.soup.select_one("#figures svg")
    assert picture.select_one("title").text and picture.select_one("desc").text
    table = page.soup.select_one("#figures figure table")
    assert [cell.text for cell in table.select("tbody tr")[-1].select("td")] == [
        "+29", "+7", "−13", "−73",
    ]  # fmt: skip


def test_all_figures_of_a_group(app, phone, other, store):
    group = settled(app, phone)
    for page in (
        phone.get(f"/g/{group}/figures"),
        other.get(f"/g/{watch_link(store, group)}/figures"),
    ):
        assert page.status == 200
        text = page.soup.select_one("#figures").text
        assert text.count("Domino Loo") == 1 and text.count("Napoleon") == 1
        heads = [
            " ".join(table.select_one("thead").text.split()) for table in page.soup.select("table")
        ]
        assert any("Tricks per deal played" in head and "Looed" in head for head in heads)
    links = store.evenings(store.open_group(group, "tests"))
    assert not any(record.key in page.html for record in links)


def test_a_figure_has_the_heading_of_its_column_beside_it(app, phone):
    """On a phone the tables are cards, which show no head."""
    group = settled(app, phone)
    for path, number in (("", 1), ("/figures", 5)):
        tables = phone.get(f"/g/{group}{path}").soup.select("table.cards")
        assert len(tables) == number
        for table in tables:
            _player, *heads = [head.words for head in table.select("thead th")]
            for row in table.select("tbody tr"):
                assert [cell["data-title"] for cell in row.select("td")] == heads


def test_each_person_has_a_small_curve_from_the_second_evening_on(app, phone):
    deal = ("up 6", "told Bob 3 Cat 2 Ann 0", "settled", "closed")
    group, other = start(phone), ("up 6", "told Eve 3 Cat 2 Ann 0", "settled", "closed")
    add(phone, group, opened(app, *deal, name="One", depth="result"))
    assert not phone.get(f"/g/{group}").soup.select(".spark")
    seats = {"seats": "Ann Eve Cat Dan", "depth": "result"}
    add(phone, group, opened(app, *other, name="Two", **seats))
    for path in ("", "/figures"):
        page = phone.get(f"/g/{group}{path}")
        lines = {
            row.select_one("th").words: row.select(".spark path")[1]["d"]
            for row in page.soup.select("table.cards")[0].select("tbody tr")
        }
        assert set(lines) == {"Ann", "Bob", "Cat", "Dan", "Eve"}
        # Eve came for the second evening only: her line has one step, the others have two.
        steps = {name: len(line.partition("l")[2].split()) // 2 for name, line in lines.items()}
        assert steps.pop("Eve") == 1 and set(steps.values()) == {2}


def test_who_won_most_games_for_points_stands_first(app, phone):
    group, log = start(phone), app.extensions["tables"].evenings.log
    game = started("Ann Bob Cat", game="other", depth="result", name="Skat")
    for scores in ("Ann=1 Bob=2 Cat=9", "Ann=1 Bob=9 Cat=2", "Ann=0 Bob=1 Cat=9"):
        said = (f"scored {scores}", "settled", "ended", "closed")
        evening = [game, *itertools.chain.from_iterable(map(entries, said))]
        add(phone, group, log.open_evening("Friday", evening, "tests").key)
    for path in ("", "/figures"):
        table = phone.get(f"/g/{group}{path}").soup.select_one("table.cards")
        assert [head.words for head in table.select("th[scope=row]")] == ["Cat", "Bob", "Ann"]


def test_the_page_says_how_many_evenings_have_too_many_people_to_count(app, phone, monkeypatch):
    monkeypatch.setattr(adding_up, "MOST_PEOPLE", 3)
    group, _ = with_evenings(app, phone, "Friday")
    add(phone, group, opened(app, seats="Ann Bob Dan Eve", name="Saturday"))
    for page in (f"/g/{group}", f"/g/{group}/figures"):
        assert "1 evening is not counted: figures are for at most" in phone.get(page).text


def test_tables_of_figures_count_the_rows_left_out(app, phone, monkeypatch):
    group = settled(app, phone)
    page = phone.get(f"/g/{group}/figures")
    everyone = [row.text for row in page.soup.select(".panel .figures.wide")[0].select("tbody tr")]
    assert len(everyone) == 4 and "more" not in page.text
    assert not [link for link in page.links if "won-from" in link]
    monkeypatch.setattr(group_view, "MOST_ROWS", 3)
    monkeypatch.setattr(group_view, "MOST_PAIRS", 1)
    page = phone.get(f"/g/{group}/figures")
    tables = page.soup.select(".panel .figures.wide")
    assert [row.text for row in tables[0].select("tbody tr")] == everyone[:3]
    assert [len(table.select("tbody tr")) for table in tables] == [3, 3, 3, 3, 1]
    assert page.text.count("1 more person is in the spreadsheet") == 4
    assert "2 more pairs are in the spreadsheet" in page.text
    (link,) = [link for link in page.links if "won-from" in link]
    rows = list(csv.reader(phone.client.get(link).data.decode("utf-8-sig").splitlines()))
    assert rows[0] == ["winner", "loser", "chips", "currency"]
    assert sorted(rows[1:]) == [["Bob", name, "3", ""] for name in ("Ann", "Cat", "Dan")]


def test_many_open_payments_come_in_pages_and_are_settled_together(app, phone, store, monkeypatch):
    group = settled(app, phone)
    every = debts_of(phone.get(f"/g/{group}"))
    assert len(every) == 3
    monkeypatch.setattr(settling_view, "A_PAGE", 2)
    page = phone.get(f"/g/{group}")
    assert debts_of(page) == every[:2]
    assert "Marks all 3 payments as paid." in page.text
    (smaller,) = [link for link in page.links if "owed=" in link]
    page = phone.get(smaller)
    assert debts_of(page) == every[2:]
    assert [link for link in page.links if "owed=1" in link]
    # The page and its rows stay as they are.
    phone.submit(form_of(page, "paid"))
    page = phone.follow()
    assert debts_of(page) == ["✓ " + every[2].replace("pays", "paid")] and phone.url.endswith(
        "?owed=2"
    )
    phone.submit(form_of(page, "undone"))
    assert debts_of(phone.follow()) == every[2:]
    for query in ("owed=9", "owed=x", "owed=0"):
        assert debts_of(phone.get(f"/g/{group}?{query}"))


def test_a_payment_is_marked_and_undone(app, phone, other, store):
    group = settled(app, phone)
    page = phone.get(f"/g/{group}")
    before = to_pay(store, group)
    assert len(page.soup.select('#settling input[value="paid"]')) == len(before) > 1
    phone.submit(form_of(page, "paid"))
    page = phone.follow()
    assert len(page.soup.select('#settling input[value="paid"]')) == len(before) - 1
    rows = [row.words for row in page.soup.select("#figures > section > .scroll tbody tr")]
    assert rows == ["Bob +29 3 +6", "Cat +7 3 +7", "Dan −13 3 −13", "Ann −73 3 −50"]
    assert to_pay(store, group) == before[1:]
    phone.submit(form_of(page, "undone"))
    assert len(phone.follow().soup.select('#settling input[value="paid"]')) == len(before)
    page = other.get(f"/g/{watch_link(store, group)}")
    assert page.soup.select("#settling li") and not page.soup.select("#settling form")


def test_everything_is_settled_by_one_tap(app, phone, store):
    group = settled(app, phone)
    page = phone.get(f"/g/{group}")
    before = to_pay(store, group)
    form = form_to(page, f"/g/{group}/settle")
    for _ in range(2):
        phone.page = page
        assert phone.submit(form).status == 303
    assert len(folded(store, group).payments) == len(before)
    assert not phone.get(f"/g/{group}").soup.select('#settling input[value="paid"]')


def test_an_evening_that_its_group_settled_asks_for_nothing(app, phone, other, store):
    group, deal = start(phone), ("up 6", "told Bob 3 Cat 2 Ann 0", "settled", "closed")
    first, second, third = (opened(app, *deal, name=name, depth="result") for name in "ABC")
    for key in (first, second):
        add(phone, group, key)

    def settling(key):
        page = phone.get(f"/e/{key}/deals")
        shared = page.soup.select_one("#share-text").text
        section = page.soup.select_one("#settling").words
        return section, shared, "paid" in page.kinds()

    section, shared, marks = settling(first)
    assert marks and "Ann pays" in section and "Ann pays" in shared
    phone.get(f"/g/{group}")
    phone.submit(form_of(phone.page, "paid"))
    outside = other.get(f"/e/{first}/deals")
    assert "This evening is settled together with others. Ask the host" in outside.text
    assert "Regulars" not in outside.text and "paid" not in outside.kinds()
    for section, shared, marks in (settling(first), settling(second)):
        assert "settled together with others in Regulars, which shows what is still open" in section
        assert not marks and "Ann pays" not in section and "Ann pays" not in shared
    page = phone.get(f"/g/{group}")
    phone.submit(form_to(page, f"/g/{group}/settle"))
    for section, shared, marks in (settling(first), settling(second)):
        assert "Settled in Regulars. Nobody owes anything." in section and not marks
        assert "Settled in Regulars. Nobody owes anything." in shared and "Ann pays" not in shared
    # The group does not count a hidden evening.
    phone.submit(form_of(phone.get(f"/g/{group}/hidden"), "evening-hidden"))
    assert [settling(key)[2] for key in (first, second)].count(True) == 1
    # What was paid before an evening was there is not for that evening.
    add(phone, group, third)
    page = phone.get(f"/g/{group}")
    assert "payments from before the newest evening" in page.text
    section, shared, marks = settling(third)
    assert marks and "Ann pays" in section and "Ann pays" in shared


def test_figures_of_a_group_in_money(app, phone, store):
    group = settled(app, phone)
    page = phone.get(f"/g/{group}")
    phone.submit(form_of(page, "worth-set"), amount="0,10", currency="eur")
    before = debts_of(phone.follow())
    assert before and "chip" in before[0]  # a new worth is for the next evenings
    phone.submit(form_of(phone.page, "worth-set"), amount="0,10", currency="eur", also="yes")
    page = phone.follow()
    first = to_pay(store, group)[0].amount
    assert f"€{first // 100}.{first % 100:02}" in page.soup.select_one("#settling").text


def test_a_person_has_one_colour_and_mark_in_a_group_and_its_evenings(app, phone, other):
    group, deal = start(phone), ("up 6", "told Bob 3 Cat 2 Ann 0", "settled", "closed")
    first, later = (
        opened(app, *deal, seats=seats, dealer="Ann", name=seats, depth="result")
        for seats in ("Ann Bob Cat Dan", "Eve Cat Bob Ann")
    )

    def looks(key, browser=phone):
        page = browser.get(key)
        marks = [row for row in page.soup.select(".figures tbody th") if row.select("svg.face")]
        return {row.words: row.select_one("svg.face")["class"] for row in marks}

    assert looks(f"/e/{later}/deals")["Eve"] != looks(f"/e/{first}/deals")["Dan"]
    for key in (first, later):
        add(phone, group, key)
    found = looks(f"/g/{group}")
    assert len({*map(str, found.values())}) == 5
    assert found == looks(f"/g/{group}/figures")
    for key in (first, later):
        for browser in (phone, other):
            there = looks(f"/e/{key}/deals", browser)
            assert len(there) == 4 and there.items() <= found.items()


def test_the_colours_of_a_table_are_looked_up_in_the_group_once(app, phone, monkeypatch):
    group, people = start(phone), ("Ann", "Bob", "Cat")
    earlier = opened(app, name="Earlier", **{**STARTED, "seats": "Eve Dan Ann"})
    key = opened(app, **STARTED)
    for one in (earlier, key):
        add(phone, group, one)
    number, looked = app.extensions["tables"].open_table(key, "").info.id, []
    arrivals_of = Groups.arrivals_of

    def counted(*args):
        looked.append(args)
        return arrivals_of(*args)

    monkeypatch.setattr(Groups, "arrivals_of", counted)
    with app.app_context():
        for _tap in range(2):
            found = known_faces(number, people)
        assert [one.hue for one in found.values()] == [2, 3, 4]  # after Eve and Dan
        assert len(looked) == 1
        assert known_faces(number, (*people, "Fay"))["Fay"].hue == 5
        assert len(looked) == 2


def test_a_table_counts_no_evening_of_its_group(app, phone, monkeypatch):
    """After an upgrade none is counted, and to count all would take long."""
    group, tables = start(phone), app.extensions["tables"]
    earlier = opened(app, name="Earlier", **{**STARTED, "seats": "Eve Dan Ann"})
    key = opened(app, **{**STARTED, "depth": "tricks"})
    for one in (earlier, key):
        add(phone, group, one)
    with tables.evenings.log.connection.writing() as db:
        db.execute("delete from summary")
    monkeypatch.setattr(Groups, "_sum_up", None)
    page = phone.at(key)
    # Ann, Bob and Cat come after Eve and Dan.
    assert [one.classes[-1] for one in page.soup.select(".player .face")] == [
        "hue-2",
        "hue-3",
        "hue-4",
    ]


def test_evenings_of_this_phone_are_added_together(app, phone, other):
    group = start(phone)
    mine = [opened(app, name=name, **STARTED) for name in ("One", "Two", "Three")]
    for key in mine:
        phone.get(f"/e/{key}")
    others = opened(app, name="Elsewhere", **STARTED)
    other.get(f"/e/{others}")
    phone.get(f"/e/{others}")
    (link,) = [link for link in phone.get(f"/g/{group}").links if link.endswith("/add")]
    page = phone.get(link)
    assert {box["value"] for box in page.soup.select("input[type=checkbox]")} == {*mine}
    assert phone.post(link, {"evening": mine[:2]}).status == 303
    page = phone.follow()
    assert "2 evenings added." in page.text and "One" in page.text
    assert len(phone.get(link).soup.select("input[type=checkbox]")) == 1
    assert phone.post(link, {"evening": others}).status == 403
    assert other.get(link).status == 200  # the link of the group lets it keep score


def test_a_new_group_offers_the_names_that_the_phone_knows(app, phone):
    phone.get(f"/e/{opened(app, **{**STARTED, 'seats': 'Eve Fay'})}")
    group = start(phone)
    assert "Eve" in phone.get(f"/g/{group}/evenings/new").text


def test_evenings_are_searched_by_their_game(app, phone):
    group = settled(app, phone)
    page = phone.get(f"/g/{group}?q=napoleon")
    assert "Three" in page.text and "Two" not in page.text


# Exporting


def test_the_figures_for_a_spreadsheet(app, phone):
    """Ann deals and stakes 3; Bob takes 2 tricks of 1 chip, Cat 1."""
    group = start(phone)
    key = opened(app, "told Bob 2 Cat 1", "settled", **STARTED)
    assert add(phone, group, key).status == 303
    page = phone.get(f"/g/{group}/figures")
    link = page.soup.select_one("a[href$='figures.csv']")["href"]
    answer = phone.client.get(link)
    assert answer.mimetype == "text/csv" and "attachment" in answer.headers["Content-Disposition"]
    rows = list(csv.DictReader(answer.data.decode("utf-8-sig").splitlines()))
    found = {(row["person"], row["game"]): (row["chips"], row["tricks"]) for row in rows}
    assert found == {
        ("Ann", ""): ("-3", "0"),
        ("Ann", "three-card-loo"): ("-3", "0"),
        ("Bob", ""): ("2", "2"),
        ("Bob", "three-card-loo"): ("2", "2"),
        ("Cat", ""): ("1", "1"),
        ("Cat", "three-card-loo"): ("1", "1"),
    }
    assert {row["person"]: row["owed"] for row in rows if not row["game"]} == {
        "Ann": "-3", "Bob": "2", "Cat": "1",
    }  # fmt: skip


# Exporting and importing


def test_a_group_is_exported_and_imported_elsewhere(app, phone, other, store):
    group = settled(app, phone)
    change(phone, group, "renamed", name="Regulars of the Crown")
    whole = phone.client.get(f"/g/{group}/group.json").data
    secret = [group, watch_link(store, group)]
    for watches in (True, False):
        members = store.tables.evenings.log.members(folded(store, group).evenings, watches)
        secret += [info.key for info, _summary in members]
    assert not any(key.encode() in whole for key in secret)
    assert whole == other.client.get(f"/g/{watch_link(store, group)}/group.json").data
    page = other.import_record(whole)
    assert page.status == 303
    page = other.follow()
    assert page.heading == "Regulars of the Crown" and other.key != group
    assert [row.text for row in page.soup.select("#figures > section > .scroll tbody tr")] == [
        row.text
        for row in phone.get(f"/g/{group}").soup.select("#figures > section > .scroll tbody tr")
    ]
    # The importing device is the host.
    assert change(other, other.key, "renamed", name="Ours").status == 303
    again = other.client.get(f"/g/{other.key}/group.json").data
    assert b'"name":"Ours"' in again and again.count(b'"record":') == 3


@pytest.mark.parametrize(
    ("before", "after"), [(b'"version":2', b'"version":3'), (b'"settled"', b'"unsettled"')]
)
def test_an_invalid_group_file_is_refused_entirely(app, phone, before, after):
    group = settled(app, phone)
    whole = phone.client.get(f"/g/{group}/group.json").data
    log = app.extensions["tables"].evenings.log
    there = len(log.evenings())
    page = phone.import_record(whole.replace(before, after, 1))
    assert page.status == 422 and page.soup.select("main li")
    assert len(log.evenings()) == there
    assert len(app.extensions["groups"].store.evenings()) == 1


def test_a_group_that_is_too_large_is_not_uploaded(app, phone, other, monkeypatch):
    group = settled(app, phone)
    whole = phone.client.get(f"/g/{group}/group.json").data
    bounds = (
        (imports, "most_entries", lambda _most: 0, "more than 0"),
        (group_files, "CAPACITY", 5, 5),
        (imports, "MOST_EVENINGS", 2, 2),
    )
    for module, bound, of_each, most in bounds:
        with monkeypatch.context() as patch:
            patch.setattr(module, bound, of_each)
            page = other.import_record(whole)
        assert page.status == 422 and str(most) in page.text
    assert other.import_record(whole).status == 303


# Leaving and deleting


def test_a_phone_leaves_a_group_and_comes_back(phone, other):
    key = start(phone)
    other.get(f"/g/{key}")
    phone.submit(phone.get(f"/g/{key}/leave").form())
    assert f"/g/{key}" not in phone.get("/").links and f"/g/{key}" in other.get("/").links
    # The host has left, so another phone can become the host.
    assert form_to(other.get(f"/g/{key}/more"), f"/g/{key}/claim")
    phone.get(f"/g/{key}")
    assert f"/g/{key}" in phone.get("/").links


def test_the_host_deletes_a_group_and_its_evenings_stay(app, store, phone, other):
    group, (evening,) = with_evenings(app, phone, "Friday")
    assert other.get(f"/g/{group}/delete").status == 403
    assert other.post(f"/g/{group}/delete", {}).status == 403
    phone.submit(phone.get(f"/g/{group}/delete").form())
    for one in (phone, other):
        assert one.get(f"/g/{group}").status == 404 and f"/g/{group}" not in one.get("/").links
    assert phone.get(f"/e/{evening}").status == 200
    assert list(store.tables.evenings.log.faults()) == []
    # The evening can be added to another group.
    assert add(phone, start(phone, "Others"), evening).status == 303


def test_games_of_a_hidden_evening_are_not_offered_first(app, phone):
    group, _ = with_evenings(app, phone, "One")

    def headings():
        form = phone.get(f"/g/{group}/evenings/new").soup
        return [heading.text for heading in form.select("#fold-game h2")]

    assert headings()[0] == "Played before"
    phone.submit(form_of(phone.get(f"/g/{group}/hidden"), "evening-hidden"))
    assert "Played before" not in headings()


def test_another_game_with_the_title_of_a_known_one_counts_under_it_as_told(app, phone):
    group, _keys = with_evenings(app, phone, "One")
    told = started("Ann Bob", "other", "result", name="Loo à trois cartes", counts="chips")
    key = opened(app, "ended", told, "scored Ann=5 Bob=-5", "settled", name="Two", **STARTED)
    add(phone, group, key)
    page = phone.get(f"/g/{group}/figures").text
    assert "2 evenings, 1 deal. 1 evening is as told:" in page


def test_the_history_makes_a_group_of_the_evenings_of_a_phone(app, phone):
    key = opened(app, "up H", name="Own", **STARTED)
    phone.get(f"/e/{key}")
    page = phone.get("/history")
    (link,) = [
        one["href"] for one in page.soup.select("a") if one.text == "Make a group of evenings"
    ]
    page = phone.get(link)
    phone.submit(page.soup.select_one("form.panel"), name="Regulars")
    page = phone.follow()
    assert page.heading == "Add evenings to Regulars"
    assert [one["value"] for one in page.soup.select("input[name=evening]")] == [key]
