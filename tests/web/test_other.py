"""The pages of a game that the companion does not know."""

from tests.web.table import opened


def test_all_who_are_level_win(app, phone):
    """To 10, 12 each: docs/rules.md 15."""
    key = opened(app, "scored Ann=12 Bob=12 Cat=3 Dan=0", game="other", depth="result", target=10)
    assert "Ann and Bob win the game." in phone.at(key).text
    key = opened(app, "scored Ann=12 Bob=9 Cat=3 Dan=0", game="other", depth="result", target=10)
    assert "Ann wins the game." in phone.at(key).text
