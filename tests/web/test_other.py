"""The pages of a game that the companion does not know."""

from companion.evening.entries import EveningClosed
from tests.telling import started
from tests.web.table import Phone, opened


def test_all_who_are_level_win(app, phone):
    """To 10, 12 each: docs/rules.md 15."""
    key = opened(app, "scored Ann=12 Bob=12 Cat=3 Dan=0", game="other", depth="result", target=10)
    assert "Ann and Bob win the game." in phone.at(key).text
    key = opened(app, "scored Ann=12 Bob=9 Cat=3 Dan=0", game="other", depth="result", target=10)
    assert "Ann wins the game." in phone.at(key).text


def test_play_again_names_the_game(app):
    began = started("Ann Bob", game="other", depth="result", name="Skat")
    log = app.extensions["tables"].evenings.log
    phone = Phone(app)
    phone.get(f"/e/{log.open_evening('Friday', [began, EveningClosed()], 'tests').key}")
    assert "Skat" in phone.get("/").soup.select_one('form[action$="/again"] button').text
