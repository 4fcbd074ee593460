"""The games: a folder for each, and this registry of them.

A folder holds the rules of its game (`rules.py`), its words (`words.py`) and its pages of the guide.
"""

from collections.abc import Mapping

from companion.games.bestia.rules import BESTIA
from companion.games.bourre.rules import BOURRE
from companion.games.coon_can.rules import COON_CAN
from companion.games.domino_loo.rules import DOMINO_LOO
from companion.games.domino_rounce.rules import DOMINO_ROUNCE
from companion.games.five_card_loo.rules import FIVE_CARD_LOO
from companion.games.irish_loo.rules import IRISH_LOO
from companion.games.julepe.rules import JULEPE
from companion.games.napoleon.rules import NAPOLEON
from companion.games.other.rules import OTHER, titled
from companion.games.rams.rules import RAMS
from companion.games.ramset.rules import RAMSET
from companion.games.seven_card_napoleon.rules import SEVEN_CARD_NAPOLEON
from companion.games.three_card_loo.rules import THREE_CARD_LOO
from companion.rules.game import Game

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
