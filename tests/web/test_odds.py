"""Play or drop: the trainer, and what staying in was worth in a closed deal."""

import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.games import GAMES
from companion.study.odds import DROP, Odds
from companion.tables import estimating
from companion.tables.estimating import work_out
from companion.web.views import odds_view
from companion.wording import odds as words
from tests.study.test_deal import GAVE_AWAY
from tests.web import played
from tests.web.table import opened

ROOT = Path(__file__).parents[2]
THREE = {"seats": "Ann Bob Cat", "game": "three-card-loo"}
TRAINED = [one for one in GAMES if GAMES[one].family == "loo"]


def answered(phone, address):
    """Open a page, which comes at once, and then what it asks for by itself or by its link."""
    page = phone.get(address)
    (waiting,) = page.soup.select("#answer")
    assert page.status == 200 and "Looking at possible deals…" in waiting.words
    (link,) = waiting.select("a")
    assert link["href"] == waiting["hx-get"]
    page = phone.get(link["href"])
    assert len(page.soup.select("#answer")) == 1 and "Looking at possible deals…" not in page.text
    return page


@pytest.mark.parametrize("game", TRAINED)
def test_a_hand_is_dealt_and_decided(phone, game):
    page = phone.get("/trainer")
    (link,) = [one for one in page.links if one == f"/trainer/{game}"]
    page = phone.get(link)
    assert re.search(r"seed=[0-9a-f]{8}", phone.url) and "Hand 1 of 10" in page.text
    choices = [one for one in page.links if "choice=" in one]
    assert {"drop", "play"} <= {re.search(r"choice=([\w-]+)", one)[1] for one in choices}
    page = answered(phone, next(one for one in choices if "choice=drop" in one))
    assert re.search(r"on average \(± [\d.]+\)", page.text), page.text
    assert re.search(r"[01] of 1 well decided", page.text)
    (following,) = [one for one in page.links if "hand=2" in one]
    assert "Hand 2 of 10" in phone.get(following).text


def test_ten_hands_are_counted(phone):
    page = answered(phone, "/trainer/three-card-loo?seed=1&hand=10&right=7&choice=drop")
    assert re.search(r"[78] of 10 well decided", page.text)
    assert not [one for one in page.links if "hand=11" in one]
    assert [one for one in page.links if "hand=1&" in one]


def test_the_house_rules_of_a_table(phone):
    page = phone.get("/rules/three-card-loo?miss=none")
    (link,) = [one for one in page.links if one.startswith("/trainer/")]
    page = phone.get(link)
    assert "miss=none" in phone.url
    assert not [one for one in page.links if "choice=miss" in one]


@pytest.mark.parametrize(
    "query", ["hand=0&right=99", "hand=x&right=-1", "choice=general&seed=1", "seed=" + "9" * 999]
)
def test_odd_addresses_are_answered(phone, query):
    assert phone.get(f"/trainer/rams?{query}").status == 200


@pytest.mark.parametrize("game", ["napoleon", "coon-can", "chess"])
def test_games_without_dropping_have_no_trainer(phone, game):
    assert phone.get(f"/trainer/{game}").status == 404


def test_no_page_takes_a_typed_hand(phone):
    query = "seed=1&hand=3&pieces=AS&pieces=KS&turn_up=2S&others=advised"
    page = phone.get(f"/trainer/three-card-loo?{query}")
    assert not page.soup.select("input, select, textarea")


# A closed deal


def test_what_staying_in_was_worth(app, phone):
    key = opened(app, *GAVE_AWAY, **THREE)
    page = answered(phone, f"/e/{key}/deals/1/odds")
    shown = [tag.words for tag in page.soup.select("main h2")]
    assert shown == ["Bob", "Ann"] and page.text.count("on average") >= 3
    # Ann is the dealer against one player, so she could not drop.
    assert page.text.count("nothing more to win or to pay") == 1
    # The verdict is named as in the trainer; both played.
    for panel in page.soup.select("#answer .panel"):
        verdict = panel.select_one("p > b").words
        good = [one.select_one("b").words for one in panel.select(".could > .good")]
        assert re.split(", | or ", verdict.partition(": ")[2]) == good
        assert verdict.startswith("Better") or "Play" in good
        choices = {one.select_one("b").words: one.words for one in panel.select(".could > li")}
        assert [name for name, said in choices.items() if "chosen" in said] == ["Play"]
        assert all("best" in said for name, said in choices.items() if name in good)
    assert "left out" not in page.text and "all cards" in page.text
    assert page.soup.select_one("main p .small")["aria-label"] == "7 of hearts"


@pytest.mark.parametrize("game", ["three-card-loo", "domino-rounce"])
def test_the_outcomes_are_bars_that_add_up_to_a_hundred(phone, game):
    page = phone.get(f"/trainer/{game}?seed=1&choice=drop&answer=1")
    charts = page.soup.select(".bars")
    assert len(charts) == 2
    for chart in charts:
        seen = [int(one.select_one("b").words) for one in chart.select("li")]
        assert sum(seen) == 100 and len(seen) >= GAMES[game].tricks + 1
        # A screen reader reads them with their outcomes.
        said = [one.words for one in chart.select(".visually-hidden")]
        assert said[:3] == ["no trick:", "1 trick:", "2 tricks:"]
        assert not chart.select("b[aria-hidden]")
        high = [float(one["height"]) for one in chart.select("rect")]
        assert high == [round(40 * one / max(seen), 1) for one in seen]
    tiles = "tiles" if game == "domino-rounce" else "cards"
    assert f"even if everyone had seen all {tiles}." in page.text
    assert page.soup.select_one(".held-now p + p [role=img]") and "your choice" in page.text


@pytest.mark.parametrize(
    ("shares", "percent"),
    [
        ((0.333, 0.333, 0.334), [33, 33, 34]),
        ((1 / 3, 1 / 3, 1 / 3), [34, 33, 33]),
        ((0.204, 0.287, 0.266, 0.243), [20, 29, 27, 24]),
        ((0, 0, 1), [0, 0, 100]),
        ((0.005, 0.995), [1, 99]),
        ((0.125,) * 8, [13, 13, 13, 13, 12, 12, 12, 12]),
    ],
)
def test_percentages_add_up_to_a_hundred(shares, percent):
    assert words.hundred(shares) == percent


def test_nothing_is_written_as_minus_zero():
    even = replace(DROP, amount=-0.04, error=0.1)
    assert words.expected(even, None).startswith("+0.0 chips")


def test_a_hand_that_was_not_the_players_at_that_turn_is_left_out(app, phone):
    # Cat took the miss, so her own hand is not known.
    key = opened(
        app, *played.THREE_CARDS.telling(), seats="Ann Bob Cat Dan Eve", game="three-card-loo"
    )
    page = answered(phone, f"/e/{key}/deals/1/odds")
    assert [tag.words for tag in page.soup.select("main h2")] == ["Bob", "Ann"]
    # Both exchanged cards.
    key = opened(app, *played.FIVE_CARDS.telling(), game="five-card-loo")
    page = answered(phone, f"/e/{key}/deals/1/odds")
    assert [tag.words for tag in page.soup.select("main h2")] == ["Ann"]


def test_an_open_deal_has_no_odds(app, phone):
    key = opened(app, *GAVE_AWAY[:-1], **THREE)
    assert phone.get(f"/e/{key}/deals/1/odds").status == 404


# The process


def loo(name):
    """Return the variant of a game under its usual house rules."""
    game = GAMES[name]
    return odds_view.dealt(game, game.settle_house_rules(game.house_rules(), 4), "1").deal.loo


def question(seed="1"):
    game = GAMES["three-card-loo"]
    hand = odds_view.dealt(game, game.settle_house_rules(game.house_rules(), 4), seed)
    return hand.question(game.id, "random", seed)


@pytest.mark.parametrize(
    ("amount", "best"),
    [(1.9, ["play", "drop"]), (2.1, ["play"]), (-1.9, ["play", "drop"]), (-2.1, ["drop"])],
)
def test_what_lies_within_two_errors_is_too_close_to_call(amount, best):
    play = Odds("play", worlds=200, tricks=(), alone=0, amount=amount, error=1, counted=False)
    found = odds_view.better((play, DROP), loo("three-card-loo"))
    assert found == best
    close = words.best(found, best[0], "none").startswith("Too close to call:")
    assert close == (len(best) == 2)
    down = replace(play, amount=-amount)
    assert odds_view.better((down, DROP), loo("domino-rounce")) == best


def test_an_estimate_is_worked_out_in_another_process():
    asked = [question(), question("2")]
    assert work_out(asked).odds == tuple(one.answer() for one in asked)


@pytest.mark.parametrize("game", TRAINED)
def test_another_process_understands_every_game(game):
    """With house rules of its own, and what the players before said."""
    found = GAMES[game]
    rules = found.settle_house_rules(found.house_rules(), 4)
    asked = odds_view.dealt(found, rules, "3").question(game, "advised", "3")
    assert work_out([asked]).odds == (asked.answer(),)


def test_what_is_known_when_time_is_up_is_kept(monkeypatch):
    line = msgspec.json.encode(question().answer()) + b"\n"

    def stopped(command, timeout, **_options):
        raise subprocess.TimeoutExpired(command, timeout, line)

    monkeypatch.setattr(subprocess, "run", stopped)
    assert work_out([question(), question("2")]).odds == (question().answer(),)


def test_one_estimate_at_a_time(monkeypatch):
    monkeypatch.setattr(estimating, "PATIENCE", 0.01)
    with estimating._running:
        assert work_out([question()]).is_busy
    assert not work_out([question()]).is_busy


def test_a_deal_recorded_by_tricks_says_what_is_missing(app, phone):
    said = ("up 7H", "Bob in", "Cat out", "Ann in", "won Bob Bob Bob", "settled")
    key = opened(app, *said, depth="tricks", **THREE)
    page = phone.get(f"/e/{key}/deals/1/odds")
    assert page.status == 200 and "every play must be entered" in page.text


@pytest.mark.parametrize(
    "query", ["endpoint=x", "_method=POST", "_external=1", "_anchor=a", "key=1"]
)
def test_odd_names_in_an_address_are_only_carried_on(phone, query):
    page = phone.get(f"/trainer/rams?{query}")
    assert page.status == 200 and phone.url.startswith("/trainer/rams?")


def test_too_many_estimates_at_once_are_told_to_come_back(phone, monkeypatch):
    monkeypatch.setattr(estimating, "PATIENCE", 0.01)
    monkeypatch.setattr(estimating, "_running", threading.Semaphore(0))
    page = answered(phone, "/trainer/rams?seed=1&choice=drop")
    assert "The server is busy." in page.text and "This hand does not count." in page.text
    assert "well decided" not in page.text
    (following,) = [one for one in page.links if "hand=2" in one]
    page = answered(phone, f"{following}&choice=drop")
    assert "unanswered=2" in next(one for one in page.links if "hand=3" in one)


def test_an_estimator_that_nobody_ends_ends_by_itself():
    code = "import companion.tables.estimating as it; it.ENDS_WITHIN = 1; it.main()"
    command = [sys.executable, "-c", code]
    # And waits for questions for ever.
    with subprocess.Popen(command, stdin=subprocess.PIPE, cwd=ROOT) as process:
        assert process.wait(60) == -signal.SIGALRM
