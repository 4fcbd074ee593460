"""The glossary and the help page."""

import pytest

from companion.games import GAMES
from companion.wording.glossary import all_words, words_of
from tests.web.table import opened
from tests.wording.test_worked_deals import rules_of


def shown(page):
    return {tag.words for tag in page.soup.select("details.words dt")}


@pytest.mark.parametrize(
    ("game", "rules", "there", "missing"),
    [
        ("three-card-loo", {}, {"Miss", "Looed", "Eldest", "Head"}, {"Pam", "Rounced", "Meld"}),
        ("three-card-loo", {"miss": "none"}, {"Drop"}, {"Miss", "Defend the miss"}),
        ("five-card-loo", {}, {"Pam", "Flush", "Mouche", "Exchange"}, {"Miss", "Club Law"}),
        ("five-card-loo", {"pam": "none"}, {"Flush"}, {"Pam", "Mouche"}),
        ("irish-loo", {}, {"Club Law"}, {"Miss", "Pam"}),
        (
            "bourre",
            {},
            {"Ante", "Pot", "Bourré", "Cinch", "Head"},
            {"Looed", "Share", "Miss", "Pam"},
        ),
        ("bourre", {"cinch": False}, {"Bourré", "Exchange"}, {"Cinch"}),
        ("domino-loo", {}, {"Miss", "Looed", "Pool"}, {"Dummy", "Rounced", "Head"}),
        ("domino-rounce", {}, {"Dummy", "Rounced"}, {"Miss", "Looed", "Pool"}),
        ("napoleon", {"peep": True}, {"Nap", "Peep", "Revoke"}, {"Misery", "Looed", "Pool"}),
        ("coon-can", {}, {"Meld", "Lay off", "Stock"}, {"Trump", "Revoke"}),
    ],
)
def test_a_table_explains_only_its_words(app, phone, game, rules, there, missing):
    found = shown(phone.at(opened(app, game=game, **rules)))
    assert there <= found and not missing & found


def test_every_word_has_a_line_and_a_game():
    for word in all_words():
        assert len(word.text) <= 110 and word.text.endswith(".")
    switches = ("misery=true&peep=true&purchase=true&wellington=true&blucher=true", "peep=true")
    of_games = {word.id for game in GAMES.values() for word in words_of(game, rules_of(game, ""))}
    for query in switches:
        of_games |= {w.id for w in words_of(GAMES["napoleon"], rules_of(GAMES["napoleon"], query))}
    for query in ("preset=defence", "preset=defence&forced=single-pool"):
        of_cards = rules_of(GAMES["three-card-loo"], query)
        of_games |= {word.id for word in words_of(GAMES["three-card-loo"], of_cards)}
    assert of_games == {word.id for word in all_words()}


def test_the_glossary_and_the_rules_page_have_an_anchor_for_each_word(phone):
    glossary = phone.get("/rules/glossary")
    assert {f"word-{word.id}" for word in all_words()} <= glossary.ids
    page = phone.get("/rules/irish-loo")
    assert "word-club-law" in page.ids and "word-pam" not in page.ids


def test_help_says_where_a_chip_gets_its_worth(app, phone):
    (text,) = [one.words for one in phone.get("/help").soup.select("section") if one.select("#end")]
    assert "Under “Who pays whom”, there and in a group, you say what a chip is worth" in text


def test_help_is_one_tap_away(app, phone):
    assert "/help" in phone.get("/").links
    key = opened(app)
    help_here = f"/e/{key}/help"
    assert help_here in phone.at(key).links and help_here in phone.get(f"/e/{key}/more").links
    assert phone.get(help_here).soup.select_one(".back")["href"] == f"/e/{key}"
    page = phone.get("/help")
    assert page.status == 200 and "/rules/glossary" in page.links
    sections = {"start", "tap", "undo", "phones", "revokes", "settlement", "end", "keys"}
    assert sections <= page.ids
    keys = {tag.text for tag in page.soup.select("kbd")}
    assert {"1", "4", "Q", "Enter", "U"} <= keys
