"""The rules pages of card Loo: their sources, the differences, and the readings in force."""

import pytest

from companion.games import GAMES
from companion.rules.house import declared
from tests.rules.test_card_loo import PRESETS
from tests.web import played
from tests.web.table import opened
from tests.web.test_new_evening import words_of

SOURCES = {
    # docs/rules.md 5: the source of each preset.
    "three-card-loo": {
        "classic": "beside Napoleon",
        "defence": "Rams group",
        "chits": "David Parlett",
        "unlimited": "David Parlett",
    },
    "five-card-loo": {"classic": "beside Napoleon", "modern": "Denexa", "chits": "David Parlett"},
}
EVERY = [(game, preset) for game, presets in SOURCES.items() for preset in presets]

FOLLOW = {"The fixed penalty, or the limit", "Later leads: trumps", "Later leads: the highest"}
"""Rules that differ only as a consequence of another difference."""


def differing(page):
    """Return {title: (reading in force, {reading: titles of sources})}."""
    section = page.soup.select_one("#versions").closest("section")
    found = {}
    for block in section.select("details"):
        title = block.select_one("summary").texts[0][0].strip()
        in_force = block.select_one("summary small").words.removeprefix("In force: ")
        readings = {}
        for row in block.select("li"):
            titles, _, reading = row.words.partition(":")
            readings[reading.strip()] = titles.strip()
        found[title] = in_force, readings
    return found


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_the_page_of_a_preset(phone, game, preset):
    page = phone.get(f"/rules/{game}?preset={preset}")
    assert page.status == 200
    chips = page.soup.select(".chips a")
    assert [a["href"] for a in chips] == [f"/rules/{game}?preset={name}" for name in SOURCES[game]]
    (current,) = [a["href"] for a in chips if a.get("aria-current")]
    assert current.endswith(f"preset={preset}")
    # The first sentence names the source, and the last lists all sources.
    head = page.text.partition("Contents")[0]
    assert SOURCES[game][preset] in head
    last = page.soup.select("h3 + ul")[-1].text
    assert all(source in last for source in SOURCES[game].values())


def rules_that_differ(game):
    presets = [PRESETS[game, preset] for preset in SOURCES[game]]
    rules = declared(GAMES[game].house_rules)
    differ = [one for one in rules if len({str(it.get(one.name)) for it in presets}) > 1]
    return {words_of(GAMES[game], one).title for one in differ}


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_where_the_sources_differ(phone, game, preset):
    found = differing(phone.get(f"/rules/{game}?preset={preset}"))
    differ = rules_that_differ(game)
    assert differ - FOLLOW <= set(found) <= differ | FOLLOW and len(found) > 8
    account = preset.capitalize()
    for in_force, readings in found.values():
        # Each source appears once, and the readings in force are those of this one.
        titles = " and ".join(readings.values()).replace(", ", " and ").split(" and ")
        assert sorted(titles) == sorted(name.capitalize() for name in SOURCES[game])
        assert account in readings[in_force]
        assert len(readings) > 1


def test_how_the_sources_differ(phone):
    found = differing(phone.get("/rules/three-card-loo?preset=defence"))
    assert found["What a loo costs"][1] == {
        "As many chips as the pool held at the start of the deal. The pool can grow fast.": (
            "Classic and Unlimited"
        ),
        "Always the same number of chips.": "Defence and Chits",
    }
    assert set(found["When nobody may drop"][1].values()) == {
        "Classic, Defence and Chits",
        "Unlimited",
    }
    assert found["A trump after winning"] == (
        "Yes",
        {"No": "Classic, Chits and Unlimited", "Yes": "Defence"},
    )
    # No amount is listed where a loo costs the whole pool.
    assert found["The fixed penalty, or the limit"][1] == {
        "Without effect.": "Classic and Unlimited",
        "3 chips": "Defence and Chits",
    }


def test_another_reading_in_force(app, phone):
    game = {"game": "three-card-loo", "preset": "defence", "seats": "Ann Bob Cat", "loo": "pool"}
    phone.get(f"/e/{opened(app, **game)}/more")
    page = phone.get(f"{phone.table}/rules")
    assert "With this table’s house rules." in page.text and "Rams group" in page.text
    in_force, readings = differing(page)["What a loo costs"]
    assert readings[in_force] == "Classic and Unlimited"
    assert "Defence" in readings["Always the same number of chips."]
    text = {one["id"]: one.words for one in page.soup.select("section[id]")}
    assert "s this table agreed" in text["looed"]
    assert "choice" not in text["stake"] and "source" not in text["stake"]
    assert "the source doesn’t say" in text["revoke"]


def test_a_table_that_changed_nothing_plays_as_in_the_source(app, phone):
    game = {"game": "five-card-loo", "preset": "modern", "seats": "Ann Bob Cat Dan Eve"}
    phone.get(f"/e/{opened(app, **game)}/more")
    page = phone.get(f"{phone.table}/rules")
    assert "house rules." not in page.text


@pytest.mark.parametrize("game", ["domino-loo", "domino-rounce", "irish-loo"])
def test_a_game_with_one_source_shows_no_differences(phone, game):
    assert "Where the versions differ" not in phone.get(f"/rules/{game}").text


@pytest.mark.parametrize(
    "address", ["?preset=modern", "?preset=", "?stake=4", "?must_head=perhaps"]
)
def test_an_address_of_invalid_house_rules(phone, address):
    """Three-card Loo has no preset `modern`, and its stake must be a multiple of 3."""
    page = phone.get(f"/rules/three-card-loo{address}")
    assert page.status == 404


@pytest.mark.parametrize(("game", "preset"), [*EVERY, ("irish-loo", None)])
def test_the_score_sheet_of_a_preset(phone, game, preset):
    query = f"?preset={preset}" if preset else ""
    rules = phone.get(f"/rules/{game}{query}").house_rules
    (link,) = [link for link in phone.page.links if "/sheet" in link]
    page = phone.get(link)
    assert page.status == 200 and page.house_rules == rules
    # If names are known, they are the column headings, however many there are.
    seats = "&".join(f"seat={name}" for name in played.SIXTEEN)
    page = phone.get(f"{link}&{seats}")
    heads = [th.text for th in page.soup.select("thead th")]
    most = 10 if game == "five-card-loo" else 16
    assert heads == ["Deal", "Trump", *played.SIXTEEN[:most], "Pool"]


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_says_only_once_whose_choice_it_is(app, phone, game):
    for preset in GAMES[game].accounts.presets or ("",):
        page = phone.get(f"/rules/{game}" + (f"?preset={preset}" if preset else ""))
        for rule in page.soup.select("article section"):
            if (whose := rule.select_one(".soft")) and "our choice" in whose.text.lower():
                text = rule.text.removesuffix(whose.text)
                assert "Our choice" not in text and "Our reading" not in text, rule["id"]
