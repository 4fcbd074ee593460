"""How a person is drawn on all pages of an evening and its group: colour, mark and dashes.

Marks and dashes tell people apart without colour too.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from companion.evening.names import likeness
from companion.groups import Group

HUES = 8

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
    """The number of a colour in evening.css."""
    mark: str
    dashes: str


def face(place: int) -> Face:
    """Return the look of the person who came in this place, from 0. The first 64 all differ."""
    mark = _MARKS[(place + place // HUES) % len(_MARKS)]
    return Face(place % HUES, mark, _DASHES[place % len(_DASHES)])


def faces(
    people: Iterable[str], arrivals: Mapping[str, int] | None = None, group: Group | None = None
) -> dict[str, Face]:
    """Return the look of `people`, in order of arrival, or in that of their `group`.

    `arrivals` are the places in the group, by the likeness of a name.
    """
    if not (group and arrivals):
        return {name: face(place) for place, name in enumerate(people)}
    new = len(arrivals)
    return {name: face(arrivals.get(likeness(group.person(name)), new)) for name in people}
