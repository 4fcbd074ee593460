"""Results of a spreadsheet: brought into a group, looked at before, and removed as one."""

import re
from datetime import date, timedelta

import pytest

from companion.tables import results_csv
from companion.tables.results_csv import Deal
from tests.web.table import Phone
from tests.web.test_groups import start

RESULTS = """date;game;name;chips
2024-01-05;Domino Loo;Ann;12
2024-01-05;Domino Loo;Bob;-7
2024-01-05;Domino Loo;Cat;-5
2024-01-12;Domino Loo;Ann;-3
2024-01-12;Domino Loo;Bob;10
2024-01-12;Domino Loo;Cat;-7
2024-01-12;Skat;Ann;4
2024-01-12;Skat;Bob;-4
"""
ODD = RESULTS + "2024-01-19;Skat;Ann;5\n2024-01-19;Skat;Bob;-4\n"


@pytest.fixture
def app(fresh):
    return fresh


@pytest.fixture
def host(app):
    phone = Phone(app)
    phone.group = start(phone)
    return phone


def upload(phone, content, name="results.csv"):
    content = content if isinstance(content, bytes) else content.encode()
    # Encode the file here, because the client's encoder leaves a temporary file open.
    head = f'--frontier\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = head.encode() + content + b"\r\n--frontier--\r\n"
    form = "multipart/form-data; boundary=frontier"
    return phone.post(f"/g/{phone.group}/import", body, content_type=form)


def confirm(phone, *ticks, **fill):
    form = phone.page.soup.select_one("form[action$='/import']")
    return phone.submit(form, ticks=ticks, **{"write": "1", **fill})


def records(phone):
    """Return the records of the group's evenings, oldest first."""
    groups = phone.app.extensions["groups"]
    access = groups.access_store.open(phone.group, "")
    evenings = groups.evenings(access)
    return [phone.record(one.key) for one in reversed(evenings)]


def kinds(record):
    return [entry["kind"] for entry in record["entries"]]


def test_a_file_is_shown_first_and_then_written(host):
    assert upload(host, RESULTS).status == 200
    assert "2 evenings, 3 deals 5 January 2024 – 12 January 2024" in host.page.text
    assert "Games: Domino Loo and Skat" in host.page.text
    assert records(host) == []
    confirm(host)
    host.follow()
    assert "2 evenings imported." in host.page.alert
    first, second = records(host)
    assert (first["name"], first["opened_at"]) == ("Friday", "2024-01-05T20:00:00Z")
    assert kinds(first) == ["game-started", "scored", "settled", "game-ended", "evening-closed"]
    assert first["entries"][1]["scores"] == {"Ann": 12, "Bob": -7, "Cat": -5}
    starts = [one for one in second["entries"] if one["kind"] == "game-started"]
    assert [one["house_rules"]["name"] for one in starts] == ["Domino Loo", "Skat"]
    assert [one["seats"] for one in starts] == [["Ann", "Bob", "Cat"], ["Ann", "Bob"]]
    assert host.page.text.count("from a spreadsheet") == 2


def test_people_are_matched_and_amounts_are_money(host):
    upload(host, "Datum;Ann;Anne;Bob\n5/1/2024;2,50;;-2,50\n12/1/2024;;1,00;-1\n")
    fields = [one["name"] for one in host.page.soup.select("select")]
    assert fields == ["as:ann", "as:bob", "as:anne"]
    assert "The numbers are amounts of money." in host.page.text
    # Without a currency, nothing is written, and what was chosen stays.
    confirm(host, ("settled", "yes"), **{"as:anne": "Ann", "order": "month", "game": "Watten"})
    assert host.page.status == 200 and records(host) == []
    assert host.page.soup.select_one("#game")["value"] == "Watten"
    confirm(host, ("settled", "yes"), currency="€")
    host.follow()
    second, first = records(host)
    assert [second["opened_at"][:10], first["opened_at"][:10]] == ["2024-05-01", "2024-12-01"]
    assert second["entries"][0] == {"kind": "worth-set", "minor": 1, "currency": "EUR"}
    assert second["entries"][1]["house_rules"] == {"name": "Watten", "counts": "chips"}
    assert second["entries"][-1] == {"kind": "paid", "from": "Bob", "to": "Ann", "amount": 250}
    assert first["entries"][-1] == {"kind": "paid", "from": "Bob", "to": "Ann", "amount": 100}
    assert "+€3.50" in host.page.text and "Settle all" not in host.page.text


def test_those_of_the_group_are_found(host):
    upload(host, RESULTS)
    confirm(host)
    upload(host, "date;game;ANN;Cathy;Dan\n2024-02-02;Skat;3;-3;\n2024-02-09;Skat;;1;-1\n")
    first, *_others = host.page.soup.select("select")
    assert [one.words for one in first.select("option")][:4] == ["Ann", "Ann", "Bob", "Cat"]
    notes = [one.words for one in host.page.soup.select(".field small")]
    assert sum("new in the group" in one for one in notes) == 2
    confirm(host, **{"as:cathy": "Cat"})
    assert records(host)[-1]["entries"][0]["seats"] == ["Cat", "Dan"]
    assert records(host)[-2]["entries"][0]["seats"] == ["Ann", "Cat"]


@pytest.mark.parametrize(("choice", "evenings"), [("points", 3), ("leave-out", 2)])
def test_sums_that_are_not_zero(host, choice, evenings):
    upload(host, ODD)
    assert "19 January 2024, Skat : +1" in host.page.text
    confirm(host)
    assert host.page.status == 200 and records(host) == []
    confirm(host, unbalanced=choice, amount="0.10", currency="EUR")
    host.follow()
    assert len(records(host)) == evenings
    first, last = records(host)[0], records(host)[-1]
    assert first["entries"][0] == {"kind": "worth-set", "minor": 10, "currency": "EUR"}
    if choice == "points":
        assert last["entries"][0]["house_rules"] == {"name": "Skat", "counts": "points"}
        assert last["entries"][1]["scores"] == {"Ann": 5, "Bob": -4}
    # 12 - 3 + 4 chips of ten cents, whatever became of the last evening.
    debts = host.page.soup.select_one("#settling").words
    assert "Cat pays Ann €1.20" in debts and "Bob pays Ann €0.10" in debts


def test_the_same_content_again_is_told(host):
    upload(host, ODD)
    form = host.page
    for _ in range(2):
        host.page = form
        confirm(host, unbalanced="points")
        host.follow()
    assert "You imported this file on " in host.page.alert
    assert len(records(host)) == 3
    # Also in another coding, with other line breaks and under another name.
    upload(host, ODD.replace("\n", "\r\n").encode("utf-16"), "again.csv")
    assert "You imported this file" in host.follow().alert


def test_a_cut_import_goes_on(host, monkeypatch):
    upload(host, RESULTS)
    form = host.page
    whole = results_csv.written
    calls = []

    def cut(*values):
        if len(calls) == 1:
            raise KeyboardInterrupt
        calls.append(values)
        return whole(*values)

    monkeypatch.setattr(results_csv, "written", cut)
    with pytest.raises(KeyboardInterrupt):
        confirm(host)
    assert records(host) == []
    monkeypatch.setattr(results_csv, "written", whole)
    host.page = form
    confirm(host)
    assert [one["opened_at"][:10] for one in records(host)] == ["2024-01-05", "2024-01-12"]
    assert host.app.extensions["tables"].evenings.log.number() == 2


def test_nothing_is_written_where_the_rules_refuse_an_evening(host, monkeypatch):
    monkeypatch.setattr(results_csv, "LEAST", 1)
    upload(host, RESULTS)
    form = host.page
    upload(host, "date;Ann;Bob\n5.1.2024;1;-1\n12.1.2024;1;\n")
    confirm(host, unbalanced="points")
    assert host.page.status == 422
    assert "Evening 2: Entry 1" in host.page.text
    assert host.app.extensions["tables"].evenings.log.number() == 0
    host.page = form
    confirm(host)
    assert len(records(host)) == 2


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("date;Ann;Bob\n31.2.2024;1;-1\n", "Row 2, “date”: “31.2.2024” is not a day"),
        ("date;Ann;Bob\n5.1.2024;=1;-1\n", "Row 2, “Ann”: “=1” is not a number"),
        ("date;Ann;ann\n5.1.2024;1;-1\n", "Row 1: there are two columns “ann”."),
        ("date;Ann;Bob\n5.1.2024;1;\n", "Row 2: a deal needs 2 to 16 different players."),
        ("date;Ann;Bob\n5.1.2024;1000001;-1000001\n", "Row 2, “Ann”: “1000001” is too large"),
        ("date;Ann;Bob\n5.1.2024;0,125;-0,125\n", "Row 2, “Ann”: “0.125” is too large"),
        (b"PK\x03\x04\x00", "This is not a CSV file."),
        ("hello", "This is not a CSV file."),
        (
            "date;" + ";".join(f"P{n}" for n in range(17)) + "\n5.1.2024" + ";0" * 17,
            "Row 2: a deal needs 2 to 16",
        ),
    ],
)
def test_bad_input_is_told_and_nothing_is_written(host, content, says):
    upload(host, content)
    assert host.page.status == 422
    assert re.search("Nothing (was saved|is saved yet)", host.page.text)
    assert says in host.page.text
    assert host.app.extensions["tables"].evenings.log.number() == 0


def test_what_was_understood_stands_beside_the_faults(host):
    upload(host, "date;game;Ann;Bob\n5.1.2024;Loo;1;-1\n6.1.2024;Skat;x;0\n")
    assert "2 evenings, 2 deals 5 January 2024 – 6 January 2024" in host.page.text
    assert "People: Ann and Bob Games: Loo and Skat" in host.page.text
    # A cell that is not a number is no sum that is wrong.
    assert "does not add up" not in host.page.text
    assert not host.page.soup.select("[name=write]")
    confirm(host)
    assert host.page.status == 422 and records(host) == []


@pytest.mark.parametrize(
    ("amount", "says"),
    [
        ("abc", "with at most 2 digits after the point"),
        ("0", "A chip must be worth something"),
        ("1.005", "with at most 2 digits after the point"),
    ],
)
def test_a_worth_that_is_none_loses_nothing(host, amount, says):
    upload(host, RESULTS)
    confirm(host, ("settled", "yes"), amount=amount, currency="EUR")
    assert host.page.status == 422 and records(host) == []
    assert says in host.page.text
    assert host.page.soup.select_one("#amount")["value"] == amount
    assert host.page.soup.select_one("[name=settled][checked]")
    confirm(host, ("settled", "yes"), amount="0.10")
    assert len(records(host)) == 2


def test_two_people_matched_to_one_of_a_deal(host):
    """In the form each may be put right again."""
    upload(host, RESULTS)
    confirm(host, **{"as:cat": "Ann"})
    assert "Row 4: a deal needs 2 to 16 different players." in host.page.text
    confirm(host, **{"as:cat": "Cat"})
    assert len(records(host)) == 2


def test_evenings_that_were_split_are_named(host):
    rows = [f"2024-01-05;Loo;{name};0" for _ in range(201) for name in ("Ann", "Bob")]
    upload(
        host,
        "date;game;player;chips\n2024-01-04;Loo;Ann;1\n2024-01-04;Loo;Bob;-1\n" + "\n".join(rows),
    )
    assert "3 evenings, 202 deals" in host.page.text
    assert "Too long for one evening, and split: 5 January 2024." in host.page.text


def test_evenings_are_limited_as_in_the_file_of_a_group(host):
    first = date(2020, 1, 1)
    rows = [f"{first + timedelta(days)};1;-1\n" for days in range(1001)]
    upload(host, "date;Ann;Bob\n" + "".join(rows))
    assert host.page.status == 422
    assert "1001 evenings, 1001 deals" in host.page.text
    assert "more than 1000 evenings can only be imported on the server" in host.page.text
    confirm(host)
    assert records(host) == []


def test_a_group_that_is_full(host, monkeypatch):
    monkeypatch.setattr(results_csv, "MOST_EVENINGS", 1)
    upload(host, RESULTS)
    confirm(host)
    assert host.page.status == 422 and records(host) == []
    assert host.app.extensions["tables"].evenings.log.number() == 0


def test_points_of_an_evening_in_money(host):
    upload(host, "date;Ann;Bob\n5.1.2024;2,50;-2\n6.1.2024;1;-1\n")
    assert "Points are whole numbers: an amount of 1 becomes 10." in host.page.text
    confirm(host, unbalanced="points", currency="EUR")
    odd, even = records(host)
    assert kinds(odd)[0] == "game-started"
    assert odd["entries"][1]["scores"] == {"Ann": 25, "Bob": -20}
    assert even["entries"][0] == {"kind": "worth-set", "minor": 1, "currency": "EUR"}


def test_a_file_in_two_groups(host):
    for name in ("One", "Two"):
        host.group = start(host, name)
        upload(host, RESULTS)
        confirm(host)
        assert len(records(host)) == 2
    assert host.app.extensions["tables"].evenings.log.number() == 4


def test_a_file_that_is_too_large(host):
    upload(host, b"x" * (17 * 2**20))
    assert host.page.status == 413
    assert "larger than 16 MB" in host.page.text


def test_no_file_is_read_only_in_part(host):
    """A form may be a little larger than its file, whose last row would be missing."""
    rows = "date;Ann;Bob\n2024-01-05;1;-1\n" + " " * 2**24 + "\n2024-01-12;1;-1\n"
    upload(host, rows)
    assert host.page.status == 413
    assert "larger than 16 MB" in host.page.text


def test_many_faults_are_counted(host):
    upload(host, "date;Ann;Bob\n" + "soon;1;-1\n" * 300)
    assert "And 100 more." in host.page.text


def test_the_longest_file(host):
    """5,000 rows: 2,500 deals of two, 200 in an evening at most."""
    rows = [f"2024-01-05;Loo;{name};0" for _ in range(2500) for name in ("Ann", "Bob")]
    upload(host, "date;game;player;chips\n" + "\n".join(rows))
    assert "13 evenings, 2500 deals" in host.page.text
    confirm(host)
    assert len(records(host)) == 13


def test_a_crowd_is_split():
    scores = [[f"P{n}", f"P{n + 1}"] for n in range(0, 104, 2)]  # 52 pairs
    deals = [Deal(n, "Loo", False, dict.fromkeys(pair, 0)) for n, pair in enumerate(scores)]
    assert [len(part) for part in results_csv._parts(deals)] == [50, 2]


def test_only_the_host_imports_and_removes(host):
    upload(host, RESULTS)
    confirm(host)
    guest = Phone(host.app)
    guest.group = host.group
    guest.get(f"/g/{host.group}")
    assert "From a spreadsheet" not in guest.page.text
    assert guest.get(f"/g/{host.group}/import").status == 403
    assert upload(guest, ODD).status == 403
    assert guest.get(f"/g/{host.group}/import/remove").status == 403
    assert guest.post(f"/g/{host.group}/import/remove", {"content": "x"}).status == 403
    assert len(records(host)) == 2


def remove(phone):
    phone.get(f"/g/{phone.group}/more")
    (link,) = [one for one in phone.page.soup.select("a") if "Remove what came" in one.words]
    phone.get(link["href"])
    return phone.submit(phone.page.soup.select_one("main form"))


def test_what_a_file_brought_is_removed_as_one(host):
    upload(host, RESULTS)
    confirm(host)
    upload(host, "date;Ann;Bob\n2024-03-03;1;-1\n", "other.csv")
    confirm(host)
    changed = records(host)[1]
    groups = host.app.extensions["groups"]
    access = groups.access_store.open(host.group, "")
    key = groups.evenings(access)[1].key
    assert records(host)[1]["name"] == "Friday"
    host.say(key, {"kind": "paid", "from": "Cat", "to": "Bob", "amount": 3})
    host.get(f"/g/{host.group}/more")
    assert "Undo “Friday added”" not in host.page.text
    remove_links = re.findall(r"Remove what came from ([a-z.]+)", host.page.text)
    assert remove_links == ["results.csv", "other.csv"]
    first = next(one for one in host.page.soup.select("a") if "results.csv" in one.words)
    host.get(first["href"])
    assert host.page.heading == "Remove what came from results.csv?"
    host.submit(host.page.soup.select_one("main form"))
    assert "Changed since, and still here: Friday." in host.follow().alert
    left = records(host)
    assert [one["opened_at"][:10] for one in left] == ["2024-01-12", "2024-03-03"]
    assert left[0]["entries"][:-1] == changed["entries"]


def test_a_file_that_was_removed_can_be_imported_again(host):
    for _ in range(2):
        upload(host, RESULTS)
        confirm(host)
        assert len(records(host)) == 2
        remove(host)
        assert "Removed." in host.follow().alert
        assert records(host) == []
    # The page that asked is old now.
    host.post(f"/g/{host.group}/import/remove", {"content": "none"})
    assert host.page.status == 303


def test_imported_evenings_begin_at_eight_where_the_phone_is(host):
    host.client.set_cookie("zone", "America/New_York")
    upload(host, "date;Ann;Bob\n2024-07-05;1;-1\n")
    confirm(host)
    assert records(host)[0]["opened_at"] == "2024-07-06T00:00:00Z"
    assert records(host)[0]["zone"] == "America/New_York"
    host.get(f"/g/{host.group}")
    assert "5 July 2024" in host.page.text


def test_the_mark_outlives_a_new_worth_of_the_group(host):
    upload(host, RESULTS)
    confirm(host)
    groups = host.app.extensions["groups"]
    access = groups.access_store.open(host.group, "").as_host()
    numbers = groups.store.group(access.info.id).evenings
    with groups.store.changing(access) as rows:
        rows.forget_worths(numbers)
    assert {one.file for one in groups.store.group(access.info.id).sources.values()} == {
        "results.csv"
    }


def test_whole_numbers_stay_as_they_are_in_points(host):
    """Only the other evening has a decimal: 16, -20 and 3 are 16, -20 and 3 points."""
    upload(host, "date;Ann;Bob;Cat\n5.1.2024;16;-20;3\n6.1.2024;1,5;-1,5;0\n")
    assert "Points are whole numbers" not in host.page.text
    confirm(host, unbalanced="points", currency="EUR")
    odd, even = records(host)
    assert odd["entries"][1]["scores"] == {"Ann": 16, "Bob": -20, "Cat": 3}
    assert even["entries"][2]["scores"] == {"Ann": 150, "Bob": -150, "Cat": 0}


def test_a_longer_file_brings_only_what_is_new(host):
    shorter = "date;Ann;Bob\n5.1.2024;2;-2\n6.1.2024;1;-1\n6.1.2024;1;-1\n"
    upload(host, shorter)
    confirm(host)
    assert len(records(host)) == 2
    upload(host, shorter + "7.1.2024;3;-3\n", name="longer.csv")
    confirm(host)
    assert "1 evening imported. 2 were here already." in host.follow().alert
    assert len(records(host)) == 3


def test_columns_that_are_not_used_are_named_and_people_have_their_sums(host):
    upload(host, "date;player;chips;place;note\n5.1.2024;Ann;2;here;a\n5.1.2024;Bob;-2;here;b\n")
    assert "Not used: place and note" in host.page.text
    assert "1 result, +2 in all" in host.page.text
