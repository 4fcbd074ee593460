"""A day is the phone's: the server of these tests is in another time zone than its phones."""

import json
import time
from datetime import datetime, timedelta

import pytest

from companion.evening.record import loads

HEAD = {"format": "companion-evening", "version": 1, "name": "Friday"}
START = {
    "kind": "game-started", "game": "domino-loo", "seats": ["Ann", "Bob"], "dealer": "Ann",
    "depth": "tricks",
}  # fmt: skip
LATE = {**HEAD, "opened_at": "2026-11-21T01:00:00Z", "entries": [START]}


@pytest.fixture(autouse=True)
def far_away(monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_all_pages_and_files_of_an_evening_have_its_day(phone, app):
    where = phone.import_record(json.dumps({**LATE, "zone": "America/New_York"}).encode())
    key = where.headers["Location"].split("/")[2]
    assert "20 November 2026" in phone.get(f"/e/{key}/deals").text
    assert "20 November 2026, 20:00" in phone.get("/history").text.replace("\u202f", " ")
    answer = phone.client.get(f"/e/{key}/record.json")
    assert "2026-11-20" in answer.headers["Content-Disposition"]
    assert json.loads(answer.data)["zone"] == "America/New_York"


def test_without_a_zone_the_day_is_the_servers(phone):
    where = phone.import_record(json.dumps(LATE).encode())
    key = where.headers["Location"].split("/")[2]
    assert "21 November 2026" in phone.get(f"/e/{key}/deals").text
    assert "zone" not in json.loads(phone.client.get(f"/e/{key}/record.json").data)


@pytest.mark.parametrize(("sent", "kept"), [("Asia/Tokyo", "Asia/Tokyo"), ("Mars/Olympus", "")])
def test_an_evening_keeps_the_zone_of_the_phone_that_opens_it(phone, app, sent, kept):
    phone.client.set_cookie("zone", sent)
    phone.sit_down(("Ann", "Bob"), name="Friday")
    (info,) = app.extensions["tables"].evenings.log.evenings(1)
    assert info.zone == kept


def test_the_host_mends_the_day(phone, other, app):
    keys = []
    for name in ("Early", "Paper"):
        phone.sit_down(("Ann", "Bob"), name=name)
        keys.append(phone.key)
    key = keys[1]
    before = phone.record(key)
    page = phone.get(f"/e/{key}/settings")
    phone.submit(page.soup.select_one("form[action$='/name']"), day="2026-11-20")
    assert "Paper is now of 20 November 2026." in phone.follow().text
    assert "20 November 2026" in phone.get(f"/e/{key}/deals").text
    history = phone.get("/history").text
    assert history.index("Early") < history.index("Paper")
    after = phone.record(key)
    assert after["opened_at"] == f"2026-11-20{before['opened_at'][10:]}"
    assert after["seal"] == before["seal"]
    other.get(f"/e/{key}")
    assert other.post(f"/e/{key}/name", {"name": "Paper", "day": "2026-11-19"}).status == 403
    for wrong in ("yesterday", "2026-02-30", "0001-01-01"):
        answer = phone.post(f"/e/{key}/name", {"name": "Scissors", "day": wrong})
        assert answer.status == 422 and "That is not a date." in answer.text
        assert answer.soup.select_one("#described[open] input[name=name]")["value"] == "Scissors"
    assert phone.record(key) == after


@pytest.mark.parametrize(
    ("zone", "opened_at", "day", "is_taken"),
    [
        ("Asia/Tokyo", "2026-11-20T20:00:00Z", "1970-01-01", False),
        ("Asia/Tokyo", "2026-11-20T20:00:00Z", "1970-01-02", True),
        ("America/New_York", "2026-11-21T01:00:00Z", "9998-12-31", False),
        # The day that it has stays possible.
        ("America/New_York", "1970-01-01T01:00:00Z", "1969-12-31", True),
    ],
)
def test_a_mended_day_leaves_a_record_that_can_be_read(phone, zone, opened_at, day, is_taken):
    where = phone.import_record(json.dumps({**LATE, "zone": zone, "opened_at": opened_at}).encode())
    key = where.headers["Location"].split("/")[2]
    answer = phone.post(f"/e/{key}/name", {"name": "Saturday", "day": day})
    assert ("That is not a date." not in answer.text) == is_taken
    assert phone.record(key)["name"] == ("Saturday" if is_taken else "Friday")
    loads(phone.client.get(f"/e/{key}/record.json").data)


def test_a_watcher_elsewhere_sees_the_evenings_day(phone, other, app):
    where = phone.import_record(json.dumps({**LATE, "zone": "America/New_York"}).encode())
    key = where.headers["Location"].split("/")[2]
    other.client.set_cookie("zone", "Asia/Tokyo")
    assert "20 November 2026" in other.get(f"/e/{key}/deals").text


def test_people_joined_at_the_time_of_the_phone_that_asks(phone, other):
    phone.sit_down(("Ann", "Bob"), name="Friday")
    key = phone.key
    for browser, zone, hours in ((phone, "Asia/Tokyo", 9), (other, "Asia/Dubai", 4)):
        browser.get(f"/e/{key}")
        browser.client.set_cookie("zone", zone)
        times = browser.get(f"/e/{key}/people").soup.select("main time")
        assert times
        for one in times:
            there = datetime.fromisoformat(one["datetime"]) + timedelta(hours=hours)
            assert f"{there:%H:%M} on {there.day} {there:%B}" == one.text


def test_the_files_of_a_group_have_the_day_of_the_phone_that_asks(phone):
    """These two are a day apart at every hour."""
    phone.get("/groups/new")
    phone.submit(phone.page.soup.select_one("form[action='/groups/new']"), name="Fridays")
    phone.follow()
    names = set()
    for zone in ("Etc/GMT-14", "Etc/GMT+12"):
        phone.client.set_cookie("zone", zone)
        answer = phone.client.get(f"/g/{phone.key}/group.json")
        names.add(answer.headers["Content-Disposition"])
    assert len(names) == 2
