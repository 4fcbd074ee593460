"""Penalties that are not for revokes: their page in the menu, and their effects."""

import re
from random import Random

import pytest

from companion.evening import Evening
from companion.evening.entries import Penalized
from companion.wording.screens import pool_sum
from tests.dealing import random_entry
from tests.web.table import Phone, opened, replayed

DEAL = ("up 6-3", "Bob in", "Cat in", "Dan in", "Ann in")


def ask(phone, key):
    phone.at(key)
    phone.get(f"/e/{key}/more")
    assert f"/e/{key}/penalty" in phone.page.links
    return phone.get(f"/e/{key}/penalty")


def send(phone, **fill):
    form = phone.page.form("penalized")
    return phone.submit(form, form.select_one("button"), **fill)


def test_a_suggested_penalty(app, phone):
    """Ann deals: the pool is 25, so a loo costs 25, and a stake 5."""
    key = opened(app, *DEAL)
    page = ask(phone, key)
    amounts = page.form("penalized").select('input[name="amount"]')
    labels = [box.closest("label").words for box in amounts]
    assert labels == ["One chip", "One stake: 5", "One loo: 25"]
    assert [box.has("checked") for box in amounts] == [True, False, False]
    assert send(phone, player="Cat", amount="5", to="pool", reason="out of turn").status == 303
    page = phone.follow()
    assert page.figures["Cat"] == -10 and "25" in page.text
    assert "Cat pays a penalty of 5 to the pool: out of turn" in phone.get(f"/e/{key}/log").text
    phone.at(key)
    phone.press("undone")
    assert phone.page.figures["Cat"] == -5


@pytest.mark.parametrize(
    ("game", "told", "lacking"),
    [
        (
            {"game": "bourre"},
            "One bourré: 4; One ante: 1; a card exposed",
            "miss; loo; stake; tile",
        ),
        ({"game": "bestia"}, "One bestia: 3", "loo"),
        ({"game": "julepe"}, "One julepe: 10", "loo"),
        ({"game": "rams"}, "One counter; the widow looked at; a card exposed", "miss; point"),
        ({"game": "rams", "widow": False}, "a card exposed", "miss; widow"),
        ({"game": "domino-rounce"}, "a dummy looked at; a tile exposed", "miss; card"),
        ({"game": "irish-loo"}, "a card exposed", "miss"),
        ({"game": "domino-loo"}, "the miss looked at; a tile exposed", "card"),
    ],
)
def test_suggested_penalties_fit_the_game(app, phone, game, told, lacking):
    form = ask(phone, opened(app, **game)).form("penalized").words
    assert all(words in form for words in told.split("; "))
    assert not any(f" {word} " in form for word in lacking.split("; "))


def test_another_amount_and_reason_are_typed(app, phone):
    key = opened(app)
    ask(phone, key)
    typed = {"amount:typed": "7", "reason:typed": "showed the 6-6", "to": "each"}
    assert send(phone, player="Dan", **typed).status == 303
    assert phone.follow().figures == {"Ann": 7, "Bob": 7, "Cat": 7, "Dan": -21}
    assert replayed(app, key)["problems"] == []


def test_a_refused_penalty_keeps_the_form(app, phone):
    key = opened(app, *DEAL)
    ask(phone, key)
    page = send(phone, player="Dan", to="Dan", **{"amount:typed": "7", "reason:typed": "a cough"})
    assert page.status == 422 and "Dan cannot pay a penalty to themselves." in page.alert
    filled = dict(page.filled(page.form("penalized")))
    assert (filled["player"], filled["amount:typed"], filled["reason:typed"]) == (
        "Dan", "7", "a cough",
    )  # fmt: skip
    page = send(phone, to="pool", **{"amount:typed": "1000001"})
    assert page.status == 422 and "at most a million" in page.alert
    assert phone.length(key) == 6


def test_a_penalty_is_changed_in_the_log(app, phone):
    key = opened(app, *DEAL, Penalized("Cat", 7, "pool", "out of turn"))
    page = phone.get(f"/e/{key}/amend/7")
    filled = dict(page.filled(page.form("penalized")))
    assert (filled["player"], filled["to"]) == ("Cat", "pool")
    assert (filled["amount:typed"], filled["reason"]) == ("7", "out of turn")
    page = send(phone, to="Cat")
    assert page.status == 422 and page.alert.startswith("Cat cannot pay a penalty to themselves.")
    assert dict(page.filled(page.form("penalized")))["amount:typed"] == "7"
    page = send(phone, to="pool", **{"amount:typed": "2"})
    assert "Cat pays a penalty of 2 to the pool: out of turn" in page.text
    send(phone)
    assert phone.get(f"/e/{key}").figures["Cat"] == -7
    assert replayed(app, key)["problems"] == []


def test_points_have_no_payee(app, phone):
    key = opened(app, game="domino-rounce", seats="Ann Bob")
    page = ask(phone, key)
    assert "One point" in page.text and "To whom?" not in page.text
    assert send(phone, player="Bob").status == 303
    assert phone.follow().figures == {"Ann": 15, "Bob": 16}


def test_penalties_need_a_game_and_sometimes_the_host(app, phone):
    key = opened(app, "ended")
    assert f"/e/{key}/penalty" not in phone.get(f"/e/{key}/more").links
    assert "only while a game is on" in phone.get(f"/e/{key}/penalty").text
    key = opened(app)
    phone.at(key)
    stores = app.extensions["tables"]
    stores.access_store.set_rules(stores.evenings.log.find(key).id, "own", False)
    assert Phone(app).get(f"/e/{key}/penalty").status == 403


def deals_shown(phone, key):
    page = phone.get(f"/e/{key}/deals")
    rows = page.soup.select(".deals tbody tr")
    return [[cell.words for cell in row.select("th, td.num")] for row in rows], page


def test_a_penalty_is_listed_with_its_deal(app, phone):
    """Cat pays 5 in the deal, and Bob pays 2 to Ann, who sits it out."""
    told = ("up 6-3", "Cat in", Penalized("Cat", 5, reason="out of turn"), "Dan out", "Bob in")
    paid = Penalized("Bob", 2, "Ann", "a <tile> exposed")
    key = opened(app, "Ann sits-out", paid, *told, "won Cat Cat Cat Bob Bob", "settled",
                 depth="tricks")  # fmt: skip
    rows, _ = deals_shown(phone, key)
    # Bob deals, 10 into the pool, Cat and Dan 5 each: 20, a share 4.
    assert rows == [["1", "+2", "−4 penalty", "+2 penalty", "−5", "5"]]
    page = phone.get(f"/e/{key}/deals/1")
    lines = [one.select_one("summary").words for one in page.soup.select(".why")]
    assert lines[:2] == [
        "Bob penalty to Ann: a <tile> exposed −2",
        "Cat penalty to the pool: out of turn −5",
    ]
    assert "Cat pays a penalty of 5 to the pool: out of turn." in page.text


@pytest.mark.parametrize("ends", [(), ("ended",), ("closed",)])
def test_a_penalty_after_the_last_deal_is_listed(app, phone, ends):
    key = opened(app, Penalized("Dan", 7, "each", "showed the 6-6"), *ends)
    rows, page = deals_shown(phone, key)
    assert [row[:5] for row in rows] == [["Penalties", "+7", "+7", "+7", "−21"]]
    shown = [one.select_one("summary").words for one in page.soup.select(".about > .why")]
    assert shown == [f"Dan penalty to {name}: showed the 6-6 −7" for name in ("Ann", "Bob", "Cat")]
    key = opened(app, Penalized("Bob", 2), *ends, game="domino-rounce", seats="Ann Bob")
    rows, page = deals_shown(phone, key)
    assert rows == [["Penalties", "0", "+2"]]
    assert "Bob gets a penalty of 2." in page.text


def added_up(words):
    """Return both sides of a sum like "10 in the pool − 10 paid out = 0"."""
    parts, total = words.split(" = ")
    amounts = re.findall(r"(?:([−+]) )?(\d+)", parts)
    return sum(-int(one) if sign == "−" else int(one) for sign, one in amounts), int(total[:-1])


def test_the_sum_of_the_pool_includes_a_penalty(app, phone):
    """5 carried, a stake of 5, Dan's penalty of 2, and 5 from Cat, who took no trick."""
    key = opened(
        app,
        *("up 9C", "Bob in", "Cat in", "Dan out", "Ann out", "Bob draws 0", "Cat draws 0"),
        *("won Bob Bob Bob Bob Bob", "settled"),
        *("up 9C", "Cat in", "Dan in", "Ann out", "Bob out", "Cat draws 0", "Dan draws 0"),
        Penalized("Dan", 2, "pool"),
        "won Dan Dan Dan Dan Dan",
        game="five-card-loo",
        preset="modern",
        depth="tricks",
    )
    figure, why = phone.at(key).whys["Pool"]
    assert figure == 7
    assert "10 in the pool − 10 paid out + 5 paid in + 2 in penalties = 7." in why


def test_the_sum_of_the_pool_is_right_in_every_game():
    late = set()
    for seed in range(150):
        rng, evening = Random(seed), Evening()
        for _ in range(80):
            entry = random_entry(rng, evening.state)
            if entry is None:
                break
            evening = evening.enter(entry)
        for session in evening.state.sessions:
            for done in session.deals:
                if done.settlement.carried is not None:
                    counted, told = added_up(pool_sum(done.settlement))
                    assert counted == told == done.settlement.carried
                    late |= {session.game.id} if done.settlement.late else set()
    assert {"domino-loo", "three-card-loo", "bourre"} <= late
