"""The lists of a group: its evenings, and the changes that can be undone."""

from collections.abc import Mapping, Sequence

from companion.evening.names import likeness
from companion.groups.entries import EveningAdded, EveningHidden
from companion.groups.group import Row
from companion.groups.summary import EveningSummary
from companion.rules.games import GAMES
from companion.store import EveningInfo
from companion.tables.groups import GroupReport, Member
from companion.web.views.evening_list import Summary, listed, summed_up
from companion.web.views.paging import Page, page_of
from companion.wording.games import game_title
from companion.wording.groups import group_entry_words
from companion.wording.languages import _
from companion.wording.numbers import day

A_PAGE = 20


def evenings(
    members: Sequence[Member], report: GroupReport, number: int, search: str = ""
) -> Page[tuple[Summary, Member]]:
    """Return a page of a group's evenings that have every word of `search`.

    Name, date and games are searched.
    """
    known, wanted = report.summaries, likeness(search).split()
    if wanted:
        members = [one for one in members if _has(wanted, one.info, known.get(one.info.id))]
    page = page_of(members, number, A_PAGE)
    unread = listed(one.info for one in page.rows if one.info.id not in known)
    found = {one.info.id: one for one in unread}
    rows = [
        (found.get(one.info.id) or summed_up(one.info, known[one.info.id]), one)
        for one in page.rows
    ]
    return Page(rows, page.found, page.number, page.pages)


def undoable(rows: Sequence[Row], report: GroupReport, number: int) -> Page[tuple[int, str]]:
    """Return a page of changes that can be undone: numbers of rows, with a few words for each."""
    names = {one.info.id: one.info.name for one in report.members}
    page = page_of(rows, number, A_PAGE)
    undos = [(row.number, _words(row, names)) for row in page.rows]
    return Page(undos, page.found, page.number, page.pages)


def _has(wanted: list[str], info: EveningInfo, found: EveningSummary | None) -> bool:
    games = [game_title(GAMES[one.game]) for one in found.games] if found else []
    parts = (info.name, day(info.opened_at), info.opened_at[:10], *games)
    text = " ".join(map(likeness, parts))
    return all(word in text for word in wanted)


def _words(row: Row, names: Mapping[int, str]) -> str:
    name = ""
    if isinstance(row.entry, EveningAdded | EveningHidden):
        name = names.get(row.entry.evening, _("an evening"))
    return group_entry_words(row.entry, name)
