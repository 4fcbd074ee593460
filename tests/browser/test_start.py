"""From the home page to the first question: few taps, a small screen, corrected mistakes."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import SIZE

START = ".start button"


def covered(phone, selector):
    start = phone.page.locator(START).bounding_box()["y"]
    boxes = [one.bounding_box() for one in phone.page.locator(selector).all()]
    return [box for box in boxes if box["y"] < 0 or box["y"] + box["height"] > start]


def test_the_second_evening_starts_with_one_tap(phones):
    phone = phones()
    page = phone.page
    phone.open("/")
    phone.follow("/evenings/new")
    for size in ({"width": 360, "height": 640}, SIZE):
        page.set_viewport_size(size)
        assert page.locator(START).bounding_box()["y"] + 44 < size["height"]
        boxes = [one.bounding_box() for one in page.locator('[name="seat"]').all()]
        assert len(boxes) == 4 and not covered(phone, '[name="seat"]')
        rows = page.locator("ol:has([name=seat])").bounding_box()
        assert boxes[-1]["y"] + boxes[-1]["height"] <= rows["y"] + rows["height"]
    assert not covered(phone, "#game-form .folds > details > summary")
    # One tap opens the list of games, the next chooses one and closes the list.
    fold = page.locator("#game-form details", has=page.locator('[name="game"]'))
    fold.locator("summary").tap()
    with page.expect_response("**/evenings/new"):
        page.locator('label:has([name="game"][value="irish-loo"])').tap()
    expect(fold.locator("summary")).to_contain_text("Irish Loo")
    expect(fold).not_to_have_attribute("open", "")
    phone.quiet()
    for place, name in enumerate(("Ann", "Bob", "Cat", "Dan")):
        page.locator('[name="seat"]').nth(place).fill(name)
    with page.expect_navigation():
        page.locator(START).tap()
    phone.say("turned-up", "piece", "H")
    first = phone.table
    # Once the evening is closed, one tap on the home page starts the same game with the same people.
    phone.server.goes_on(first, "misdealt", "closed")
    phone.open("/")
    with page.expect_navigation():
        page.locator(f'form[action="{first}/again"] button').tap()
    assert phone.table != first and phone.question
    assert set(phone.figures) == {"Ann", "Bob", "Cat", "Dan"}
    # Their names are suggested until they have a seat.
    phone.open("/evenings/new")
    chips = page.locator('button[value^="add:"]:visible')
    expect(chips).to_have_count(4)
    page.locator('[name="seat"]').first.fill("ann")
    expect(chips).to_have_count(3)
    chips.first.tap()
    expect(chips).to_have_count(2)


def test_names_typed_while_the_form_is_redrawn_stay(phones):
    phone = phones()
    page = phone.page
    phone.open("/evenings/new")
    held = []
    page.route("**/evenings/new", lambda route: held.append(route))
    page.locator("#game-form details", has=page.locator('[name="game"]')).locator("summary").tap()
    page.locator('label:has([name="game"][value="irish-loo"])').tap()
    for place, name in enumerate(("Ann", "Bob")):
        page.locator('[name="seat"]').nth(place).fill(name)
    held.pop().continue_()
    phone.quiet()
    assert page.locator('[name="seat"]').nth(0).input_value() == "Ann"
    assert page.locator('[name="seat"]').nth(1).input_value() == "Bob"


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_an_error_is_shown_at_its_field(phones, script):
    phone = phones(script=script)
    page = phone.page
    page.set_viewport_size({"width": 360, "height": 640})
    phone.open("/evenings/new")
    for place, name in enumerate(("Ann", "Bob", "Cat", "ann")):
        page.locator('[name="seat"]').nth(place).fill(name)
    page.locator('details:has([name="name"]) summary').tap()
    page.locator('[name="name"]').fill("Our Friday")
    page.locator(START).tap()
    wrong = page.locator('[name="seat"]').nth(3)
    expect(wrong).to_be_focused()
    expect(page.locator("#wrong")).to_be_in_viewport()
    assert "ann" in phone.alert and not covered(phone, "#seat-4, #wrong")
    wrong.fill("Dan")
    with page.expect_navigation():
        page.locator(START).tap()
    assert set(phone.figures) == {"Ann", "Bob", "Cat", "Dan"}


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_game_without_a_name_stops_nothing_but_the_start(phones, script):
    """No browser refuses another seat, a move or a name because the name of the game is empty."""
    phone = phones(script=script)
    page = phone.page
    seats = page.locator('[name="seat"]')
    phone.open("/evenings/new?game=other")
    assert page.locator("#rule-name").input_value() == ""
    page.locator('[value="row"]').tap()
    expect(seats).to_have_count(5)
    seats.first.fill("Ann")
    page.locator('[name="arrange"]').check()
    page.locator('[value="down:1"]').tap()
    expect(seats.nth(1)).to_have_value("Ann")
    page.locator('[value="off:2"]').tap()
    expect(seats).to_have_count(4)
    page.locator(START).tap()
    assert page.locator("#rule-name").evaluate("one => !one.checkValidity()")
    assert phone.path == ("/evenings/new?game=other" if script else "/evenings/new")


def test_another_game_takes_three_taps(phones, server):
    """⋯, Another game, its line in the open list; the fourth starts it."""
    phone = phones()
    page = phone.page
    path = server.evening("told Bob 3 Cat 2 Dan 0 Ann 0", "settled", depth="result")
    phone.open(f"{path}/more")
    phone.follow(f"{path}/game")
    fold = page.locator("#fold-game")
    expect(fold).to_have_attribute("open", "")
    with page.expect_response("**/game"):
        page.locator('label:has([name="game"][value="irish-loo"])').tap()
    expect(fold).not_to_have_attribute("open", "")
    with page.expect_navigation():
        page.locator(START).tap()
    assert server.entries(path)[-1]["game"] == "irish-loo"


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_leaving_asks_once(phones, server, script):
    phone = phones(script=script)
    page = phone.page
    path = server.evening("told Bob 3 Cat 2 Dan 0 Ann 0", "settled", depth="result")
    phone.open(f"{path}/more?open=players")
    for one in ("Dan", "Cat"):  # a tap on the wrong name enters nothing
        page.locator(f'summary.chip:has-text("{one}")').tap()
    leaves = phone.button("left", "player", "Cat")
    expect(leaves).to_be_in_viewport(ratio=1)
    if script:
        assert phone.axe() == [] and phone.small_targets() == []
    assert server.entries(path)[-1]["kind"] == "settled"
    phone.tap(leaves)
    assert server.entries(path)[-1] == {"kind": "left", "player": "Cat"}


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_the_host_is_offered_to_say_who_they_are(phones, script):
    """It stands below the question, moves nothing that is tapped, and one tap passes it over."""
    phone = phones(script=script)
    page = phone.page
    phone.sit_down(("Ann", "Bob", "Cat", "Dan"), "domino-loo", "tricks")
    offer = page.locator("#mine")
    for size in ({"width": 320, "height": 568}, {"width": 844, "height": 390}, SIZE):
        page.set_viewport_size(size)
        expect(offer).to_be_visible()
        assert page.evaluate("() => document.documentElement.scrollWidth") == size["width"]
    expect(offer.locator("summary")).to_be_in_viewport(ratio=1)
    phone.say("turned-up", "piece", "6")
    assert len(phone.server.entries(phone.table)) == 2
    offer.locator("summary").tap()
    expect(offer.get_by_role("button")).to_have_count(5)  # four names, and later
    with page.expect_navigation():
        phone.touch(offer.get_by_role("button", name="Bob"))
    expect(offer).to_have_count(0)
    phone.follow(f"{phone.table}/more")
    phone.follow(f"{phone.table}/people")
    expect(page.locator(".phones")).to_contain_text("Bob’s phone")


def test_the_offer_is_passed_over_with_two_taps(phones):
    phone = phones()
    phone.sit_down(("Ann", "Bob", "Cat"), "domino-loo", "tricks")
    phone.page.locator("#mine summary").tap()
    assert phone.axe() == [] and phone.small_targets() == []
    with phone.page.expect_navigation():
        phone.touch(phone.page.locator("#mine [value=later]"))
    expect(phone.page.locator("#mine")).to_have_count(0)
    assert phone.question
