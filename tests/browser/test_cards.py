"""The table with cards: key sizes, one screen, seventeen players, axe."""

import re

import pytest

from tests.browser.test_looks import look

FIVE = {"game": "five-card-loo", "seats": "Ann Bob Cat Dan Eve", "dealer": "Ann"}
IN = ("up QH", "Bob in draws 2", "Cat in draws 0", "Dan out", "Eve in draws 5", "Ann in draws 1")
NAMES = "Ann Bob Catherine Dan Eve Fay Gus Hal Ida Jon Kit Leo Mia Ned Ola Pat"
LARGE = {"game": "three-card-loo", "seats": NAMES, "dealer": "Ann"}
RAMS = {"game": "rams", "seats": "Ann Bob Cat Dan Eve", "dealer": "Ann"}
STATES = {
    "turning up": ((), FIVE),
    "turning up a suit": ((), {**FIVE, "depth": "tricks"}),
    "declaring": (("up QH",), FIVE),
    "leading": (IN, FIVE),
    "following": ((*IN, "Bob 9S", "Cat 3S"), FIVE),
    "flushes": ((*IN, "Bob flush AS KS 9S 3S 2S"), FIVE),
    "Rams, declaring": (("up 9H",), RAMS),
    "Rams, a card is led": (("up 9H", "Cat general"), RAMS),
    "Rams, a whole deal": ((), {**RAMS, "seats": "Ann Bob Cat Dan", "depth": "result"}),
    "sixteen, a whole deal": ((), {**LARGE, "depth": "result"}),
    "sixteen declare": (("up QH", "Bob in"), LARGE),
    "sixteen play": (("up QH", *(f"{name} in" for name in (NAMES + " Ann").split()[1:])), LARGE),
}


@pytest.fixture
def phone(eye):
    return eye


@pytest.mark.sampled(5)
@pytest.mark.parametrize("state", STATES)
def test_states_of_a_card_table(phone, server, state):
    phrases, game = STATES[state]
    phone.open(server.evening(*phrases, **game))
    assert look(phone) == []


def test_picking_a_flush(phone, server):
    phone.open(server.evening(*IN, **FIVE) + "/pick/flush-shown")
    assert look(phone) == []


def test_declarations_are_in_one_column_and_not_cut(phone, server):
    said = ("up 9H", "Ann in", "Bob miss", "Cat out", "Dan in", "Ann 8S", "Bob 10S", "Dan 7S")
    phone.open(server.evening(*said, **{**RAMS, "seats": "Ann Bob Cat Dan", "dealer": "Dan"}))
    states = phone.page.locator(".player small")
    for height in (844, 640):
        phone.page.set_viewport_size({"width": 360, "height": height})
        for word in states.all() + phone.page.locator(".player bdi").all():
            assert word.evaluate("one => one.scrollWidth <= one.clientWidth")
        if height == 844:
            columns = [box.bounding_box()["x"] for box in states.all()]
            assert max(columns) - min(columns) < 2


def boxes(phone):
    return [key.bounding_box() for key in phone.page.locator(".deck button").all()]


@pytest.mark.parametrize(("width", "least"), [(360, 44), (320, 38)])
def test_fifty_two_cards_for_thumbs(phone, server, width, least):
    phone.page.set_viewport_size({"width": width, "height": 640})
    phone.open(server.evening(**FIVE))
    found = boxes(phone)
    assert len(found) == 52
    assert min(box["width"] for box in found) >= least
    assert min(box["height"] for box in found) >= 44
    # Two rows of seven for each suit: 52 keys in eight rows, with aligned columns.
    assert len({round(box["y"]) for box in found}) == 8
    assert len({round(box["x"]) for box in found}) == 7


@pytest.mark.parametrize(
    ("game", "across", "least"),
    [
        (RAMS, 8, 36),
        ({"game": "napoleon", "seats": "Ann Bob Cat", "pack": 28}, 7, 44),
        ({"game": "napoleon", "seats": "Ann Bob Cat", "pack": 24}, 6, 44),
    ],
)
def test_a_short_pack_has_one_row_for_each_suit(phone, server, game, across, least):
    phone.page.set_viewport_size({"width": 360, "height": 640})
    bids = ("Bob says two", "Cat says pass", "Ann says pass") if "pack" in game else ()
    phone.open(server.evening(*bids, **game))
    found = boxes(phone)
    assert len(found) == 4 * across
    assert len({round(box["y"]) for box in found}) == 4
    assert len({round(box["x"]) for box in found}) == across
    assert min(box["width"] for box in found) >= least
    assert min(box["height"] for box in found) >= 44


@pytest.mark.parametrize("state", ["leading", "following"])
def test_the_pad_is_on_one_screen_with_five_players(phone, server, state):
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phrases, game = STATES[state]
    phone.open(server.evening(*phrases, **game))
    assert phone.page.evaluate("() => scrollY") == 0
    assert max(box["y"] + box["height"] for box in boxes(phone)) <= 640


def test_cards_grow_with_the_type(phone, server):
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.open(server.evening(**FIVE))
    usual = boxes(phone)[0]
    phone.font_size(32)
    assert boxes(phone)[0]["width"] > 1.4 * usual["width"]
    assert boxes(phone)[0]["height"] > 1.4 * usual["height"]


@pytest.mark.parametrize(("width", "height"), [(844, 390), (360, 640)])
def test_general_rams_is_in_view_on_a_small_phone(phone, server, width, height):
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.open(server.evening("up 9H", **RAMS))
    fold = phone.page.locator("details:has(button[value*='general'])")
    rail = phone.page.locator(".rail").bounding_box()

    def ends(box):
        return box["y"] + box["height"]

    assert ends(fold.locator("summary").bounding_box()) <= rail["y"]
    phone.touch(fold.locator("summary"))
    names = fold.locator("button").all()
    assert len(names) == 6  # the dealer Ann may take the turn-up
    assert max(ends(name.bounding_box()) for name in names) <= rail["y"]


def test_cards_in_two_colours(phone, server):
    table = server.evening(*IN, **FIVE)

    def colours():
        suits = ("spades", "clubs", "hearts", "diamonds")
        cards = [phone.page.locator(f".deck button.{suit}:enabled").first for suit in suits]
        return [card.evaluate("one => getComputedStyle(one).color") for card in cards]

    phone.open(table)
    four = colours()
    assert len({*four}) == 4
    phone.open(f"{table}/settings")
    with phone.page.expect_navigation():
        phone.touch(phone.page.locator('[name="colours"]'))
    assert phone.path == f"{table}/settings"
    phone.open(table)
    assert colours() == [four[0], four[0], four[2], four[2]]
    assert look(phone) == []
    phone.page.context.clear_cookies(name="colours")


def contrast(one, other):
    """Return the contrast of two colours like rgb(1, 2, 3)."""

    def light(colour):
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        red, green, blue = (
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted(map(light, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_focus_is_seen_on_cards_and_tiles(phone, server, scheme):
    page = phone.page
    page.emulate_media(color_scheme=scheme)
    table = server.evening(*IN, **FIVE)
    for path, piece, bone in (
        (table, ".deck .card:enabled", ".card"),
        (f"{table}/pick/flush-shown", ".deck input", ".card"),
        (server.evening(), ".pad .tile:enabled", ".tile svg"),
    ):
        phone.open(path)
        page.keyboard.press("Tab")
        page.locator(piece).first.focus()
        ring = page.evaluate("() => getComputedStyle(document.activeElement).outlineColor")
        below = page.locator(f"#entry :is({bone}), #pick :is({bone})").first
        assert contrast(ring, below.evaluate("one => getComputedStyle(one).backgroundColor")) > 3
    page.emulate_media(color_scheme=None)
