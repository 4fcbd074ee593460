"""What the sources of the game decide, and which rules its page can have; read from them by hand.

`TABLE` deals hands and implements the law a second time.
"""

from tests.card_table import CardTable as TABLE
from tests.games.shared import CARD_LOO, CHITS, LEADS, LOO_001

DECIDED = {
    "classic": (
        f"{LOO_001} stock-exhausted too-many-players too-few-players",
        "dealer-must-enter",
        "draw flush flush-too-late",
    ),
    # [004]
    "modern": (
        "indivisible ending revoke sole-player all-dropped stock-exhausted",
        "flush-too-early",
        "flush too-few-players too-many-players",
    ),
    # [003]: as in three-card Loo, so the dealer wins if all pass.
    "chits": (
        f"{CHITS} stock-exhausted",
        f"{LEADS} pam",
        "lead-ace draw flush flush-too-late too-few-players too-many-players winning",
    ),
}
"""By preset: rules that the account omits, leaves unclear or contradicts, and states in part."""
CITES = CARD_LOO
"""The rules of the game, whatever its house rules."""
EDITION = 3
"""The newest edition of its rules."""

__all__ = ["CITES", "DECIDED", "EDITION", "TABLE"]
