"""Time zones, and the day of an evening."""

import time
from datetime import date

import pytest

from companion.store.types import EveningInfo
from companion.tables import days

NEW_YORK, ZURICH = "America/New_York", "Europe/Zurich"


def info(opened_at, zone):
    return EveningInfo(1, "key", "Friday", opened_at, zone)


def test_an_evening_has_the_day_of_the_place_where_it_was_opened():
    assert days.day_of(info("2026-11-21T01:00:00Z", NEW_YORK)) == date(2026, 11, 20)
    assert days.day_of(info("2026-11-21T01:00:00Z", ZURICH)) == date(2026, 11, 21)


@pytest.mark.parametrize(
    ("moment", "day"),
    [("2026-11-21T03:59:59Z", 20), ("2026-11-21T04:00:00Z", 21)],
)
def test_until_five_it_is_the_night_before(moment, day):
    """In Zurich these are a second before five and five o'clock."""
    assert days.night_of(moment, ZURICH) == date(2026, 11, day)


@pytest.mark.parametrize("name", ["", "Europe/Zürich", "../../etc/passwd", "Mars/Olympus"])
def test_an_unknown_zone_is_that_of_the_server(name):
    assert days.known_zone(name) == ""
    assert days.local_time("2026-11-21T01:00:00Z", name) == days.local_time("2026-11-21T01:00:00Z")


def test_another_day_keeps_the_hour_even_if_clocks_changed_between():
    """Summer time ended on 25 October 2026: eight o'clock was 18:00 UTC before, and is 19:00 UTC after."""
    assert days.moved(info("2026-10-26T19:00:00Z", ZURICH), date(2026, 10, 24)) == (
        "2026-10-24T18:00:00Z"
    )


@pytest.mark.parametrize(
    ("opened_at", "day"),
    [("2026-01-15T22:30:00Z", date(2026, 7, 1)), ("2026-07-01T22:15:00Z", date(2026, 12, 1))],
)
def test_without_a_zone_another_day_has_the_servers_offset_of_that_day(monkeypatch, opened_at, day):
    monkeypatch.setenv("TZ", ZURICH)
    time.tzset()
    try:
        moved = days.moved(info(opened_at, ""), day)
        assert days.day_of(info(moved, "")) == day
    finally:
        monkeypatch.undo()
        time.tzset()


def test_the_ends_of_the_calendar_have_a_day():
    assert days.day_of(info("9998-12-31T23:59:59Z", "Pacific/Kiritimati")) == date(9999, 1, 1)
