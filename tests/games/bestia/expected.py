"""What the sources of the game decide, and which rules its page can have; read from them by hand.

`TABLE` deals hands and implements the law a second time.
"""

from tests.games.shared import LOO, ids
from tests.living_deal import LivingTable as TABLE

DECIDED = {
    None: ("ending indivisible", "", "draw lead-ace revoke"),
}
"""By preset: rules that the account omits, leaves unclear or contradicts, and states in part."""
CITES = (LOO - ids("claimer-sweeps dealer-must-enter for-the-pool defend")) | ids(
    "stake single-pool"
)
"""The rules of the game, whatever its house rules."""
EDITION = 2
"""The newest edition of its rules."""

__all__ = ["CITES", "DECIDED", "EDITION", "TABLE"]
