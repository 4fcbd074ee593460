"""The settlement on the table: ranked like a scoreboard, each figure with its reason."""

import pytest

from companion.evening.entries import Penalized
from tests.web import played
from tests.web.table import Phone, opened
from tests.web.test_pages import STATES

LOO = {"game": "three-card-loo", "depth": "result"}
SIX = "Ann Bob Cat Dan Eve Fay"


def board(page):
    """Return the rows of a settlement from the top, each as its name or words."""
    rows = page.soup.select("#settlement > .why")
    return [(row.select_one("bdi") or row.select_one("summary")).words for row in rows]


def test_the_best_is_first_and_level_people_keep_the_order_of_their_seats(app, phone):
    """Bob deals, so Eve plays before Ann. Ann and Eve pay 3, as Bob did for the stake."""
    key = opened(
        app, "told Bob 2 Cat 1", "settled", "told Cat 2 Dan 1 Eve 0 Ann 0", seats=SIX, **LOO
    )
    page = phone.at(key)
    assert board(page) == ["Cat", "Dan", "Fay", "Ann", "Bob", "Eve", "Pool"]
    assert [row.select_one("bdi").words for row in page.soup.select("#settlement .best")] == ["Cat"]


def test_two_who_win_the_same_share_the_line_of_gold(app, phone):
    key = opened(app, "up 6", *(f"{name} in" for name in ("Bob", "Cat", "Dan", "Ann")),
                 "won Bob Bob Cat Cat Dan", depth="tricks", dealer="Ann")  # fmt: skip
    page = phone.at(key)
    assert [row.select_one("bdi").words for row in page.soup.select("#settlement .best")] == [
        "Bob",
        "Cat",
    ]
    assert board(page)[-2:] == ["Ann", "Pool"]


def test_nobody_is_best_where_nobody_wins(app, phone):
    """Ann and Bob tie for the most tricks, so the pool stays, and everybody has paid the ante."""
    key = opened(app, "told Ann 2 Bob 2 Cat 1", seats="Ann Bob Cat", game="bourre", depth="result")
    page = phone.at(key)
    assert board(page) == ["Ann", "Bob", "Cat", "Pool"] and not page.soup.select(".best")


def test_where_points_count_down_the_lowest_is_the_best(app, phone):
    """Rounce counts from 15 down: Bob takes all tricks, Ann none."""
    key = opened(app, "up 6", "Bob in", "Ann in", "won Bob Bob Bob Bob Bob",
                 game="domino-rounce", seats="Ann Bob", depth="tricks")  # fmt: skip
    page = phone.at(key)
    assert board(page) == ["Bob", "Ann"]
    assert page.soup.select_one(".best bdi").words == "Bob"
    assert page.soup.select_one(".stamp").words == "rounced"


def test_the_looed_are_stamped_in_words(app, phone):
    key = opened(app, *played.evening(), dealer="Dan")
    page = phone.at(key)
    stamped = page.soup.select_one(".why:has(.stamp)")
    assert (stamped.select_one("bdi").words, stamped.select_one(".stamp").words) == ("Ann", "looed")
    assert "no trick looed" in stamped.words


def test_one_line_tells_the_pool(app, phone):
    """It holds 25 and Ann pays 25 into it; the header says only what a trick won."""
    phrases, game = STATES["settling"]
    page = phone.at(opened(app, *phrases, **game))
    assert page.pool is None and page.terms == "Each trick won 5."
    rows = [row.words for row in page.soup.select("#settlement .why summary")]
    assert rows[-1] == "Pool was 25 25"
    assert sum("ool" in row for row in rows) == 1
    assert page.whys["Pool"] == (
        25,
        "25 in the pool − 25 paid out + 25 paid in = 25. RuleRule: share",
    )


def test_a_penalty_of_one_who_sits_out_is_ranked_too(app, phone):
    key = opened(app, Penalized("Ann", 2, "Bob"), "Ann sits-out", "told Bob 2 Cat 1",
                 seats="Ann Bob Cat Dan", dealer="Dan", **LOO)  # fmt: skip
    assert board(phone.at(key)) == ["Bob", "Cat", "Ann", "Dan", "Pool"]


def test_everybody_has_a_mark(app, phone):
    """Those in one line for all have theirs in its details."""
    key = opened(app, "told Bob 2 Cat 1", seats=SIX, **LOO)
    page = phone.at(key)
    assert len(page.soup.select("#settlement .face")) == 6
    assert len(page.soup.select("#settlement .rest .face")) == 3


def test_whoever_watches_sees_the_same_settlement(app, phone):
    phrases, game = STATES["settling"]
    key = opened(app, *phrases, **game)
    watch = (
        app.extensions["tables"]
        .settings.links(app.extensions["tables"].open_table(key, "host"))
        .watch
    )
    assert board(Phone(app).at(watch)) == board(phone.at(key))


@pytest.mark.parametrize(
    ("state", "is_offered"),
    [
        ("settling", True),
        ("all dropped", False),
        ("one alone", False),
        ("won", None),
        ("points", False),
    ],
)
def test_how_it_could_have_gone_is_offered_where_it_can_be_studied(app, phone, state, is_offered):
    phrases, game = STATES[state]
    key = opened(app, *phrases, **game)
    pages = [phone.at(key), phone.get(f"/e/{key}/deals/1")]
    if is_offered is None:
        pages.pop(0)
    assert [any(link.endswith("/study") for link in page.links) for page in pages] == [
        bool(is_offered)
    ] * len(pages)


def test_a_deal_that_was_stopped_is_not_studied(app, phone):
    """Not every piece was seen: its page would only say so."""
    said = [*played.evening()[:-3], "revoked Bob 1", "settled"]
    key = opened(app, *said, dealer="Dan")
    assert not any(link.endswith("/study") for link in phone.get(f"/e/{key}/deals/1").links)
