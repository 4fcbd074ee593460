"""Results of an evening as JSON values, with reasons for chips and points (docs/formats.md)."""

from companion.evening.entries import Penalized
from companion.evening.replay import report
from companion.wording import say as say_
from tests.telling import say, start, started


def game(evening, number=0):
    return report(evening, (), say_)["games"][number]


def decided(line):
    return line["reason"], line["rule"], line["authority"]["decided_by"]


def test_a_line_has_its_rule_and_authority():
    rules = {"game": "three-card-loo", "preset": "classic", "depth": "result"}
    told = ("up H", "told Bob 2 Cat 1 Dan 0", "settled")
    of_the_account = game(say(start(**rules), *told))["deals"][0]["lines"]
    assert decided(of_the_account[-1]) == ("loo", "looed", "account")
    assert {line["authority"]["account"] for line in of_the_account} == {"classic"}
    agreed = say(start(**rules, loo="fixed", loo_chips=6), *told)
    assert decided(game(agreed)["deals"][0]["lines"][-1]) == ("loo", "looed", "table")


def test_points_are_listed_with_their_deal_and_penalties_with_a_reason():
    evening = say(
        start("Ann Bob", "domino-rounce", depth="result"), Penalized("Ann", 1, None, "late")
    )
    (deal,) = game(say(evening, "told Bob 5 Ann 0", "settled"))["deals"]
    assert deal["lines"] == []
    found = [(one["player"], one["points"], one["rule"]) for one in deal["points"]]
    assert found == [("Ann", 1, "penalty"), *[("Bob", -1, "score")] * 5, ("Ann", 5, "looed")]
    assert [one.get("note") for one in deal["points"]] == ["late", *[None] * 6]
    assert {one["authority"]["decided_by"] for one in deal["points"]} == {"account", "silent"}
    open_points = game(say(evening, "ended"))["open_points"]
    assert [(one["player"], one["points"]) for one in open_points] == [("Ann", 1)]


def test_payments_outside_settled_deals_are_listed_with_their_game():
    again = started("Ann Bob Cat Dan", "domino-loo", "result")
    evening = say(start(depth="result"), Penalized("Dan", 7, "Bob", "late"), "ended", again)
    (line,) = game(evening)["open_lines"]
    assert (line["from"], line["to"], line["amount"], line["note"]) == ("Dan", "Bob", 7, "late")
    assert "open_lines" not in game(evening, 1)
