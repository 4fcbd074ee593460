"""The registry of games."""

from collections.abc import Mapping

from companion.rules.game import Game
from companion.rules.loo.bestia import BESTIA
from companion.rules.loo.bourre import BOURRE
from companion.rules.loo.domino_loo import DOMINO_LOO
from companion.rules.loo.domino_rounce import DOMINO_ROUNCE
from companion.rules.loo.five_card_loo import FIVE_CARD_LOO
from companion.rules.loo.irish_loo import IRISH_LOO
from companion.rules.loo.julepe import JULEPE
from companion.rules.loo.rams import RAMS
from companion.rules.loo.ramset import RAMSET
from companion.rules.loo.three_card_loo import THREE_CARD_LOO
from companion.rules.napoleon.napoleon import NAPOLEON
from companion.rules.napoleon.seven_card_napoleon import SEVEN_CARD_NAPOLEON
from companion.rules.other.other import OTHER, titled
from companion.rules.rummy.coon_can import COON_CAN

GAMES: Mapping[str, Game] = {
    game.id: game
    for game in (
        DOMINO_LOO,
        DOMINO_ROUNCE,
        THREE_CARD_LOO,
        FIVE_CARD_LOO,
        IRISH_LOO,
        BOURRE,
        RAMS,
        RAMSET,
        BESTIA,
        JULEPE,
        NAPOLEON,
        SEVEN_CARD_NAPOLEON,
        COON_CAN,
        OTHER,
    )
}
"""All games by id, in the order in which the companion offers them."""


def game_of(key: str) -> Game:
    """Return the game with this key. Raises `KeyError`."""
    id, _, title = key.partition(":")
    return titled(title) if title else GAMES[id]


__all__ = ["GAMES", "Game", "game_of"]
