"""The numbers of a line chart for an SVG template: a line for each player, named at its end.

Each line is drawn with its player's face (`companion.web.views.faces`). Lengths are in the chart's own units, about
half a pixel each on a phone.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from unicodedata import east_asian_width

from msgspec import Struct

Values = Sequence[int | None]
"""One value per time; None if there is none."""

WIDTH, TOP, EDGE, PLOT, LOW_PLOT = 680, 20, 6, 360, 130
LETTER, BOLD = 14, 17
"""Approximate widths of a letter in a name and of a digit in a final value."""
PITCH = 31
"""Distance between two names."""
LONGEST = 11
ROWS = 16


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


class Curve(Struct, frozen=True):
    """A chart, and the rows of a table with the same values."""

    height: int
    left: int
    right: int
    bottom: int
    label_from: int
    zero: int
    ticks: tuple[tuple[int, str], ...]
    times: tuple[tuple[int, str], ...]
    lines: tuple[Line, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """Each time with every line's value then; "" for none."""
    width: int = WIDTH


def curve(
    series: Mapping[str, Values],
    times: Sequence[str],
    written: Callable[[int], str],
    under: Curve | None = None,
) -> Curve:
    """Return the chart of named series, with a value for each of `times`.

    A chart `under` another has the other's width, is lower, and is filled down to zero.
    """
    end = len(times) - 1
    values = [0, *(value for line in series.values() for value in line if value is not None)]
    low, high = min(values), max(values)
    high += low == high
    ticks = steps(low, high, 3 if under else 5)
    last = [
        next((value for value in reversed(line) if value is not None), 0)
        for line in series.values()
    ]
    short = [shortened(name) for name in series]
    if under:
        left, label_from, bottom = under.left, under.label_from, TOP + LOW_PLOT
    else:
        left = EDGE + LETTER * max(len(written(tick)) for tick in ticks)
        figures = BOLD * max(len(written(value)) for value in last)
        label_from = WIDTH - LETTER * max(map(_width, short)) - figures - 20
        bottom = TOP + max(PLOT, PITCH * (len(series) - 1))
    right = label_from - 52

    def x(at: int) -> int:
        return left + round((right - left) * at / max(end, 1))

    def y(value: int) -> float:
        return bottom - (bottom - TOP) * (value - low) / (high - low)

    zero = round(y(0))
    labels = apart([y(value) for value in last], TOP, bottom, PITCH)
    lines = []
    for place, (name, line) in enumerate(series.items()):
        points = [(x(at), round(y(value))) for at, value in enumerate(line) if value is not None]
        path, ends_at = "", (right, zero)
        if points:
            ends_at = points[-1]
            moves = [f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in pairwise(points)]
            path = f"M{points[0][0]} {points[0][1]}l{' '.join(moves) or '0 0'}"
        spots = []
        if under and points:
            path += f"V{zero}H{points[0][0]}z"
        elif not under:
            # Two markers on the line, clear of the other lines' markers, and one beside the name.
            share = (place + 0.6) / len(series)
            on_line = [round(end * (half + share) / 2) for half in (0, 1)]
            spots = [(x(at), round(y(value))) for at in on_line if (value := line[at]) is not None]
            spots.append((label_from - 16, labels[place]))
        lines.append(
            Line(
                name=name,
                short=short[place],
                figure=written(last[place]),
                path=path,
                spots=tuple(spots),
                leader=f"M{ends_at[0]} {ends_at[1]}L{label_from - 28} {labels[place]}h10",
                label_at=labels[place],
            )
        )
    size = -(-end // ROWS) or 1
    labelled = [] if under else [str(number) for number in steps(1, end, 6)]
    return Curve(
        height=bottom + (EDGE if under else 42),
        left=left,
        right=right,
        bottom=bottom,
        label_from=label_from,
        zero=zero,
        ticks=tuple((round(y(tick)), written(tick)) for tick in ticks),
        times=tuple((x(at), label) for at, label in enumerate(times) if label in labelled),
        lines=tuple(lines),
        rows=tuple(
            (
                times[at],
                tuple(
                    "" if line[at] is None else written(line[at] or 0) for line in series.values()
                ),
            )
            for at in sorted({*range(size, end, size), end})
        ),
    )


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
    found = [0] * len(wanted)
    level: float = top - pitch
    lowest = bottom - (len(wanted) - 1) * pitch
    for place in sorted(range(len(wanted)), key=wanted.__getitem__):
        level = max(level + pitch, min(wanted[place], lowest))
        lowest += pitch
        found[place] = round(level)
    return found


def shortened(name: str) -> str:
    """Return a name, cut off if it does not fit."""
    if _width(name) <= LONGEST:
        return name
    while _width(name) >= LONGEST:
        name = name[:-1]
    return f"{name.rstrip()}…"


def _width(text: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
