"""What the pages of a group show."""

from msgspec import Struct

from companion.evening.names import likeness
from companion.groups.entries import EveningAdded, EveningHidden, EveningShown, GroupFact
from companion.store import TableAccess
from companion.tables.groups import Member
from companion.web.access import groups
from companion.web.views.evening_list import Summary, summary
from companion.wording.groups import group_entry_words
from companion.wording.languages import _
from companion.wording.numbers import day

A_PAGE = 20


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


def page_of(group: TableAccess, search: str, number: int, with_hidden: bool = False) -> Page:
    """Return a page of the evenings whose name or date has every word of `search` in it."""
    members = groups().evenings(group, with_hidden)
    if search:
        called = groups().members.names(group.info.id)
        wanted = likeness(search).split()
        members = tuple(one for one in members if _has(wanted, *called.get(one.number, ("", ""))))
    pages = max(-(-len(members) // A_PAGE), 1)
    number = min(max(number, 1), pages)
    shown = members[(number - 1) * A_PAGE : number * A_PAGE]
    links = groups().links_of(group, shown)
    rows = tuple(Row(summary(links[one.number]), one) for one in shown if one.number in links)
    return Page(rows, search, len(members), number, pages)


def _has(wanted: list[str], name: str, opened_at: str) -> bool:
    if not opened_at:
        return False
    text = likeness(f"{name} {day(opened_at)} {opened_at[:10]}")
    return all(word in text for word in wanted)


def undo_words(group: TableAccess, entry: GroupFact) -> str:
    """Return what Undo takes back, in a few words."""
    name = ""
    if isinstance(entry, EveningAdded | EveningHidden | EveningShown):
        numbers = groups().evenings(group, with_hidden=True)
        member = next((one for one in numbers if one.reference == entry.evening), None)
        links = groups().links_of(group, [member]) if member else {}
        name = links[member.number].name if member and member.number in links else _("an evening")
    return group_entry_words(entry, name)
