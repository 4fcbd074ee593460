"""What the sources of the game decide, and which rules its page can have; read from them by hand."""

from tests.games.shared import NAPOLEON

DECIDED = {
    None: ("all-pass ending revoke seats not-in too-few-players", "", ""),
}
"""By preset: rules that the account omits, leaves unclear or contradicts, and states in part."""
CITES = NAPOLEON
"""The rules of the game, whatever its house rules."""
