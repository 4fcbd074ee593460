"""The deals and the ledger of a whole group as spreadsheets."""

import csv
import io
from contextvars import Context

import pytest

from companion.evening.entries import WorthSet
from companion.tables import group_files
from tests.telling import entries, started
from tests.web.table import Phone, opened, speaking
from tests.web.test_groups import add, change, start, watch_link

EUROS, CENTS = WorthSet(50, "EUR"), WorthSet(10, "USD")


@pytest.fixture
def app(fresh):
    return fresh


@pytest.fixture
def store(app):
    return app.extensions["groups"]


@pytest.fixture
def group(app, phone):
    """Four evenings, from number 2: "ann" is Ann, Anne is merged into her, and the third is hidden.

    Of 20 chips for 50 cents, 7 for 10 cents of a dollar, 1,000 and 3 without a worth.
    """
    group = start(phone)
    for number, (name, phrase, *worth) in enumerate(
        (
            ("Friday", "scored Ann=20 Bob=-20", EUROS),
            ("Friday", "scored ann=-7 Bob=7", CENTS),
            ("Hidden", "scored Ann=1000 Eve=-1000"),
            ("Last", "scored Anne=3 Bob=-3"),
        )
    ):
        seats = " ".join(one.partition("=")[0] for one in phrase.split()[1:])
        game = started(seats, game="other", depth="result", name="Skat", counts="chips")
        said = [game, *worth, *entries(phrase), *entries("settled"), *entries("closed")]
        at = f"2026-0{number + 1}-01T19:00:00Z"
        log = app.extensions["tables"].evenings.log
        key = log.open_evening(name, said, "tests", None, at, "Europe/Zurich").key
        phone.get(f"/e/{key}")
        add(phone, group, key)
    change(phone, group, "person-merged", **{"from": "Anne", "into": "Ann"})
    change(phone, group, "evening-hidden", evening=4)
    return group


def rows_of(phone, address, delimiter=","):
    sent = phone.client.get(address)
    assert sent.status_code == 200 and sent.mimetype == "text/csv"
    assert sent.headers["Content-Disposition"].startswith("attachment")
    return list(
        csv.DictReader(io.StringIO(sent.data.decode("utf-8-sig"), newline=""), delimiter=delimiter)
    )


def told(row):
    return tuple(
        row[one] for one in ("evening_id", "day", "evening", "person", "chips", "money", "currency")
    )


def test_deals_of_all_evenings_are_in_one_file(phone, group):
    rows = rows_of(phone, f"/g/{group}/deals.csv")
    assert list(map(told, rows)) == [
        ("2", "2026-01-01", "Friday", "Bob", "-20", "-10.00", "EUR"),
        ("2", "2026-01-01", "Friday", "Ann", "20", "10.00", "EUR"),
        ("3", "2026-02-01", "Friday", "Bob", "7", "0.70", "USD"),
        ("3", "2026-02-01", "Friday", "Ann", "-7", "-0.70", "USD"),
        # This phone hosts the group, so it has the hidden evening too.
        ("4", "2026-03-01", "Hidden", "Eve", "-1000", "", ""),
        ("4", "2026-03-01", "Hidden", "Ann", "1000", "", ""),
        ("5", "2026-04-01", "Last", "Bob", "-3", "", ""),
        ("5", "2026-04-01", "Last", "Ann", "3", "", ""),
    ]
    # The name at the table stays beside the one in the group.
    assert [row["player"] for row in rows if row["person"] == "Ann"] == [
        "Ann",
        "ann",
        "Ann",
        "Anne",
    ]
    assert {row["game_id"] for row in rows} == {"other:Skat"}


def test_the_ledger_of_all_evenings_adds_up_to_the_figures(phone, group, store):
    rows = rows_of(Phone(phone.app), f"/g/{watch_link(store, group)}/ledger.csv")
    assert [row["evening_id"] for row in rows] == list("235")  # the hidden one is the host's
    paid = [(row["from_name"], row["to_name"], row["amount"], row["money"]) for row in rows]
    assert paid == [
        ("Bob", "Ann", "20", "10.00"), ("Ann", "Bob", "7", "0.70"), ("Bob", "Ann", "3", ""),
    ]  # fmt: skip
    figures = rows_of(phone, f"/g/{group}/figures.csv")
    ann = {
        row["currency"]: row["chips"]
        for row in figures
        if (row["person"], row["game"]) == ("Ann", "")
    }
    assert ann == {"EUR": "10.00", "USD": "-0.70", "": "3"}
    assert {row["game_name"] for row in figures} == {"", "Skat"}


def test_the_page_of_figures_links_the_files(phone, group):
    links = [one.partition("?")[0] for one in phone.get(f"/g/{group}/figures").links]
    assert [one.rpartition("/")[2] for one in links if one.endswith(".csv")] == [
        "figures.csv", "deals.csv", "ledger.csv",
    ]  # fmt: skip
    assert {
        phone.client.get(f"/g/{'x' * 22}/{name}.csv").status_code for name in ("deals", "ledger")
    } == {404}


def test_words_are_those_of_the_phone_until_the_end(app, phone, group, store, monkeypatch):
    """The file is sent while other phones, in other languages, are answered."""
    other = Phone(app)
    monkeypatch.setattr(group_files.time, "sleep", lambda _seconds: Context().run(other.get, "/"))
    rows = rows_of(speaking(app, "de"), f"/g/{watch_link(store, group)}/ledger.csv", ";")
    assert {row["Grund_Name"] for row in rows} == {"Ergebnis"}
    assert [row["Geld"] for row in rows] == ["10,00", "0,70", ""]


def test_an_evening_that_cannot_be_read_is_left_out(app, phone, group):
    add(phone, group, opened(app, "won Bob", depth="tricks"))
    for name in ("deals", "ledger"):
        found = {row["evening_id"] for row in rows_of(phone, f"/g/{group}/{name}.csv")}
        assert found == set("2345")


def test_files_do_not_displace_the_evenings_that_are_played(app, phone, group):
    phone.get(f"/g/{group}/figures")
    app.extensions["tables"].evenings._cache.clear()
    rows_of(phone, f"/g/{group}/deals.csv")
    assert not app.extensions["tables"].evenings._cache


def test_who_does_not_play_the_chosen_game_keeps_their_name(app, phone, group):
    """Deals of the chosen evenings come with all their games."""
    skat, tarock = (
        started(seats, game="other", depth="result", name=name, counts="chips")
        for seats, name in (("ann Bob", "Skat"), ("Bob Cat", "Tarock"))
    )
    said = [skat, *entries("scored ann=1 Bob=-1"), *entries("settled"), *entries("ended")]
    said += [tarock, *entries("scored Bob=2 Cat=-2"), *entries("settled"), *entries("closed")]
    key = app.extensions["tables"].evenings.log.open_evening("Both", said, "tests").key
    phone.get(f"/e/{key}")
    add(phone, group, key)
    rows = rows_of(phone, f"/g/{group}/deals.csv?game=other:Tarock")
    assert [(row["player"], row["person"], row["game_name"]) for row in rows] == [
        ("Bob", "Bob", "Skat"), ("ann", "Ann", "Skat"),
        ("Cat", "Cat", "Tarock"), ("Bob", "Bob", "Tarock"),
    ]  # fmt: skip
