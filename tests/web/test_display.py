"""The display for the middle of the table: everything visible, no questions."""

import sys

import pytest

from tests.telling import started
from tests.web import played
from tests.web.table import Phone, opened
from tests.web.test_evening_page import THREE
from tests.web.test_live import Stream, shown, soon
from tests.web.test_pages import CARD_STATES, NAP_STATES, STATES

__all__ = ["soon"]

ALL = {**STATES, **CARD_STATES, **NAP_STATES}
ASKS = "form, button, input, main a, select"
BETWEEN = ("before the turn-up", "settling", "ended", "won", "too few", "cards, settling")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("state", ALL)
def test_the_display_in_every_state(app, phone, state):
    phrases, game = ALL[state]
    key = opened(app, *phrases, **game)
    table = phone.at(key)
    page = phone.get(f"/e/{key}/display")
    assert page.status == 200 and "Friday" in page.heading
    # It asks nothing, and is the only page that refreshes itself.
    assert not page.soup.select(ASKS)
    assert page.soup.select_one(".leave a")["href"] == f"/e/{key}"
    assert (
        page.soup.select_one(".asked").text.strip()
        and "?" not in page.soup.select_one(".asked").text
    )
    assert "Refresh" not in page.headers
    assert page.soup.select_one("head noscript meta[http-equiv=refresh]")["content"] == "5"
    assert page.soup.select_one("#state")["data-seq"] == str(phone.length(key))
    if table.pool is not None:
        assert page.soup.select_one(".held b").text == str(table.pool)
    if table.soup.select("#state .player"):
        shown = page.soup.select(".standing > li")
        assert {row.select_one("bdi").text: row.select(".num")[-1].text for row in shown} == {
            row.select_one("bdi").text: row.select_one(".num").text
            for row in table.soup.select("#state .player")
        }
        turn = [row.select_one("bdi").text for row in shown if row.has("aria-current")]
        assert len(turn) <= 1 and all(name in page.soup.select_one(".asked").text for name in turn)


@pytest.mark.parametrize("state", BETWEEN)
def test_between_deals_it_shows_the_link_to_watch_and_never_the_one_to_record(app, phone, state):
    phrases, game = ALL[state]
    key = opened(app, *phrases, **game)
    watch = (
        app.extensions["tables"]
        .access_store.rules(app.extensions["tables"].evenings.log.find(key).id)
        .watch_key
    )
    for opened_by in (key, watch):  # the first device to enter is the host
        page = phone.get(f"/e/{opened_by}/display")
        assert page.soup.select_one(".qr svg") and f"http://localhost/e/{watch}" in page.text
        assert key not in str(page.soup.select_one("#state"))


@pytest.mark.parametrize("state", ["declaring", "following", "trick by trick", "totals", "closed"])
def test_during_a_deal_it_shows_no_link(app, phone, state):
    phrases, game = ALL[state]
    key = opened(app, *phrases, **game)
    page = phone.get(f"/e/{key}/display")
    assert not page.soup.select_one(".qr") and "/e/" not in page.text


def test_the_result_of_a_deal(app, phone):
    key = opened(app, *played.evening(), dealer="Dan")
    figures = {name: figure for name, (figure, _) in phone.at(key).whys.items()}
    page = phone.get(f"/e/{key}/display")
    for row in page.soup.select(".standing > li"):
        change = row.select_one(".change").text
        assert int(change.replace("−", "-")) == figures[row.select_one("bdi").text]
    # Ann took no trick and pays 25, the amount of the pool; Cat has two of five tricks.
    changes = {
        row.select_one("bdi").text: row.select_one(".how").words for row in page.soup.select("li")
    }
    assert changes["Ann"] == "−30 no trick, looed loo −25, stake −5"
    assert changes["Cat"] == "+5 2 tricks tricks +10, stake −5"


def test_after_closing_it_shows_the_whole_evening(app, phone):
    rounce = started("Ann Bob Cat", "domino-rounce", "tricks")
    out = ("up 6", "Bob in", "Cat out", "Ann in", "won Bob Bob Bob Ann Ann", "settled", "closed")

    def closed(*phrases, **game):
        key = opened(app, *phrases, depth="tricks", **game)
        page = phone.get(f"/e/{key}/display")
        rows = [
            [
                row.select_one("bdi").text,
                row.select_one(".num").text,
                *(one.text for one in row.select("small")),
            ]
            for row in page.soup.select(".standing > li")
        ]
        results = phone.get(f"/e/{key}/deals").soup
        totals = [row.select("bdi, td")[:2] for row in results.select(".totals tbody tr")]
        assert [row[:2] for row in rows] == [[cell.text for cell in row] for row in totals]
        told = page.soup.select_one(".now").text
        assert results.select(".game > p")[-1].text in " ".join(told.split())
        return told, rows

    # The chips of all games, including players who left; the game for scores is in words.
    told, rows = closed(*THREE, "Dan leaves", "ended", rounce, *out)
    assert "Dan won with +48." in told and "The whole evening, in chips" in told
    assert rows[0] == ["Dan", "+48", "left"] and rows[-1] == ["Ann", "−32"]
    # An evening for scores lists scores; the lowest leads.
    told, rows = closed(*out, seats="Ann Bob Cat", game="domino-rounce")
    assert "Domino Rounce was not finished: Bob" in told and "chips" not in told
    assert rows == [["Bob", "12"], ["Ann", "13"], ["Cat", "15"]]


# The stream


@pytest.fixture
def key(app, phone):
    key = opened(app, "up 6", "Bob in", "Cat in", "Dan in", "Ann in", depth="tricks")
    phone.at(key)
    return key


def access_of(app, key):
    return app.extensions["tables"].access_store, app.extensions["tables"].evenings.log.find(key).id


def test_the_stream_sends_what_the_page_shows(app, phone, key):
    with Stream(phone, key, display="") as stream:
        for seq in (6, 7):
            page, found = shown(stream)
            assert found == seq and not page.soup.select(f"{ASKS}, hx-partial")
            state = phone.get(f"/e/{key}/display").soup.select_one("#state")
            assert str(page.soup.select_one("#state")) == str(state)
            phone.say(key, {"kind": "trick-won", "player": "Bob"})


def test_a_reconnected_display_gets_the_state(phone, key):
    with Stream(phone, key, display="", **{"Last-Event-ID": "6"}) as stream:
        assert shown(stream)[1] == 6
        for _ in range(3):
            stream.pulse()


def test_it_is_drawn_once_for_all_displays(app, phone, key, monkeypatch):
    module = sys.modules["companion.web.render_cache"]
    rendered = []
    content = module.content

    def counted(*what):
        rendered.append(what)
        return content(*what)

    monkeypatch.setattr(module, "content", counted)
    access_store, number = access_of(app, key)
    watch = access_store.rules(number).watch_key
    with (
        Stream(phone, key, display="") as one,
        Stream(Phone(app), key, display="") as other,
        Stream(Phone(app), watch, display="") as third,
    ):
        for length in (1, 2):
            found = {stream.news() for stream in (one, other, third)}
            assert len(found) == 1 and len(rendered) == length
            phone.say(key, {"kind": "trick-won", "player": "Bob"})


def test_it_shows_the_new_link_to_watch_at_once(app, phone):
    key = opened(app)
    phone.at(key)
    access_store, number = access_of(app, key)
    with Stream(phone, key, display="") as stream:
        for _ in range(2):
            watch = access_store.rules(number).watch_key
            page, seq = shown(stream)
            assert seq == 1 and f"http://localhost/e/{watch}" in page.text and key not in page.html
            access_store.replace(number, "watch")
            app.extensions["tables"].notifier.notify(number, rights=True)
