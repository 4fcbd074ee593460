"""What the sources of the game decide, and which rules its page can have; read from them by hand.

`TABLE` deals hands and implements the law a second time.
"""

from tests.bourre_table import BourreTable as TABLE
from tests.games.shared import TRICKS, ids

DECIDED = {
    # Present-day accounts
    None: ("ending", "", ""),
}
"""By preset: rules that the account omits, leaves unclear or contradicts, and states in part."""
CITES = (TRICKS - ids("trump-tile")) | ids(
    "all-dropped bourre dealer-ace declaring draw most-tricks sole-player stake turn-up winning"
)
"""The rules of the game, whatever its house rules."""
EDITION = 3
"""The newest edition of its rules."""

__all__ = ["CITES", "DECIDED", "EDITION", "TABLE"]
