"""What the sources of the game decide, and which rules its page can have; read from them by hand.

`TABLE` deals hands and implements the law a second time.
"""

from tests.card_table import CardTable as TABLE
from tests.games.shared import CARD_LOO, CHITS, LEADS, LOO_001

DECIDED = {
    # [001]: any reasonable number of players.
    "classic": (f"{LOO_001} too-many-players too-few-players", "dealer-must-enter", ""),
    # [000]: 5 to 16 players; it states when a game ends, but not the division of the pool.
    "defence": (
        "indivisible revoke",
        "dealer-must-enter",
        "ending too-few-players too-many-players",
    ),
    # [003]: 17 players, a miss and a turn-up are 55 cards; it omits the king under a turned-up ace,
    # and the leader to the second trick.
    "chits": (CHITS, f"{LEADS} too-many-players", "lead-ace too-few-players winning"),
    "unlimited": (CHITS, f"{LEADS} too-many-players", "lead-ace too-few-players winning"),
}
"""By preset: rules that the account omits, leaves unclear or contradicts, and states in part."""
CITES = CARD_LOO
"""The rules of the game, whatever its house rules."""
EDITION = 3
"""The newest edition of its rules."""

__all__ = ["CITES", "DECIDED", "EDITION", "TABLE"]
