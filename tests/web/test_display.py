"""The display in the middle of the table: all there is to see, nothing to answer."""

import pytest

from tests.web import played
from tests.web.table import opened
from tests.web.test_pages import CARD_STATES, STATES

ALL = {**STATES, **CARD_STATES}
BETWEEN = ("before the turn-up", "settling", "ended", "won", "too few", "cards, settling")


@pytest.fixture
def app(shared):
    return shared


@pytest.mark.parametrize("state", ALL)
def test_the_display_in_every_state(app, phone, state):
    phrases, game = ALL[state]
    key = opened(app, *phrases, **game)
    table = phone.at(key)
    page = phone.get(f"/e/{key}/display")
    assert page.status == 200 and "Friday" in page.heading
    # It asks nothing, and looks again by itself.
    assert not page.soup.find(["form", "button", "input", "a", "select"])
    assert (
        page.soup.select_one(".word").text.strip() and "?" not in page.soup.select_one(".word").text
    )
    assert page.headers["Refresh"] == "5"
    assert page.soup.select_one("#state")["data-seq"] == str(phone.length(key))
    if table.pool is not None:
        assert page.soup.select_one(".held b").text == str(table.pool)
    if table.soup.select("#state .player"):
        shown = page.soup.select(".standing > li")
        assert {row.bdi.text: row.find_all(class_="num")[-1].text for row in shown} == {
            row.bdi.text: row.select_one(".num").text for row in table.soup.select("#state .player")
        }
        turn = [row.bdi.text for row in shown if row.has_attr("aria-current")]
        assert len(turn) <= 1 and all(name in page.soup.select_one(".word").text for name in turn)


@pytest.mark.parametrize("state", BETWEEN)
def test_between_deals_it_shows_the_link_to_watch_and_never_the_one_to_record(app, phone, state):
    phrases, game = ALL[state]
    key = opened(app, *phrases, **game)
    watch = app.extensions["doors"].rules(app.extensions["keeper"].log.find(key).id).watch_key
    for opened_by in (key, watch):  # the first, by the host
        page = phone.get(f"/e/{opened_by}/display")
        assert page.soup.select_one(".qr svg") and f"http://localhost/e/{watch}" in page.text
        assert key not in page.html


@pytest.mark.parametrize("state", ["declaring", "following", "trick by trick", "totals", "closed"])
def test_else_it_shows_no_link(app, phone, state):
    phrases, game = ALL[state]
    key = opened(app, *phrases, **game)
    page = phone.get(f"/e/{key}/display")
    assert not page.soup.select_one(".qr") and "/e/" not in page.text


def test_what_a_deal_comes_to(app, phone):
    key = opened(app, *played.evening(), dealer="Dan")
    figures = {name: figure for name, (figure, _) in phone.at(key).whys.items()}
    page = phone.get(f"/e/{key}/display")
    for row in page.soup.select(".standing > li"):
        change = row.select_one(".change").text.replace("in this deal", "").strip()
        assert int(change.replace("−", "-")) == figures[row.bdi.text]
