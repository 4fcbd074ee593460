"""Numbers, dates and lists in words."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import reduce

from companion.wording.languages import N_, _

_MONTHS = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)


def plain(number: int) -> str:
    """Return a number with a real minus sign."""
    return str(number).replace("-", "\u2212")


def signed(number: int) -> str:
    """Return a number with its sign and a real minus: +12, −40, 0."""
    return f"{number:+d}".replace("-", "\u2212") if number else "0"


def local_time(moment: str) -> datetime:
    when = datetime.fromisoformat(moment)
    # At the ends of the calendar the time can be out of range in another time zone.
    with suppress(OverflowError, ValueError):
        return when.astimezone()
    return when


def day(moment: str) -> str:
    """Return the day of a UTC time in the server's time zone: 20 November 2026."""
    when = local_time(moment)
    return _("{day} {month} {year}", day=when.day, month=_(_MONTHS[when.month - 1]), year=when.year)


def day_and_time(moment: str) -> str:
    """Return a UTC time in the server's time zone: 20 November 2026, 19:30."""
    when = local_time(moment)
    return _("{day}, {time}", day=day(moment), time=f"{when:%H:%M}")


def since(moment: str) -> str:
    """Return a UTC time in the server's time zone: 19:30 on 20 November."""
    when = local_time(moment)
    return _(
        "{time} on {day} {month}",
        time=f"{when:%H:%M}",
        day=when.day,
        month=_(_MONTHS[when.month - 1]),
    )


def joined(words: Sequence[str]) -> str:
    """Return words as a list: Ann, Bob and Cat."""
    if len(words) < 2:
        return "".join(words)
    return _("{words} and {last}", words=", ".join(words[:-1]), last=words[-1])


def either(items: Iterable[str]) -> str:
    """Return short items as a choice: ``two, three or four``. Raises `ValueError` if empty."""
    *first, last = items
    return _("{items} or {last}", items=", ".join(first), last=last) if first else last


def either_of_long(items: Iterable[str]) -> str:
    """Return items of several words as a choice: ``9S TS JS, or TS JS QS``."""
    return reduce(lambda before, item: _("{before}, or {item}", before=before, item=item), items)
