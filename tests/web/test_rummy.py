"""Coon Can without script: every question, refusal and correction."""

import pytest

from companion.games import GAMES
from companion.pieces.cards import FIFTY_TWO
from companion.wording.pieces import aloud, card_in_full
from companion.wording.rule_names import rule_name
from tests.telling import entry, in_signs
from tests.web.table import HTMX, opened, replayed, says, typed
from tests.web.test_refusals import EIGHT, STOCK_OUT

SEATS = "Ann Bob Cat"
"""Ann deals, Bob begins."""
GAME = {"seats": SEATS, "game": "coon-can"}
RESULT = {**GAME, "depth": "result"}
BOB = ("up 9S", "Bob from discards", "Bob melds 9S 9H 9D", "Bob discards KC")
CAT = ("Cat from stock", "Cat melds 6H 7H 8H JK=9H", "Cat discards QD")
ANN = ("Ann from discards",)
TURN = (*BOB, *CAT, *ANN)
"""Ann has drawn. On the table are a set of nines and a sequence with a joker."""
OUT = (
    "Ann melds 2S 3S 4S 5S", "Ann melds TD TC TH", "Ann lays 5H on 2", "Ann discards QD",
    "Bob from stock", "Bob melds KH KD KS", "Bob melds AC 2C 3C 4C", "Bob discards 2D",
)  # fmt: skip
"""Bob goes out: he held seven cards, drew one and laid down seven. Cat holds 6, Ann 2."""


def table(app, *phrases, **game):
    return opened(app, *phrases, **{**GAME, **game})


def at(app, phone, *phrases, **game):
    key = table(app, *phrases, **game)
    phone.at(key)
    return key


def melds(page):
    """Return each meld on the table in words, by its number."""
    items = page.soup.select("#state .melds li")
    return {
        int(one["value"]): [card["aria-label"] for card in one.select("[role=img]")]
        for one in items
    }


NAMES = {"JK": "joker"} | {str(card): card_in_full(card) for card in FIFTY_TWO.pieces}


def keys(page):
    """Return the cards of the pad by their state: free, barred, held or seen."""
    found = {"free": set(), "barred": set(), "held": set(), "seen": set()}
    for button in page.soup.select("#entry .deck button"):
        label = button["aria-label"].split(",")[0]
        name = next(name for name, words in NAMES.items() if words == label)
        look = "seen" if button.has("disabled") else "free"
        found["barred" if "barred" in button.classes else look].add(name)
        if "held" in button.classes:
            found["held"].add(name)
    return found


def tick(phone, *cards):
    form = phone.page.soup.select_one("form#pick") or phone.page.soup.select_one("main form")
    boxes = [("pieces", card) for card in cards]
    return phone.submit(form, form.select(".choices button")[-1], ticks=boxes)


def ticked(page):
    return sorted(tag["value"] for tag in page.soup.select("input[name=pieces][checked]"))


def hands(page):
    fields = page.soup.select("form.hands input[name^='hand:']")
    return {tag["name"].removeprefix("hand:"): tag["value"] for tag in fields}


def press(phone, name, value, **fill):
    form = phone.page.soup.select_one("form.hands")
    button = form.select_one(f'button[name="{name}"][value="{value}"]')
    pairs = [pair for pair in phone.page.filled(form) if pair[0][5:] not in fill]
    pairs += [(f"hand:{player}", said) for player, said in fill.items()]
    return phone.post(button.get("formaction", form["action"]), [*pairs, (name, value)])


def enter(phone, **fill):
    return press(phone, "kind", "hands-left", **fill)


# The questions


def test_a_deal_card_by_card(app, phone):
    key = at(app, phone)
    assert "Ann deals ten cards each" in phone.page.question
    assert "JK" in phone.page.offers("turned-up", "piece")
    page = phone.press("turned-up", "piece", "9S")
    assert page.offers("drew", "from") == ["stock", "discards"]
    assert "75 left" in page.soup.select_one("#entry").words
    assert page.soup.select_one('#entry [aria-label="9 of spades"]')
    page = phone.press("drew", "from", "discards")
    assert page.people["Bob"].startswith("Bob their turn 11 cards")
    phone.get(f"/e/{key}/pick/melded")
    tick(phone, "9S", "9H", "9D")
    page = phone.follow()
    assert melds(page) == {1: ["9 of spades", "9 of hearts", "9 of diamonds"]}
    page = phone.press("discarded", "piece", "KC")
    assert page.question == "Cat draws from the stock or takes the KC."
    phone.press("drew", "from", "stock")
    page = phone.press("laid-off", "piece", "JK=9S")
    # A joker in a set has no suit, and cannot move.
    assert melds(page)[1][-1] == "joker, stays"
    page = phone.press("discarded", "piece", "JK")
    assert page.question == "Ann draws from the stock or takes the joker."
    assert [one["kind"] for one in phone.record(key)["entries"][1:]] == [
        *("turned-up", "drew", "melded", "discarded", "drew", "laid-off", "discarded")
    ]


def test_the_pad_shows_what_can_be_discarded(app, phone):
    at(app, phone, *TURN)
    shown = keys(phone.page)
    assert shown["held"] == {"QD"} and "QD" in shown["free"]
    assert "were taken from the discards" in phone.page.text
    assert "JK" in shown["free"]  # one joker is left
    at(app, phone, *TURN, "Ann lays JK=9S on 1")
    assert keys(phone.page)["seen"] == {"JK"}
    at(app, phone, *BOB, "Cat from stock", "Cat discards 9H", "Ann from stock")
    assert keys(phone.page)["seen"] == {"9H"}


def test_a_joker_is_moved_and_lies_crosswise(app, phone):
    at(app, phone, *TURN)
    assert melds(phone.page)[2] == [
        "6 of hearts", "7 of hearts", "8 of hearts", "joker as 9 of hearts"
    ]  # fmt: skip
    assert phone.page.offers("joker-moved", "piece") == ["9H"]  # the other 9H is in the set
    at(app, phone, "up 2C", "Bob from stock", CAT[1].replace("Cat", "Bob"))
    page = phone.press("joker-moved", "piece", "9H")
    assert melds(page)[1][0] == "joker as 5 of hearts, stays"
    assert page.offers("joker-moved", "piece") == []
    assert "crosswise" in page.soup.select_one("#state .melds .joker").classes


def test_cards_that_fit_a_meld_are_offered_with_it(app, phone):
    at(app, phone, *TURN)
    forms = phone.page.soup.select(".lays")
    found = {}
    for form in forms:
        told = [says(button) for button in form.select("button")]
        kind, fields = told[0]
        found[kind, fields["meld"]] = [fields["piece"] for _, fields in told]
    assert found["laid-off", "1"] == ["9S", "9H", "9D", "9C", "JK=9S"]
    assert found["laid-off", "2"] == ["5H", "TH", "JK=5H", "JK=TH"]


# Picking a meld


def test_a_joker_that_can_stand_for_several_cards(app, phone):
    key = at(app, phone, *TURN)
    phone.get(f"/e/{key}/pick/melded")
    page = tick(phone, "9C", "TC", "JK")
    assert (page.status, "What does the joker stand for?" in page.alert) == (422, True)
    assert ticked(page) == ["9C", "JK", "TC"]
    assert page.offers("melded", "reads") == ["JK=8C 9C TC", "9C TC JK=JC"]
    labels = [tag["aria-label"] for tag in page.soup.select("#problem button [role=img]")]
    assert labels[:3] == ["joker as 8 of clubs", "9 of clubs", "10 of clubs"]
    page = phone.press("melded", "reads", "9C TC JK=JC")
    assert melds(page)[3][-1] == "joker as jack of clubs"


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        (("9S", "9C"), "Ann needs at least 3 cards for a meld, not 2"),
        ((), "The entry missing"),
        (("KS", "AS", "2S"), "does not go round the corner"),
        (("TS", "JS", "JS", "QS"), "JS is there twice"),
    ],
)
@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
def test_a_refused_meld_keeps_its_cards(app, phone, cards, why, how):
    key = at(app, phone, *TURN)
    before = phone.length(key)
    form = phone.get(f"/e/{key}/pick/melded").form("melded")
    pairs = phone.page.filled(form) + [("pieces", card) for card in cards]
    page = phone.post(form["action"], pairs, **how)
    assert page.status == 422 and phone.length(key) == before
    if cards:
        assert why in page.alert
    if not how:
        assert ticked(page) == sorted(cards)
        assert page.soup.select_one("details.again").has("open") == ("JS" in cards[1:2])


def test_both_copies_of_a_card(app, phone):
    key = at(app, phone, *TURN)
    page = phone.get(f"/e/{key}/pick/melded")
    second = page.soup.select("details.again input:not([disabled])")
    # One copy is in the set, so only the other can be in hand.
    assert {"9C", "TS"} <= {tag["value"] for tag in second}
    assert not {"9S", "9H", "9D", "JK"} & {tag["value"] for tag in second}
    tick(phone, "TS", "TH")  # a set of three; the list includes the second ten of spades
    form = phone.page.form("melded")
    pairs = [*phone.page.filled(form), ("pieces", "TS")]
    phone.post(form["action"], pairs)
    assert melds(phone.follow())[3] == ["10 of spades", "10 of hearts", "10 of spades"]


def test_the_card_just_drawn_is_marked(app, phone):
    key = at(app, phone, *TURN)
    page = phone.get(f"/e/{key}/pick/melded")
    assert [tag.select_one("input")["value"] for tag in page.soup.select("label.held")] == ["QD"]


@pytest.mark.parametrize(("going_out", "number"), [("either", 3), ("discard", 4), ("meld", 3)])
def test_a_meld_is_offered_to_players_with_enough_cards(app, phone, going_out, number):
    said = ["up 9S", "Bob from stock", "Bob melds 2S 3S 4S", "Bob melds KH KD KS"]
    for count, card in zip((5, 4, 3, 2), ("5S", "6S", "7S", "8S"), strict=True):
        page = phone.at(table(app, *said, going_out=going_out))
        assert page.people["Bob"].endswith(f"{count} cards balance 0")
        assert any(link.endswith("/pick/melded") for link in page.links) == (count >= number)
        said.append(f"Bob lays {card} on 1")


def test_nothing_is_melded_before_the_draw(app, phone):
    key = at(app, phone, *BOB)
    assert "cannot be entered now" in phone.get(f"/e/{key}/pick/melded").text


# Refusals: the message, the rule, and the kept input


def _fields(said):
    found = {}
    for name, value in typed(said):
        found.setdefault(name, []).append(value)
    return found


@pytest.mark.parametrize("going_out", ["discard", "meld"])
def test_going_out_against_the_house_rule(app, phone, going_out):
    seven = ("Bob melds 2S 3S 4S 5S 6S", "Bob melds KH KD KS", "Bob lays 7S on 1")
    told = ("up 9S", "Bob from discards", *seven)
    key = at(app, phone, *told, "Bob lays 8S on 1", going_out=going_out)
    assert "1 card" in phone.page.people["Bob"]
    offered = set(phone.page.kinds())
    last = "Bob lays 9S on 1" if going_out == "discard" else "Bob discards 9S"
    assert ("discarded" in phone.page.kinds()) is True
    ends = "discarded" if going_out == "discard" else "melded or laid off"
    assert f"At this table the last card must be {ends}." in phone.page.text
    free = keys(phone.page)["free"]
    assert free == ({"9S"} if going_out == "discard" else set())
    assert ("laid-off" in offered) == (going_out == "meld")
    page = phone.say(key, _fields(entry(last)))
    assert page.status == 422 and "Rule: going out" in page.alert


# Hands at the end


def test_hands_are_tapped_or_typed(app, phone):
    key = at(app, phone, *TURN, *OUT)
    assert phone.page.question == "Bob has gone out. What do the others have left?"
    (link,) = {one for one in phone.page.links if "/hands" in one}
    page = phone.get(link)
    assert page.heading == "Bob won. What do the others have left?"
    assert hands(page) == {"Cat": "", "Ann": ""}
    page = press(phone, "tap", "Cat", Ann="13")
    assert "6 cards" in page.text
    page = tick(phone, "AS", "KD", "JK", "2H", "2D", "3H")
    assert hands(page) == {"Cat": "AS KD JK 2H 2D 3H", "Ann": "13"} and "= 43" in page.text
    page = press(phone, "clear", "Cat")
    assert hands(page) == {"Cat": "", "Ann": "13"}
    enter(phone, Cat="AS KD JK 2H 2D 3H", Ann="13")
    page = phone.follow()
    assert {name: figure for name, (figure, _) in page.whys.items()} == {
        "Bob": 56, "Cat": -43, "Ann": -13
    }  # fmt: skip
    page = phone.press("settled")
    assert page.figures == {"Cat": -43, "Ann": -13, "Bob": 56}
    assert replayed(app, key)["problems"] == []


def test_cards_known_to_be_in_a_hand_are_ticked(app, phone):
    said = [*TURN, *OUT[:3], "Ann discards 5C", *OUT[4:]]
    key = at(app, phone, *said)
    page = phone.get(f"/e/{key}/hands?tap=Ann")
    assert ticked(page) == ["QD"] and "2 cards" in page.text
    page = tick(phone, "QD", "3D")
    assert hands(page)["Ann"] == "QD 3D"
    page = enter(phone, Ann="3D 4D", Cat="50")
    assert page.status == 422 and "Ann took QD from the discards" in page.alert
    assert hands(page) == {"Cat": "50", "Ann": "3D 4D"}


@pytest.mark.parametrize(
    ("cat", "code", "why"),
    [
        ("", "hand-count", "Enter what Cat has left"),
        ("134", "hand-count", "which cannot make 134 pips"),
        ("12345678901", "unreadable", "is not a whole number"),
        ("-5", "unreadable", "'-5' is neither pips nor cards"),
        ("9S 9S 9S", "already-seen", "Cat cannot have 9S"),
    ],
)
def test_impossible_hands_keep_the_form(app, phone, cat, code, why):
    key = at(app, phone, **RESULT)
    phone.get(f"/e/{key}/hands?winner=Bob")
    page = enter(phone, Cat=cat, Ann="9S JK")
    assert page.status == 422 and why in page.alert
    assert (rule_name(code, GAMES["coon-can"]) in page.alert) == (code != "unreadable")
    assert hands(page) == {"Cat": cat, "Ann": "9S JK"}
    assert phone.length(key) == 1
    enter(phone, Cat="10", Ann="9S JK")
    assert phone.follow().whys["Cat"][0] == -10


def tapped(phone, key, name, cards, **hands):
    held = {f"hand:{player}": hand for player, hand in hands.items()}
    fields = {"winner": "Bob", "tapped": name, "pieces": cards.split(), **held}
    return phone.post(f"/e/{key}/hands", fields)


def test_too_many_cards_are_refused_at_once(app, phone):
    key = at(app, phone, **RESULT)
    eleven = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"
    page = tapped(phone, key, "Cat", eleven)
    assert "Cat holds 1 to 10 cards; 11 are chosen." in page.alert
    assert "Which cards does Cat have left?" in page.heading
    assert ticked(page) == sorted(eleven.split())
    assert "= " in tapped(phone, key, "Cat", "9S JK").text  # 24 pips, on the page of all hands
    # At depth `plays` the number of her cards is known.
    key = at(app, phone, *TURN, *OUT)
    page = tapped(phone, key, "Cat", "4D 4H 4C")
    assert "Cat holds 6; 3 are chosen." in page.alert


def test_cards_in_another_hand_are_not_offered(app, phone):
    key = at(app, phone, **RESULT)
    fields = {"winner": "Bob", "hand:Cat": "AS AS KD", "tap": "Ann"}
    page = phone.post(f"/e/{key}/hands", fields)
    boxes = page.soup.select('input[name="pieces"]:not([disabled])')
    offered = [box["value"] for box in boxes]
    assert "AS" not in offered and offered.count("KD") == 1 and offered.count("KS") == 2


def test_a_dead_hand_and_who_wins_the_pool(app, phone):
    key = at(app, phone, **RESULT)
    page = phone.page
    assert [link for link in page.links if "hands" in link] == [
        f"/e/{key}/hands?winner={name}" for name in ("Bob", "Cat", "Ann")
    ] + [f"/e/{key}/hands"]
    assert (
        phone.get(f"/e/{key}/hands").heading
        == "Nobody can go out. What does each player have left?"
    )
    enter(phone, Bob="10", Cat="20", Ann="5")
    page = phone.follow()
    assert page.whys["Pool"][0] == 35
    assert phone.record(key)["entries"][-1]["winner"] is None
    page = phone.press("settled")
    assert page.pool == 35 and "The winner also takes the pool." in page.text
    phone.get(f"/e/{key}/hands?winner=Cat")
    enter(phone, Bob="9S 9S", Ann="2")
    assert phone.follow().whys["Cat"][0] == 55
    page = phone.press("settled")
    assert page.pool is None and page.figures == {"Bob": -28, "Cat": 35, "Ann": -7}


def test_hands_are_kept_if_another_phone_was_faster(app, phone, other):
    key = at(app, phone, **RESULT)
    phone.get(f"/e/{key}/hands?winner=Bob")
    other.say(key, {"kind": "depth-changed", "depth": "plays"})
    other.say(key, {"kind": "depth-changed", "depth": "result"})
    page = enter(phone, Cat="10", Ann="9S JK")
    assert page.status == 409 and hands(page) == {"Cat": "10", "Ann": "9S JK"}
    assert enter(phone, Cat="10", Ann="9S JK").status == 303


def test_no_hands_are_asked_for_during_play(app, phone):
    key = at(app, phone, *TURN)
    assert "There are no cards left to enter now" in phone.get(f"/e/{key}/hands").text


# The stock is out


def test_the_stock_is_out(app, phone):
    key = at(app, phone, *STOCK_OUT, **EIGHT)
    assert phone.page.offers("drew", "from") == ["discards"]
    assert "Nobody can go out" in phone.page.text and f"/e/{key}/hands" in phone.page.links
    page = phone.press("drew", "from", "discards")
    assert keys(page)["barred"] >= {"QD"} == keys(page)["held"]


# Corrections


def choose(phone, kind, field=None, value=None):
    form, button = phone.find(kind, field, value)
    assert "/amend/" in form["action"]
    return phone.submit(form, button)


def confirm(phone):
    (form,) = [f for f in phone.page.soup.select("form") if f["action"].endswith("/entries")]
    assert phone.post(form["action"], phone.page.filled(form)).status == 303


@pytest.mark.parametrize(
    ("phrase", "kind", "field", "value", "instead"),
    [
        ("up 2D", "turned-up", "piece", "JK", "Turn-up joker"),
        ("Bob from stock", "drew", "from", "discards", "Bob takes the top discard"),
        ("Bob lays 9S on 1", "laid-off", "piece", "JK=5H", "Bob lays off joker (5H) on meld 1"),
        ("Bob moves 9H in 1", "laid-off", "piece", "TH", "Bob lays off 10H on meld 1"),
        ("Bob discards 2C", "discarded", "piece", "JK", "Bob discards joker"),
    ],
)
def test_each_kind_of_entry_can_be_corrected(app, phone, phrase, kind, field, value, instead):
    said = ["up 2D", "Bob from stock", "Bob melds 6H 7H 8H JK=9H"]
    if phrase not in said:
        said.append(phrase.replace("9S on 1", "5H on 1"))
    key = at(app, phone, *said)
    number = said.index(phrase.replace("9S on 1", "5H on 1")) + 2
    page = phone.get(f"/e/{key}/amend/{number}")
    assert f"/e/{key}/pick/melded" not in page.links  # that link would add a meld, not correct one
    page = choose(phone, kind, field, value)
    assert page.status == 200 and instead.replace("10H", "TH") in page.text
    confirm(phone)
    assert phone.record(key)["entries"][-1]["by"]["kind"] == kind


def test_a_meld_is_corrected(app, phone):
    key = at(app, phone, *TURN)
    page = phone.get(f"/e/{key}/amend/7")
    assert ticked(page) == ["6H", "7H", "8H", "JK"]  # the card of the joker is asked for again
    page = tick(phone, "6H", "7H", "2C")
    assert page.status == 422 and ticked(page) == ["2C", "6H", "7H"]
    assert "a meld is cards of one rank, or a sequence" in page.alert
    page = tick(phone, "6H", "7H", "JK")
    assert page.offers("melded", "reads") == ["JK=5H 6H 7H", "6H 7H JK=8H"]
    page = choose(phone, "melded", "reads", "6H 7H JK=8H")
    assert page.status == 200 and "6H 7H joker (8H)" in page.text
    confirm(phone)
    assert melds(phone.at(key))[2][-1] == "joker as 8 of hearts"


def test_hands_are_corrected(app, phone):
    key = at(app, phone, "left Bob Ann=27 Cat=9S+JK", "settled", "left Cat Ann=10 Bob=4", **RESULT)
    page = phone.get(f"/e/{key}/amend/2")
    links = [link for link in page.links if "/hands" in link]
    assert links[0] == f"/e/{key}/amend/2/hands?winner=Bob"
    assert links[-1] == f"/e/{key}/amend/2/hands"
    page = phone.get(links[0])
    assert hands(page) == {"Cat": "9S JK", "Ann": "27"}
    page = press(phone, "tap", "Ann")
    assert page.heading == "Which cards did Ann have left?"
    page = tick(phone, "AS", "KD", "6C")
    assert hands(page) == {"Cat": "9S JK", "Ann": "AS KD 6C"}
    page = enter(phone, Ann="999")
    assert page.status == 422 and "which cannot make 999 pips" in page.alert
    assert hands(page) == {"Cat": "9S JK", "Ann": "999"}
    page = enter(phone, Ann="28")
    assert page.status == 200 and "Deal 1" in page.text
    confirm(phone)
    assert phone.at(key).figures["Ann"] == -38  # including the settlement of the second deal
    assert phone.record(key)["entries"][-1]["by"] == {
        "kind": "hands-left", "winner": "Bob", "hands": {"Cat": ["9S", "JK"], "Ann": 28}
    }  # fmt: skip


def test_hands_of_an_earlier_deal_are_corrected(app, phone):
    key = at(app, phone, *TURN, *OUT, "left Bob Ann=13 Cat=50", "settled", "up 3H")
    number = 1 + len(TURN) + len(OUT) + 1
    page = phone.get(f"/e/{key}/amend/{number}")
    assert [link for link in page.links if "/hands" in link] == [
        f"/e/{key}/amend/{number}/hands?winner=Bob"
    ]
    page = phone.get(f"/e/{key}/amend/{number}/hands?winner=Bob")
    assert hands(page) == {"Cat": "50", "Ann": "13"} and "2 cards" in page.text


def test_an_entry_without_hands_has_no_page_for_them(app, phone):
    key = at(app, phone, *TURN)
    assert "no cards left to correct" in phone.get(f"/e/{key}/amend/3/hands").text
    assert phone.get(f"/e/{key}/amend/99/hands").status == 200


# Viewers, the display and screen readers


def test_a_watcher_sees_the_melds_without_buttons(app, phone, other):
    key = at(app, phone, *TURN)
    info = app.extensions["tables"].evenings.log.find(key)
    watch = app.extensions["tables"].access_store.rules(info.id).watch_key
    page = other.at(watch)
    assert melds(page) == melds(phone.page)
    assert page.kinds() == [] and not page.soup.select("#entry a.button, #entry button")
    for path in ("hands", "pick/melded", "amend/4", "amend/4/hands"):
        assert other.get(f"/e/{watch}/{path}").status == 403
    page = other.get(f"/e/{watch}/display")
    assert len(page.soup.select(".melds li")) == 2 and "Ann’s turn" in page.text


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (BOB[:1], "Turn-up 9S. Bob draws from the stock or takes the 9S."),
        (BOB[:2], "Bob takes the top discard. Bob melds or discards."),
        (BOB[:3], "Bob melds 9S 9H 9D. Bob melds, lays off or discards."),
        (BOB, "Bob discards KC. Cat draws from the stock or takes the KC."),
        ((*BOB, *CAT[:2]), "Cat melds 6H 7H 8H joker (9H). Cat melds, lays off or discards."),
        ((*TURN, "Ann lays JK=9C on 1"), "Ann lays off joker (9C) on meld 1. Ann melds"),
        ((*TURN, *OUT), "Bob discards 2D. Bob has gone out. What do the others have left?"),
        (
            (*TURN, *OUT, "left Bob Ann=9S+JK Cat=50"),
            "Bob wins, left: Ann 9S joker, Cat 50 pips. Bob wins: here is the settlement.",
        ),
    ],
)
def test_screen_readers_get_the_entry_and_focus_on_the_question(app, phone, told, said):
    *before, last = told
    key = table(app, *before)
    fields = _fields(entry(last))
    page = phone.say(key, fields, **HTMX)
    assert page.status == 200, page.text
    target = page.soup.select_one('hx-partial[hx-target="#announcement"]')
    # The phone that made the entry reads the question by its focus.
    spoken = f"{target.text} {aloud(in_signs(page.question))}"
    assert spoken.startswith(aloud(in_signs(said)))


def test_the_page_of_a_deal_lists_the_turns(app, phone):
    key = at(app, phone, *TURN, *OUT, "left Bob Ann=9S+3D Cat=50", "settled")
    page = phone.get(f"/e/{key}/deals/1")
    turns = [" ".join(item.text.split()) for item in page.soup.select(".turns li")]
    assert turns[0] == "Bob takes 9S from the discards, melds 9S 9H 9D, discards KC"
    assert turns[1] == "Cat draws from the stock, melds 6H 7H 8H joker (9H), discards QD"
    assert "Bob won" in page.text and "50 pips" in page.text
    evening = phone.get(f"/e/{key}/deals")
    heads = [" ".join(tag.text.split()) for tag in evening.soup.select(".deals thead th")]
    assert heads == ["Deal", "Ann", "Bob", "Cat"]  # no trumps, and no pool
    assert "Trump" not in phone.get("/rules/coon-can/sheet").text


@pytest.mark.parametrize("number", [5, 6])
def test_many_melds_are_closer_together(app, phone, number):
    said, ranks = ["up 2D"], "3456789"
    for place in range(number):
        player = ("Bob", "Cat", "Ann")[place % 3]
        three = " ".join(ranks[place] + suit for suit in "SHD")
        said += [
            f"{player} from stock",
            f"{player} melds {three}",
            f"{player} discards {'TJQKA2'[place]}C",
        ]
    page = phone.at(table(app, *said))
    assert len(melds(page)) == number
    assert ("many" in page.soup.select_one(".melds").classes) == (number == 6)
