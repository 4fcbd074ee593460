"""Time zones, and the day of an evening: that of the phone that opened it."""

from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from companion.store.types import FAR, EveningInfo

MORNING = 5
"""The hour until which it is still the evening before."""


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def known_zone(name: str) -> str:
    """Return the IANA name of a time zone; "", for the server's, if there is none of this name."""
    return name if name in _zones() else ""


def local_time(moment: str, zone: str = "") -> datetime:
    """Return a UTC time in a time zone; in the server's if `zone` is "" or unknown here."""
    when = datetime.fromisoformat(moment)
    # At the ends of the calendar the time can be out of range in another time zone.
    with suppress(OverflowError, ValueError):
        return when.astimezone(ZoneInfo(zone) if known_zone(zone) else None)
    return when


def day_of(info: EveningInfo) -> date:
    """Return the day on which an evening was opened, where it was opened."""
    return local_time(info.opened_at, info.zone).date()


def end_of(month: str, zone: str) -> str:
    """Return the UTC time at which a month, like 2026-11, ends in a time zone."""
    with suppress(OverflowError):
        last = date.fromisoformat(f"{month}-28") + timedelta(days=4)
        return in_utc(datetime.combine(last.replace(day=1), time.min), zone)
    return FAR


def night_of(moment: str, zone: str) -> date:
    """Return the day to which people count a UTC time: before five o'clock the day before."""
    when = local_time(moment, zone)
    is_night = when.hour < MORNING and when.date() > date.min
    return when.date() - timedelta(days=1) if is_night else when.date()


def moved(info: EveningInfo, day: date) -> str:
    """Return the UTC time at which an evening was opened if it was on another day, at the same hour."""
    # Not before five, so that `night_of` agrees.
    hour = max(local_time(info.opened_at, info.zone).time(), time(MORNING))
    return in_utc(datetime.combine(day, hour), info.zone)


def in_utc(when: datetime, zone: str) -> str:
    """Return the UTC time at which the clocks of a time zone show a time."""
    # Without a zone the server's applies, with its offset of that day.
    there = when.replace(tzinfo=ZoneInfo(zone) if known_zone(zone) else None)
    return f"{there.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
