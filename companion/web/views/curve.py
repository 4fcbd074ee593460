"""The numbers of a line chart for an SVG template: a line for each player, named at its end.

Each line is drawn with its player's face (`companion.web.views.faces`). Lengths are in the chart's own units, about
half a pixel each on a phone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from unicodedata import east_asian_width

from msgspec import Struct
from msgspec.structs import asdict

Values = Sequence[int | None]
"""One value per time; None if there is none."""

WIDTH, TOP, EDGE, PLOT, LOW_PLOT = 680, 20, 6, 360, 130
LETTER, BOLD = 14, 17
"""Approximate widths of a letter in a name and of a digit in a final value."""
PITCH = 31
"""Distance between two names."""
LONGEST = 11
ROWS = 16
SPARK_WIDE, SPARK_HIGH = 60, 20


class Line(Struct, frozen=True):
    """One player's line, and the name at its end."""

    name: str
    short: str
    figure: str
    path: str
    spots: tuple[tuple[int, int], ...]
    """Where the player's mark stands; nowhere in a chart `under` another."""
    leader: str
    label_at: int


class Scale(Struct, frozen=True, kw_only=True):
    """Where values and times stand in a chart."""

    left: int
    bottom: int
    label_from: int
    low: int
    high: int
    end: int
    """The last time."""
    is_under: bool
    """Whether the chart stands under another, lower and without marks."""

    @property
    def right(self) -> int:
        return self.label_from - 52

    @property
    def zero(self) -> int:
        return round(self.y(0))

    def x(self, at: int) -> int:
        return self.left + round((self.right - self.left) * at / max(self.end, 1))

    def y(self, value: int) -> float:
        return self.bottom - (self.bottom - TOP) * (value - self.low) / (self.high - self.low)


class Curve(Scale, frozen=True, kw_only=True):
    """A chart, and the rows of a table with the same values."""

    ticks: tuple[tuple[int, str], ...]
    times: tuple[tuple[int, str], ...]
    lines: tuple[Line, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """Each time with every line's value then; "" for none."""
    width: int = WIDTH

    @property
    def height(self) -> int:
        return self.bottom + (EDGE if self.is_under else 42)


def curve(
    series: Mapping[str, Values],
    times: Sequence[str],
    written: Callable[[int], str],
    under: Curve | None = None,
) -> Curve:
    """Return the chart of named series, with a value for each of `times`.

    A chart `under` another has the other's width, is lower, and is filled down to zero.
    """
    values = [0, *(value for line in series.values() for value in line if value is not None)]
    low, high = min(values), max(values)
    high += low == high
    ticks = steps(low, high, 3 if under else 5)
    last = [_last(line) for line in series.values()]
    left, label_from, bottom = _frame(
        [*series], [*map(written, ticks)], [*map(written, last)], under
    )
    scale = Scale(
        left=left,
        bottom=bottom,
        label_from=label_from,
        low=low,
        high=high,
        end=len(times) - 1,
        is_under=under is not None,
    )
    labels = apart([scale.y(value) for value in last], TOP, bottom, PITCH)
    labelled = [] if under else [str(number) for number in steps(1, scale.end, 6)]
    return Curve(
        **asdict(scale),
        ticks=tuple((round(scale.y(tick)), written(tick)) for tick in ticks),
        times=tuple((scale.x(at), label) for at, label in enumerate(times) if label in labelled),
        lines=tuple(
            _line(scale, name, line, written, label, (place + 0.6) / len(series))
            for place, ((name, line), label) in enumerate(zip(series.items(), labels, strict=True))
        ),
        rows=tuple(_rows(series, times, written)),
    )


def _last(line: Values) -> int:
    return next((value for value in reversed(line) if value is not None), 0)


def _frame(
    names: Sequence[str], ticks: Sequence[str], figures: Sequence[str], under: Curve | None
) -> tuple[int, int, int]:
    """Return where the plot begins, where the names begin, and the lower edge."""
    if under:
        return under.left, under.label_from, TOP + LOW_PLOT
    width = BOLD * max(map(len, figures))
    label_from = WIDTH - LETTER * max(_width(shortened(name)) for name in names) - width - 20
    bottom = TOP + max(PLOT, PITCH * (len(names) - 1))
    return EDGE + LETTER * max(map(len, ticks)), label_from, bottom


def _line(
    scale: Scale, name: str, line: Values, written: Callable[[int], str], label: int, share: float
) -> Line:
    """Return a line with its name at the height `label`. `share` is its place among the lines."""
    points = [
        (scale.x(at), round(scale.y(value))) for at, value in enumerate(line) if value is not None
    ]
    path, ends_at = _path(points), (scale.right, scale.zero)
    if points:
        ends_at = points[-1]
        path += f"V{scale.zero}H{points[0][0]}z" if scale.is_under else ""
    spots = []
    if not scale.is_under:
        # Two markers on the line, clear of the other lines' markers, and one beside the name.
        on_line = [round(scale.end * (half + share) / 2) for half in (0, 1)]
        spots = [
            (scale.x(at), round(scale.y(value)))
            for at in on_line
            if (value := line[at]) is not None
        ]
        spots.append((scale.label_from - 16, label))
    return Line(
        name=name,
        short=shortened(name),
        figure=written(_last(line)),
        path=path,
        spots=tuple(spots),
        leader=f"M{ends_at[0]} {ends_at[1]}L{scale.label_from - 28} {label}h10",
        label_at=label,
    )


def _path(points: Sequence[tuple[int, int]]) -> str:
    moves = [f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in pairwise(points)]
    return f"M{points[0][0]} {points[0][1]}l{' '.join(moves) or '0 0'}" if points else ""


def sparks(series: Mapping[str, Values]) -> dict[str, tuple[str, int]]:
    """Return a small line for each of the named series, to one scale: its path, and where zero is."""
    values = [0, *(value for line in series.values() for value in line if value is not None)]
    high = max(values)
    step = SPARK_HIGH / max(high - min(values), 1)
    found = {}
    for name, line in series.items():
        some = [*line[: -1 : -(-len(line) // SPARK_WIDE)], line[-1]]
        places = ((SPARK_WIDE * at / (len(some) - 1), one) for at, one in enumerate(some))
        points = [(round(x), round((high - one) * step)) for x, one in places if one is not None]
        found[name] = _path(points), round(high * step)
    return found


def _rows(
    series: Mapping[str, Values], times: Sequence[str], written: Callable[[int], str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield some times, up to the last, each with every line's value then."""
    end = len(times) - 1
    size = -(-end // ROWS) or 1
    for at in sorted({*range(size, end, size), end}):
        values = (line[at] for line in series.values())
        yield times[at], tuple("" if one is None else written(one) for one in values)


def steps(low: int, high: int, most: int) -> list[int]:
    """Return at most `most` round numbers from `low` to `high`, evenly spaced."""
    size = 1
    while high // size - -(-low // size) + 1 > most:
        # 1, 2, 5, 10, 20, 50, …
        size = size * 5 // 2 if str(size)[0] == "2" else size * 2
    return list(range(-(-low // size) * size, high + 1, size))


def apart(wanted: Sequence[float], top: int, bottom: int, pitch: int) -> list[int]:
    """Return positions near the `wanted` ones, in the same order, at least `pitch` apart.

    They lie between `top` and `bottom` if there is room.
    """
    placed = [0] * len(wanted)
    level: float = top - pitch
    lowest = bottom - (len(wanted) - 1) * pitch
    for place in sorted(range(len(wanted)), key=wanted.__getitem__):
        level = max(level + pitch, min(wanted[place], lowest))
        lowest += pitch
        placed[place] = round(level)
    return placed


def shortened(name: str) -> str:
    """Return a name, cut off if it does not fit."""
    if _width(name) <= LONGEST:
        return name
    while _width(name) >= LONGEST:
        name = name[:-1]
    return f"{name.rstrip()}…"


def _width(text: str) -> int:
    return sum(2 if east_asian_width(one) in "WF" or one in "WMm@" else 1 for one in text)
