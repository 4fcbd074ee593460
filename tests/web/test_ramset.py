"""Ramset on the pages: the order of finish, and potatoes (docs/rules.md 11)."""

import csv
import io
import json

from companion.evening.entries import Penalized
from tests.web.table import opened

RAMSET = {"game": "ramset", "seats": "Ann Bob Cat Dan", "depth": "result"}
LAST = {**RAMSET, "ends": "last", "target": 5}
LAST_DEALS = (
    "told Bob 5 Cat 0", "settled", "told Ann 5 Cat 0", "settled", "told Dan 5 Cat 0", "settled",
)  # fmt: skip


def deals(phone, key):
    text = phone.get(f"/e/{key}/deals.csv").html.removeprefix("\ufeff")
    return list(csv.DictReader(io.StringIO(text)))


def results(phone, key):
    return json.loads(phone.get(f"/e/{key}/replay.json").html)["games"][0]


def test_the_order_of_finish_is_shown_shared_and_exported(app, phone):
    key = opened(app, *LAST_DEALS, **LAST)
    page = phone.get(f"/e/{key}/deals")
    assert "Ramset: Bob, Ann, Dan; Cat is left." in page.text
    shared = [one.text for one in page.soup.select("textarea, [data-text], pre")]
    assert any("Ramset: Bob, Ann, Dan; Cat is left." in text for text in shared), shared
    found = results(phone, key)
    assert (found["winner"], found["winners"]) == ("Bob", ["Bob"])
    assert found["order"] == ["Bob", "Ann", "Dan"]
    places = [(row["player"], row["place"]) for row in deals(phone, key) if row["place"]]
    assert places == [("Bob", "1"), ("Ann", "2"), ("Dan", "3")]


def test_who_is_done_has_won_and_does_not_sit_out(app, phone):
    key = opened(app, *LAST_DEALS[:2], **LAST)
    phone.at(key)
    states = {
        row.select_one(".who bdi").text: row.text for row in phone.page.soup.select(".whole .row")
    }
    assert "has won" in states["Bob"] and "sits out" not in phone.page.text
    assert "To 5, the others play on" in phone.page.text
    assert "Ramset: Bob; Ann, Cat and Dan play on." in phone.get(f"/e/{key}/deals").text


def test_potatoes_are_counted_with_those_charged(app, phone):
    """Cat is in without a stroke, and charged two; then Dan is charged one, and no deal follows."""
    key = opened(
        app, Penalized("Cat", 2), "told Ann 5 Cat 0", "settled", Penalized("Dan", 1), "ended",
        **RAMSET,
    )  # fmt: skip
    page = phone.get(f"/e/{key}/deals")
    heads = [cell.text for cell in page.soup.select(".totals thead th")]
    rows = [
        [cell.text.strip() for cell in row.select("th, td")]
        for row in page.soup.select(".totals tbody tr")
    ]
    assert heads[-1] == "Potatoes" and "Looed" not in heads
    assert {row[0]: row[-1] for row in rows} == {"Ann": "0", "Bob": "0", "Cat": "3", "Dan": "1"}
    assert "3 potatoes" in page.text
    assert results(phone, key)["potatoes"] == {"Cat": 3, "Dan": 1}
    assert {row["player"]: row["potatoes"] for row in deals(phone, key)} == {
        "Ann": "0", "Bob": "0", "Cat": "3", "Dan": "0"
    }  # fmt: skip


def test_why_somebody_has_a_potato_is_headed_by_its_word(app, phone):
    key = opened(app, "told Ann 5 Cat 0", "settled", **RAMSET)
    heads = [cell.text for cell in phone.get(f"/e/{key}/deals").soup.select(".totals thead th")]
    assert heads[-1] == "Potatoes" and heads.count("Potato") == 0
