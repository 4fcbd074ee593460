"""How a person is drawn on all pages of an evening and its group: colour, mark and dashes.

Marks and dashes tell people apart without colour too.
"""

from collections.abc import Iterable, Mapping

from flask import current_app
from msgspec import Struct

from companion.store import TableAccess
from companion.web.access import groups, tables

HUES = 8
MOST_EVENINGS = 10_000
"""Maximum number of evenings whose people's looks are kept."""

_DASHES = ("", "22 8", "5 7", "24 7 5 7", "11 7", "24 7 5 7 5 7")
_MARKS = (
    "m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0z",
    "m-7-7h14v14h-14z",
    "m0-10l10 16h-20z",
    "m0-10l10 10-10 10-10-10z",
    "m-3-9h6v6h6v6h-6v6h-6v-6h-6v-6h6z",
    "m0 10l10-16h-20z",
    "m-9-5l4-4 5 5 5-5 4 4-5 5 5 5-4 4-5-5-5 5-4-4 5-5z",
    "m-8-9h16l-16 18h16z",
)
"""Outlines, drawn from the point they mark."""


class Face(Struct, frozen=True):
    """How one person is drawn."""

    hue: int
    """The number of a colour in app.css."""
    mark: str
    dashes: str


def face(place: int) -> Face:
    """Return the look of the person who came in this place, from 0. The first 64 all differ."""
    mark = _MARKS[(place + place // HUES) % len(_MARKS)]
    return Face(place % HUES, mark, _DASHES[place % len(_DASHES)])


def faces(people: Iterable[str], arrivals: Mapping[str, int] | None = None) -> dict[str, Face]:
    """Return the look of `people`, in order of arrival, or by their `arrivals` in a group."""
    return {name: face((arrivals or {}).get(name, place)) for place, name in enumerate(people)}


def faces_at(table: TableAccess) -> Mapping[str, Face]:
    """Return the look of an evening's people, looked up."""
    return looked_up(table.info.id, tables().evenings.evening(table.info.id).state.people())


def looked_up(evening: int, people: tuple[str, ...]) -> Mapping[str, Face]:
    """Return the look of an evening's people, by their places in its group, if it is in one."""
    found = faces(people, groups().arrivals_of(evening, people))
    known = _known()
    if len(known) >= MOST_EVENINGS:
        known.clear()
    known[evening] = found
    return found


def known_faces(evening: int, people: tuple[str, ...]) -> Mapping[str, Face]:
    """Return what `looked_up` last returned for an evening, without a query for each entry."""
    found = _known().get(evening)
    return found if found and found.keys() == set(people) else looked_up(evening, people)


def _known() -> dict[int, Mapping[str, Face]]:
    known: dict[int, Mapping[str, Face]] = current_app.extensions.setdefault("faces", {})
    return known
