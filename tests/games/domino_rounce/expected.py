"""What the sources of the game decide, and which rules its page can have; read from them by hand."""

from tests.games.shared import LOO, ids

DECIDED = {
    None: ("revoke score-tie sole-player", "", ""),
}
"""By preset: rules that the account omits, leaves unclear or contradicts, and states in part."""
CITES = LOO | ids("cannot-drop")
"""The rules of the game, whatever its house rules."""
