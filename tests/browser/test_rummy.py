"""Coon Can by taps: a deal card by card, a deal by its result, and the layout of its pages."""

from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.browser.phone import SIDEWAYS, replay, whole
from tests.browser.test_looks import look
from tests.browser.test_weight import TAP, Wire
from tests.telling import entry

SMALL = {"viewport": {"width": 360, "height": 640}}
GAME = {"seats": "Ann Bob Cat", "game": "coon-can"}
# Ann deals. What Bob has in hand after his first draw:
#   9S 9H 9D · 6H 7H 8H JK · QC QD QS · 2C
# He goes out with a last discard; Cat has laid down a set with two of the same card.
PLAYED = (
    "up QD", "Bob from stock", "Bob melds 6H 7H 8H JK=9H", "Bob discards 2C", "Cat from discards",
    "Cat melds 4S 4H 4S", "Cat moves 9H in 1", "Cat lays TH on 1", "Cat discards 2D",
    "Ann from stock", "Ann melds JK=KS QS JS", "Ann discards QD", "Bob from discards",
    "Bob melds QC QD QH", "Bob melds 9S 9C 9D",
)  # fmt: skip
LAST = "Bob discards 3C"
LEFT = {"Cat": ("2C", "2C", "AS", "KS", "5D"), "Ann": 44}
"""Cat took the 2C up, and it is still in hand. 2 + 2 + 11 + 10 + 5 = 30."""
BALANCES = {"Bob": 74, "Cat": -30, "Ann": -44}


def pick(phone, *cards):
    """Tick cards on the page; tick a second copy among the second copies."""
    page, seen = phone.page, Counter()
    for card in cards:
        if seen[card] and page.locator("details.again:not([open])").count():
            page.locator("details.again summary").tap()
        page.locator(f'label:has(input[name=pieces][value="{card}"])').nth(seen[card]).tap()
        seen[card] += 1
    expect(page.locator("input[name=pieces]:checked")).to_have_count(len(cards))


def meld(phone, *cards):
    page = phone.page
    phone.follow(f"{phone.table}/pick/melded")
    pick(phone, *(card.partition("=")[0] for card in cards))
    button = page.locator("#pick .counts")
    expect(button).to_be_in_viewport(ratio=1)
    if not any("=" in card for card in cards):
        with page.expect_navigation():
            button.tap()
        return
    button.tap()
    ways = page.locator("#problem button[name=reads]")
    expect(ways.last).to_be_in_viewport(ratio=1)
    expect(page.locator("#problem [data-deaf]")).to_have_count(0)
    for way in ways.all():
        if Counter(way.get_attribute("value").split()) == Counter(cards):
            with page.expect_navigation():
                way.tap()
            return
    raise AssertionError(f"{cards} is no way: {ways.all_inner_texts()}")


def say(phone, phrase):
    said = entry(phrase)
    kind = said.__struct_config__.tag
    if kind == "melded":
        meld(phone, *said.pieces)
    elif kind in ("laid-off", "joker-moved"):
        if phone.page.locator(".acts details:not([open])").count():
            phone.page.locator(".acts summary").tap()
        meld_and_piece = f'"meld":{said.meld},"piece":"{said.piece}"'
        phone.tap(phone.page.locator(f"button{whole(kind)}[value*='{meld_and_piece}']"))
    elif kind == "drew":
        phone.say(kind, "from", said.source)
    else:
        phone.say(kind, "piece", said.piece)


def press(phone, selector):
    with phone.page.expect_navigation():
        phone.page.locator(selector).last.tap()


def test_a_deal_card_by_card(phones, server, tmp_path):
    phone = phones(**SMALL)
    page = phone.page
    table = phone.sit_down(("Ann", "Bob", "Cat"), "coon-can", dealer=1)
    for phrase in PLAYED:
        say(phone, phrase)
        assert page.evaluate(SIDEWAYS, 360) == []
    # The joker moved to the other end, and cannot move again.
    joker = page.locator("#state .melds li").first.locator(".crosswise")
    assert joker.get_attribute("aria-label") == "joker as 5 of hearts, stays"
    # Undo the last entry, and enter it again.
    say(phone, LAST)
    phone.say("undone")
    assert "Bob melds" in phone.question
    say(phone, LAST)
    assert phone.question == "Bob has gone out. What do the others have left?"
    press(phone, '#entry a[href*="/hands"]')
    page.locator('input[name="hand:Ann"]').fill(str(LEFT["Ann"]))
    press(phone, 'button[name=tap][value="Cat"]')
    ticked = page.locator("input[name=pieces]:checked")
    assert ticked.evaluate_all("all => all.map(one => one.value)") == ["2C"]
    page.locator("details.again summary").tap()
    page.locator('label:has(input[name=pieces][value="2C"])').nth(1).tap()
    for card in LEFT["Cat"][2:]:
        page.locator(f'label:has(input[name=pieces][value="{card}"])').first.tap()
    press(phone, ".counts")
    assert page.locator('input[name="hand:Ann"]').input_value() == str(LEFT["Ann"])
    press(phone, "form.hands .primary")
    assert {name: figure for name, (figure, _) in phone.settlement.items()} == BALANCES
    phone.say("settled")
    assert phone.figures == {"Cat": -30, "Ann": -44, "Bob": 74}
    printed, code = replay(server.record(table), tmp_path)
    assert code == 0 and printed["problems"] == []
    assert printed["games"][0]["balances"] == BALANCES


def test_second_copies_of_ticked_cards_are_offered(phone, server):
    phone.open(server.evening(*PLAYED[:10], **GAME) + "/pick/melded")
    page = phone.page
    again = page.locator("details.again label")
    assert page.locator(".counts").evaluate(COUNT) == "none"
    button = page.locator(".counts").bounding_box()
    pick(phone, "KS", "KD")
    expect(again.locator("visible=true")).to_have_count(0)  # hidden until they are asked for
    assert page.locator(".counts").bounding_box() == button
    page.locator("details.again summary").tap()
    again.filter(has=page.locator('[value="KD"]')).tap()
    assert page.locator(".counts").evaluate(COUNT) != "none"
    expect(again.locator("visible=true")).to_have_count(2)
    # If one copy of a card lies on the table, no second copy can be ticked.
    page.locator('label:has(input[value="TH"])').first.tap()
    expect(again.locator("visible=true")).to_have_count(2)
    page.locator('label:has(input[value="KD"])').first.tap()
    expect(page.locator("input[name=pieces]:checked")).to_have_count(2)


def test_a_refused_meld_keeps_its_cards(phone, server):
    phone.open(server.evening(*PLAYED[:10], **GAME) + "/pick/melded")
    pick(phone, "KS", "KD", "AS")
    phone.page.locator(".counts").tap()
    problem = phone.page.locator("#problem")
    expect(problem).to_contain_text("a meld is cards of one rank, or a sequence")
    expect(problem).to_be_in_viewport(ratio=1)
    button = phone.page.locator(".counts").bounding_box()
    # It is below the button, and covers no card.
    assert problem.bounding_box()["y"] >= button["y"] + button["height"]
    expect(phone.page.locator("input[name=pieces]:checked")).to_have_count(3)
    phone.page.locator('label:has(input[value="AS"])').first.tap()
    expect(problem).to_be_empty()


COUNT = "one => getComputedStyle(one, '::after').content"
STATES = {
    "draw": (PLAYED[:1], ""),
    "turn": (PLAYED[:13], ""),
    "meld": (PLAYED[:13], "/pick/melded"),
    "out": ((*PLAYED, LAST), ""),
    "hands": ((*PLAYED, LAST), "/hands"),
    "cards": ((*PLAYED, LAST), "/hands?tap=Cat"),
    "settlement": ((*PLAYED, LAST, "left Bob Ann=44 Cat=2C+2C+AS+KS+5D"), ""),
    "meld corrected": (PLAYED[:13], "/amend/4"),
    "display": (PLAYED[:13], "/display"),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", STATES)
def test_layout_of_each_page(viewer, server, name):
    phrases, page = STATES[name]
    viewer.page.set_viewport_size({"width": 390, "height": 844})
    viewer.font_size(16)
    viewer.open(server.evening(*phrases, **GAME) + page)
    assert look(viewer) == []


def test_many_melds_leave_room_for_the_question(phones, server):
    """Eight players, ten melds."""
    names = ("Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ann")
    said, ranks = ["up 2S"], "3456789TJQ"
    for place, rank in enumerate(ranks):
        player = names[place % 8]
        said += [f"{player} from stock", f"{player} melds {rank}S {rank}H {rank}D"]
        said += [f"{player} discards {'AK'[place % 2]}{'SHDC'[place // 2 % 4]}"]
    phone = phones(**SMALL)
    table = server.evening(*said, seats="Ann Bob Cat Dan Eve Fay Gus Hal", game="coon-can")
    phone.open(table)
    expect(phone.page.locator("#state .melds li")).to_have_count(10)
    expect(phone.button("drew", "from", "stock")).to_be_in_viewport(ratio=1)
    wire = Wire(phone)
    phone.say("drew", "from", "stock")
    expect(phone.page.locator("#question")).to_be_in_viewport(ratio=1)
    phone.quiet()
    assert max(size for url, size in wire.each() if url.endswith("/entries")) <= TAP
