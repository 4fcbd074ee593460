"""What the sources of the game decide, and which rules its page can have; read from them by hand.

`TABLE` deals hands and implements the law a second time.
"""

from tests.dealing import Table as TABLE
from tests.games.shared import LOO, ids

DECIDED = {
    None: ("revoke score-tie sole-player", "", ""),
}
"""By preset: rules that the account omits, leaves unclear or contradicts, and states in part."""
CITES = LOO | ids("cannot-drop")
"""The rules of the game, whatever its house rules."""
EDITION = 1
"""The newest edition of its rules."""

__all__ = ["CITES", "DECIDED", "EDITION", "TABLE"]
