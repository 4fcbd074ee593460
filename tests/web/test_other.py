"""The pages of a game that the companion does not know."""

from companion.evening.entries import EveningClosed
from tests.telling import started
from tests.web.table import Phone, opened


def test_all_who_are_level_win(app, phone):
    """To 10, 12 each: docs/rules.md 15."""
    key = opened(app, "scored Ann=12 Bob=12 Cat=3 Dan=0", game="other", depth="result", target=10)
    assert "Ann and Bob win the game." in phone.at(key).text
    key = opened(app, "scored Ann=12 Bob=9 Cat=3 Dan=0", game="other", depth="result", target=10)
    assert "Ann wins the game." in phone.at(key).text


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
    said = ("scored Ann=1 Bob=2 Cat=3", "settled", "scored Ann=1 Bob=2 Cat=3", "settled")
    for deals in (0, 1, 2):
        key = opened(app, *said[: 2 * deals], seats="Ann Bob Cat", game="other", depth="result")
        page = phone.at(key)
        assert rows(page) == ["Ann", "Bob", "Cat"]
        assert page.question == "Points of each player?"
    assert "Times dealt:" not in phone.get(f"/e/{key}/deals").text


def test_a_game_for_chips_asks_what_each_won_or_lost(app, phone):
    key = opened(app, seats="Ann Bob", game="other", depth="result", counts="chips")
    assert phone.at(key).question == "What did each player win or lose?"


def test_who_wins_and_the_end_are_seen_at_once(phone):
    """Nothing is folded around them, and the name is not counted as a changed house rule."""
    phone.get("/evenings/new?game=other")
    page = phone.do("row", **{"rule.name": "6 nimmt!"})
    shown = page.soup.select("#fold-rules > .house-rule > summary")
    assert [one.words for one in shown] == [
        "What is entered Points",
        "Who wins Most points",
        "The target none",
    ]
    assert page.soup.select_one("#fold-rules").name == "div" and "1 changed" not in page.text
