"""What the sources of the game decide, and which rules its page can have; read from them by hand.

`TABLE` deals hands and implements the law a second time.
"""

from tests.games.shared import NAPOLEON, ids
from tests.nap_table import NapTable as TABLE

DECIDED = {
    # [001]
    None: ("all-pass ending revoke seats not-in too-few-players", "", ""),
}
"""By preset: rules that the account omits, leaves unclear or contradicts, and states in part."""
CITES = NAPOLEON | ids("blucher wellington")
"""The rules of the game, whatever its house rules."""
EDITION = 3
"""The newest edition of its rules."""

__all__ = ["CITES", "DECIDED", "EDITION", "TABLE"]
