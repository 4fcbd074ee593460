"""What the sources of the game decide, and which rules its page can have; read from them by hand."""

from tests.games.shared import ids

DECIDED = {
    None: ("", "", ""),
}
"""By preset: rules that the account omits, leaves unclear or contradicts, and states in part."""
CITES = ids(
    "ending evening-closed game-over no-longer-holds not-in penalty score stale too-few-players "
    "too-many-players"
)
"""The rules of the game, whatever its house rules."""
EDITION = 1
"""The newest edition of its rules."""
