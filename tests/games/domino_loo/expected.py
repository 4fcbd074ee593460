"""What the sources of the game decide, and which rules its page can have; read from them by hand."""

from tests.games.shared import LOO, ids

DECIDED = {
    # [002]
    None: ("ending revoke sole-player", "indivisible no-miss-left", "stake"),
}
"""By preset: rules that the account omits, leaves unclear or contradicts, and states in part."""
CITES = LOO | ids("cannot-drop stake")
"""The rules of the game, whatever its house rules."""
