"""The evenings of a group, as its pages list them."""

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from companion.evening.names import likeness
from companion.groups.entries import EveningAdded, EveningHidden, EveningShown, GroupFact
from companion.groups.summary import EveningSummary
from companion.rules.games import GAMES
from companion.store import TableAccess
from companion.tables.standings import Member, Standing
from companion.web.access import groups
from companion.web.views.evening_list import Summary, listed, summed_up
from companion.wording.games import game_title
from companion.wording.groups import group_entry_words
from companion.wording.languages import _
from companion.wording.numbers import day

A_PAGE = 20
A_STEP = 50
"""Evenings that are searched before others run."""


class Row(Struct, frozen=True):
    """An evening in the list of a group."""

    evening: Summary
    member: Member


class Page(Struct, frozen=True):
    """A page of a group's evenings, the newest first."""

    rows: tuple[Row, ...]
    search: str
    found: int
    """Evenings on all pages."""
    number: int
    pages: int


def page_of(
    group: TableAccess, standing: Standing, search: str, number: int, with_hidden: bool = False
) -> Page:
    """Return a page of a group's evenings.

    Of those in whose name, date or games every word of `search` stands, if there is any.
    """
    members = groups().evenings(group, with_hidden)
    known = standing.summaries
    if search:
        members = tuple(_matching(group, members, likeness(search).split(), known))
    pages = max(-(-len(members) // A_PAGE), 1)
    number = min(max(number, 1), pages)
    shown = members[(number - 1) * A_PAGE : number * A_PAGE]
    return Page(tuple(_rows(group, shown, known)), search, len(members), number, pages)


def _rows(
    group: TableAccess, members: Collection[Member], known: Mapping[int, EveningSummary]
) -> Iterator[Row]:
    links = groups().links_of(group, [one.number for one in members])
    others = listed(info for number, info in links.items() if number not in known)
    rows = {one.info.id: one for one in others}
    for one in members:
        info, found = links.get(one.number), known.get(one.number)
        if info:
            yield Row(summed_up(info, found) if found else rows[one.number], one)


def _matching(
    group: TableAccess,
    members: Collection[Member],
    wanted: list[str],
    known: Mapping[int, EveningSummary],
) -> Iterator[Member]:
    """Yield the evenings in whose name, date or games every wanted word stands, and let others run."""
    called = groups().members.names(group.info.id)
    for place, one in enumerate(members, 1):
        if place % A_STEP == 0:
            groups().rest()
        if one.number in called and _has(wanted, *called[one.number], known.get(one.number)):
            yield one


def _has(wanted: list[str], name: str, opened_at: str, found: EveningSummary | None) -> bool:
    games = [game_title(GAMES[one.game]) for one in found.games] if found else []
    text = " ".join(map(likeness, (name, day(opened_at), opened_at[:10], *games)))
    return all(word in text for word in wanted)


def undo_words(group: TableAccess, entry: GroupFact) -> str:
    """Return what Undo takes back, in a few words."""
    name = ""
    if isinstance(entry, EveningAdded | EveningHidden | EveningShown):
        members = groups().evenings(group, with_hidden=True)
        numbers = [one.number for one in members if one.reference == entry.evening]
        links = groups().links_of(group, numbers)
        name = next((info.name for info in links.values()), _("an evening"))
    return group_entry_words(entry, name)
