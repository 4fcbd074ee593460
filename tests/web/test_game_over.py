"""The table after a game: everybody ranked, and the same again with one tap."""

from tests.telling import started
from tests.web import played
from tests.web.table import Phone, opened
from tests.web.test_pages import CARD_STATES, STATES

OTHER = {"game": "other", "depth": "result"}


def standings(page, place=0):
    """Return a table's rows from the top: name, note and figure."""
    rows = page.soup.select("main table")[place].select("tbody tr")
    return [row.words for row in rows]


def again(page):
    return page.soup.select_one("#entry .primary").words


def test_the_best_is_first_and_those_who_left_last(app, phone):
    key = opened(app, "scored Ann=3 Bob=9 Cat=9 Dan=12 Eve=-4", "Dan leaves", "ended",
                 seats="Ann Bob Cat Dan Eve", **OTHER)  # fmt: skip
    page = phone.at(key)
    assert standings(page) == ["Bob won 9", "Cat won 9", "Ann 3", "Eve −4", "Dan left 12"]
    assert [one.select_one("bdi").words for one in page.soup.select(".best")] == ["Bob", "Cat"]
    assert len(page.soup.select("main table .face")) == 5


def test_with_the_fewest_points_one_is_first(app, phone):
    """6 nimmt! to 66."""
    key = opened(app, "scored Bo=0 Ada=12 Cy=70 Di=5 Ed=9", seats="Bo Ada Cy Di Ed", wins="fewest",
                 target=66, **OTHER)  # fmt: skip
    assert standings(phone.at(key)) == ["Bo won 0", "Di 5", "Ed 9", "Ada 12", "Cy 70"]


def test_who_reaches_the_goal_of_rounce_is_first(app, phone):
    phrases, game = STATES["won"]
    assert standings(phone.at(opened(app, *phrases, **game)))[0].startswith("Bob won")


def test_a_winner_who_has_left_is_first(app, phone):
    """Of three who play ramset to the last, Cat reaches the goal and goes home, then Ann does."""
    key = opened(app, "up H", "rest drop except Cat in Bob in", "won Cat Cat Cat Cat Cat",
                 "settled", "Cat leaves", "Ann leaves", "ended",
                 game="ramset", depth="tricks", seats="Ann Bob Cat", target=5, ends="last")  # fmt: skip
    assert standings(phone.at(key)) == ["Cat won 5", "Bob 0", "Ann left 0"]


def test_those_who_are_level_are_all_the_best(app, phone):
    key = opened(app, "scored Ann=9 Bob=9 Cat=9 Dan=-27", "Ann leaves", "ended",
                 seats="Ann Bob Cat Dan", counts="chips", **OTHER)  # fmt: skip
    page = phone.at(key)
    assert [one.select_one("bdi").words for one in page.soup.select(".best")] == ["Bob", "Cat"]


def test_chips_are_ranked_over_the_game_and_the_evening(app, phone):
    phrases, game = CARD_STATES["cards, ended"]
    second = started("Ann Bob Cat Dan Eve", "other", "result", name="Skat", counts="chips")
    key = opened(app, *phrases, second, "scored Ann=-9 Bob=0 Cat=9 Dan=0 Eve=0", "ended", **game)
    page = phone.at(key)
    assert standings(page) == ["Cat +9", "Bob 0", "Dan 0", "Eve 0", "Ann −9"]
    whole = [row.split()[0] for row in standings(page, 1)]
    chips = app.extensions["tables"].evenings
    balances = chips.evening(chips.log.find(key).id).state.balances()
    assert whole == sorted(balances, key=lambda name: -balances[name])


def test_an_evening_of_points_alone_has_no_table_of_chips(app, phone):
    one = "scored Ann=1 Bob=2"
    key = opened(app, one, started("Ann Bob", "other", "result", name="Skat"), one, "ended",
                 seats="Ann Bob", **OTHER)  # fmt: skip
    assert "The whole evening" not in phone.at(key).text


def test_the_same_again_takes_one_tap(app, phone):
    """The same game, house rules and people; the next dealer deals."""
    key = opened(app, *played.evening(), "settled", "ended", dealer="Dan", loo="fixed")
    page = phone.at(key)
    assert again(page) == "Same again Domino Loo · Ann deals"
    page = phone.press("game-started")
    assert (page.heading, page.question) == ("Deal 1", "Ann turns up a tile. Which one?")
    (*_, entry) = phone.record(key)["entries"]
    assert entry["house_rules"] == {"loo": "fixed"} and entry["dealer"] == "Ann"
    assert entry["seats"] == ["Ann", "Bob", "Cat", "Dan"] and entry["edition"] == 3
    assert "undone" in page.kinds()


def test_another_game_keeps_its_name_and_asks_for_no_dealer(app, phone):
    skat = started("Ann Bob", "other", "result", name="Skat", target=10)
    key = opened(app, "ended", skat, "scored Ann=10 Bob=2", seats="Ann Bob")
    assert again(phone.at(key)) == "Same again Skat"
    page = phone.press("game-started")
    assert page.heading == "Deal 1" and "Skat" in page.text
    assert phone.record(key)["entries"][-1]["house_rules"]["target"] == 10


def test_a_game_that_is_won_is_the_hosts_to_start_again(app, phone):
    """As another game is: starting one ends it."""
    key = opened(app, "scored Ann=10 Bob=2", seats="Ann Bob", target=10, **OTHER)
    assert Phone(app).at(key).status == 200  # the host's
    assert "game-started" not in phone.at(key).kinds()


def test_a_closed_evening_is_not_played_on(app, phone):
    phrases, game = STATES["closed"]
    assert "game-started" not in phone.at(opened(app, *phrases, **game)).kinds()
