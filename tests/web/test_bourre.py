"""A table of Bourré: antes, the pool, and players without a trick."""

import pytest

from tests.web.table import opened


def table(app, phone, *phrases, depth="result", **rules):
    return phone.at(
        opened(app, *phrases, seats="Ann Bob Cat Dan", game="bourre", depth=depth, **rules)
    )


@pytest.mark.parametrize(
    ("phrases", "says"),
    [
        ((), "Everyone puts in 1."),
        (("told Bob 3 Cat 2 Ann 0", "settled"), "Cat, Dan and Bob put in 1 each."),
        (("told Bob 2 Cat 2 Dan 1 Ann 0", "settled"), "Dan puts in 1."),
        (("told Bob 5 Cat 0 Ann 0 Dan 0", "settled"), "Bob deals and puts in 1."),
    ],
)
def test_the_page_says_who_pays_an_ante(app, phone, phrases, says):
    assert says in table(app, phone, *phrases).text


def test_nobody_pays_an_ante_after_a_tie_of_all(app, phone):
    page = phone.at(
        opened(app, "told Ann 1 Bob 1 Cat 1 Dan 1 Eve 1", "settled",
               seats="Ann Bob Cat Dan Eve", game="bourre", depth="result")
    )  # fmt: skip
    assert "Nobody pays an ante for this deal." in page.text


@pytest.mark.parametrize(
    ("phrases", "says"),
    [
        (("told Bob 3 Cat 2 Ann 0",), "The most tricks (3) win the whole pool: 4."),
        (("told Bob 3 Cat 2 Ann 0",), "Cat took tricks, but not the most."),
        (("told Bob 3 Cat 2 Ann 0",), "A bourré costs what was in the pool: 4."),
        (("told Bob 3 Cat 2 Ann 0",), "Ann pays no ante for the next deal."),
        (("told Bob 2 Cat 2 Dan 1",), "There was a tie for the most tricks"),
        (("told Bob 3 Cat 2 Ann 0",), "Dan dropped and pays only the ante."),
        (("told Bob 5 Cat 0", "revoked Bob"), "so Cat pays nothing."),
        (("told Bob 5 Cat 0", "revoked Bob"), "Bob revoked, which counts as a bourré."),
    ],
)
def test_a_settlement_names_winners_and_losers(app, phone, phrases, says):
    assert says in table(app, phone, *phrases).text


def test_the_table_shows_what_is_at_stake(app, phone):
    page = table(app, phone, "up H", "Bob in", depth="tricks", ante=6, bourre_pays="capped")
    assert "Most tricks win 24. Taking no trick costs 20." in page.text


def test_a_tie_is_said_beside_the_pool(app, phone):
    page = table(app, phone, "told Bob 2 Cat 2 Dan 1", depth="result")
    assert "Bob and Cat tie for the most tricks, so the pool stays." in page.text
    page = table(app, phone, "told Bob 3 Cat 2 Dan 0", depth="result")
    assert "tie for" not in page.text


def test_the_evening_uses_words_of_bourre(app, phone):
    key = opened(app, "told Bob 3 Cat 2 Ann 0", "settled", game="bourre", depth="result")
    page = phone.get(f"/e/{key}/deals")
    text = page.soup.select_one("main").words.casefold()
    assert "most expensive bourré" in text and "Bourrés" in [
        th.text for th in page.soup.select("th")
    ]
    assert not any(word in text for word in ("loo ", "looed", "stake"))
