"""The evenings of a group, and what can be taken back in it, as its pages list them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from companion.evening.names import likeness
from companion.groups.entries import EveningAdded, EveningHidden
from companion.groups.group import Row as GroupRow
from companion.groups.summary import EveningSummary
from companion.rules.games import GAMES
from companion.store import EveningInfo
from companion.tables.groups import GroupReport, Member
from companion.web.views.evening_list import Summary, listed, summed_up
from companion.wording.games import game_title
from companion.wording.groups import group_entry_words
from companion.wording.languages import _
from companion.wording.numbers import day

A_PAGE = 20
T = TypeVar("T")


class Row(Struct, frozen=True):
    """An evening in the list of a group."""

    evening: Summary
    member: Member


class Undo(Struct, frozen=True):
    """Something that can be taken back."""

    number: int
    words: str


class Page(Struct, Generic[T], frozen=True):
    """A page of a list, the newest first."""

    rows: tuple[T, ...]
    search: str
    found: int
    """How many there are on all pages."""
    number: int
    pages: int


def page_of(members: Sequence[Member], report: GroupReport, search: str, number: int) -> Page[Row]:
    """Return a page of a group's evenings.

    Of those in whose name, date or games every word of `search` stands, if there is any.
    """
    if search:
        wanted = likeness(search).split()
        members = [
            one for one in members if _has(wanted, one.info, report.summaries.get(one.info.id))
        ]
    start, number, pages = _turned(len(members), number)
    rows = tuple(_rows(members[start : start + A_PAGE], report.summaries))
    return Page(rows, search, len(members), number, pages)


def undoable(rows: Sequence[GroupRow], report: GroupReport, number: int) -> Page[Undo]:
    """Return a page of what can be taken back in a group."""
    called = {one.info.id: one.info.name for one in report.members}
    start, number, pages = _turned(len(rows), number)
    shown = rows[start : start + A_PAGE]
    undos = tuple(Undo(row.number, _words(row, called)) for row in shown)
    return Page(undos, "", len(rows), number, pages)


def _turned(found: int, number: int) -> tuple[int, int, int]:
    """Return where a page begins, its number, and how many pages there are."""
    pages = max(-(-found // A_PAGE), 1)
    number = min(max(number, 1), pages)
    return (number - 1) * A_PAGE, number, pages


def _rows(members: Sequence[Member], known: Mapping[int, EveningSummary]) -> Iterator[Row]:
    others = {one.info.id: one for one in listed(m.info for m in members if m.info.id not in known)}
    for one in members:
        found = known.get(one.info.id)
        yield Row(summed_up(one.info, found) if found else others[one.info.id], one)


def _has(wanted: list[str], info: EveningInfo, found: EveningSummary | None) -> bool:
    games = [game_title(GAMES[one.game]) for one in found.games] if found else []
    parts = (info.name, day(info.opened_at), info.opened_at[:10], *games)
    text = " ".join(map(likeness, parts))
    return all(word in text for word in wanted)


def _words(row: GroupRow, called: Mapping[int, str]) -> str:
    """Return what Undo takes back, in a few words."""
    name = ""
    if isinstance(row.entry, EveningAdded | EveningHidden):
        name = called.get(row.entry.evening, _("an evening"))
    return group_entry_words(row.entry, name)
