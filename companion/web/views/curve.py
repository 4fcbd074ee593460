"""A picture of figures over time: a line for each player, as numbers for one SVG template.

The lines differ by dashes and marks, not by colour alone, and each is named at its end. Lengths are
in the picture's own units, about half a pixel each on a phone.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from unicodedata import east_asian_width

from msgspec import Struct

Values = Sequence[int | None]
"""A figure at each time; None where there is none."""

WIDTH, TOP, EDGE = 680, 20, 6
PLOT, LOW_PLOT = 360, 130
"""Least heights of the plot, and of that of a second, small picture."""
LETTER = 14
"""The width of a letter, about."""
BOLD = 17
"""The width of a figure at a line's end."""
PITCH = 31
"""From one name to the next below it."""
LONGEST = 11
"""Letters of a name."""
ROWS = 16
"""Rows of the table that says the same."""

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
"""Drawn from a point. After eight players they come again, hollow."""


class Tick(Struct, frozen=True):
    """A number on an axis."""

    at: int
    label: str


class Line(Struct, frozen=True):
    """One player's line, and the name at its end."""

    name: str
    short: str
    """The name as far as there is room."""
    figure: str
    """The last value."""
    path: str
    dashes: str
    marks: str
    """The path of the marks, on the line and beside the name."""
    hollow: bool
    leader: str
    """The path from the line's end to its name."""
    label_at: int


class Curve(Struct, frozen=True):
    """A picture, and the figures of the table that says the same."""

    height: int
    left: int
    right: int
    bottom: int
    label_from: int
    zero: int
    """Where the line of nothing lies."""
    ticks: tuple[Tick, ...]
    """Of the figures, zero among them."""
    times: tuple[Tick, ...]
    lines: tuple[Line, ...]
    is_filled: bool
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """A time, and the figure of each line then; "" for none."""
    top: int = TOP
    width: int = WIDTH


def curve(
    series: Sequence[tuple[str, Values]],
    times: Sequence[str],
    written: Callable[[int], str],
    under: Curve | None = None,
) -> Curve:
    """Return the picture of one or more series.

    Each has a value for each of `times`, which are numbers, or words for what is none; `written`
    writes a value. What stands `under` another picture is low, filled down to zero, and as
    wide as that.
    """
    small = under is not None
    number = len(times)
    round_times = {str(one) for one in steps(1, number - 1, 6)}
    known = [value for _, values in series for value in values if value is not None] or [0]
    low, high = min(0, *known), max(0, *known)
    high += low == high
    ticks = steps(low, high, 3 if small else 5)
    last = [next((one for one in reversed(values) if one is not None), 0) for _, values in series]
    short = [shortened(name) for name, _ in series]
    left = EDGE + LETTER * max(len(written(one)) for one in ticks)
    names, figures = max(map(_width, short)), max(len(written(one)) for one in last)
    label_from = WIDTH - LETTER * names - BOLD * figures - 20
    if under:
        left, label_from = under.left, under.label_from
    right = label_from - 52
    bottom = TOP + max(LOW_PLOT if small else PLOT, PITCH * (len(series) - 1))

    def x(place: int) -> int:
        return left + round((right - left) * place / max(number - 1, 1))

    def exact(value: int) -> float:
        return bottom - (bottom - TOP) * (value - low) / (high - low)

    def y(value: int) -> int:
        return round(exact(value))

    labels = apart([exact(value) for value in last], TOP, bottom, PITCH)
    lines = []
    for place, (name, values) in enumerate(series):
        points = [(x(at), y(one)) for at, one in enumerate(values) if one is not None]
        path = "".join(_path(points))
        if small and points:
            path += f"V{y(0)}H{points[0][0]}z"
        end = points[-1] if points else (right, y(0))
        shape = _MARKS[place % len(_MARKS)]
        # Two on the line, where no other line has its own, and one beside the name.
        spots = [
            (x(at), y(value))
            for half in (0, 1)
            for at in [round((number - 1) * (half + (place + 0.6) / len(series)) / 2)]
            if (value := values[at]) is not None
        ]
        spots = [] if small else [*spots, (label_from - 16, labels[place])]
        lines.append(
            Line(
                name=name,
                short=short[place],
                figure=written(last[place]),
                path=path,
                dashes=_DASHES[place % len(_DASHES)],
                marks="".join(f"M{at} {level}{shape}" for at, level in spots),
                hollow=place >= len(_MARKS),
                leader=f"M{end[0]} {end[1]}L{label_from - 28} {labels[place]}h10",
                label_at=labels[place],
            )
        )
    return Curve(
        height=bottom + (EDGE if small else 42),
        left=left,
        right=right,
        bottom=bottom,
        label_from=label_from,
        zero=y(0),
        ticks=tuple(Tick(y(one), written(one)) for one in ticks),
        times=()
        if small
        else tuple(Tick(x(at), one) for at, one in enumerate(times) if one in round_times),
        lines=tuple(lines),
        is_filled=small,
        rows=tuple(_rows(series, times, written)),
    )


def steps(low: int, high: int, most: int) -> list[int]:
    """Return round numbers from `low` to `high`, no more than `most`, at even distances."""
    size = 1
    while high // size - -(-low // size) + 1 > most:
        # 1, 2, 5, 10, 20, 50, …
        size = size * 5 // 2 if str(size)[0] == "2" else size * 2
    return list(range(-(-low // size) * size, high + 1, size))


def apart(wanted: Sequence[float], top: int, bottom: int, pitch: int) -> list[int]:
    """Return places as near to those wanted as can be, in their order, `pitch` from each other.

    They lie between `top` and `bottom` if there is room.
    """
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    groups: list[list[float]] = []
    for rank, place in enumerate(order):
        groups.append([wanted[place] - rank * pitch])
        # Where one would lie above the one before it, the two lie round their middle.
        while len(groups) > 1 and _mean(groups[-2]) > _mean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    found = [0] * len(wanted)
    levels = [_mean(group) for group in groups for _ in group]
    most = bottom - (len(wanted) - 1) * pitch
    for rank, (place, level) in enumerate(zip(order, levels, strict=True)):
        found[place] = round(max(top, min(level, most)) + rank * pitch)
    return found


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def shortened(name: str) -> str:
    """Return a name, cut where it is longer than there is room for."""
    if _width(name) <= LONGEST:
        return name
    while _width(name) >= LONGEST:
        name = name[:-1]
    return f"{name.rstrip()}…"


def _width(text: str) -> int:
    """Return how wide a text is, in letters."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _path(points: Sequence[tuple[int, int]]) -> Iterable[str]:
    """Yield the parts of a path through points, from one to the next as a distance: it is shorter."""
    if points:
        yield f"M{points[0][0]} {points[0][1]}l"
        yield " ".join(f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in pairwise(points))
    if len(points) == 1:
        yield "0 0"


def _rows(
    series: Sequence[tuple[str, Values]], times: Sequence[str], written: Callable[[int], str]
) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Yield the rows of the table: each time but the first, or every nth of many."""
    number = len(times) - 1
    size = -(-number // ROWS) or 1
    for at in sorted({*range(size, number + 1, size), number}):
        here = (values[at] for _, values in series)
        yield times[at], tuple("" if value is None else written(value) for value in here)
