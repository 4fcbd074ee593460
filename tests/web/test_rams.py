"""Rams at the table (docs/rules.md 9): General Rams out of turn, the widow, the pad of 32 cards."""

import pytest

from tests.web.table import opened, says

THREE = {"seats": "Ann Bob Cat", "game": "rams"}


def declared(page):
    players, choices = page.offers("declared", "player"), page.offers("declared", "choice")
    # Skip the form for the dealer's discard, whose buttons have no entry.
    return set(zip(players, choices, strict=True))


def general(page, player):
    for button in page.soup.select("form button"):
        if says(button) == (
            "declared",
            {"kind": "declared", "player": player, "choice": "general"},
        ):
            return button.closest("form"), button
    raise AssertionError(f"{player} cannot declare General Rams")


def test_anybody_declares_general_rams_before_the_first_declaration(app, phone):
    key = opened(app, "up 9H", **THREE)
    page = phone.at(key)
    generals = {
        ("Ann", "general"),
        ("Bob", "general"),
        ("Cat", "general"),
        ("Ann", "general+turn-up"),
    }
    assert declared(page) == {("Bob", "play"), ("Bob", "miss"), ("Bob", "drop"), *generals}
    assert page.offers("declared", "choice").count("general") == 3
    phone.submit(*general(page, "Cat"))
    phone.follow()
    assert phone.page.question == "Trick 1: Bob leads."
    # After General Rams, only the dealer has a choice: to take the turn-up.
    assert declared(phone.page) == {("Ann", "play+turn-up")}
    phone.press("declared", "choice", "play+turn-up")
    assert not declared(phone.page)


def test_with_own_entries_players_declare_it_from_their_phones(app, phone, other):
    key = opened(app, "up 9H", **THREE)
    number = app.extensions["tables"].evenings.log.find(key).id
    phone.at(key)  # the host
    other.at(key)
    other.post(f"/e/{key}/me", {"name": "", "seat": "Cat"})
    app.extensions["tables"].access_store.set_rules(number, "own", second_look=False)
    assert declared(other.at(key)) == {("Cat", "general")}
    other.press("declared", "choice", "general")
    assert other.page.question == "Trick 1: Bob leads."


def test_the_form_of_a_whole_deal_asks_who_declared_it(app, phone):
    phone.at(opened(app, depth="result", **THREE))
    rows = [(box["name"], box["value"]) for box in phone.page.form("tricks-taken").select("input")]
    assert [value for name, value in rows if name == "declared:Ann"] == ["", "miss", "general"]
    phone.press("tricks-taken", **{"tricks:Cat": "5", "declared:Cat": "general"})
    assert {name: figure for name, (figure, _) in phone.page.whys.items()} == {
        "Ann": 5,
        "Bob": 5,
        "Cat": -5,
    }


def test_its_correction_shows_the_entry(app, phone):
    key = opened(app, "told Ann 0 Bob 5 general Cat 0", depth="result", **THREE)
    ticked = phone.get(f"/e/{key}/amend/2").soup.select("input[checked]")
    found = {(box["name"], box["value"]) for box in ticked}
    assert found == {
        ("tricks:Bob", "5"),
        ("tricks:Cat", "0"),
        ("tricks:Ann", "0"),
        ("declared:Bob", "general"),
        ("declared:Cat", ""),
        ("declared:Ann", ""),
    }


def test_a_widow_beside_general_rams_is_refused(app, phone):
    phone.at(opened(app, depth="result", **THREE))
    fill = {"tricks:Cat": "5", "declared:Cat": "general", "tricks:Bob": "0", "declared:Bob": "miss"}
    assert "Cat has declared General Rams" in phone.press("tricks-taken", **fill).alert


def test_lists_name_the_game_that_was_won(app, phone):
    key = opened(app, "told Bob 5 Cat 0", "settled", **THREE, depth="result")
    phone.at(key)
    assert "Bob won Rams" in phone.get("/history").text
    assert f"/e/{key}/group" in phone.get(f"/e/{key}/deals").links


@pytest.mark.parametrize(("bob", "wins"), [(5, True), (3, False)])
def test_a_settlement_that_ends_the_game_says_so(app, phone, bob, wins):
    """Scores start at 5, so five tricks bring Bob to zero."""
    key = opened(app, f"told Bob {bob} Cat {5 - bob}", **THREE, depth="result")
    page = phone.at(key)
    assert ("Bob wins the game." in page.text) == wins
    assert page.whys["Bob"][1].startswith(f"{bob} tricks: −{bob}. ")
    labels = [button.words for button in page.soup.select("button.primary")]
    assert labels == ["End the game" if wins else "Next deal"]
    phone.press("settled")
    assert (phone.page.question == "Bob wins.") == wins
    assert (
        "Bob won" in {row.select_one("th").words for row in phone.page.soup.select("tbody tr")}
    ) == wins
    # Each game uses its own names for rules.
    assert not wins or page.soup.select('a[aria-label="Rule: rammed"]')
