"""Evenings in lists, and pages of long lists."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from companion.evening.entries import GameStarted
from companion.evening.names import searchable
from companion.games import GAMES, game_of
from companion.groups.summary import EveningSummary
from companion.store import EveningInfo, StoreError
from companion.store.types import FAR
from companion.tables.days import day_of, end_of, night_of
from companion.web import forms
from companion.web.access import groups, tables
from companion.wording import say
from companion.wording.games import game_title
from companion.wording.languages import _, _n
from companion.wording.money import signed_in
from companion.wording.numbers import joined, month_title, zone_in_use

A_PAGE = 20

Counted: TypeAlias = Callable[[str], Mapping[str, int]]
"""Returns the numbers of evenings by month (UTC), newest first, opened before a UTC time."""
Rows: TypeAlias = Callable[[int, int, str], Sequence[EveningInfo]]
"""Returns at most so many evenings after so many others, newest first, opened before a UTC time."""
T = TypeVar("T")
U = TypeVar("U")


class Page(Struct, Generic[T], frozen=True):
    """A page of a list."""

    rows: Sequence[T]
    total: int
    """Number of rows on all pages."""
    number: int
    pages: int

    def map(self, made: Callable[[T], U]) -> "Page[U]":
        """Return the page with `made` applied to each row."""
        return Page(list(map(made, self.rows)), self.total, self.number, self.pages)


def page_of(rows: Sequence[T], number: int, size: int) -> Page[T]:
    """Return a page of a list, counted from 1; the nearest page if that number is out of range."""
    pages = max(-(-len(rows) // size), 1)
    number = min(max(number, 1), pages)
    return Page(rows[(number - 1) * size : number * size], len(rows), number, pages)


class Summary(Struct, frozen=True):
    """An evening in a list."""

    info: EveningInfo
    closed: bool
    line: str
    games: tuple[str, ...] = ()
    usual: GameStarted | None = None
    """The start of another game like the last one; None on a device that only watched."""
    names: tuple[str, ...] = ()
    starts: tuple[GameStarted, ...] = ()
    """The last start of each game."""


def night(info: EveningInfo) -> date:
    """Return the day to which people count an evening."""
    return night_of(info.opened_at, info.zone)


def tonight() -> date:
    """Return the day of an evening that begins now on the phone that asks."""
    return night_of(datetime.now(UTC).isoformat(), zone_in_use())


def found(infos: Iterable[EveningInfo], search: str) -> list[EveningInfo]:
    """Return the evenings that have each word of `search` in name, place, day, people, games or notes."""
    words, infos = searchable(search).split(), list(infos)
    known = tables().evenings.log.texts([one.id for one in infos])
    titles = {id: game_title(game) for id, game in GAMES.items()}

    def has_all(info: EveningInfo) -> bool:
        day = day_of(info)
        texts = [info.name, info.place, f"{day.day}. {month_title(day)} {day}"]
        if its := known.get(info.id):
            # Of another game, the name stands behind its id.
            games = (one.game.partition(":") for one in its.games)
            texts += [title or titles.get(id, "") for id, _colon, title in games]
            texts += [*its.notes, *(one.player for one in its.people)]
        text = searchable(" ".join(texts))
        return all(word in text for word in words)

    return [info for info in infos if has_all(info)]


def sought(infos: Sequence[EveningInfo], asked: forms.Form) -> tuple[Counted, Rows]:
    """Return the evenings that a search finds, or all without one, as `by_month` takes them."""
    search = forms.search(asked)
    there = found(infos, search) if search else infos

    def counted(before: str) -> Mapping[str, int]:
        return Counter(one.opened_at[:7] for one in there if one.opened_at < before)

    def rows(limit: int, offset: int, before: str) -> Sequence[EveningInfo]:
        return [one for one in there if one.opened_at < before][offset : offset + limit]

    return counted, rows


def by_month(asked: forms.Form, counted: Counted, rows: Rows) -> dict[str, Any]:
    """Return the variables of a list of evenings, newest first, from the end of a month on."""
    months = counted(FAR)
    month = next((one for one in months if one <= asked.get("month", "")), "")
    before = end_of(month, zone_in_use()) if month else FAR
    total = sum((counted(before) if month else months).values())
    page = page_of(range(total), forms.page_number(asked), A_PAGE)
    return {
        "evenings": listed(rows(A_PAGE, A_PAGE * (page.number - 1), before)),
        "page": page,
        "search": forms.search(asked),
        "month": month,
        "months": {one: month_title(date.fromisoformat(f"{one}-01")) for one in months},
    }


def listed(infos: Iterable[EveningInfo]) -> list[Summary]:
    """Return the summaries of evenings, without those deleted in the meantime."""
    infos = list(infos)
    known = groups().listed([info.id for info in infos])
    evenings = []
    for info in infos:
        match known.get(info.id):
            case StoreError() as error:
                # An unreadable evening must not hide the others.
                evenings.append(Summary(info, closed=True, line=say(error.fact)))
            case EveningSummary() as its:
                evenings.append(summed_up(info, its))
    return evenings


def summed_up(info: EveningInfo, evening: EveningSummary) -> Summary:
    people = tuple(one.player for one in evening.people)
    return Summary(
        info,
        evening.closed,
        _line(evening),
        tuple(dict.fromkeys(game_title(game_of(one.game)) for one in evening.games)),
        None if info.watches else evening.usual,
        people,
        evening.starts,
    )


def _line(evening: EveningSummary) -> str:
    deals: Counter[str] = Counter()
    won: dict[tuple[str, str], None] = {}
    for one in evening.games:
        title = game_title(game_of(one.game))
        deals[title] += one.deals
        won |= dict.fromkeys((winner, title) for winner in one.wins)
    parts = [_n("{game}, {n} deal", "{game}, {n} deals", n, game=game) for game, n in deals.items()]
    parts += [_("{player} won {game}", player=winner, game=game) for winner, game in won]
    chips = {one.player: one.amount for one in evening.people if one.amount}
    if chips:
        most, least = max(chips.values()), min(chips.values())
        worth = evening.worth
        unit = worth.currency if worth and worth.minor == 1 else ""
        parts += [
            f"{joined([name for name in chips if chips[name] == amount])} {signed_in(amount, unit)}"
            for amount in dict.fromkeys((most, *((least,) if least < 0 else ())))
        ]
    return " · ".join(parts)
