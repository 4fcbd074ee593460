"""Every game has a title and a summary; an unknown game is shown with its id."""

import pytest
from msgspec.structs import replace

from companion.evening.names import likeness
from companion.games import GAMES
from companion.rules.facts import Setup
from companion.rules.game import Accounts, Preset
from companion.rules.ledger import POOL
from companion.wording import games
from companion.wording.games import known_titles
from companion.wording.ledger import line_part
from tests.telling import say, start

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@EVERY_GAME
def test_every_game_has_a_title_and_a_summary(game):
    made_up = replace(game, id=f"odd-{game.id}")
    assert games.game_title(game) != games.game_title(made_up)
    assert games.game_summary(game) != games.game_summary(made_up)


@EVERY_GAME
def test_the_accounts_of_a_game_are_named_with_their_source(game):
    for preset in (game.accounts.usual, *game.accounts.presets.values()):
        assert len(games.source_of(preset.account)) > len(preset.account) + 5
    for name in game.accounts.presets:
        assert games.preset_title(name) == name.capitalize()
        assert games.preset_words(game, name).endswith(".")


@EVERY_GAME
def test_every_choice_and_depth_of_a_game_has_words(game):
    for choice in game.recording.choices:
        told = games.choice_words(game, "Bob", choice)
        assert told.startswith("Bob ") and games.choice_label(game, choice)[0].isupper()
        assert len(
            {games.choice_words(game, "Bob", other) for other in game.recording.choices}
        ) == len(game.recording.choices)
    for depth in game.recording.depths:
        assert games.depth_words(game, depth).endswith(".")


@pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if game.family == "loo"], ids=lambda game: game.id
)
def test_a_game_is_worded_with_the_term_of_its_rules(game):
    players = ("Bob", "Cat", "Ann")
    rules = game.settle_house_rules(game.house_rules(), len(players))
    loo = game.begin(Setup(players, "plays", rules, 0)).loo
    assert games.loo_term(game) == (loo.race.term if loo.race else loo.prize.term)


def test_unknown_games_are_shown_with_their_id():
    game = replace(
        GAMES["irish-loo"], id="four-card-loo", accounts=Accounts(Preset("club-house", (3, 5)))
    )
    assert games.game_title(game) == "Four-card loo"
    assert games.game_summary(game) == "For 2 to 17."
    assert games.source_of("club-house") == "Club house"
    assert games.preset_words(game, "late-night") == ""
    assert games.preset_title("late-night") == "Late night"


def test_the_dummy_is_taken_in_domino_rounce_and_the_miss_in_domino_loo():
    assert games.choice_label(GAMES["domino-rounce"], "miss") == "Takes the dummy"
    assert games.choice_words(GAMES["domino-loo"], "Ann", "miss") == "Ann takes the miss"


def test_what_a_partner_pays_is_called_a_bestia():
    evening = start("Ann Bob Cat Dan", "bestia", "tricks", partners=True)
    evening = say(evening, "up H", "rest drop except Dan in", "Cat miss with Bob Ann")
    deal = say(evening, "won Dan Dan Dan").state.session.deal
    paid = [line for line in deal.settlement().lines if line.target == POOL]
    # The stake is already booked: Cat, Bob and Ann pay a chip of the bestia each.
    assert [line_part(line) for line in paid] == ["bestia"] * 3


def test_titles_in_all_languages_lead_to_their_game():
    titles = known_titles()
    assert titles[likeness("DOMINO LOO")] == titles[likeness("Domino-Loo")] == "domino-loo"
    assert titles[likeness("Napoleone")] == "napoleon"
    assert likeness("Another game") not in titles and likeness("") not in titles
