"""The pages of a game that the companion does not know."""

from companion.evening.entries import EveningClosed
from companion.rules.actions import Scored
from tests.telling import started
from tests.web.table import Phone, opened


def test_all_who_are_level_win(app, phone):
    """To 10, 12 each: docs/rules.md 15. The deal that reaches the target ends the game at once."""
    key = opened(app, "scored Ann=12 Bob=12 Cat=3 Dan=0", game="other", depth="result", target=10)
    assert (phone.at(key).heading, phone.at(key).question) == ("Game over", "Ann and Bob win.")
    key = opened(app, "scored Ann=12 Bob=9 Cat=3 Dan=0", game="other", depth="result", target=10)
    assert phone.at(key).question == "Ann wins."
    assert phone.press("undone").question == "How many points did each get?"


def test_play_again_names_the_game(app):
    began = started("Ann Bob", game="other", depth="result", name="Skat")
    log = app.extensions["tables"].evenings.log
    phone = Phone(app)
    phone.get(f"/e/{log.open_evening('Friday', [began, EveningClosed()], 'tests').key}")
    assert "Skat" in phone.get("/").soup.select_one('form[action$="/again"] button').text


def rows(page):
    return [one.words for one in page.soup.select(".score bdi")]


def test_the_players_keep_the_order_of_their_seats(app, phone):
    """No dealer is asked for or shown, so nothing would explain another order."""
    said = ("scored Ann=1 Bob=2 Cat=3", "scored Ann=1 Bob=2 Cat=3")
    for deals in (0, 1, 2):
        key = opened(app, *said[:deals], seats="Ann Bob Cat", game="other", depth="result")
        page = phone.at(key)
        assert rows(page) == ["Ann", "Bob", "Cat"]
        assert page.question == "How many points did each get?"
    assert "Times dealt:" not in phone.get(f"/e/{key}/deals").text


def test_a_game_for_chips_asks_what_each_won_or_lost(app, phone):
    key = opened(app, seats="Ann Bob", game="other", depth="result", counts="chips")
    assert phone.at(key).question == "What did each player win or lose?"


def test_the_page_of_a_deal_says_who_paid_whom(app, phone):
    chips = {"game": "other", "depth": "result", "counts": "chips"}
    key = opened(app, "scored Ann=5 Bob=-5", seats="Ann Bob", **chips)
    figure, why = phone.get(f"/e/{key}/deals/1").whys["Bob"]
    assert figure == -5 and "Bob" in why and "pays Ann" in phone.page.text


def test_who_wins_and_the_end_are_seen_at_once(phone):
    """Nothing is folded, and the name is not counted as a changed house rule."""
    phone.get("/evenings/new?game=other")
    page = phone.do("row", **{"rule.name": "6 nimmt!"})
    shown = page.soup.select_one("#fold-rules")
    assert not shown.select("details") and "1 changed" not in page.text
    assert [one.words for one in shown.select("legend, .field > span")] == [
        "What is entered",
        "Who wins",
        "The target The game ends after the deal in which a player reaches it."
        " Without one it ends when you end it.",
    ]
    target = shown.select_one('[name="rule.target.number"]')
    assert (target["value"], target["placeholder"]) == ("", "none")
    assert [one["value"] for one in shown.select("[checked]")] == ["points", "most"]


def test_who_wins_and_the_end_are_kept(phone):
    phone.get("/evenings/new?game=other")
    fields = {"rule.name": "6 nimmt!", "rule.wins": "fewest", "rule.target.number": "66"}
    page = phone.do("rules", seat=["Bo", "Ada"], **fields)
    assert [one["value"] for one in page.soup.select("#fold-rules [checked]")] == [
        "points",
        "fewest",
    ]
    page = phone.do("open", **fields)
    assert page.terms == "Fewest points win. To 66."
    page = phone.get(f"{phone.table}/game")
    assert page.soup.select_one('[name="rule.target.number"]')["value"] == "66"
    wrong = phone.do("open", **{"rule.target.number": "soon"})
    assert wrong.soup.select_one("#rule-target").get("aria-invalid") == "true"


def test_chips_have_neither_a_winner_nor_a_target(phone):
    phone.get("/evenings/new?game=other")
    page = phone.do("rules", **{"rule.name": "Poker", "rule.counts": "chips"})
    assert [one.words for one in page.soup.select("#fold-rules legend, #fold-rules span")] == [
        "What is entered"
    ]


def test_the_next_deal_is_there_at_once(app, phone):
    """The settlement is a line, the best first, and one undo takes it back."""
    key = opened(app, seats="Ute Kai Max", game="other", depth="result")
    phone.at(key)
    page = phone.press("scored", **{"score:Ute": "", "score:Kai": "-5", "score:Max": "48"})
    assert page.heading == "Deal 2"
    assert page.soup.select_one(".notice").words == "Deal 1: Max +48, Ute 0, Kai −5."
    assert [one.words for one in page.soup.select(".score .num")] == ["0", "−5", "48"]
    assert "Ute 0, Kai −5 and Max +48" in page.soup.select_one(".undo").words
    page = phone.press("undone")
    assert (page.heading, len(page.soup.select(".notice"))) == ("Deal 1", 0)


def test_who_leads_without_a_target_wins_at_the_close(app, phone):
    key = opened(
        app,
        Scored({"Ute": 0, "Kai": 9, "Max": 4}),
        seats="Ute Kai Max",
        game="other",
        depth="result",
    )
    assert "Nobody has won" not in phone.get(f"/e/{key}/close").text
    phone.press("evening-closed")
    assert "Kai" in phone.page.soup.select_one(".winner h2").words


def test_a_form_without_any_number_is_no_deal(app, phone):
    key = opened(app, seats="Ute Kai Max", game="other", depth="result")
    phone.at(key)
    blank = {"score:Ute": "", "score:Kai": " ", "score:Max": ""}
    assert "Enter a number for Kai" in phone.press("scored", **blank).text
    assert phone.at(key).heading == "Deal 1"
    assert phone.press("scored", **{**blank, "score:Max": "0"}).heading == "Deal 2"


def test_the_display_shows_what_the_last_deal_was_worth(app, phone):
    """And no dealer, as nobody is asked who deals."""
    key = opened(app, "scored Ute=3 Kai=-2", seats="Ute Kai", game="other", depth="result")
    rows = [row.words for row in phone.get(f"/e/{key}/display").soup.select(".standing li")]
    assert rows == ["Ute +3 now 3", "Kai −2 now −2"]
    phone.get(f"/e/{key}/close")
    phone.press("evening-closed")
    rows = [row.words for row in phone.get(f"/e/{key}/display").soup.select(".standing li")]
    assert rows == ["Ute won 3", "Kai −2"]  # as on the table after a game


def test_no_page_names_a_dealer_where_nobody_is_asked_for_one(app, phone):
    key = opened(app, "scored Ute=3 Kai=-2", seats="Ute Kai", game="other", depth="result")
    for path in ("", "/log", "/deals", "/deals/1"):
        page = phone.get(f"/e/{key}{path}").soup.select_one("main").words
        assert "Ute deals" not in page and "Kai deals" not in page


def test_the_fewest_points_are_first_in_the_line(app, phone):
    fewest = {"game": "other", "depth": "result", "wins": "fewest"}
    key = opened(app, "scored Ute=3 Kai=0 Max=3", seats="Ute Kai Max", **fewest)
    assert "Deal 1: Kai 0, Ute +3, Max +3." in phone.at(key).text


def test_whoever_records_takes_back_one_deal(app, phone):
    """Earlier ones are the host's, as where a deal is settled by a tap (docs/rules.md 10)."""
    one = "scored Ann=1 Bob=2"
    key = opened(app, one, one, one, seats="Ann Bob", game="other", depth="result")
    assert Phone(app).at(key).status == 200  # the host's
    assert phone.at(key).heading == "Deal 4"
    page = phone.press("undone")
    assert page.heading == "Deal 3" and "undone" not in page.kinds()
    assert Phone(app).say(key, {"kind": "undone", "entry": 3}).status == 403


def test_a_program_takes_back_what_it_settled_and_the_numbers(app, phone):
    """Two entries, but one deal: it needs no host."""
    key = opened(app, "scored Ann=1 Bob=2", seats="Ann Bob", game="other", depth="result")
    assert Phone(app).at(key).status == 200  # the host's
    phone.at(key)
    phone.say(key, {"kind": "settled"})
    for number in (3, 2):
        assert phone.say(key, {"kind": "undone", "entry": number}).status == 303
    assert phone.at(key).heading == "Deal 1"


def test_a_program_sees_the_next_deal(app, phone):
    key = opened(app, "scored Ann=1 Bob=2", seats="Ann Bob", game="other", depth="result")
    state = phone.client.get(f"/e/{key}/state.json").get_json()
    assert (state["deal"], state["question"]["kind"], state["settlement"]) == (2, "scored", None)
    assert [one["figure"] for one in state["players"]] == [1, 2]
    # A program can still settle it, as an old one does, and gets the same table.
    assert {"kind": "settled"} in state["options"]
    phone.say(key, {"kind": "settled"})
    after = phone.client.get(f"/e/{key}/state.json").get_json()
    assert after["players"] == state["players"] and after["deal"] == 2
    assert "settled" not in [one["kind"] for one in after["options"]]


def test_nothing_waits_for_a_second_phone(app, phone):
    key = opened(app, "scored Ann=1 Bob=2", seats="Ann Bob", game="other", depth="result", target=2)
    tables = app.extensions["tables"]
    tables.access_store.set_rules(tables.evenings.log.find(key).id, "all", True)
    assert phone.at(key).question == "Bob wins."


def test_the_last_deal_counts_everywhere(app, phone):
    """The page of the evening, of its deal, the spreadsheet, the results and the closing."""
    key = opened(app, "scored Ann=1 Bob=2", seats="Ann Bob", game="other", depth="result")
    assert "Bob is ahead at Another game" in phone.get(f"/e/{key}/deals").text
    assert phone.get(f"/e/{key}/deals/1").status == 200
    assert b"Bob" in phone.client.get(f"/e/{key}/deals.csv").data
    assert phone.client.get(f"/e/{key}/replay.json").get_json()["games"][0]["scores"]["Bob"] == 2
    phone.get(f"/e/{key}/close")
    assert "Bob won" in phone.press("evening-closed").text
