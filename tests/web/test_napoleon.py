"""Napoleon without script: bids, purchases, the result in one tap, early settlements."""

import json

import pytest

from companion.rules.actions import RestDeclared
from tests.web.table import HTMX, opened, replayed, rest, said, says

NAP = {"game": "napoleon", "seats": "Ann Bob Cat Dan"}
EVERY = {**NAP, "misery": True, "wellington": True, "blucher": True}
BUYS = {**NAP, "purchase": True}
SEVEN = {"game": "seven-card-napoleon", "seats": "Ann Bob Cat Dan"}
RESULT, TRICKS = {"depth": "result"}, {"depth": "tricks"}
PASS = ("Bob says pass", "Cat says pass", "Dan says pass", "Ann says pass")
BOB = {bid: (f"Bob says {bid}", *PASS[1:]) for bid in ("two", "three", "four", "nap", "misery")}


def bids(page):
    found = {}
    for button in page.soup.select("form button"):
        kind, fields = says(button)
        ends = json.loads(button["value"]).get("except", {}) if kind == "rest-declared" else {}
        for choice in ends.values() if kind == "rest-declared" else [fields.get("choice")]:
            if kind in ("declared", "rest-declared") and choice:
                found[choice] = button.words
    return found


def lines(app, key, deal=0):
    """Return the lines of a settled deal: (from, to, chips)."""
    done = replayed(app, key)["games"][-1]["deals"][deal]
    return [(line["from"], line["to"], line["amount"]) for line in done["lines"]]


# Declaring


@pytest.mark.parametrize(
    ("game", "before", "wanted"),
    [
        (NAP, (), {"pass": "Pass", "two": "Two ±2 each", "three": "Three ±3 each",
                   "four": "Four ±4 each", "nap": "Nap +10 or −5 each"}),
        (NAP, ("Bob says nap",), {"pass": "Pass"}),
        (EVERY, ("Bob says three",), {"pass": "Pass", "misery": "Misery ±3 each",
            "four": "Four ±4 each", "nap": "Nap +10 or −5 each"}),
        (EVERY, ("Bob says nap", "Cat says wellington"),
            {"pass": "Pass", "blucher": "Blucher +30 or −15 each"}),
    ],
)  # fmt: skip
def test_only_higher_bids_are_offered_with_their_payment(app, phone, game, before, wanted):
    page = phone.at(opened(app, *before, **game))
    assert bids(page) == wanted
    player = ("Bob", "Cat", "Dan")[len(before)]
    asked = f"What does {player} bid?"
    if list(wanted) == ["pass"]:
        asked = f"Nobody can bid higher than {before[-1].split()[-1]}. {player} passes."
    assert page.question == asked


def test_bids_by_forms(app, phone):
    key = opened(app, **NAP)
    phone.at(key)
    for choice in ("two", "pass", "four", "pass"):
        phone.press("declared", "choice", choice)
    assert [(one["player"], one["choice"]) for one in said(phone, key)] == [
        ("Bob", "two"), ("Cat", "pass"), ("Dan", "four"), ("Ann", "pass"),
    ]  # fmt: skip
    assert "Dan leads" in phone.page.question
    assert "The suit led is trumps." in phone.page.text
    assert phone.page.terms == "Dan plays four, ±4 each"


def buying(page):
    return [int(field["value"]) for field in page.soup.select('input[name="draws"]')]


def test_cards_are_bought_only_under_the_house_rule(app, phone):
    assert buying(phone.at(opened(app, **NAP))) == []
    key = opened(app, **BUYS)
    assert buying(phone.at(key)) == [0, 1, 2, 3, 4, 5]
    phone.press("declared", "choice", "two", draws="3")
    phone.press("declared", "choice", "pass", draws="1")
    phone.press("declared", "choice", "pass")
    assert [one.get("draws") for one in said(phone, key)] == [3, 1, None]
    assert phone.page.pool == 4
    assert phone.page.figures == {"Bob": -3, "Cat": -1, "Dan": 0, "Ann": 0}
    phone.press("undone")
    assert "Undo “ Cat passes, buys 1 ”" in phone.page.text
    phone.press("declared", "choice", "pass")
    # Undo refunds the purchase.
    for _ in range(3):
        phone.press("undone")
    assert phone.page.pool == 0 and set(phone.page.figures.values()) == {0}


@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
def test_the_rest_pass_with_one_tap(app, phone, how):
    assert "All pass" in rest(phone.at(opened(app, **NAP))).text
    key = opened(app, "Bob says three", **NAP)
    button = rest(phone.at(key))
    assert "The rest pass" in button.text and "Cat, Dan and Ann" in button.text
    form = button.closest("form")
    fields = [*phone.page.filled(form), (button["name"], button["value"])]
    answer = phone.post(form["action"], fields, **how)
    assert answer.status == (200 if how else 303)
    assert phone.record(key)["entries"][-1] == {"kind": "rest-declared", "choice": "pass"}
    assert "Bob leads" in phone.at(key).question


def test_buying_cards_excludes_passing_with_the_rest(app, phone):
    key = opened(app, "Bob says three", **BUYS)
    phone.at(key)
    page = phone.press("declared", "rest", "pass", draws="2")
    assert page.status == 422 and "Enter players who buy cards one at a time" in page.alert
    phone.at(key)
    phone.press("declared", "choice", "pass", draws="2")
    phone.press("declared", "rest", "pass")
    assert [one.get("draws", 0) for one in said(phone, key)] == [0, 2]
    assert phone.at(key).pool == 2


def test_the_last_player_passes_with_an_entry_of_their_own(app, phone):
    assert rest(phone.at(opened(app, *PASS[:3], **NAP))) is None


def test_a_bid_that_nobody_can_outbid_ends_the_bidding(app, phone):
    key = opened(app, "Bob says two", **NAP)
    phone.at(key)
    phone.press("rest-declared", "except", "{'Cat': 'nap'}")
    assert "Cat leads" in phone.page.question
    last = phone.record(key)["entries"][-1]
    assert last == {"kind": "rest-declared", "choice": "pass", "except": {"Cat": "nap"}}
    log = phone.get(f"/e/{key}/log").text
    assert "Cat bids nap, the rest pass" in log
    # A record with a pass from each player has the same result.
    phone.at(opened(app, "Bob says two", "Cat says nap", "Dan says pass", "Ann says pass", **NAP))
    assert "Cat leads" in phone.page.question
    # If a higher bid or a purchase is still possible, the others are asked.
    for game in ({"wellington": True}, {"purchase": True}):
        phone.at(opened(app, "Bob says two", **NAP, **game))
        phone.press("declared", "choice", "nap")
        assert "Dan" in phone.page.question


def test_all_pass(app, phone):
    key = opened(app, **NAP)
    phone.at(key)
    button = rest(phone.page)
    phone.submit(button.closest("form"), button)
    page = phone.follow()
    assert page.question == "Everyone passed. Nobody pays."
    assert {name: figure for name, (figure, _) in page.whys.items()} == dict.fromkeys(
        ("Bob", "Cat", "Dan", "Ann"), 0
    )
    assert all("Everyone passed, so nobody pays." in why for _, why in page.whys.values())
    phone.press("settled")
    assert phone.page.question == "What does Cat bid?"
    assert lines(app, key) == []


# Peep


PEEP = {**BUYS, "peep": True}


def test_the_declarer_of_nap_may_peep_once(app, phone):
    key = opened(app, *BOB["nap"], **PEEP)
    phone.at(key)
    assert "Bob peeps" in phone.page.text
    phone.press("peeped")
    assert said(phone, key, "peeped") == [{"player": "Bob"}]
    assert "peeped" not in phone.page.kinds() and "Undo “ Bob peeps ”" in phone.page.text
    phone.press("undone")
    phone.press("played", "piece", "AS")
    assert "peeped" not in phone.page.kinds()


# The result in one tap


@pytest.mark.parametrize(
    ("field", "value", "figures", "tricks"),
    [
        ("made", "true", {"Bob": 9, "Cat": -3, "Dan": -3, "Ann": -3}, {}),
        ("made", "false", {"Bob": -9, "Cat": 3, "Dan": 3, "Ann": 3}, {}),
        ("tricks:Bob", "4", {"Bob": 9, "Cat": -3, "Dan": -3, "Ann": -3}, {"Bob": 4}),
        ("tricks:Bob", "0", {"Bob": -9, "Cat": 3, "Dan": 3, "Ann": 3}, {"Bob": 0}),
    ],
)
def test_the_contract_question(app, phone, field, value, figures, tricks):
    key = opened(app, *BOB["three"], **NAP, **RESULT)
    page = phone.at(key)
    assert page.question == "Bob plays three. How did it go?"
    assert page.offers("tricks-taken", "made") == ["true", "false"]
    assert page.offers("tricks-taken", "tricks:Bob") == ["0", "1", "2", "3", "4", "5"]
    assert "+3 from each" in page.text and "−3 to each" in page.text
    phone.press("tricks-taken", field, value)
    assert {name: figure for name, (figure, _) in phone.page.whys.items()} == figures
    won = figures["Bob"] > 0
    assert phone.page.question == f"Three: Bob {'made' if won else 'lost'} it."
    phone.press("settled")
    assert phone.page.figures == figures
    assert replayed(app, key)["games"][0]["deals"][0]["tricks"] == tricks


def test_at_depth_result_one_entry_tells_all_bids(app, phone):
    page = phone.at(opened(app, **NAP, **RESULT))
    assert page.question == "Who bid highest, and what?"
    form = page.form("rest-declared")
    buttons = {button["value"]: button for button in form.select("button")}
    assert list(buttons) == ["two", "three", "four", "nap"]
    assert "Choose who bid highest" in phone.submit(form, buttons["three"]).alert
    phone.submit(form, buttons["three"], bidder="Dan")
    assert phone.follow().question == "Dan plays three. How did it go?"
    assert "All pass" in phone.at(opened(app, **NAP, **RESULT)).text


@pytest.mark.parametrize("more", [{"depth": "tricks"}, {**RESULT, "purchase": True}])
def test_bids_are_entered_one_by_one_under_some_house_rules(app, phone, more):
    page = phone.at(opened(app, **{**NAP, **more}))
    assert page.question == "What does Bob bid?"


def test_seven_cards_have_a_button_for_each_trick(app, phone):
    page = phone.at(opened(app, "Bob says six", *PASS[1:], **SEVEN, **RESULT))
    assert page.offers("tricks-taken", "tricks:Bob") == [str(n) for n in range(8)]
    assert "+18 from each" in page.text and "−9 to each" in page.text


def test_a_settlement_explains_each_payment(app, phone):
    """Bob makes nap: 10 from each of three players, and the 3 chips that the cards cost."""
    before = ("Bob says nap buys 2", "Cat says pass buys 1", *PASS[2:])
    key = opened(app, *before, "made", **BUYS, **RESULT)
    page = phone.at(key)
    figure, why = page.whys["Bob"]
    assert figure == 31 and "Bob made nap: 10 from each player." in why
    assert "takes the pool: 3" in why
    assert page.whys["Pool"][0] == 0 and "was 3" in page.text
    phone.press("settled")
    assert phone.page.figures == {"Bob": 31, "Cat": -11, "Dan": -10, "Ann": -10}
    assert lines(app, key) == [
        ("Bob", "pool", 2), ("Cat", "pool", 1), ("Cat", "Bob", 10), ("Dan", "Bob", 10),
        ("Ann", "Bob", 10), ("pool", "Bob", 3),
    ]  # fmt: skip


# Settled early


def test_a_decided_deal_can_be_settled_at_once(app, phone):
    key = opened(app, *BOB["three"], "won Bob Bob", **NAP, **TRICKS)
    assert "Settle now" not in phone.at(key).text
    phone.press("trick-won", "player", "Bob")
    assert "Settle now Three is made" in phone.page.text
    phone.get(f"/e/{key}/settle")
    assert {name: figure for name, (figure, _) in phone.page.whys.items()} == {
        "Bob": 9, "Cat": -3, "Dan": -3, "Ann": -3,
    }  # fmt: skip
    assert phone.length(key) == 8  # showing the page adds no entry
    phone.press("settled")
    assert phone.page.figures == {"Bob": 9, "Cat": -3, "Dan": -3, "Ann": -3}


# Cards


def test_the_first_card_makes_trumps_on_the_table(app, phone):
    key = opened(app, *BOB["two"], **NAP)
    state = phone.at(key).soup.select_one("#state")
    assert "No trump yet" in state.text
    phone.press("played", "piece", "9H")
    assert "hearts" in phone.page.soup.select_one("#state").text
    key = opened(app, *BOB["misery"], **EVERY)
    assert "There are no trumps." in phone.at(key).text
    phone.press("played", "piece", "9H")
    assert "No trumps" in phone.page.soup.select_one("#state").text


# Afterwards


def test_the_page_of_a_deal_shows_bids_and_result(app, phone):
    key = opened(app, "Bob says nap buys 2", *PASS[1:], "Bob peeps", "lost", "settled",
                 **{**PEEP, **RESULT})  # fmt: skip
    page = phone.get(f"/e/{key}/deals/1")
    for words in (
        "Bob bids nap, buys 2 first",
        "Cat passes",
        "Bob exchanges a card with the top of the pack",
        "The contract was lost; the tricks were not counted.",
        "pool 2",
    ):
        assert words in page.text


def test_who_bid_is_corrected_in_a_settled_deal(app, phone):
    key = opened(app, RestDeclared("pass", {"Bob": "three"}), "made", "settled", **NAP, **RESULT)
    phone.get(f"/e/{key}/amend/2")
    (right,) = (
        button
        for button in phone.page.soup.select("form button")
        if '"except":{"Dan":"three"}' in button.get("value", "")
    )
    phone.submit(right.closest("form"), right)
    phone.submit(phone.page.form("rest-declared"))
    assert phone.at(key).figures == {"Dan": 9, "Bob": -3, "Cat": -3, "Ann": -3}


@pytest.mark.parametrize(
    ("told", "depth", "number", "bid", "says_what"),
    [
        ("won Bob Bob Bob; settled", "tricks", 2, "Bob four",
         "when entry 9 settles the deal. Undo that entry, make the correction"),
        ("won Bob Bob Bob; settled; Cat says pass", "tricks", 2, "Bob four",
         "Undo back to that entry, make the correction, and enter the tricks that are missing. Or leave it"),
        ("made; settled", "result", 2, "Bob pass",
         "everyone has passed, but entry 6 says how the contract went"),
        ("taken Bob 3; settled", "result", 3, "Cat four",
         "Entry 6 would no longer be possible: Cat plays the contract"),
    ],
    ids=["tricks missing", "played on", "all passed", "tricks of another"],
)  # fmt: skip
def test_a_correction_refused_because_of_the_result_says_what_to_do(
    app, phone, told, depth, number, bid, says_what
):
    player, choice = bid.split()
    key = opened(app, *BOB["three"], *told.split("; "), **NAP, depth=depth)
    by = {"kind": "declared", "player": player, "choice": choice}
    fields = {"entry": json.dumps(by), "after": phone.length(key), "entry_id": "corrects-1"}
    page = phone.post(f"/e/{key}/amend/{number}", fields)
    assert page.status == 422 and says_what in page.text and "Who won" not in page.alert


def test_a_corrected_bid_keeps_its_purchase(app, phone):
    key = opened(app, "Bob says nap buys 2", "Cat says pass", **BUYS)
    page = phone.get(f"/e/{key}/amend/2")
    assert [box["value"] for box in page.soup.select('input[name="draws"][checked]')] == ["2"]
    phone.submit(*phone.find("declared", "choice", "two"))
    phone.submit(phone.page.form("declared"))
    (entry,) = (e for e in phone.record(key)["entries"] if e["kind"] == "amended")
    assert entry["by"] == {"kind": "declared", "player": "Bob", "choice": "two", "draws": 2}
    assert phone.at(key).pool == 2
    # The default at the table is to buy nothing.
    page = phone.at(opened(app, "Bob says two buys 2", **BUYS))
    assert [box["value"] for box in page.soup.select('input[name="draws"][checked]')] == ["0"]


def test_a_short_pack_limits_the_number_of_players(phone):
    page = phone.get("/rules/napoleon?pack=24")
    assert "For 2 to 4 players." in page.text and "2 to 4 players are dealt in" in page.text
    assert "2 to 6" not in page.text
