"""A whole evening by plain forms, and the fragments that htmx gets."""

import json
import re

import pytest

from companion.games import GAMES
from companion.wording.games import game_title
from tests.web import played
from tests.web.table import HTMX, Page, Phone, opened, replayed


def play_tricks(phone, winners):
    for winner in winners.split():
        phone.press("trick-won", "player", winner)


def play_the_deal(phone):
    phone.press("turned-up", "piece", played.TURN_UP)
    for player in played.SEATS:
        assert player in phone.page.question
        phone.press("declared", "choice", "play")
    for trick in played.PLAYS:
        for player, piece, *suit in trick:
            assert player in phone.page.question
            leads = (player, piece, *suit) == trick[0]
            phone.press("played", "piece", f"{piece}/{suit[0]}" if leads and suit else piece)


def test_a_deal_at_plays(app, phone):
    phone.sit_down(played.SEATS, dealer="4")
    play_the_deal(phone)
    whys = phone.page.whys
    assert {name: whys[name][0] for name in played.BALANCES} == played.BALANCES
    assert all(reasons for _, reasons in whys.values())
    assert "25" in whys["Ann"][1]
    phone.press("settled")
    assert phone.page.figures == played.BALANCES
    (deal,) = replayed(app, phone.key)["games"][0]["deals"]
    assert deal["carried"] == played.CARRIED
    assert deal["tricks"] == {"Ann": 0, "Bob": 1, "Cat": 2, "Dan": 2}


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_deal_at_result(app, phone, number):
    phone.sit_down(played.SEATS[:number], depth="result", scoring="chips")
    phone.press("turned-up", "piece", "0")
    for _ in range(number):
        phone.press("declared", "choice", "play")
    # Bob is eldest, because Ann deals. Two players have a button for each split of the tricks.
    if number == 2:
        phone.press("tricks-taken", "tricks:Bob", "3")
    else:
        phone.press("tricks-taken", **{"tricks:Bob": "3", "tricks:Ann": "2"})
    phone.press("settled")
    (deal,) = replayed(app, phone.key)["games"][0]["deals"]
    taken = {name: number for name, number in deal["tricks"].items() if number}
    assert taken == {"Bob": 3, "Ann": 2}
    assert deal["looed"] == list(played.SEATS[2:number])


def test_a_whole_deal_on_one_screen(app, phone):
    phone.sit_down(played.SEATS, "three-card-loo", depth="result")
    page = phone.page
    assert page.question == "Who was in, with how many tricks?"
    boxes = [(box["name"], box["value"]) for box in page.form("tricks-taken").select("input")]
    for name in played.SEATS:
        rows = [value for field, value in boxes if field == f"tricks:{name}"]
        assert rows == ["", "0", "1", "2", "3"]
    beside = {name: [v for f, v in boxes if f == f"declared:{name}"] for name in played.SEATS}
    spare = {name: ["", "miss"] for name in played.SEATS[1:]}
    assert beside == {"Ann": ["", "miss", "for-the-pool"], **spare}
    fill = {"tricks:Bob": "2", "tricks:Cat": "1", "declared:Dan": "miss"}
    # A refusal keeps what was filled in.
    refused = phone.press("tricks-taken", **fill)
    assert "Dan cannot be both in and out" in refused.alert
    kept = dict(refused.filled(refused.form("tricks-taken")))
    assert {name: kept[name] for name in (*fill, "tricks:Dan")} == {**fill, "tricks:Dan": ""}
    assert "Dan 1" in phone.press("tricks-taken", **fill, **{"tricks:Dan": "1"}).alert
    phone.press("tricks-taken", **fill, **{"tricks:Dan": "0"})
    figures = {name: figure for name, (figure, _) in phone.page.whys.items()}
    assert (figures["Bob"], figures["Cat"], figures["Dan"]) == (2, 1, -3)
    phone.press("settled")
    # Players are out by default.
    phone.press("tricks-taken")
    assert phone.page.question == "Bob takes everything without playing."


def test_a_rounce_game_to_its_end(app, phone):
    phone.sit_down(("Ann", "Bob"), "domino-rounce", depth="tricks")
    assert phone.page.pool is None
    for deal in range(20):
        phone.press("turned-up", "piece", "3")
        for choice in ("miss", "play"):
            phone.press("declared", "choice", choice)
        play_tricks(phone, "Ann Ann Ann Ann Bob" if deal % 2 else "Ann Ann Ann Bob Bob")
        phone.press("settled")
        if f"/e/{phone.key}/close" in phone.page.links:
            break
    else:
        pytest.fail("nobody won")
    assert "Ann" in phone.page.question
    (game,) = replayed(app, phone.key)["games"]
    assert game["winner"] == "Ann"
    assert phone.page.figures == game["scores"]


def test_everything_else_by_plain_forms(app, phone):
    phone.sit_down(("Ann", "Bob", "Cat"), depth="plays")
    key = phone.key

    def more():
        phone.get(f"/e/{key}/more")

    phone.press("turned-up", "piece", "6-3")
    phone.press("undone")
    phone.press("turned-up", "piece", "6-2")
    more()
    phone.press("misdealt", reason="A tile fell.")
    phone.get(f"/e/{key}/settings")
    phone.press("depth-changed", depth="result")
    more()
    phone.press("sat-out", "player", "Cat")
    assert "Cat" in phone.page.people
    more()
    phone.press("sat-in", "player", "Cat")
    more()
    phone.press("joined", player="  Dan ", left_of="Ann")
    assert list(phone.page.people) == ["Ann", "Dan", "Bob", "Cat"]
    more()
    phone.press("left", "player", "Bob")
    assert "Bob" not in phone.page.people
    more()
    assert "Ann would deal next" in phone.page.text
    with pytest.raises(AssertionError, match="no button"):
        phone.find("dealer-set", "player", "Ann")
    phone.press("dealer-set", "player", "Cat")
    phone.press("turned-up", "piece", "6")
    for choice in ("play", "play", "play"):
        phone.press("declared", "choice", choice)
    more()
    phone.press("revoked", player="Dan", trick="2")
    phone.press("tricks-taken", **{"tricks:Cat": "5"})
    assert "Dan" in phone.page.text and "revoke" in phone.page.text
    phone.press("settled")
    phone.get(f"/e/{key}/game")
    phone.press("game-ended")
    ended = replayed(app, key)["games"][0]
    assert ended["pool"] == 0 and sum(ended["balances"].values()) == 0
    assert phone.page.figures == {n: ended["balances"][n] for n in phone.page.figures}

    phone.get(f"/e/{key}/game")
    assert [v for n, v in phone.page.filled(phone.page.form()) if n == "seat"][:3] == [
        "Ann",
        "Dan",
        "Cat",
    ]
    phone.do("open", game="domino-rounce", depth="tricks", dealer="3")
    assert [g["game"] for g in replayed(app, key)["games"]] == ["domino-loo", "domino-rounce"]
    phone.get(f"/e/{key}/close")
    phone.press("evening-closed")
    assert phone.url == f"/e/{key}/deals" and set(phone.page.kinds()) <= {
        "noted",
        "paid",
        "undone",
        "worth-set",
    }
    # The table of a closed evening leads to its results, and undoing the closing back to the table.
    phone.at(key)
    assert phone.url == f"/e/{key}/deals"
    assert phone.press("undone").question and phone.url == f"/e/{key}"
    phone.get(f"/e/{key}/close")
    phone.press("evening-closed")
    phone.get("/")
    assert f"/e/{key}" not in phone.page.links
    phone.get("/history")
    assert any(key in link for link in phone.page.links)


def test_settling_at_once(app, phone):
    said = ("up 6", "Bob in", "Cat in", "Ann in", "revoked Cat")
    key = opened(app, *said, seats="Ann Bob Cat", depth="tricks")
    phone.at(key)
    (link,) = [link for link in phone.page.links if link.endswith("/settle")]
    phone.get(link)
    assert phone.page.whys["Cat"][0] == -25  # her stake and the pool
    assert phone.length(key) == 6
    phone.press("settled")
    assert replayed(app, key)["games"][0]["deals"][0]["carried"] == 20


@pytest.mark.parametrize(
    ("phrase", "says"), [("up 6-3", "The deal is not decided yet"), ("ended", "The game has ended")]
)
def test_settling_at_once_is_refused(app, phone, phrase, says):
    key = opened(app, phrase)
    phone.get(f"/e/{key}/settle")
    assert phone.url == f"/e/{key}" and says in phone.page.alert


def test_a_play_is_corrected(app, phone):
    phone.sit_down(played.SEATS, dealer="4")
    phone.press("turned-up", "piece", played.TURN_UP)
    for _ in played.SEATS:
        phone.press("declared", "choice", "play")
    phone.press("played", "piece", "4-2/2")
    phone.press("played", "piece", "2-1")
    phone.get(f"{phone.table}/correct/8")
    assert "Ann" not in phone.page.heading and "Bob" in phone.page.heading
    phone.press("played", "piece", "6-2")
    assert [said["kind"] for said in phone.record(phone.key)["entries"]][-1] == "amended"
    # An undone entry cannot be corrected.
    for number in (1, 3, 99):
        phone.get(f"{phone.table}/correct/{number}")
        assert phone.url == phone.table and phone.page.alert


def test_htmx_gets_fragments(app, phone):
    key = opened(app)
    page = phone.say(key, {"kind": "turned-up", "piece": "6-3"}, **HTMX)
    assert page.status == 200
    assert not page.is_whole
    assert {"state", "entry", "question"} <= page.ids
    assert "declared" in page.kinds()
    # A refusal goes to the alert box.
    page = phone.say(key, {"kind": "turned-up", "piece": "6-3"}, **HTMX)
    assert page.status == 422 and page.headers["HX-Retarget"] == "#problem"
    assert "state" not in page.ids and page.text
    # A late entry gets the new state.
    page = phone.say(key, {"kind": "declared", "player": "Bob", "choice": "play"}, after=1, **HTMX)
    assert page.status == 409 and {"state", "entry"} <= page.ids and page.alert
    # The fragment equals that part of the page.
    assert page.people == phone.at(key).people
    page = Page(phone.client.get("/nothing", **HTMX))
    assert page.status == 404 and page.text and not page.is_whole


def test_one_tap_settles_the_deal_and_asks_who_plays_the_next(app, phone):
    key = opened(app, "up 6-3", "Bob out", "Cat out", "Dan out")
    for leaves, leads in (("players", "/more"), ("another", "/game")):
        page = phone.get(f"/e/{key}/more")
        phone.submit(page.soup.select_one(f'form:has(input[name="leaves"][value="{leaves}"])'))
        phone.follow()
        assert phone.url.partition("?")[0] == f"/e/{key}{leads}"
        assert phone.page.soup.select_one("#players[open]" if leads == "/more" else "#game-form")
        phone.at(key)
        phone.press("undone")


def test_the_menu_names_nobody_who_revoked(app, phone):
    key = opened(app, "up 6-3", "Bob in", "Cat in", "Dan out", "Ann in")
    page = phone.get(f"/e/{key}/more")
    phone.submit(page.form("revoked"))
    assert phone.page.status == 422 and "revoked" not in str(phone.record(key)["entries"])


def test_history_is_newest_first(app, phone):
    record = {"format": "companion-evening", "version": 1}
    start = phone.sit_down(("Ann", "Bob"), name="Tonight") and phone.record(phone.key)["entries"]
    for name, day in (("Middle", "2025-03-02"), ("Oldest", "2019-01-01"), ("Newer", "2025-03-03")):
        told = {**record, "name": name, "opened_at": f"{day}T20:00:00Z", "entries": start}
        assert phone.import_record(json.dumps(told).encode()).status == 303
        assert f"Imported: {name}." in phone.follow().text
    phone.get("/history")
    places = [phone.page.text.index(name) for name in ("Tonight", "Newer", "Middle", "Oldest")]
    assert places == sorted(places)


def test_evenings_with_one_name_and_day_show_game_and_time(phone):
    record = {"format": "companion-evening", "version": 1, "name": "Friday"}
    for hour, game in (("18", "domino-loo"), ("21", "coon-can")):
        start = {"kind": "game-started", "game": game, "seats": ["Ann", "Bob"], "dealer": "Ann"}
        entries = [{**start, "depth": "result"}]
        told = {**record, "opened_at": f"2026-11-20T{hour}:15:00Z", "entries": entries}
        assert phone.import_record(json.dumps(told).encode()).status == 303
    for url in ("/", "/history"):
        found = [line.words for line in phone.get(url).soup.select("main a")]
        newest, first = (line for line in found if "Friday" in line)
        assert game_title(GAMES["coon-can"]) in newest and "Domino Loo" in first
        assert re.search(r"\d\d:15", first)


def test_a_device_sees_its_own_evenings(app, phone, other):
    phone.sit_down(("Ann", "Bob"), name="Ours")
    key = phone.key
    for url in ("/", "/history"):
        assert "Ours" in phone.get(url).text
        assert "Ours" not in other.get(url).text
    # Opening the link joins the table.
    other.at(key)
    assert "Ours" in other.get("/history").text
    assert "Ours" not in Phone(app).get("/history").text


def test_names_of_earlier_evenings_are_offered(app, phone, other):
    phone.sit_down(("Ann", "Bob"))
    phone.get("/evenings/new")
    offered = [b["value"] for b in phone.page.form().select("button") if b.get("name") == "do"]
    assert {"add:Ann", "add:Bob"} <= set(offered)
    phone.do("add:Bob")
    offered = [b["value"] for b in phone.page.form().select("button") if b.get("name") == "do"]
    assert "add:Bob" not in offered and "add:Ann" in offered
    other.get("/evenings/new")
    assert "Ann" not in other.page.text


def test_the_next_game_matches_names_of_known_players(app, phone):
    key = opened(app, seats="Ann Bob", depth="tricks")
    phone.get(f"/e/{key}/game")
    phone.do("open", seat=["ann", "Bob"], dealer="1")
    assert phone.page.status == 422 and "Ann" in phone.page.alert
    phone.do("open", seat=["Ann", "Bob", "Eve"], dealer="3")
    assert "Eve" in phone.page.people


def test_the_next_game_from_an_old_page(app, phone, other):
    key = opened(app, seats="Ann Bob", depth="tricks")
    phone.get(f"/e/{key}/game")
    other.at(key)
    other.press("turned-up", "piece", "6")
    phone.do("open", dealer="1")
    assert phone.url == f"/e/{key}" and phone.page.alert
    assert phone.length(key) == 2
    # It is refused during a deal.
    phone.get(f"/e/{key}/game")
    phone.do("open", dealer="1")
    assert phone.page.status == 422 and phone.page.alert
    assert phone.length(key) == 2


def test_the_third_loo_in_a_row_is_told_once(app, phone):
    deal = ("up H", "Bob in", "Cat in", "Ann in", "won Bob Bob Bob", "settled")
    game = {"game": "three-card-loo", "depth": "tricks", "seats": "Ann Bob Cat", "dealer": "Ann"}
    second = ("up H", "Cat in", "Ann in", "Bob in", *deal[4:])
    third = ("up H", "Ann in", "Bob in", "Cat in", *deal[4:])
    assert "no limit" not in phone.at(opened(app, *deal, *second, **game)).text
    page = phone.at(opened(app, *deal, *second, *third, **game))
    assert "Three deals in a row ended with a loo, and the pool has no limit." in page.text
    rules = f"{phone.table}/game#fold-rules"
    assert rules in page.links
    page = phone.at(opened(app, *deal, *second, *third, *deal, **game))
    assert "no limit" not in page.text and rules not in page.links
    limited = {**game, "loo": "capped", "loo_chips": 20}
    assert "no limit" not in phone.at(opened(app, *deal, *second, *third, **limited)).text
