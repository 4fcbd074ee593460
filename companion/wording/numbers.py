"""Numbers, dates and lists in the conventions of the current language."""

from collections.abc import Iterable
from contextvars import ContextVar
from datetime import date, datetime
from functools import lru_cache, reduce

from babel.dates import format_date, format_skeleton, format_time, get_day_names
from babel.lists import format_list
from babel.numbers import format_decimal, get_decimal_symbol

from companion.store.types import EveningInfo
from companion.tables.days import day_of, known_zone, local_time
from companion.wording.languages import RIGHT_TO_LEFT, _, left_to_right, locale


def plain(number: int) -> str:
    """Return a number with a real minus sign."""
    text = str(number).replace("-", "\u2212")
    return left_to_right(text) if RIGHT_TO_LEFT else text


def signed(number: int) -> str:
    """Return a number with its sign and a real minus: +12, −40, 0."""
    text = f"{number:+d}".replace("-", "\u2212") if number else "0"
    return left_to_right(text) if RIGHT_TO_LEFT else text


def grouped(number: int) -> str:
    """Return a large number with its thousands apart: 10,000."""
    return format_decimal(number, locale=locale())


def decimal_sign() -> str:
    return str(get_decimal_symbol(locale()))


_month = lru_cache(2_000)(format_skeleton)
_zone: ContextVar[str] = ContextVar("zone", default="")


def use_zone(name: str) -> None:
    """Show times in a time zone in this context from now on; in the server's if it is unknown."""
    _zone.set(name and known_zone(name))


def zone_in_use() -> str:
    """Return the IANA name of the time zone; "" for the server's."""
    return _zone.get()


def day(info: EveningInfo) -> str:
    """Return the day of an evening: 20 November 2026."""
    return format_date(day_of(info), "long", locale())


def month_title(month: date) -> str:
    """Return a month as a title: November 2026."""
    name = _month("yMMMM", month.replace(day=1), locale=locale())
    return name[0].upper() + name[1:]


def opening(info: EveningInfo) -> str:
    """Return when an evening was opened, where it was opened: 20 November 2026, 19:30."""
    return _day_and_time(local_time(info.opened_at, info.zone))


def day_and_time(moment: str) -> str:
    """Return a UTC time in the time zone in use: 20 November 2026, 19:30."""
    return _day_and_time(local_time(moment, _zone.get()))


def _day_and_time(when: datetime) -> str:
    return _("{day}, {time}", day=format_date(when, "long", locale()), time=_time(when))


def since(moment: str) -> str:
    """Return a UTC time in the time zone in use: 19:30 on 20 November."""
    when = local_time(moment, _zone.get())
    return _(
        "{time} on {day}",
        time=_time(when),
        day=format_skeleton("MMMMd", when, locale=locale()),
    )


def _time(when: datetime) -> str:
    # Without its zone, because Babel would turn it into UTC.
    return format_time(when.replace(tzinfo=None), "short", locale=locale())


def weekday(day: date) -> str:
    """Return the name of a day of the week as a title: Friday."""
    name = str(get_day_names("wide", "stand-alone", locale())[day.weekday()])
    return name[0].upper() + name[1:]


def joined(words: Iterable[str]) -> str:
    """Return words as a list: Ann, Bob and Cat."""
    return format_list(list(words), "standard", locale())


def either(items: Iterable[str]) -> str:
    """Return short items as a choice: ``two, three or four``. Raises `ValueError` if empty."""
    choices = list(items)
    if not choices:
        raise ValueError("a choice without items")
    return format_list(choices, "or", locale())


def either_of_long(items: Iterable[str]) -> str:
    """Return items of several words as a choice: ``9S TS JS, or TS JS QS``."""
    return reduce(lambda before, item: _("{before}, or {item}", before=before, item=item), items)
