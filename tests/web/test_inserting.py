"""What is inserted afterwards: a forgotten deal, who dealt, a revoke."""

import json
from random import Random

import pytest

from companion.games import GAMES
from tests.web.table import Phone, device_of, opened, replayed
from tests.web.test_amend import (
    FIRST,
    FIVE,
    FLUSH,
    SECOND,
    THIRD,
    TRICKS,
    compared,
    confirm,
    newest,
)
from tests.web.test_log import log, row, words
from tests.web.test_rummy import enter, hands, press, tick

SHARED = {"tricks:Ann": "2", "tricks:Bob": "1", "tricks:Cat": "1", "tricks:Dan": "1"}
"""The forgotten deal: nobody is looed."""
SHARED_CHANGES = {
    # Deal 1 leaves 50; Bob deals and adds 5: 11 a trick.
    "Deal 2": {
        "Dealer": ("–", "Bob"),
        "Pool": ("–", "55"),
        "Ann": ("–", "+22"),
        "Bob": ("–", "+6"),
        "Cat": ("–", "+11"),
        "Dan": ("–", "+11"),
        "Next pool": ("–", "0"),
    },
    # The pool is empty: four stakes of 5, and 5 more from Bob, who deals as entered. Dan takes all of it.
    "Deal 3": {
        "Pool": ("55", "25"),
        "Ann": ("−55 looed", "−30 looed"),
        "Bob": ("−60 looed", "−35 looed"),
        "Cat": ("0", "−5"),
        "Dan": ("+55", "+20"),
        "Next pool": ("110", "50"),
    },
    # Cat adds 5: 55, 11 a trick; Cat takes two.
    "Deal 4": {
        "Pool": ("115", "55"),
        "Ann": ("+23", "+11"),
        "Bob": ("+23", "+11"),
        "Cat": ("+41", "+17"),
        "Dan": ("+23", "+11"),
        "Next pool": ("0", "0"),
    },
    "Chips this evening": {
        "Ann": ("−32", "+3"),
        "Bob": ("−27", "−8"),
        "Cat": ("+11", "−7"),
        "Dan": ("+48", "+12"),
        "In the pool": ("0", "0"),
    },
}
SKAT = {"seats": "Ann Bob", "game": "other", "depth": "result", "counts": "chips"}
COON_CAN = {"seats": "Ann Bob Cat", "game": "coon-can", "depth": "result"}
AFTERWARDS = {"Ann": 3, "Bob": -8, "Cat": -7, "Dan": 12}


def three_deals(app, *more, **game):
    """The deals are the entries 2 to 12, 13 to 23 and 24 to 34."""
    return opened(app, *FIRST, *SECOND, *THIRD, *more, **TRICKS, **game)


def begin(phone, key, number, query=""):
    """Open the page that asks for a forgotten deal, told by its result unless the query says otherwise."""
    page = phone.get(f"/e/{key}/insert/{number}{query}")
    dealer = page.soup.select_one("#dealer option[selected]")
    if dealer is None:
        return page
    depth = "tricks" if "tricks" in query else "result"
    return phone.get(f"/e/{key}/insert/{number}?dealer={dealer.text}&depth={depth}")


def insert(phone, key, number, tricks=SHARED):
    """Tell a forgotten deal by its result, up to its preview."""
    begin(phone, key, number)
    return phone.submit(phone.page.form("tricks-taken"), **tricks)


def offered(page):
    """Return the places where something can be inserted, with the words of the link."""
    return {one["href"].rpartition("/")[2]: one.words for one in page.soup.select(".offer a")}


def balances(app, key):
    return replayed(app, key)["games"][0]["balances"]


# A forgotten deal


def test_a_forgotten_deal_is_told_by_its_result(app, phone):
    key = three_deals(app)
    here, revoke = "Insert a deal before this one, or change who dealt", "A revoke was found"
    assert offered(log(phone, key)) == dict.fromkeys(["2", "13", "24"], here) | dict.fromkeys(
        ["12", "23", "34"], revoke
    )
    page = begin(phone, key, 13)
    assert page.status == 200 and page.question == "Who was in, with how many tricks?"
    page = phone.submit(page.form("tricks-taken"), **SHARED)
    assert page.status == 200, page.text
    assert compared(page) == SHARED_CHANGES
    assert phone.length(key) == 34
    assert confirm(phone).status == 303
    assert newest(phone, key) == {
        "kind": "inserted",
        "before": 13,
        "entries": [
            {
                "kind": "tricks-taken",
                "declared": {},
                "tricks": {"Ann": 2, "Bob": 1, "Cat": 1, "Dan": 1},
            },
            {"kind": "settled"},
        ],
        "dealer": "Bob",
    }
    assert balances(app, key) == AFTERWARDS
    assert phone.page.headers["Location"].endswith(f"/e/{key}/log?entry=13#i13")
    assert "Saved." in phone.follow().text and "i13" in phone.page.ids


def test_an_answer_that_is_refused_loses_nothing(app, phone):
    key = three_deals(app)
    page = insert(phone, key, 13, {"tricks:Ann": "4", "tricks:Bob": "0"})
    assert page.status == 422 and "must add up to 5" in page.alert
    assert ("tricks:Ann", "4") in page.filled(page.form("tricks-taken"))
    assert phone.length(key) == 34


def back(phone):
    (form,) = [one for one in phone.page.soup.select("form") if one.select('[name="back"]')]
    return phone.submit(form)


def test_a_deal_of_tricks_with_another_dealer(app, phone):
    key = three_deals(app)
    begin(phone, key, 24, "?dealer=Dan&depth=tricks")
    phone.press("turned-up", "piece", "2")
    for player in ("Ann", "Bob", "Cat", "Dan"):
        phone.press("declared", "player", player)
    for winner in ("Ann", "Bob", "Bob", "Cat", "Dan"):
        assert phone.page.status == 200, phone.page.text
        phone.press("trick-won", "player", winner)
    # The last trick was Ann's, and not Dan's.
    assert back(phone).question == "Who won trick 5?"
    assert "Trick to Cat" in phone.page.text and "Trick to Dan" not in phone.page.text
    phone.press("trick-won", "player", "Ann")
    confirm(phone)
    inserted = newest(phone, key)
    assert inserted["dealer"] == "Dan" and len(inserted["entries"]) == 11
    deals = replayed(app, key)["games"][0]["deals"]
    # The deal after it keeps its dealer.
    assert [deal["dealer"] for deal in deals] == ["Ann", "Bob", "Dan", "Cat"]


def test_all_dropped_is_a_deal(app, phone):
    key = three_deals(app)
    begin(phone, key, 13, "?depth=tricks")
    phone.press("turned-up", "piece", "2")
    page = phone.press("rest-declared", "choice", "drop")
    assert page.status == 200 and "Bob" in compared(page)["Deal 2"]


def test_a_flush_wins_a_deal(app, phone):
    """Bob takes the pool of 5; Ann and Cat, who show neither flush nor Pam, pay 5 each into the next."""
    key = opened(app, "up 7H", "Bob in", "Cat in", "Ann in", **FIVE, depth="tricks")
    begin(phone, key, 2, "?depth=tricks&dealer=Ann")
    phone.press("turned-up", "piece", "H")
    for player in ("Bob", "Cat", "Ann"):
        phone.press("declared", "player", player)
    while "exchanged" in phone.page.kinds():
        phone.press("exchanged", "count", 0)
    phone.show_flush("Bob", *FLUSH)
    assert phone.page.question == "" and "Bob shows a flush" in phone.page.text
    page = phone.press("settled")
    deal = compared(page)["Deal 1"]
    assert deal["Bob"] == ("–", "+5") and deal["Next pool"] == ("–", "10")
    confirm(phone)
    assert len(replayed(app, key)["games"][0]["deals"]) == 1


def test_hands_left_are_a_deal(app, phone):
    deal = ("left Bob Ann=10 Cat=20", "settled")
    key = opened(app, *deal, *deal, **COON_CAN)
    page = begin(phone, key, 4)
    (button,) = page.soup.select('button[name="winner"][value="Cat"]')
    page = phone.submit(button.closest("form"), button)
    assert page.status == 200 and "Cat won." in page.heading
    page = press(phone, "tap", "Ann", Bob="7")
    assert page.status == 200 and "Which cards did Ann have left?" in page.heading
    tick(phone, "AS", "KS")
    assert hands(phone.page) == {"Ann": "AS KS", "Bob": "7"}
    page = enter(phone)
    # An ace is 11 and a king 10: Cat wins 21 and 7.
    assert compared(page)["Deal 2"]["Cat"] == ("–", "+28")
    confirm(phone)
    assert newest(phone, key)["entries"][0]["hands"] == {"Ann": ["AS", "KS"], "Bob": 7}


def test_a_deal_of_another_game_needs_no_dealer(app, phone):
    key = opened(app, "scored Ann=2 Bob=-2", "scored Ann=1 Bob=-1", **SKAT)
    page = phone.get(f"/e/{key}/insert/3")
    page = phone.submit(page.form("scored"), **{"score:Ann": "-5", "score:Bob": "5"})
    assert compared(page)["Deal 2"]["Ann"] == ("–", "−5")
    confirm(phone)
    assert balances(app, key) == {"Ann": -2, "Bob": 2}
    assert "dealer" not in newest(phone, key)


def test_before_the_end_of_a_game_in_a_closed_evening(app, phone):
    key = three_deals(app, "closed")
    page = log(phone, key)
    assert offered(page)["35"] == "Insert a deal before the end"
    page = insert(phone, key, 35)
    # Dan deals: 20 of stakes and 5 more are 25, 5 a trick.
    assert compared(page)["Deal 4"]["Ann"] == ("–", "+5")
    confirm(phone)
    assert len(replayed(app, key)["games"][0]["deals"]) == 4


def test_opened_again_the_log_shows_it_at_the_end(app, phone):
    key = three_deals(app, "closed")
    insert(phone, key, 35)
    confirm(phone)
    phone.say(key, {"kind": "amended", "entry": 35})
    page = log(phone, key)
    lines = list(row(page, 35).closest("ol").children)
    line = lines[lines.index(row(page, 35)) - 1]
    assert line.words == "36 Deal 4 Inserted: a deal, Dan dealt"


def test_a_later_deal_that_no_longer_holds_is_named(app, phone):
    """The forgotten deal would have ended the game."""
    race = {**SKAT, "counts": "points", "target": 10}
    key = opened(app, "scored Ann=3 Bob=0", "scored Ann=3 Bob=0", **race)
    page = phone.get(f"/e/{key}/insert/3")
    page = phone.submit(page.form("scored"), **{"score:Ann": "12", "score:Bob": "0"})
    assert page.status == 422 and "Entry 3" in page.alert
    assert f"/e/{key}/log?entry=3#e3" in page.links
    # One step back, the numbers can be put right.
    assert back(phone).question == "How many points did each get?"
    assert phone.length(key) == 3


@pytest.mark.parametrize("query", ["?depth=x", "?dealer=Zoe"])
def test_another_game_is_refused(app, phone, query):
    assert begin(phone, three_deals(app), 13, query).status == 422


@pytest.mark.parametrize("told", ["{", '{"kind": "settled"', "[]"])
def test_what_was_told_cannot_be_forged(app, phone, told):
    key = three_deals(app)
    assert phone.post(f"/e/{key}/insert/13", {"told": told}).status == 422
    assert phone.length(key) == 34


@pytest.mark.parametrize("number", [0, 1, 15, 35, 99])
def test_a_place_where_nothing_can_be_inserted(app, phone, number):
    key = three_deals(app)
    page = phone.get(f"/e/{key}/insert/{number}")
    assert page.heading == "Log" and "Nothing can be inserted there" in page.text


def answer(phone, rng):
    """Answer a question about a deal in one of its ways."""
    forms = [one for one in phone.page.soup.select("#entry form") if "/insert/" in one["action"]]
    buttons = [(form, button) for form in forms for button in form.select('button[name="entry"]')]
    for form in forms:
        if any(
            name == "kind" and value == "tricks-taken" for name, value in phone.page.filled(form)
        ):
            names = dict.fromkeys(one["name"] for one in form.select('[name^="tricks:"]'))
            most = max(int(one["value"] or 0) for one in form.select('[name^="tricks:"]'))
            told = dict.fromkeys(names, "0") | {rng.choice([*names]): str(most)}
            return phone.submit(form, **told)
    if not buttons:
        return answer_otherwise(phone, forms)
    return phone.submit(*rng.choice(buttons))


def answer_otherwise(phone, forms):
    """Answer with what has no button of its own: numbers, hands, a bid or cards to buy."""
    form = forms[0]
    if form.select('[name="winner"]'):
        phone.submit(form, form.select_one("button"))
        return enter(phone, **dict.fromkeys(hands(phone.page), "5"))
    if form.select('[name^="score:"]'):
        return phone.submit(form, **{one["name"]: "0" for one in form.select('[name^="score:"]')})
    return phone.submit(form, form.select("button")[-1])


@pytest.mark.parametrize("depth", ["result", "tricks"])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_asks_for_its_deals(app, phone, game, depth):
    if depth not in GAMES[game].recording.depths:
        return
    for seed in range(3):
        rng = Random(seed)
        key = opened(app, "closed", game=game, depth="result", seats="Ann Bob Cat Dan")
        page = begin(phone, key, 2, f"?depth={depth}")
        while page.heading != "This is what would change":
            assert page.status == 200, page.text
            page = answer(phone, rng)
        confirm(phone)
        assert len(replayed(app, key)["games"][0]["deals"]) == 1


def test_nothing_is_inserted_between_a_misdeal_and_its_new_deal(app, phone):
    """The stakes of the void deal stay with the deal that is dealt again."""
    key = opened(app, "up 6", "misdealt", *FIRST, **TRICKS)
    assert set(offered(log(phone, key))) == {"2", "14"}
    assert begin(phone, key, 4).heading == "Log"


# Who dealt


def test_who_dealt_is_put_right(app, phone):
    key = three_deals(app)
    phone.get(f"/e/{key}/insert/13")
    page = phone.press("dealer-set", "player", "Dan")
    # Declarations go round from the dealer: they no longer hold.
    assert page.status == 422 and f"/e/{key}/log?entry=14#e14" in page.links


def test_who_dealt_the_first_deal(app, phone):
    """Nothing was declared in turn: all deals after it move."""
    told = ("told Ann 2 Bob 1 Cat 1 Dan 1", "settled")
    key = opened(app, *told, *told, depth="result")
    phone.get(f"/e/{key}/insert/2")
    page = phone.press("dealer-set", "player", "Cat")
    assert compared(page)["Deal 1"]["Dealer"] == ("Ann", "Cat")
    assert compared(page)["Deal 2"]["Dealer"] == ("Bob", "Dan")
    assert "Ann deals now, not Cat" in page.text
    confirm(phone)
    inserted = {
        "kind": "inserted",
        "before": 2,
        "entries": [{"kind": "dealer-set", "player": "Cat"}],
    }
    assert newest(phone, key) == inserted
    page = log(phone, key, "?deal=1")
    assert row(page, 2).closest("ol").children[1].words == "6 Inserted: Cat dealt"


# A revoke found late


def test_a_revoke_is_found_after_the_next_deal(app, phone):
    """Ann, Cat and Dan get 8 of the 25 in the pool each, and Bob pays 25 into it: 26 stay."""
    key = three_deals(app)
    assert f"/e/{key}/insert/12" in phone.get(f"/e/{key}/deals/1").links
    page = begin(phone, key, 12)
    assert page.heading == "A revoke was found"
    page = phone.submit(page.form("revoked"), player="Bob", trick="2")
    found = compared(page)
    assert found["Deal 1"] == {
        "Ann": ("0", "−2"),
        "Bob": ("+10", "−30"),
        "Cat": ("−30 looed", "+3"),
        "Dan": ("−30 looed", "+3"),
        "Pool": ("25", "25"),
        "Next pool": ("50", "26"),
    }
    assert found["Deal 2"]["Pool"] == ("55", "31")
    confirm(phone)
    revoked = {"kind": "revoked", "player": "Bob", "trick": 2}
    assert newest(phone, key) == {"kind": "inserted", "before": 12, "entries": [revoked]}
    page = phone.get(f"/e/{key}/deals/1")
    assert "Entered afterwards: see entry 35" in page.text
    assert f"/e/{key}/log?entry=35#e35" in page.links
    # It stands before the settlement, with a link to the entry that inserted it.
    page = log(phone, key, "?deal=1")
    lines = list(row(page, 12).closest("ol").children)
    line = lines[lines.index(row(page, 12)) - 2]
    assert line.words.startswith("35 Inserted: Bob")
    assert line.select_one("a")["href"] == f"/e/{key}/log?entry=35#e35"
    assert words(page, 35).startswith("Before 12 : Inserted: Bob")


@pytest.mark.parametrize(
    ("deal", "game"),
    [(("left Bob Ann=10 Cat=20",), COON_CAN), (("up 6", "Bob out", "Cat out", "Dan out"), TRICKS)],
    ids=["melds", "all dropped"],
)
def test_a_revoke_needs_a_deal_that_can_have_one(app, phone, deal, game):
    key = opened(app, *deal, "settled", **game)
    settled = phone.length(key)
    assert set(offered(log(phone, key))) == {"2"}
    assert begin(phone, key, settled).heading == "Log"
    assert f"/e/{key}/insert/{settled}" not in phone.get(f"/e/{key}/deals/1").links


# The log, undo and taking out


def test_the_log_shows_an_inserted_deal_at_its_place(app, phone):
    key = three_deals(app)
    insert(phone, key, 13)
    confirm(phone)
    page = log(phone, key)
    titles = [one.words for one in page.soup.select(".log h2")]
    assert titles == ["After deal 4", "Deal 4", "Deal 3", "Deal 1"]
    line = page.soup.select(".log")[2].select_one("ol").children[0]
    assert line.words == "35 Deal 2 Inserted: a deal, Bob dealt"
    assert line.select_one("a")["href"] == f"/e/{key}/log?entry=35#e35"
    assert words(page, 35) == "Before 13 : Inserted: a deal, Bob dealt"
    # The page of the deal says so, and leads to the entry.
    page = phone.get(f"/e/{key}/deals/2")
    assert "Entered afterwards: see entry 35" in page.text
    page = log(phone, key, "?deal=2")
    assert row(page, 35).closest("details").has("open")


def test_it_is_undone_and_taken_out_as_a_whole(app, phone):
    key = three_deals(app)
    before = balances(app, key)
    insert(phone, key, 13)
    confirm(phone)
    phone.at(key)
    phone.press("undone")
    assert balances(app, key) == before
    page = log(phone, key)
    assert "undone" in words(page, 35) and "Undo of 35" in words(page, 36)
    insert(phone, key, 13)
    confirm(phone)
    page = phone.get(f"/e/{key}/amend/37")
    assert page.kinds() == ["amended"]
    page = phone.press("amended")
    assert compared(page)["Deal 2 deleted"]["Bob"] == ("+6", "–")
    confirm(phone)
    assert balances(app, key) == before
    # And put back.
    page = phone.get(f"/e/{key}/amend/37")
    assert "Restore: Inserted: a deal" in page.text
    phone.press("inserted")
    confirm(phone)
    assert balances(app, key) == AFTERWARDS


# Who may


def test_only_the_host_inserts(app, phone):
    key = three_deals(app)
    phone.at(key)
    guest = Phone(app)
    page = log(guest, key)
    assert offered(page) == {}
    assert f"/e/{key}/insert/12" not in guest.get(f"/e/{key}/deals/1").links
    assert begin(guest, key, 13).status == 403
    fields = {"kind": "dealer-set", "player": "Dan", "after": "34", "entry_id": "guest-entry"}
    assert guest.post(f"/e/{key}/insert/13", fields).status == 403
    assert guest.length(key) == 34


def refused_phone(app, key, who):
    """Return a phone that is not the host, with the key that it opens."""
    tables, guest = app.extensions["tables"], Phone(app)
    store, number = tables.access_store, tables.evenings.log.find(key).id
    if who == "watcher":
        key = store.rules(number).watch_key
    guest.at(key)
    if who == "own seat":
        store.set_rules(number, "own", False)
        store.name(device_of(guest), number, "", "Bob")
    if who == "removed":
        store.set_role(device_of(guest), number, "removed")
    return guest, key


@pytest.mark.parametrize("who", ["guest", "own seat", "removed", "watcher"])
def test_nobody_else_inserts_undoes_or_corrects(app, phone, who):
    host = three_deals(app)
    insert(phone, host, 13)
    confirm(phone)
    insertion = newest(phone, host)
    guest, key = refused_phone(app, host, who)
    again = {**insertion, "before": 24}
    for entry in (
        again,
        {"kind": "undone", "entry": 35},
        {"kind": "amended", "entry": 35},
        {"kind": "amended", "entry": 35, "by": again},
        {"kind": "amended", "entry": 34, "by": again},
    ):
        sent = {"entry": entry, "after": 35, "entry_id": "guest-entry-1", "sure": True}
        assert guest.client.post(f"/e/{key}/entries", json=sent).status_code == 403, entry
        form = {
            "entry": json.dumps(entry),
            "after": "35",
            "entry_id": "guest-entry-2",
            "sure": "true",
        }
        assert guest.post(f"/e/{key}/entries", form).status == 403, entry
    told = {"kind": "dealer-set", "player": "Dan", "after": "35", "entry_id": "guest-entry-3"}
    for page in ("insert/24", "amend/35"):
        assert guest.get(f"/e/{key}/{page}").status == 403
        assert guest.post(f"/e/{key}/{page}", told).status == 403
    page = log(guest, key)
    assert offered(page) == {} and f"/e/{key}/amend/35" not in page.links
    assert phone.length(host) == 35


def test_other_phones_are_told_of_an_insertion(app, phone):
    key = opened(app, *FIRST, "up 6", **TRICKS)
    phone.at(key)
    late = Phone(app)
    late.at(key)
    insert(phone, key, 2)
    confirm(phone)
    page = late.press("declared", "player", "Cat")
    assert page.status == 409 and "The latest entry: Inserted: a deal, Ann dealt." in page.alert


def test_a_second_look_does_not_keep_an_inserted_deal(app, phone):
    """The pool of the newest deal rises, and with it what the looed pay; the host may correct it at once."""
    key = opened(app, *FIRST, *SECOND[:-1], **TRICKS)
    insert(phone, key, 13)
    confirm(phone)
    phone.say(key, {"kind": "settled"})
    tables = app.extensions["tables"]
    tables.access_store.set_rules(tables.evenings.log.find(key).id, "all", True)
    phone.get(f"/e/{key}/amend/23")
    page = phone.press("amended")
    assert page.status == 200 and compared(page)["Deal 2"]["Ann"] == ("−30 looed", "−55 looed")
    assert confirm(phone).status == 303
    assert len(replayed(app, key)["games"][0]["deals"]) == 2


def test_an_evening_with_an_inserted_deal_is_not_thrown_away(app, phone):
    told = {
        "kind": "inserted",
        "before": 2,
        "entries": [{"kind": "scored", "scores": {"Ann": 1, "Bob": -1}}],
    }
    key = opened(app, "closed", **SKAT)
    assert phone.say(key, {"entry": json.dumps(told)}).status == 303
    phone.post(f"/e/{key}/throw-away", {})
    assert phone.length(key) == 3


def test_too_late_it_is_shown_again(app, phone):
    key = three_deals(app)
    insert(phone, key, 13)
    other = Phone(app)
    other.say(key, {"kind": "turned-up", "piece": "6"})
    page = confirm(phone)
    assert page.status == 409 and "The table has moved on" in page.alert
    assert compared(page)["Deal 2"]["Bob"] == ("–", "+6")
    assert confirm(phone).status == 303
    assert newest(phone, key)["kind"] == "inserted"
