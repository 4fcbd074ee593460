"""What the sources of the game decide, and which rules its page can have; read from them by hand."""

from tests.games.shared import ids

DECIDED = {
    None: ("ending seats not-in too-few-players", "going-out", "joker-move no-such-meld"),
}
"""By preset: rules that the account omits, leaves unclear or contradicts, and states in part."""
CITES = ids(
    "already-seen dead-hand ending evening-closed game-over going-out hand-count joker-move "
    "must-discard must-draw no-longer-holds no-such-meld not-a-meld not-in not-in-pack "
    "not-your-turn penalty pips same-discard stale stock-out too-few-players too-many-players"
)
"""The rules of the game, whatever its house rules."""
EDITION = 3
"""The newest edition of its rules."""
