"""What the sources of the game decide, and which rules its page can have; read from them by hand.

`TABLE` deals hands and implements the law a second time.
"""

from tests.card_table import CardTable as TABLE
from tests.games.shared import CARD_LOO, LOO_001

DECIDED = {
    # It calls a limit imperative, but gives none.
    None: (
        f"{LOO_001} stock-exhausted too-many-players too-few-players",
        "dealer-must-enter",
        "draw looed",
    ),
}
"""By preset: rules that the account omits, leaves unclear or contradicts, and states in part."""
CITES = CARD_LOO
"""The rules of the game, whatever its house rules."""
EDITION = 3
"""The newest edition of its rules."""

__all__ = ["CITES", "DECIDED", "EDITION", "TABLE"]
