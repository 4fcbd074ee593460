"""Evenings in lists, and pages of long lists."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from companion.evening.entries import GameStarted
from companion.games import game_of
from companion.groups.summary import EveningSummary
from companion.store import EveningInfo, StoreError
from companion.web.access import groups, tables
from companion.wording import say
from companion.wording.games import game_title
from companion.wording.languages import _, _n
from companion.wording.numbers import joined, signed

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


def listed_of(device: str, limit: int, offset: int = 0) -> list[Summary]:
    """Return the summaries of a device's newest evenings after the first `offset`."""
    return listed(tables().access_store.evenings(device, limit, offset))


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
        parts += [
            f"{joined([name for name in chips if chips[name] == amount])} {signed(amount)}"
            for amount in dict.fromkeys((most, *((least,) if least < 0 else ())))
        ]
    return " · ".join(parts)
