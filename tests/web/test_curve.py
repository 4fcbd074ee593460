"""The chart of figures over time: its values and its path."""

import re
from itertools import pairwise

import pytest

from companion.web.views.curve import PITCH, SPARK_HIGH, TOP, apart, curve, shortened, sparks, steps
from companion.web.views.evening_view import Picture
from companion.web.views.faces import faces
from companion.wording.numbers import plain, signed
from tests.web.markup import parse


def drawn(app, picture):
    with app.test_request_context():
        draw = app.jinja_env.globals["curves"].picture
        return parse(str(draw(picture, "chips", "deals", faces(["Ann"]))))


def times(number):
    return [str(one) for one in range(number)]


def points(path):
    """Return the points of a path: M with the first, l with the steps between them."""
    start, _, moves = path.partition("l")
    x, y = map(int, start[1:].split())
    found, numbers = [(x, y)], list(map(int, moves.split()))
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        found.append((x, y))
    return found


def test_lines_are_at_the_height_of_their_figures():
    found = curve({"Ann": [0, 10, -20], "Bob": [0, -10, 20]}, times(3), signed)
    ann, bob = (points(line.path) for line in found.lines)
    assert (ann[0][0], ann[2][0]) == (found.left, found.right)
    assert abs(2 * ann[1][0] - found.left - found.right) <= 1
    assert ann[0][1] == bob[0][1] == found.zero
    assert bob[2][1] == TOP and ann[2][1] == found.bottom
    # +10 is as far above the zero line as −10 is below.
    assert ann[1][1] + bob[1][1] == 2 * found.zero
    assert [label for _at, label in found.ticks] == ["−20", "−10", "0", "+10", "+20"]
    assert [line.figure for line in found.lines] == ["−20", "+20"]


def test_lines_begin_when_a_player_joins():
    found = curve({"Ann": [0, 5, 5], "Bob": [None, None, -5], "Cat": [None] * 3}, times(3), signed)
    assert found.lines[1].path == f"M{found.right} {found.bottom}l0 0"
    assert found.lines[2].path == "" and found.lines[2].figure == "0"
    assert [row[1][1] for row in found.rows] == ["", "−5"]
    flat = curve({"Ann": [0], "Bob": [0]}, times(1), signed)
    assert {line.path for line in flat.lines} == {f"M{flat.left} {flat.bottom}l0 0"}


@pytest.mark.parametrize("number", [2, 8, 16])
def test_names_never_overlap_or_leave_the_picture(number):
    found = curve({f"Player {place}": [0, 0] for place in range(number)}, times(2), signed)
    levels = sorted(line.label_at for line in found.lines)
    assert all(b - a >= PITCH for a, b in pairwise(levels))
    assert levels[0] >= TOP and levels[-1] <= found.bottom


def test_faces_differ_without_colour_too():
    all_faces = faces(map(str, range(64))).values()
    assert len({(one.hue, one.mark) for one in all_faces}) == 64
    assert len({(one.mark, one.dashes) for one in [*all_faces][:16]}) == 16


def test_names_stay_in_order_and_near_their_lines():
    assert apart([100, 40], 0, 200, 30) == [100, 40]
    assert apart([50, 50, 50], 0, 200, 30) == [50, 80, 110]
    assert apart([0, 0], 0, 200, 30) == [0, 30]
    assert apart([200, 199], 0, 200, 30) == [200, 170]


def test_of_two_close_lines_the_better_is_named_above():
    found = curve({"Ann": [0, -1], "Bob": [0, 0], "Cat": [0, 5000]}, times(2), signed)
    ann, bob, _ = found.lines
    assert bob.label_at < ann.label_at


def test_round_numbers():
    assert steps(-75, 105, 5) == [-50, 0, 50, 100]
    assert steps(0, 1, 5) == [0, 1]
    assert steps(-4, 21, 5) == [0, 5, 10, 15, 20]
    assert steps(-6, 21, 5) == [0, 10, 20]
    assert steps(1, 500, 6) == [100, 200, 300, 400, 500]


def test_a_long_name_is_cut():
    assert shortened("Christopherson") == "Christophe…" and shortened("Ann") == "Ann"
    assert shortened("山田太郎左衛門") == "山田太郎左…"
    assert shortened("W" * 40) == "WWWWW…"


def test_the_picture_has_a_description(app):
    chips = {"Ann": list(range(30)), "<b>": [None] * 20 + [5] * 10}
    found = curve(chips, [*times(29), "End"], signed)
    soup = drawn(app, Picture(found, "Chips", "Ann +5"))
    svg = soup.select_one("svg")
    assert svg["role"] == "img" and not soup.select("[style]")
    assert soup.select_one(f"#{svg['aria-labelledby']}").text == "Chips"
    assert soup.select_one(f"#{svg['aria-describedby']}").text == "Ann +5"
    assert [text.text for text in svg.select("g text")] == ["Ann", "+29", "<b>", "+5"]
    rows = [[cell.text for cell in row.select("th, td")] for row in soup.select("tr")]
    assert rows[0] == ["deals", "Ann", "<b>"]
    assert rows[1] == ["2", "+2", ""] and rows[-1] == ["End", "+29", "+5"]


def test_a_second_picture_is_as_wide():
    chips = curve({"Ann": [0, 1000], "Bob": [0, -1000]}, times(2), signed)
    pool = curve({"Pool": [5, 20]}, times(2), plain, under=chips)
    assert (pool.left, pool.right) == (chips.left, chips.right) and pool.height < chips.height
    assert re.search(rf"V{pool.zero}H{pool.left}z$", pool.lines[0].path)


def test_small_lines_have_one_scale():
    found = sparks({"Ann": [0, 30, -10], "Bob": [None, 0, 10], "Cat": [0] * 3})
    assert {zero for _path, zero in found.values()} == {SPARK_HIGH * 3 // 4}
    assert points(found["Ann"][0]) == [(0, 15), (30, 0), (60, 20)]
    assert points(found["Bob"][0]) == [(30, 15), (60, 10)]
    assert {y for _x, y in points(found["Cat"][0])} == {15}
    assert points(sparks({"Ann": [0, 0, 0]})["Ann"][0]) == [(0, 0), (30, 0), (60, 0)]


def test_a_small_line_over_many_evenings_has_few_points():
    drawn = points(sparks({"Ann": range(5_001)})["Ann"][0])
    assert len(drawn) <= 61 and (drawn[0], drawn[-1]) == ((0, 20), (60, 0))
