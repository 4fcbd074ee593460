"""What the sources of the game decide, and which rules its page can have; read from them by hand."""

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
