"""What the sources of the game decide, and which rules its page can have; read from them by hand.

`TABLE` deals hands and implements the law a second time.
"""

from tests.games.shared import LOO, ids
from tests.living_deal import LivingTable as TABLE

DECIDED = {
    # docs/rules.md 14: what is sure, fair and weak
    None: ("all-dropped revoke score-tie sole-player", "declaring", "lead-trump looed score"),
}
"""By preset: rules that the account omits, leaves unclear or contradicts, and states in part."""
CITES = (LOO - ids("indivisible share claimer-sweeps")) | ids("score trumps")
"""The rules of the game, whatever its house rules."""
EDITION = 1
"""The newest edition of its rules."""

__all__ = ["CITES", "DECIDED", "EDITION", "TABLE"]
